"""Entries of a layer for people and bots: sentences, panels, pictures, choices, typed actions, transcripts, hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from railbook.rules.entries import Entries, tag_of
from railbook.rules.notation import Notation
from railbook.rules.picture import Picture
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Row
from railbook.rules.types import Action, Event

if TYPE_CHECKING:
    from railbook.engine.state import State

S = TypeVar("S", bound="State")
A = TypeVar("A", bound=Action)
T = TypeVar("T", bound=Action | Event)

Drawing = Callable[[Ruleset, S, int | None], Panel | None]
Painting = Callable[[Ruleset, S, int | None], Picture | None]
Choice = Callable[[Ruleset, S, int, A], Row]
Reader = Callable[[Ruleset, S, int, tuple[str, ...]], A]
Hint = Callable[[Ruleset, S, int], Iterable[Action]]
Writer = Callable[[Ruleset, S, int, A], str]


class RoundSummary(msgspec.Struct, frozen=True):
    """A line of a transcript: which round it is, and figures by name, each by seat."""

    round: str
    figures: tuple[tuple[str, tuple[int, ...]], ...]


class Presenting(Entries, Generic[S]):
    """The part of a layer that says how a game is shown, said and typed, and advises bots; no rule hangs on it."""

    def words(self, kind: type[T]) -> Callable[[Callable[[Ruleset, T], str]], Callable[[Ruleset, T], str]]:
        """Say an action or event in one plain sentence without the seat's name; a later layer may say it otherwise."""

        def register(speak: Callable[[Ruleset, T], str]) -> Callable[[Ruleset, T], str]:
            self._write("words", tag_of(kind), "add", (kind, speak))
            return speak

        return register

    def panel(self, id: str) -> Callable[[Drawing[S]], Drawing[S]]:
        """Add a panel to the screen: the function draws what a view holds, for a seat or (`None`) for all."""
        return self._named("panel", id, "add")

    def replace_panel(self, id: str) -> Callable[[Drawing[S]], Drawing[S]]:
        """Draw a panel otherwise, at the same place."""
        return self._named("panel", id, "replace")

    def drop_panel(self, id: str) -> None:
        """Take a panel off the screen."""
        self._write("panel", id, "drop")

    def picture(self, id: str) -> Callable[[Painting[S]], Painting[S]]:
        """Add a part to the picture of the board, upon those there are: what a view holds, as panels do.

        It must also draw the empty table, as it is before the set-up.
        """
        return self._named("picture", id, "add")

    def replace_picture(self, id: str) -> Callable[[Painting[S]], Painting[S]]:
        """Draw a part of the picture otherwise, at the same place in the order."""
        return self._named("picture", id, "replace")

    def drop_picture(self, id: str) -> None:
        """Take a part out of the picture."""
        self._write("picture", id, "drop")

    def choice(self, kind: type[A]) -> Callable[[Choice[S, A]], Choice[S, A]]:
        """Say an action as one choice among others, in styled parts and with what the view tells of it."""

        def register(draw: Choice[S, A]) -> Choice[S, A]:
            self._write("choice", tag_of(kind), "add", (kind, draw))
            return draw

        return register

    def notation(self, kind: type[A], verb: str, usage: str = "", *, read: Reader[S, A], write: Writer[S, A]) -> None:
        """Let people type actions of a type: a verb, behind it what `read` makes an action of and `write` writes.

        `usage` says in a few words what follows the verb. `read` raises `NotationError` for what is no action.
        """
        self._write("notation", tag_of(kind), "add", (kind, Notation(verb, usage, read, write)))

    def round_summary(self, summarize: Callable[[Ruleset, S], RoundSummary]) -> Callable[[Ruleset, S], RoundSummary]:
        """Say what a transcript shows of a state: the round, and the figures that people compare."""
        self._write("summary", "summary", "add", summarize)
        return summarize

    def hint(self, step: str, id: str) -> Callable[[Hint[S]], Hint[S]]:
        """Advise bots at a step: what a seat would like to do by this layer, best first, from what it knows."""

        def register(advise: Hint[S]) -> Hint[S]:
            self._write("hint", id, "add", (step, advise))
            return advise

        return register

    def replace_hint(self, step: str, id: str) -> Callable[[Hint[S]], Hint[S]]:
        """Advise bots otherwise than another layer does."""

        def register(advise: Hint[S]) -> Hint[S]:
            self._write("hint", id, "replace", (step, advise))
            return advise

        return register

    def drop_hint(self, id: str) -> None:
        """Take away advice that is no good under this layer."""
        self._write("hint", id, "drop")
