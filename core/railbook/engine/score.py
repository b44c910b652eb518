"""Scores a game that is over: one line a scorer, totals, and standings with ties broken."""

from __future__ import annotations

from collections.abc import Sequence

from railbook.engine.state import UNFINISHED, State
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score, ScoreLine, Standing


def score(rules: Ruleset, state: State) -> list[tuple[str, Score]]:
    """Give the score sheet with how each line arises; empty for a game that ended unfinished."""
    if state.ended == UNFINISHED:
        return []
    return [(id, scorer(rules, state)) for id, scorer in rules.scorers]


def score_sheet(rules: Ruleset, state: State) -> list[ScoreLine]:
    """Give the score sheet as it stands in a log: scorer ids and points by seat."""
    return [ScoreLine(id, line.points) for id, line in score(rules, state)]


def totals(sheet: Sequence[ScoreLine], seats: int) -> list[int]:
    """Add up a score sheet by seat."""
    return [sum(line.points[seat] for line in sheet) for seat in range(seats)]


def standings(rules: Ruleset, state: State, sheet: Sequence[ScoreLine]) -> list[Standing]:
    """Rank the seats, best first: by total, then by each tie-breaker among those still tied; what is left shares."""
    if state.ended == UNFINISHED:
        return []
    total = totals(sheet, rules.seats)
    last = {seat for _id, outcasts in rules.ranked_last for seat in outcasts(rules, state)}
    groups = _split([seat for seat in range(rules.seats) if seat not in last], dict(enumerate(total)))
    for _id, breaker in rules.tie_breakers:
        groups = [
            part
            for group in groups
            for part in (_split(group, breaker(rules, state, group)) if len(group) > 1 else [group])
        ]
    if last:
        groups.append(tuple(sorted(last)))
    ranked: list[Standing] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked += [Standing(seat, rank, total[seat]) for seat in group]
    return ranked


def _split(seats: Sequence[int], value: Sequence[int] | dict[int, int]) -> list[tuple[int, ...]]:
    """Part seats by value, greatest first, in seat order inside a part."""
    return [
        tuple(seat for seat in seats if value[seat] == level)
        for level in sorted({value[seat] for seat in seats}, reverse=True)
    ]
