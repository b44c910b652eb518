"""Counts everything that exists in a game once more: each dollar, step of income, cube, tile, disc and New City."""

from __future__ import annotations

from collections import Counter

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.events import (
    DroppedOut,
    ExpensesPaid,
    GoodsMoved,
    IncomeCollected,
    IncomeReduced,
    SharesIssued,
    TileBuilt,
)
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds
from tests.plugins.age_of_steam.players import Played

CUBES = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
TILES, DISCS, NEW_CITIES = 136, 8, "ABCDEFGH"


class Books:
    """The accounts of a game: every dollar and every step of income has a source and a sink."""

    def __init__(self, rules: Ruleset) -> None:
        start = rules.option_values
        self.cash = Counter({seat: int(str(start["start.cash"])) for seat in range(rules.seats)})
        self.income = Counter({seat: int(str(start["start.income"])) for seat in range(rules.seats)})

    def follow(self, played: Played) -> None:
        """Enter what the events of a ply say: nothing else moves money, and no account but an outcast's is below 0."""
        for event in played.events:
            match event:
                case SharesIssued():
                    self.cash[event.seat] += 5 * event.shares
                case DroppedOut():
                    self.cash[event.seat] -= event.pays
                case TileBuilt():
                    self.cash[event.seat] -= event.price
                case IncomeCollected():
                    assert event.cash == {str(seat): self.income[seat] for seat in map(int, event.cash)}
                    self.cash.update({seat: self.income[seat] for seat in map(int, event.cash)})
                case ExpensesPaid():
                    self.cash[event.seat] -= event.cash
                    self.income[event.seat] -= event.income
                case IncomeReduced():
                    self.income[event.seat] -= event.by
                case GoodsMoved():
                    self.income.update({int(seat): links for seat, links in event.income.items()})
                case _:
                    pass
        players = played.state.players
        assert [self.cash[seat] for seat in sorted(self.cash)] == [player.cash for player in players]
        assert [self.income[seat] for seat in sorted(self.income)] == [player.income for player in players]
        assert all(player.cash >= 0 and (player.income >= 0 or player.out) for player in players)


def count(state: Line) -> None:
    """All 96 cubes, 136 tiles, 8 discs and 8 New Cities of the Rust Belt are somewhere, and none is there twice."""
    piles = [state.bag, *state.cubes.values()]
    assert all(number > 0 for pile in piles for number in pile.values())
    cubes = Counter(state.held)
    cubes.update(cube for boxes in state.chart.values() for cube in boxes if cube is not None)
    for pile in piles:
        cubes.update(pile)
    assert cubes == CUBES
    lying = Counter(family_of(tile.under or tile.tile) for tile in state.tiles.values())
    left = Counter({family: sum(kinds()[id].count for id in family) for family in map(family_of, kinds())})
    left.subtract(lying)
    assert min(left.values()) >= 0
    assert sum(left.values()) + len(state.tiles) == TILES
    assert sum(bool(kinds()[tile.tile].made_from) for tile in state.tiles.values()) <= DISCS
    letters = list(state.new_cities.values())
    assert len(letters) == len(set(letters))
    assert set(letters) <= set(NEW_CITIES)


def family_of(id: str) -> tuple[str, ...]:
    """Give the tiles of which one lies there: those of which one may be under a disc, or the tile alone (AOS-T1)."""
    discs = [kind for kind in kinds().values() if kind.made_from]
    return next((kind.made_from for kind in discs if id in (kind.id, *kind.made_from)), (id,))
