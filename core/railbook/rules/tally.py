"""The entries of a layer that count a recorded game for statistics: what its pieces were worth, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from railbook.rules.entries import Entries
from railbook.rules.ruleset import Ruleset, TallySpec
from railbook.rules.types import Event

if TYPE_CHECKING:
    from railbook.engine.state import State

S = TypeVar("S", bound="State")
E = TypeVar("E", bound=Event)


class Tallied(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What one piece of a game came to for a seat, or (`None`) for nobody in particular.

    `counts` say how often something happened and are added up over games, `values` are averaged. A piece that is told
    several times for one seat is added up within the game. `label` is the piece in a few words for people.
    """

    piece: str
    seat: int | None
    counts: Mapping[str, int] = {}
    values: Mapping[str, int] = {}
    label: str = ""


Tally = Callable[[Ruleset, S, Sequence[E]], Iterable[Tallied]]
"""What a tally is: from the rules, the last state of a game, and the events it asked for, in their order."""


class Counting(Entries, Generic[S]):
    """The part of a layer that says what is worth counting in recorded games; no rule hangs on it."""

    def tally(self, id: str, *events: type[E]) -> Callable[[Tally[S, E]], Tally[S, E]]:
        """Count pieces of a recorded game, such as what each one scored and for whom.

        The function gets the state after the last ply, and the events of these types that the game had, undone ones
        left out. It counts what is known: in a log with hidden outcomes fields may be `None`.
        """
        return self._tally(id, "add", events)

    def replace_tally(self, id: str, *events: type[E]) -> Callable[[Tally[S, E]], Tally[S, E]]:
        """Count otherwise than another layer does, under the same id."""
        return self._tally(id, "replace", events)

    def drop_tally(self, id: str) -> None:
        """Take away a tally that says nothing under this layer."""
        self._write("tally", id, "drop")

    def _tally(self, id: str, how: str, events: tuple[type[Event], ...]) -> Callable[[Any], Any]:
        def register(count: Any) -> Any:
            self._write("tally", id, how, TallySpec(events, count))
            return count

        return register
