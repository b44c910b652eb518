"""The invariants of Age of Steam notice what must not be: each one is broken once and says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railbook_age_of_steam.invariants import cubes_elsewhere, track_lies_right
from railbook_age_of_steam.state import Line, Tile
from tests.plugins.age_of_steam.positions import Position, at, position

Spoil = Callable[[Line], object]


def spoilt(how: Spoil, edition: str = "", **more: object) -> dict[str, str]:
    """Break a position and give what the invariants say."""
    game = position(edition=edition, **more)  # type: ignore[arg-type]  # passed on as they are
    assert game.invariants() == {}
    how(game.state)
    game.state.__dict__.clear()
    return game.invariants()


def _own(state: Line, hex: str, *owners: int | None) -> None:
    state.tiles[hex].owners[:] = owners


def _lay(state: Line, tile: Tile, *hexes: str) -> None:
    for hex in hexes:
        state.tiles[hex] = Tile(tile.tile, tile.rotation, list(tile.owners), tile.under)


@pytest.mark.parametrize(
    "how",
    [
        lambda state: state.bag.update(red=state.bag["red"] + 1),
        lambda state: state.cubes[at("chicago")].update(red=0),
        lambda state: state.held.append("black"),
        lambda state: state.chart["W1"].append(None),
        lambda state: state.cubes.update({at("milwaukee"): {}}),
    ],
    ids=["one too many", "count of 0", "held", "another box", "on a town"],
)
def test_cubes(how: Spoil) -> None:
    """AOS-U1, aos.cubes, aos.cubes-elsewhere: 96 cubes are in the bag, on the chart, on cities, or held."""
    assert set(spoilt(how)) == {"aos.cubes"}


def test_cubes_held_count() -> None:
    """AOS-W1, aos.cubes, aos.cubes-elsewhere: cubes that Production holds are no cubes lost."""
    game = position()
    game.state.bag["black"] -= 1
    game.state.held.append("black")
    assert cubes_elsewhere(game.rules, game.state) == ["black"]
    assert game.invariants() == {}


STRAIGHTS = ("7,8", "7,10", "7,12", "7,13", "9,13", "9,12", "9,11", "10,13")


@pytest.mark.parametrize("edition", ["warfrog-2002", "choochoo"])
def test_tiles(edition: str) -> None:
    """AOS-T1, AOS-T2, aos.tiles: no second C1, no ninth disc, and under discs only what is left."""
    under = "S3" if edition == "warfrog-2002" else ""
    assert "aos.tiles" in spoilt(lambda state: _lay(state, Tile("C1", 0, [0, 0]), "7,12", "10,13"), edition)
    assert "aos.tiles" not in spoilt(lambda state: _lay(state, Tile("C1", 0, [0, 0]), "7,12"), edition)
    seven = STRAIGHTS[:7]
    disc = Tile("D2A", 0, [None, None], under)
    assert "aos.tiles" not in spoilt(lambda state: _lay(state, Tile("S3", 0, [None]), *seven), edition)

    def eighth(state: Line) -> None:
        _lay(state, Tile("S3", 0, [None]), *seven)
        _lay(state, disc, at("toledo"))

    assert "aos.tiles" in spoilt(eighth, edition)
    towns = ["toledo", "cleveland", "buffalo", "lexington", "springfield", "fort-wayne", "green-bay", "la-crosse"]
    straight = Tile("D2S", 0, [None, None], "S1" if under else "")
    assert "aos.tiles" not in spoilt(lambda state: _lay(state, straight, *map(at, towns)), edition)
    assert "aos.tiles" in spoilt(lambda state: _lay(state, straight, *map(at, [*towns, "rock-island"])), edition)


@pytest.mark.parametrize(
    "cities",
    [
        {"milwaukee": "A", "toledo": "A"},
        {"milwaukee": "Z"},
        {"chicago": "A"},
        {"indianapolis": "A"},
    ],
    ids=["twice", "unknown", "on a city", "on a tile"],
)
def test_new_cities(cities: dict[str, str]) -> None:
    """AOS-N1, AOS-N3, AOS-N4, aos.new-cities: each once, on a town without a tile."""

    def how(state: Line) -> None:
        for place, letter in cities.items():
            state.new_cities[at(place)] = letter
            state.cubes.setdefault(at(place), {})

    assert "aos.new-cities" in spoilt(how, tiles={"9,13": "S2 3-1@0", "indianapolis": "T1 T-4@0"})


@pytest.mark.parametrize(
    "how",
    [
        lambda state: setattr(state.players[0], "cash", -1),
        lambda state: setattr(state.players[0], "income", -1),
        lambda state: setattr(state.players[0], "shares", 16),
        lambda state: setattr(state.players[0], "locomotive", 7),
    ],
    ids=["cash", "income", "shares", "locomotive"],
)
def test_money(how: Spoil) -> None:
    """AOS-Q3, AOS-E4, AOS-I2, AOS-M9, aos.money: no debt, no income below 0, and no more than the limits."""
    assert set(spoilt(how)) == {"aos.money"}


@pytest.mark.parametrize(
    "how",
    [
        lambda state: state.order.remove(0),
        lambda state: state.order.append(0),
        lambda state: state.queue.append(state.queue[0]),
        lambda state: state.players[1].__setattr__("action", state.players[0].action),
    ],
    ids=["order", "twice", "queue", "action"],
)
def test_order(how: Spoil) -> None:
    """AOS-E5, AOS-C1, aos.order: everybody in the game has one place, one turn and an action of their own."""
    assert set(spoilt(how, actions={0: "engineer"})) == {"aos.order"}


@pytest.mark.parametrize(
    "tile, hex",
    [
        (Tile("S1", 1, [0]), "9,14"),
        (Tile("T1", 0, [0]), "10,13"),
        (Tile("S1", 0, [0]), "8,11"),
    ],
    ids=["city", "town tile", "water"],
)
def test_track(tile: Tile, hex: str) -> None:
    """AOS-B3, AOS-B4, AOS-B7, aos.track: tiles lie where they may."""
    assert "aos.track" in spoilt(lambda state: _lay(state, tile, hex))


def test_as_many_owners_as_paths() -> None:
    """AOS-G7, aos.track: each path of a tile has a place for its owner."""
    game = position()
    game.state.tiles["10,13"] = Tile("S1", 1, [0, 0])
    assert "2 owners" in str(track_lies_right(game.rules, game.state))


def test_owners() -> None:
    """AOS-G7, AOS-B5, aos.owners: a section has one owner and begins somewhere."""
    link = {"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"}
    assert set(spoilt(lambda state: _own(state, "11,12", 1), tiles=link)) == {"aos.owners"}
    assert set(spoilt(lambda state: _lay(state, Tile("S1", 1, [0]), "7,13"))) == {"aos.owners"}


def _out(state: Line) -> None:
    state.players[0].out, state.players[0].income = True, -1
    state.order.remove(0)
    state.queue.remove(0)
    state.to_act = list(state.queue)


@pytest.mark.parametrize("edition, notices", [("warfrog-2002", False), ("choochoo", True)])
def test_owners_who_are_out(edition: str, notices: bool) -> None:
    """AOS-E5, aos.owners, rules.elimination_markers: who is out owns no unfinished section, nor (option) any link."""
    link = {"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"}
    assert ("aos.owners" in spoilt(_out, edition, tiles=link)) is notices
    assert "aos.owners" in spoilt(_out, edition, tiles={"10,13": "S1 4-1@0"})


def test_nothing_is_said_of_a_good_position() -> None:
    """AOS-X05, aos.cubes, aos.tiles, aos.new-cities, aos.money, aos.order, aos.track, aos.owners: all hold."""
    game: Position = position(tiles={"10,13": "S1 4-1@0", "11,12": "X1 4-1@0 5-2@1", "12,12": "S3 5-0@1"})
    assert game.invariants() == {}
    assert {"aos.cubes", "aos.tiles", "aos.new-cities", "aos.money", "aos.order", "aos.track", "aos.owners"} <= {
        id for id, _ in game.rules.invariants
    }
