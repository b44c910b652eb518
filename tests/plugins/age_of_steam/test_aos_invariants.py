"""What must hold after every ply is noticed where it does not, and everything that happens has words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railbook.rules.layer import RoundSummary
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.moving import Hop, MoveGoods
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.transcript import summarize
from tests.plugins.age_of_steam.positions import position, set_up
from tests.plugins.age_of_steam.test_growth import production
from tests.plugins.age_of_steam.test_moving import X04


def _lay(state: Line, hex: str, tile: str, rotation: int, *owners: int | None) -> None:
    state.tiles[hex] = Tile(tile, rotation, list(owners))
    state.__dict__.clear()


def _lay_many(state: Line) -> None:
    for q in range(8):
        _lay(state, f"{q},15", "S3", 0, 0)


CHANGES: list[tuple[str, Callable[[Line], object]]] = [
    ("aos.cubes", lambda state: state.bag.update(red=99)),
    ("aos.cubes", lambda state: state.held.append("red")),
    ("aos.tiles", _lay_many),
    ("aos.new-cities", lambda state: state.new_cities.update({"10,13": "A"})),
    ("aos.money", lambda state: setattr(state.players[0], "cash", -1)),
    ("aos.money", lambda state: setattr(state.players[0], "income", -1)),
    ("aos.money", lambda state: setattr(state.players[0], "shares", 16)),
    ("aos.money", lambda state: setattr(state.players[0], "locomotive", 7)),
    ("aos.order", lambda state: state.order.pop()),
    ("aos.track", lambda state: _lay(state, "12,12", "T1", 0, None)),
    ("aos.owners", lambda state: state.tiles["11,12"].owners.__setitem__(0, 2)),
]


@pytest.mark.parametrize("id, change", CHANGES, ids=[f"{index}-{id}" for index, (id, _) in enumerate(CHANGES)])
def test_invariants(id: str, change: Callable[[Line], object]) -> None:
    """AOS-U1, AOS-T1, AOS-N1, AOS-Q3, AOS-E5, AOS-B4, AOS-G7: what breaks an invariant is noticed by it."""
    game = position(3, tiles=X04)
    assert game.invariants() == {}
    change(game.state)
    assert id in game.invariants()


def test_words() -> None:
    """Actions and events are told with the names of places; a cube of Production with its box."""
    game = position(3, enter="aos.move", tiles=X04, cubes={"evansville": ["blue"]})
    move = game.route("blue", "evansville", "cincinnati")
    assert game.rules.say(move) == "move a blue cube from Evansville by edge 1 to Cincinnati"
    said = [game.rules.say(event) for event in game.does(0, move)]
    assert said[0] == "seat 0 delivers a blue cube from Evansville to Cincinnati: income seat 0 +1"
    nowhere = game.rules.say(MoveGoods("99,99", "red", [Hop(9, "98,98")]))
    assert nowhere == "move a red cube from (99,99) by edge 9 to (98,98)"
    rules = production({"W2": [None, None, "blue"]}, "red", "yellow").rules
    assert rules.say(PlaceCube("red", "W2", 1)) == "put a red cube into box 1 of column W2"
    assert rules.say(ReturnCubes()) == "return the cubes of Production"
    build = position(3).tile("10,12", "D2S T-4 T-1")
    assert rules.say(build).startswith("build D2S T-")
    assert rules.say(build).endswith("(S1 with a disc) on Indianapolis")


def test_transcript() -> None:
    """AOS-S2, AOS-S3: a line for each turn: cash, income, shares, locomotive and paths in links by seat."""
    game = position(3, turn=4, tiles=X04, income={1: 5}, cash={0: 7})
    assert summarize(game.rules, game.state) == RoundSummary(
        "turn 4",
        (
            ("cash", (7, 20, 20)),
            ("income", (0, 5, 0)),
            ("shares", (2, 2, 2)),
            ("locomotive", (1, 1, 1)),
            ("track", (2, 4, 0)),
        ),
    )
    assert summarize(game.rules, set_up().state).round == "turn 1"
