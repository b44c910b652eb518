"""Scores, totals and standings: summed lines, ties broken in order, places shared where nothing parts them."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook import Layer, Score
from railbook.engine.score import score, score_sheet, standings, totals
from railbook.engine.state import UNFINISHED
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import ScoreLine, Standing
from tests.core.tables import rules_of
from tests.core.tiny_table import PEBBLES, Beach, Spot

BARE: Layer[Beach] = Layer("bare", game=PEBBLES)
BARE.drop_tie_breaker("peb.longest-row")


def ranked(rules: Ruleset, *points: int, rows: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    """Give seat and rank, best first, for these totals."""
    state = Beach(seats=[Spot(rows={"jet": rows[seat]} if rows else {}) for seat in range(len(points))])
    found = standings(rules, state, [ScoreLine("all", points)])
    assert [place.total for place in found] == [points[place.seat] for place in found]
    return [(place.seat, place.rank) for place in found]


def test_a_sheet_has_a_line_for_each_scorer() -> None:
    """Lines stand in the order of scorers and say how their points arise; only ids and points are logged."""
    rules = rules_of()
    ada = Spot(points=4, bet="jet", rows={"jet": 2, "flint": 2})
    state = Beach(seats=[ada, Spot(points=-1, bet="jet", rows={"jet": 1, "agate": 2})])
    assert score(rules, state) == [("peb.points", Score((4, -1))), ("peb.bets", Score((3, 0), ("bet won", "")))]
    sheet = score_sheet(rules, state)
    assert sheet == [ScoreLine("peb.points", (4, -1)), ScoreLine("peb.bets", (3, 0))]
    assert totals(sheet, 2) == [7, -1]
    assert standings(rules, state, sheet) == [Standing(0, 1, 7), Standing(1, 2, -1)]


def test_an_unfinished_game_has_no_score() -> None:
    """Nothing is scored when somebody left."""
    state = Beach(seats=[Spot(points=4), Spot()], ended=UNFINISHED)
    assert score(rules_of(), state) == []
    assert score_sheet(rules_of(), state) == []
    assert standings(rules_of(), state, []) == []


@pytest.mark.parametrize(
    "points, places",
    [
        ((3, 5, 4), [(1, 1), (2, 2), (0, 3)]),
        ((5, 3, 5), [(0, 1), (2, 1), (1, 3)]),
        ((3, 5, 3), [(1, 1), (0, 2), (2, 2)]),
        ((0, 0, 0), [(0, 1), (1, 1), (2, 1)]),
        ((-1, -3, -2), [(0, 1), (2, 2), (1, 3)]),
    ],
    ids=str,
)
def test_who_is_tied_shares_a_place(points: tuple[int, ...], places: list[tuple[int, int]]) -> None:
    """Tied seats share the better rank, the next one is left out, and they stand in order of seats."""
    assert ranked(rules_of(BARE, seats=3), *points) == places


def test_tie_breakers_part_the_tied_only() -> None:
    """A tie-breaker looks at tied seats alone: it never lifts a seat above a better total."""
    rules = rules_of(seats=3)
    assert ranked(rules, 5, 5, 9, rows=(1, 4, 0)) == [(2, 1), (1, 2), (0, 3)]
    assert ranked(rules, 5, 5, 5, rows=(1, 4, 1)) == [(1, 1), (0, 2), (2, 2)]


def test_tie_breakers_go_one_after_another() -> None:
    """The next tie-breaker parts what the one before left tied, and is asked about those seats only."""
    asked: list[tuple[int, ...]] = []
    layer: Layer[Beach] = Layer("late", game=PEBBLES)

    @layer.tie_breaker("late.seat")
    def by_seat(rules: Ruleset, state: Beach, seats: tuple[int, ...]) -> Mapping[int, int]:
        asked.append(seats)
        return {seat: seat for seat in seats}

    assert ranked(rules_of(layer, seats=4), 5, 5, 5, 1, rows=(2, 3, 2, 3)) == [(1, 1), (2, 2), (0, 3), (3, 4)]
    assert asked == [(0, 2)]


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=4), st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_ranks_follow_from_total_and_tie_breaker(points: list[int], rows: list[int]) -> None:
    """A seat's rank is one more than the number of seats that are better, by total and then by the longest row."""
    places = dict(ranked(rules_of(seats=len(points)), *points, rows=tuple(rows)))
    value = [(points[seat], rows[seat]) for seat in range(len(points))]
    assert places == {seat: 1 + sum(other > value[seat] for other in value) for seat in range(len(points))}
