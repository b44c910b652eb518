"""Levels of an impact, exit codes, causes that are counted, and shifts of scores that are added up."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.audit.outcomes import LEVELS, Impact, Outcome, causes, count, exit_code, shifts


def row_of(outcome: Outcome, cause: str = "", **fields: Any) -> Impact:
    """Give a row with this outcome."""
    return Impact(file="log.jsonl", outcome=outcome, cause=cause, **fields)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_reached_by_what_is_graver(level: str) -> None:
    """A level is reached by its own outcome and those behind it: not knowing who wins is graver than another winner."""
    order = list(LEVELS.values())
    reached = [outcome for outcome in Outcome if row_of(outcome).reaches(level)]
    assert reached == order[order.index(LEVELS[level]) :]
    assert not any(row_of(outcome).reaches("") for outcome in Outcome)


@pytest.mark.parametrize(
    "outcomes, level, code",
    [
        ([], "", 1),
        (["SAME"], "events", 0),
        (["SAME", "ILLEGAL"], "", 0),
        (["SAME", "SCORE"], "winner", 0),
        (["SAME", "SCORE"], "score", 1),
        (["UNDETERMINED"], "winner", 1),
        (["NOT_APPLICABLE", "SAME"], "events", 0),
        (["NOT_APPLICABLE", "NOT_APPLICABLE"], "", 2),
        (["SAME", "UNVERIFIED"], "", 3),
        (["UNVERIFIED", "WINNER"], "winner", 1),
        (["SAME", "DIVERGED"], "", 1),
        (["UNREADABLE", "UNVERIFIED"], "", 1),
    ],
)
def test_exit_codes(outcomes: list[str], level: str, code: int) -> None:
    """CLI-01: following nothing is no success; a level reached and a log at fault are 1, nothing that fits is 2."""
    assert exit_code([row_of(Outcome[name]) for name in outcomes], level) == code


def test_causes_are_counted_gravest_first() -> None:
    """Rows are grouped by outcome and cause with the first as the example; what stays the same is no cause."""
    rows = [
        row_of(Outcome.SCORE, "b"),
        row_of(Outcome.SAME),
        row_of(Outcome.ILLEGAL, "a", ply=4),
        row_of(Outcome.ILLEGAL, "c"),
        row_of(Outcome.ILLEGAL, "a", ply=5),
    ]
    found = [(one.outcome, one.cause, one.count, one.example.ply) for one in causes(rows)]
    assert found == [(Outcome.ILLEGAL, "a", 2, 4), (Outcome.ILLEGAL, "c", 1, None), (Outcome.SCORE, "b", 1, None)]
    assert count(rows) == {Outcome.SAME: 1, Outcome.SCORE: 1, Outcome.ILLEGAL: 3}


def test_shifts_are_added_up_by_scorer() -> None:
    """Each scorer has the logs and seats that it shifts, the least and the greatest shift, and all of them together."""
    one = row_of(Outcome.SCORE, players=["A", "B"], before={"x": [1, 2]}, after={"x": [4, 2], "y": [0, -1]})
    other = row_of(Outcome.SCORE, players=["A", "B"], before={"x": [5, 5]}, after={"x": [4, 3]})
    found = [(s.scorer, s.logs, s.seats, s.least, s.greatest, s.total) for s in shifts([one, other])]
    assert found == [("x", 2, 3, -2, 3, 0), ("y", 1, 1, -1, -1, -1)]
