"""How a game is typed in by somebody who sits at a real table: the words of its actions, and of what he saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railbook.rules.notation import NotationError, near, one_of, read
from railbook.rules.types import Action

if TYPE_CHECKING:
    from railbook.rules.ruleset import Ruleset


class Deed(msgspec.Struct, frozen=True):
    """An action that was typed, and what was typed with it of what chance answered."""

    action: Action
    answers: tuple[str | None, ...] = ()


class AtTable:
    """The words of one game, with one recorder, who sees what is public and what seat `me` sees.

    Those of the core are the game's notation, and names of things. Games answer with their own.
    """

    how = "type an action in the notation of the game, or as JSON as it stands in logs"
    """What can be typed, in a few lines."""

    answers = "Answers: the beginning of a word is enough, several at once are fine, ? is what you did not see"
    """What is said before the set-up is asked for."""

    unlisted: tuple[str, ...] = ()
    """Labels whose possible answers are not listed with the question."""

    def __init__(self, rules: Ruleset, me: int | None) -> None:
        self.rules = rules
        self.me = me

    def status(self, state: Any) -> str:
        """Say in a line what the recorder needs to see before he types an action; empty for nothing."""
        return ""

    def question(self, label: str) -> str:
        """Say what is asked for under a label of chance."""
        return label

    def split(self, label: str, text: str) -> list[str]:
        """Part an answer, which may hold several outcomes of a label, into those."""
        return text.replace(",", " ").split()

    def outcome(self, label: str, word: str, there: Sequence[str]) -> str:
        """Read one outcome; raises `NotationError`. `there` is what is known to be possible."""
        return one_of(word, {item: item for item in there}, "such thing")

    def deeds(self, state: Any, seat: int, text: str) -> list[Deed]:
        """Read a line of actions of one seat, in their order; raises `NotationError`."""
        action = read(self.rules, state, seat, text)
        if action is None:
            asked = [str(spec.type.__struct_config__.tag) for spec in self.rules.actions_of_step[state.asked]]
            word = text.split(" ", maxsplit=1)[0][:40]
            raise NotationError(f"no action begins with {word!r}{near(text, asked)}: {self.how}")
        return [Deed(action)]

    def laid_open(self, state: Any, ask: Callable[[str], str], say: Callable[[str], None]) -> Any:
        """Give the state as it is laid open at the end, after asking for what was hidden; `None` where that stays."""
        return state

    def checks(self, plies: Iterable[tuple[Any, Any]], *, finished: bool) -> list[str]:
        """Say what was checked, a line a check, of a record given as plies and undos with the state behind each."""
        return []
