"""The set-up: cubes on the chart and the cities, and the first order (AOS-U)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.options import OptionError
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Scope, Visible, then
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.events import BoxFilled, CityFilled, OrderSet, TableLaid
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, Start, board_of
from railbook_age_of_steam.map_format import Column
from railbook_age_of_steam.state import Line

CHART, CITY, ORDER = "aos.chart", "aos.city", "aos.first-order"
for _label in (CHART, CITY, ORDER):
    AGE_OF_STEAM.outcome(_label, Visible.PUBLIC)


@AGE_OF_STEAM.step("aos.lay-table")
def lay_table(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Everybody has $10, 2 shares, no income and a locomotive of 1 (AOS-U1, AOS-U4); turns by seats (AOS-Q2)."""
    board = board_of(rules)
    start = rules.options(Start)
    yield Scope("set-up")
    yield TableLaid(
        cash=_by_seat("cash", start.cash, rules.seats),
        shares=_by_seat("shares", start.shares, rules.seats),
        income=_by_seat("income", start.income, rules.seats),
        locomotives=_by_seat("locomotive", start.locomotive, rules.seats),
        turns=board.map.turns[str(rules.seats)],
        bag=dict(board.map.bag),
        cities=list(board.cities),
        columns={column.id: column.boxes for column in board.columns.values()},
    )


def _by_seat(name: str, value: int | list[int], seats: int) -> list[int]:
    if isinstance(value, int):
        return [value] * seats
    if len(value) != seats:
        raise OptionError(f"option start.{name} has {len(value)} values for {seats} seats")
    return list(value)


def reading_order(columns: Iterable[Column], cities: Container[str]) -> Iterator[tuple[str, int]]:
    """Give column and box of every box in reading order: row by row those of cities, then those of New Cities."""
    columns = list(columns)
    for part in (True, False):
        here = [column for column in columns if (column.city in cities) is part]
        for box in range(1, 1 + max((column.boxes for column in here), default=0)):
            for column in here:
                if box <= column.boxes:
                    yield column.id, box


@AGE_OF_STEAM.step("aos.fill-chart")
def fill_chart(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The boxes are filled one by one, in reading order (AOS-U2)."""
    for column, box in _boxes(board_of(rules)):
        yield BoxFilled(column, box, chance.draw(CHART, state.bag))


@lru_cache(maxsize=64)
def _boxes(board: Board) -> tuple[tuple[str, int], ...]:
    return tuple(reading_order(board.columns.values(), board.cities))


@AGE_OF_STEAM.step("aos.fill-cities")
def fill_cities(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Then the cities get their cubes (AOS-U3)."""
    for city in board_of(rules).cities.values():
        for _ in range(city.cubes):
            yield CityFilled(city.hex, chance.draw(CITY, state.bag))


@AGE_OF_STEAM.step("aos.first-order")
def first_order(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Three dice each, the highest total first, ties roll again among themselves; or a shuffle (AOS-U5)."""
    if rules.options(Rules).start_order == "shuffle":
        shuffled = chance.shuffle(ORDER, [str(seat) for seat in range(rules.seats)])
        yield OrderSet([int(seat) for seat in shuffled])
        return
    yield OrderSet(_by_dice(list(range(rules.seats)), chance))


def _by_dice(seats: list[int], chance: Chance) -> list[int]:
    if len(seats) <= 1:
        return seats
    rolled = {seat: sum(chance.roll(ORDER, 6, 3)) for seat in seats}
    order: list[int] = []
    for total in sorted(set(rolled.values()), reverse=True):
        order += _by_dice([seat for seat in seats if rolled[seat] == total], chance)
    return order


@AGE_OF_STEAM.step("aos.begin")
def begin(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The game starts with the shares phase of turn 1 (AOS-U6)."""
    yield then(*rules.sequences["aos.turn"])
