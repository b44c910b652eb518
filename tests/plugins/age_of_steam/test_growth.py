"""Goods growth, Production, and what follows on it (AOS-W, AOS-Q)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.engine.view import view_of_chance
from railbook_age_of_steam.events import CityGrew, CubesHeld, CubesReturned, DiceRolled, PhaseBegun
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from tests.plugins.age_of_steam.positions import Position, at, of_type, position

FRED, OLIVE, ELODIE = range(3)
BLACK: Any = [6, 6, 6]
"""Dice for the black part that bring nothing where its columns are empty."""


def growth(dice: list[list[int]], seats: int = 3, **more: object) -> Position:
    """Give a game after growth without Production."""
    columns: Any = more.pop("chart", {})
    chart = {id: [*boxes, None, None][: 2 + (len(id) > 1)] for id, boxes in columns.items()}
    return position(seats, enter="aos.growth", dice=dice, chart=chart, **more)  # type: ignore[arg-type]


def grown(game: Position) -> list[tuple[str, int, str]]:
    """List what the cities got: column, box and colour."""
    return [(event.column, event.box, event.cube) for event in of_type(game.events, CityGrew)]


def production(chart: dict[str, list[str | None]], *drawn: str, edition: str = "", **more: object) -> Position:
    """Give a game in which Fred places the cubes of Production; columns that are not named are full."""
    full: dict[str, list[str | None]] = {id: ["red", "blue", "yellow"] for id in ("W1", "W2", "W3", "W4", "W5", "W6")}
    full |= {id: ["purple", "black", "red"] for id in ("B1", "B2", "B3", "B4", "B5", "B6")}
    full |= {letter: ["blue", "yellow"] for letter in "ABCDEFGH"}
    options: Any = more.pop("options", None)
    return position(
        3,
        edition,
        options,
        enter="aos.growth",
        actions={FRED: "production"},
        chart={**full, **chart},
        produced=list(drawn),
        **more,  # type: ignore[arg-type]
    )


def test_seed_example() -> None:
    """AOS-X08, AOS-W2, AOS-W3, aos.growth, aos.grow-white, aos.grow-black, aos.dice: white dice 3, 3, 4."""
    chart = {
        "W3": ["red", "blue", "yellow"],
        "W4": [None, "purple", "red"],
        "A": ["red", "red"],
        "B": ["black", "blue"],
    }
    game = growth([[3, 3, 4], BLACK], chart=chart, new_cities={"springfield": "B"})
    assert grown(game) == [("W3", 1, "red"), ("W3", 2, "blue"), ("W4", 2, "purple"), ("B", 1, "black")]
    assert game.state.cubes[at("kansas-city")] == {"red": 1, "blue": 1}
    assert game.state.cubes[at("springfield")] == {"black": 1}
    assert game.state.chart["A"] == ["red", "red"]
    assert [rolled.part for rolled in of_type(game.events, DiceRolled)] == ["white", "black"]
    deluxe = growth([[3, 3, 4], BLACK], chart=chart, new_cities={"springfield": "A"})
    assert deluxe.state.cubes[at("springfield")] == {"red": 2}
    assert deluxe.state.chart["B"] == ["black", "blue"]


def test_topmost_cubes() -> None:
    """AOS-16, AOS-X29, AOS-W2, AOS-W3, aos.place-cube: the topmost cube is taken, nothing slides, extra dice lapse."""
    chart: dict[str, list[str | None]] = {
        "W3": [None, "blue", "red"],
        "W4": ["purple", "yellow", "black"],
        "A": ["red", "blue"],
        "B": ["red", "blue"],
    }
    game = production(chart, "yellow", "red", new_cities={"springfield": "A"})
    copy = game.copy()
    rolls: list[tuple[Position, Any]] = [(game, [3, 3, 4]), (copy, [3, 3, 3])]
    for one, dice in rolls:
        one.does(FRED, PlaceCube("yellow", "W3", 1), dice=[dice, BLACK])
    assert game.state.cubes[at("kansas-city")] == {"yellow": 1, "blue": 1}
    assert game.state.chart["W3"] == [None, None, "red"]
    assert game.state.cubes[at("springfield")] == {"red": 1, "blue": 1}
    assert game.state.cubes[at("des-moines")] == {"purple": 1}
    assert game.state.chart["B"] == ["red", "blue"]
    assert game.state.chart["A"] == [None, None]
    assert copy.state.cubes[at("kansas-city")] == {"yellow": 1, "blue": 1, "red": 1}
    assert copy.state.cubes[at("springfield")] == {"red": 1, "blue": 1}
    assert ("W4", 1, "purple") not in grown(copy)


def test_dark_dice() -> None:
    """AOS-17, AOS-W2, aos.grow-black: Detroit is dark 3; with dark dice 1, 1, 3, 6, 6 it gets one cube."""
    full: list[str | None] = ["red", "blue", "purple"]
    game = growth([[1] * 5, [1, 1, 3, 6, 6]], 5, chart={"B1": full, "B3": full, "B6": full})
    assert sum(game.state.cubes[at("evansville")].values()) == 2
    assert sum(game.state.cubes[at("detroit")].values()) == 1
    assert sum(game.state.cubes[at("toronto")].values()) == 2


def test_new_cities_share_dice() -> None:
    """AOS-X71, AOS-X30, AOS-W2, AOS-W4: white 3 feeds Kansas City and New City A, black 3 Detroit and G, if built."""
    chart: dict[str, list[str | None]] = {id: ["red", "blue"] for id in ("W3", "A", "B3", "G")}
    game = growth([[3, 1, 1], [3, 1, 1]], chart=chart, new_cities={"springfield": "A"})
    assert grown(game) == [("W3", 1, "red"), ("A", 1, "red"), ("B3", 1, "red")]
    both = growth([[3, 1, 1], [3, 1, 1]], chart=chart, new_cities={"springfield": "A", "toledo": "G"})
    assert grown(both)[-1] == ("G", 1, "red")


def test_dice_by_players_at_the_start() -> None:
    """AOS-X73, AOS-W2, AOS-E5: after an elimination in a game of five there still are 5 dice for each part."""
    game = growth([[1] * 5, [1] * 5], 5, out=(OLIVE,))
    assert [len(rolled.dice) for rolled in of_type(game.events, DiceRolled)] == [5, 5]


def test_production() -> None:
    """AOS-X70, AOS-W1, aos.production, aos.ask-production, aos.produced, aos.place-cube."""
    third = "blue"
    brought: list[tuple[Any, list[str]]] = [
        ([2, 1, 1], ["yellow"]),
        ([2, 2, 1], ["yellow", "red"]),
        ([2, 2, 2], ["yellow", "red", third]),
    ]
    for dice, got in brought:
        game = production({"W2": [None, None, third], "W1": [None, None, None]}, "red", "yellow")
        assert of_type(game.events, CubesHeld) == [CubesHeld(FRED, ["red", "yellow"])]
        assert game.chance == [("aos.produced", "red"), ("aos.produced", "yellow")]
        assert game.asked == ("aos.ask-production", [FRED])
        game.does(FRED, PlaceCube("red", "W2", 2))
        assert game.asked == ("aos.ask-production", [FRED])
        game.does(FRED, PlaceCube("yellow", "W2", 1), dice=[dice, BLACK])
        assert [cube for column, _, cube in grown(game) if column == "W2"] == got


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_nothing_is_hidden(viewer: int | None) -> None:
    """AOS-W1, AOS-W2, aos.produced, aos.dice: everybody sees the cubes of Production, and the dice."""
    game = production({"W2": [None, None, "blue"]}, "red", "yellow")
    assert view_of_chance(game.rules, 0, game.chance, viewer) == [("aos.produced", "red"), ("aos.produced", "yellow")]
    game.does(FRED, ReturnCubes(), dice=[[2, 1, 1], BLACK])
    assert view_of_chance(game.rules, 0, game.chance, viewer) == [("aos.dice", [2, 1, 1]), ("aos.dice", BLACK)]


def test_production_checks() -> None:
    """AOS-W1, AOS-C7, SEC-06, SEC-01, aos.cube-not-held, aos.box-taken, aos.place-cube, aos.return-cubes.

    Cubes that were drawn go into empty boxes that are there; these are the legal actions.
    """
    game = production({"W2": [None, None, "blue"]}, "red", "yellow")
    game.refuses(FRED, PlaceCube("black", "W2", 1), "aos.cube-not-held", "AOS-W1", "place red or yellow")
    for column, box in (("W2", 3), ("W2", 0), ("W2", -1), ("W2", 4), ("W2", 2**63), ("W9", 1), ("W1", 1)):
        game.refuses(FRED, PlaceCube("red", column, box), "aos.box-taken", "AOS-W1", f"box {box} of column {column}")
    places = {PlaceCube(cube, "W2", box) for cube in ("red", "yellow") for box in (1, 2)}
    assert set(game.legal()) == {*places, ReturnCubes()}
    game.does(FRED, PlaceCube("red", "W2", 2))
    game.refuses(FRED, PlaceCube("red", "W2", 1), "aos.cube-not-held", "AOS-W1")
    game.refuses(FRED, PlaceCube("yellow", "W2", 2), "aos.box-taken", "AOS-W1")


def test_cubes_may_be_returned() -> None:
    """AOS-W1, aos.return-cubes: what is not placed is in the bag again."""
    game = production({"W2": [None, None, "blue"]}, "red", "yellow")
    game.does(FRED, PlaceCube("red", "W2", 2))
    bag = dict(game.state.bag)
    events = game.does(FRED, ReturnCubes(), dice=[[2, 1, 1], BLACK])
    assert of_type(events, CubesReturned) == [CubesReturned(FRED, ["yellow"])]
    assert game.state.bag["yellow"] == bag["yellow"] + 1
    assert ("W2", 2, "red") in grown(game)


def test_one_box_only() -> None:
    """AOS-W1, aos.ask-production: with no box left the second cube returns by itself."""
    game = production({"W2": ["red", None, "blue"]}, "red", "yellow")
    events = game.does(FRED, PlaceCube("red", "W2", 2))
    assert of_type(events, CubesReturned) == [CubesReturned(FRED, ["yellow"])]


def test_no_box() -> None:
    """AOS-W1, aos.production: without an empty box nothing is drawn, nor without Production."""
    assert of_type(production({}).events, CubesHeld) == []
    assert of_type(growth([[1, 1, 1], BLACK]).events, CubesHeld) == []


@pytest.mark.parametrize("room, drawn", [("true_empty", True), ("array_length", False)])
def test_production_room(room: str, drawn: bool) -> None:
    """AOS-W1, production_room, aos.production: array_length sees only empty top boxes, and only of built cities."""
    options = {"rules.production_room": room}
    gap = production({"W2": ["red", None, "blue"]}, options=options)
    assert bool(of_type(gap.events, CubesHeld)) is drawn
    unbuilt = production({"A": [None, None]}, options=options)
    assert bool(of_type(unbuilt.events, CubesHeld)) is drawn
    assert of_type(production({"W2": [None, "red", "blue"]}, options=options).events, CubesHeld) != []
    built = production({"A": [None, None]}, options=options, new_cities={"springfield": "A"})
    assert of_type(built.events, CubesHeld) != []


def test_small_bag() -> None:
    """AOS-X72, AOS-W1: of a bag with one cube Production draws it; of an empty one nothing, and nobody is asked."""
    full: dict[str, list[str | None]] = {"W2": [None, None, None]}
    cubes = {"kansas-city": ["red"] * 12 + ["blue"] * 6 + ["purple"] * 14 + ["yellow"] * 6 + ["black"] * 10}
    game = production(full)
    rest = dict(game.state.bag)
    held = game.state.held
    assert len(held) == 2
    for cube in held:
        rest[cube] = rest.get(cube, 0) + 1
    for left in (1, 0):
        kept = [cube for cube, count in rest.items() for _ in range(count)][left:]
        game = production(full, cubes={**cubes, "kansas-city": kept})
        assert [len(event.cubes) for event in of_type(game.events, CubesHeld)] == [1] * left
        assert (game.state.asked == "aos.ask-production") is bool(left)


def test_production_of_the_eliminated() -> None:
    """AOS-E5, AOS-W1: the Production of who is out is void."""
    game = position(3, enter="aos.expenses", cash={FRED: 0}, shares={FRED: 4}, actions={FRED: "production"})
    assert game.player(FRED).out
    assert of_type(game.events, CubesHeld) == []


def test_production_limit() -> None:
    """AOS-W1, limits.production: a house rule may let it draw more."""
    game = production({"W2": [None, None, None]}, "red", "red", "blue", options={"limits.production": 3})
    assert game.state.held == ["red", "red", "blue"]


def test_next_turn() -> None:
    """AOS-Q1, aos.advance, AOS-W5: after growth the next turn begins with shares."""
    game = growth([[1, 1, 1], BLACK], turn=4)
    assert (game.state.turn, game.asked) == (5, ("aos.ask-shares", [FRED]))
    assert PhaseBegun(5, "shares", [FRED, OLIVE, ELODIE]) in game.events


@pytest.mark.parametrize("seats, turn", [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_last_turn(seats: int, turn: int) -> None:
    """AOS-X09, AOS-Q2, AOS-S1, AOS-W5, aos.last-turn, aos.advance: growth of the last turn happens, then it is over."""
    game = growth([[1] * seats] * 2, seats, turn=turn - 1)
    assert game.state.ended == ""
    game = growth([[1] * seats] * 2, seats, turn=turn, chart={"W1": ["red"]})
    assert grown(game) == [("W1", 1, "red")]
    assert game.state.ended == "last turn"
