"""The entries of a layer that end a game and count it: end conditions, scorers and what breaks ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from railbook.rules.entries import Entries
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score

if TYPE_CHECKING:
    from railbook.engine.state import State

S = TypeVar("S", bound="State")

Scorer = Callable[[Ruleset, S], Score]
TieBreaker = Callable[[Ruleset, S, tuple[int, ...]], Mapping[int, int]]
EndCondition = Callable[[Ruleset, S], str | None]


class Ending(Entries, Generic[S]):
    """The part of a layer that says when a game is over and who has won."""

    def end_condition(self, id: str) -> Callable[[EndCondition[S]], EndCondition[S]]:
        """Add a reason to end the game: the function names it, or answers `None`; the game asks after each turn."""
        return self._named("end-condition", id, "add")

    def replace_end_condition(self, id: str) -> Callable[[EndCondition[S]], EndCondition[S]]:
        """Put another reason to end the game in the place of one: the first that holds names the end."""
        return self._named("end-condition", id, "replace")

    def drop_end_condition(self, id: str) -> None:
        """Take away a reason to end the game."""
        self._write("end-condition", id, "drop")

    def scorer(self, id: str) -> Callable[[Scorer[S]], Scorer[S]]:
        """Add a line of the score sheet."""
        return self._named("scorer", id, "add")

    def replace_scorer(self, id: str) -> Callable[[Scorer[S]], Scorer[S]]:
        """Score a line otherwise."""
        return self._named("scorer", id, "replace")

    def drop_scorer(self, id: str) -> None:
        """Take away a line of the score sheet."""
        self._write("scorer", id, "drop")

    def ranked_last(self, id: str) -> Callable[[Callable[[Ruleset, S], tuple[int, ...]]], Any]:
        """Say which seats come last in the standings, tied among themselves, whatever they scored."""
        return self._named("ranked-last", id, "add")

    def tie_breaker(self, id: str) -> Callable[[TieBreaker[S]], TieBreaker[S]]:
        """Add a tie-breaker behind those there are: a number for each tied seat, the greater is better."""
        return self._named("tie-breaker", id, "add")

    def replace_tie_breaker(self, id: str) -> Callable[[TieBreaker[S]], TieBreaker[S]]:
        """Break ties otherwise, at the same place in the order."""
        return self._named("tie-breaker", id, "replace")

    def drop_tie_breaker(self, id: str) -> None:
        """Take away a tie-breaker."""
        self._write("tie-breaker", id, "drop")
