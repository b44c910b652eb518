"""The plies that could not be checked are counted, and the first of them named, however many there are."""

from __future__ import annotations

from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from railbook.audit import unsure
from railbook.audit.findings import Report
from railbook.audit.unsure import Unsure

WINDOW, MOST = 4, 3


@given(st.lists(st.tuples(st.booleans(), st.integers(0, WINDOW)), max_size=60))
def test_plies_are_counted_and_the_first_named(steps: list[tuple[bool, int]]) -> None:
    """LOG-09: whatever is taken back within the window, the count and the first plies are those of a whole list."""
    report, ply, all_of_them = Report("log"), 0, list[int]()
    with mock.patch.object(unsure, "MOST_UNVERIFIED", MOST):
        counted = Unsure(report, WINDOW)
        reach = 0
        for hidden, back in steps:
            if hidden:
                counted.add(ply)
                all_of_them.append(ply)
            ply += 1
            reach = min(WINDOW, reach + 1)
            if back and back <= reach:
                ply, reach = ply - back, reach - back
                counted.back_to(ply)
                all_of_them = [one for one in all_of_them if one < ply]
            assert report.unverified_count == len(all_of_them)
            assert report.unverified == all_of_them[:MOST]


def test_no_more_is_held_than_an_undo_reaches() -> None:
    """SEC-02: of a hundred thousand plies a thousand are named, and of the others those within the window held."""
    report = Report("log")
    counted = Unsure(report, WINDOW)
    for ply in range(100_000):
        counted.add(ply)
    assert (report.unverified_count, report.unverified) == (100_000, list(range(1000)))
    assert len(counted._later) == WINDOW + 1
