"""What a situation is, and where a judged game first shows each: the register that `situations.py` fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.replays.referee import Judged, Judgement
from tests.replays.ttr_score import Result
from tests.replays.ttr_table import Board

AtPly = Callable[[Board, Judged], bool]
AtEnd = Callable[[Judgement, Result], bool]


class Situation(NamedTuple):
    """Something that may occur in a game: what, in a sentence, by which paragraphs of the rules, and its detector."""

    what: str
    rules: list[str]
    at_ply: AtPly | None = None
    at_end: AtEnd | None = None


SITUATIONS: dict[str, Situation] = {}
"""All situations, by id: the name of the detector with hyphens."""


def at_ply(*rules: str) -> Callable[[AtPly], AtPly]:
    """Register a detector that looks at one ply and the table before and after it; its docstring says what it sees."""

    def register(detect: AtPly) -> AtPly:
        _add(detect, Situation(detect.__doc__ or "", list(rules), at_ply=detect))
        return detect

    return register


def at_end(*rules: str) -> Callable[[AtEnd], AtEnd]:
    """Register a detector that looks at a whole finished game; what it sees stands at the last ply."""

    def register(detect: AtEnd) -> AtEnd:
        _add(detect, Situation(detect.__doc__ or "", list(rules), at_end=detect))
        return detect

    return register


def first_plies(judgement: Judgement) -> dict[str, int]:
    """Give the situations that a game shows, each with the ply at which it first occurs."""
    first = {id: next(_plies(judgement, situation), None) for id, situation in SITUATIONS.items()}
    return {id: ply for id, ply in first.items() if ply is not None}


def _add(detect: Callable[..., bool], situation: Situation) -> None:
    SITUATIONS[detect.__name__.replace("_", "-")] = situation


def _plies(judgement: Judgement, situation: Situation) -> Iterator[int]:
    if situation.at_ply is not None:
        for ply in judgement.plies:
            if situation.at_ply(judgement.game.board, ply):
                yield ply.ply
    if situation.at_end is not None and judgement.result is not None and situation.at_end(judgement, judgement.result):
        yield judgement.plies[-1].ply
