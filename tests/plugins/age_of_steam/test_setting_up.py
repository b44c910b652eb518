"""The set-up: chart, cities, what players start with, and the first order (AOS-U, AOS-Q)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from railbook.engine.view import view_of_chance
from railbook.rules.options import OptionError
from railbook_age_of_steam.choosing import ACTIONS
from railbook_age_of_steam.events import BoxFilled, CityFilled, OrderSet, TableLaid
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.setting_up import reading_order
from tests.plugins.age_of_steam.positions import EDITIONS, at, of_type, rules_for, set_up

ROWS = ["W1", "W2", "W3", "W4", "W5", "W6", "B1", "B2", "B3", "B4", "B5", "B6"]


def test_bag() -> None:
    """AOS-U1, AOS-U6, aos.cubes, aos.lay-table: 96 cubes; bag, chart and cities hold all of them."""
    game = set_up()
    (laid,) = of_type(game.events, TableLaid)
    assert laid.bag == {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
    assert game.invariants() == {}
    game.state.bag["red"] += 1
    assert "aos.cubes" in game.invariants()


def test_chart_is_filled_in_reading_order() -> None:
    """AOS-U2, aos.fill-chart, aos.chart: 52 cubes, three rows of the cities' columns, then two of the New Cities'."""
    drawn = ["red"] * 13 + ["blue"] * 13 + ["purple"] * 13 + ["yellow"] * 13
    game = set_up(chart=drawn)
    filled = of_type(game.events, BoxFilled)
    order = [(id, box) for box in (1, 2, 3) for id in ROWS] + [(id, box) for box in (1, 2) for id in "ABCDEFGH"]
    assert [(event.column, event.box) for event in filled] == order
    assert [event.cube for event in filled] == drawn
    board = board_of(game.rules)
    assert list(reading_order(board.columns.values(), board.cities)) == order
    assert all(None not in boxes for boxes in game.state.chart.values())


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_nothing_is_hidden(viewer: int | None) -> None:
    """AOS-U2, AOS-U3, AOS-U5, aos.chart, aos.city, aos.first-order: everybody sees what is drawn and rolled."""
    game = set_up()
    assert {label for label, _ in game.chance} == {"aos.chart", "aos.city", "aos.first-order"}
    assert view_of_chance(game.rules, 0, game.chance, viewer) == game.chance


def test_cities_are_filled() -> None:
    """AOS-U3, aos.fill-cities, aos.city: 3 cubes for Pittsburgh and Wheeling, 2 for ten others; 18 stay in the bag."""
    game = set_up(city=["yellow", "red", "red"])
    filled = of_type(game.events, CityFilled)
    there = Counter(event.city for event in filled)
    assert there.pop(at("pittsburgh")) == 3
    assert there.pop(at("wheeling")) == 3
    assert list(there.values()) == [2] * 10
    assert game.state.cubes[at("pittsburgh")] == {"yellow": 1, "red": 2}
    assert sum(game.state.bag.values()) == 18
    assert set(game.state.cubes) == set(game.board.cities)


@pytest.mark.parametrize("edition", EDITIONS)
def test_players(edition: str) -> None:
    """AOS-U4, start.cash, start.shares, start.income, start.locomotive: $10, 2 shares, income 0, locomotive 1."""
    game = set_up(5, edition)
    for player in game.state.players:
        assert (player.cash, player.shares, player.income, player.locomotive) == (10, 2, 0, 1)
        assert (player.action, player.out) == ("", False)
    assert game.state.tiles == {}
    assert len(ACTIONS) == 7


def test_players_may_start_otherwise() -> None:
    """AOS-U4: options give every player other figures, or each seat its own; so many as there are seats."""
    options: Any = {"start.cash": [7, 8, 9], "start.shares": 3, "start.income": [1, 0, 2], "start.locomotive": 2}
    players = set_up(options=options).state.players
    assert [(p.cash, p.shares, p.income, p.locomotive) for p in players] == [(7, 3, 1, 2), (8, 3, 0, 2), (9, 3, 2, 2)]
    with pytest.raises(OptionError, match=r"start\.cash has 2 values for 3 seats"):
        set_up(options={"start.cash": [7, 8]})


def test_first_order_by_dice() -> None:
    """AOS-U5, aos.first-order, start_order dice: the highest total is first; tied players roll again."""
    dice: Any = [[1, 1, 1], [6, 5, 4], [4, 5, 6], [2, 2, 2], [1, 1, 2], [3, 3, 3]]
    game = set_up(4, first_order=dice)
    assert game.state.order == [2, 1, 3, 0]
    assert [outcome for label, outcome in game.chance if label == "aos.first-order"] == dice


def test_first_order_by_shuffle() -> None:
    """AOS-U5, aos.first-order, start_order shuffle: the order is shuffled, in edition choochoo."""
    for edition, options in (("choochoo", {}), ("", {"rules.start_order": "shuffle"})):
        game = set_up(4, edition, options, first_order=[["3", "0", "2", "1"]])
        assert of_type(game.events, OrderSet) == [OrderSet([3, 0, 2, 1])]


@pytest.mark.parametrize("seats, turns", [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_number_of_turns(seats: int, turns: int) -> None:
    """AOS-Q2, AOS-X09: the number of turns follows from the players at the start."""
    assert set_up(seats).state.last_turn == turns


@pytest.mark.parametrize("seats", [2, 7])
def test_number_of_players(seats: int) -> None:
    """The Rust Belt is for 3 to 6 players (AOS-Q2)."""
    with pytest.raises(ValueError, match="seats"):
        rules_for(seats)


def test_game_begins_with_shares() -> None:
    """AOS-U6, AOS-Q1, aos.begin: the first player issues shares in turn 1; the phases have their order."""
    game = set_up()
    assert game.asked == ("aos.ask-shares", [game.state.order[0]])
    assert (game.state.turn, game.state.phase) == (1, "shares")
    names = "shares auction actions build move income expenses reduction growth advance"
    assert game.rules.sequences["aos.turn"] == tuple(f"aos.{name}" for name in names.split())
