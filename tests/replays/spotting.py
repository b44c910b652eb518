"""What a situation is, and where a judged game first shows each: the register that `situations/` fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from tests.replays.referee import AnyGame

BoardT = TypeVar("BoardT")
PlyT = TypeVar("PlyT")
GameT = TypeVar("GameT")
ResultT = TypeVar("ResultT")


class Situation(NamedTuple):
    """Something that may occur in a game: what, in a sentence, by which paragraphs of the rules, and its detector."""

    what: str
    rules: list[str]
    referee: type
    """Who referees the games that may show it."""
    at_ply: Callable[[Any, Any], bool] | None = None
    at_end: Callable[[Any, Any], bool] | None = None


SITUATIONS: dict[str, Situation] = {}
"""All situations, by id: the name of the detector with hyphens."""


class Detectors(Generic[BoardT, PlyT, GameT, ResultT]):
    """Registers the detectors for the games of one referee."""

    def __init__(self, referee: type) -> None:
        self._referee = referee

    def at_ply(self, *rules: str) -> Callable[[Callable[[BoardT, PlyT], bool]], Callable[[BoardT, PlyT], bool]]:
        """Register a detector that looks at one ply, with the table around it; its docstring says what it sees."""

        def register(detect: Callable[[BoardT, PlyT], bool]) -> Callable[[BoardT, PlyT], bool]:
            _add(detect, Situation(detect.__doc__ or "", list(rules), self._referee, at_ply=detect))
            return detect

        return register

    def at_end(self, *rules: str) -> Callable[[Callable[[GameT, ResultT], bool]], Callable[[GameT, ResultT], bool]]:
        """Register a detector that looks at a whole finished game; what it sees stands at the last ply."""

        def register(detect: Callable[[GameT, ResultT], bool]) -> Callable[[GameT, ResultT], bool]:
            _add(detect, Situation(detect.__doc__ or "", list(rules), self._referee, at_end=detect))
            return detect

        return register


def first_plies(judgement: AnyGame) -> dict[str, int]:
    """Give the situations that a game shows, each with the ply at which it first occurs."""
    first = {
        id: next(_plies(judgement, situation), None)
        for id, situation in SITUATIONS.items()
        if isinstance(judgement.game, situation.referee)
    }
    return {id: ply for id, ply in first.items() if ply is not None}


def _add(detect: Callable[..., bool], situation: Situation) -> None:
    id = detect.__name__.replace("_", "-")
    assert id not in SITUATIONS, f"two situations are called {id}"
    SITUATIONS[id] = situation


def _plies(judgement: AnyGame, situation: Situation) -> Iterator[int]:
    if situation.at_ply is not None:
        for ply in judgement.plies:
            if situation.at_ply(judgement.game.board, ply):
                yield ply.ply
    if situation.at_end is not None and judgement.result is not None and situation.at_end(judgement, judgement.result):
        yield judgement.plies[-1].ply
