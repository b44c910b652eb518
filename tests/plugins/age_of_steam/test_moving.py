"""Moving goods (AOS-M)."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.events import ExpensesPaid, GoodsMoved
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove, UpgradeLocomotive
from tests.plugins.age_of_steam.positions import Position, at, of_type, position

FRED, OLIVE, ELODIE = range(3)
UPGRADE, PASS = UpgradeLocomotive(), PassMove()
X04 = {
    "10,13": "S1 4-1@0",
    "11,12": "S1 4-1@0",
    "13,11": "S2 5-3@0",
    "9,13": "S2 3-1@1",
    "10,12": "D2S T-4@1 T-1@1",
    "11,11": "S2 4-2@1",
}
"""Track of Fred and Olive after AOS-X04."""


def ring(owner: int, other: int) -> dict[str, str]:
    """Give the links Evansville, Indianapolis, Cincinnati, Fort Wayne, Michigan City, Chicago in a row.

    The two at Fort Wayne are another's.
    """
    return {
        "9,13": f"S2 3-1@{owner}",
        "10,12": f"D2S T-4@{owner} T-1@{owner}",
        "11,11": f"S2 4-2@{owner}",
        "12,10": f"S2 3-5@{other}",
        "11,10": f"D2S T-2@{other} T-5@{other}",
        "10,10": f"S1 5-2@{other}",
        "9,10": f"D2G T-2@{other} T-4@{owner}",
        "8,11": f"S2 5-1@{owner}",
    }


def moving(tiles: dict[str, str], cubes: dict[str, list[str]], seats: int = 3, **more: object) -> Position:
    """Give the first move round."""
    return position(seats, enter="aos.move", tiles=tiles, cubes=cubes, **more)  # type: ignore[arg-type]


def test_seed_example() -> None:
    """AOS-X07, AOS-M1, AOS-M2, AOS-M7, AOS-M8, AOS-M9, AOS-C2, AOS-X24, AOS-X21, aos.move, aos.move-round.

    aos.ask-move: Olive moves first and upgrades in round 1: in round 2 she may use 2 links.
    """
    game = moving(
        X04,
        {"evansville": ["blue"], "cincinnati": ["blue"]},
        order=(FRED, OLIVE, ELODIE),
        actions={OLIVE: "first_move"},
    )
    blue = game.state.bag["blue"]
    assert game.asked == ("aos.ask-move", [OLIVE])
    game.refuses(
        OLIVE,
        game.route("blue", "cincinnati", "indianapolis", "evansville"),
        "aos.locomotive-too-weak",
        "AOS-M2",
        "reaches 1",
    )
    game.does(OLIVE, UPGRADE)
    assert game.asked == ("aos.ask-move", [FRED])
    game.does(FRED, game.route("blue", "evansville", "cincinnati"))
    assert game.incomes() == [1, 0, 0]
    game.does(ELODIE, PASS)
    assert game.asked == ("aos.ask-move", [OLIVE])
    game.does(OLIVE, game.route("blue", "cincinnati", "indianapolis", "evansville"))
    assert game.incomes() == [1, 2, 0]
    assert game.asked == ("aos.ask-move", [FRED])
    assert {type(action) for action in game.legal()} == {UpgradeLocomotive, PassMove}
    assert game.state.bag["blue"] == blue + 2
    assert game.state.cubes[at("cincinnati")] == {}


def test_two_rounds() -> None:
    """AOS-M1, aos.pass-move, aos.move-round, limits.move_rounds: everybody has two moves; who is out has none."""
    game = moving({}, {}, out=(OLIVE,))
    for seat in (FRED, ELODIE) * 2:
        assert game.asked == ("aos.ask-move", [seat])
        game.does(seat, PASS)
    assert game.state.turn == 3
    short = moving({}, {}, options={"limits.move_rounds": 1})
    for seat in range(3):
        short.does(seat, PASS)
    assert short.state.turn == 3


def test_cube_must_be_there() -> None:
    """AOS-M2, aos.no-cube, SEC-06: one cube is taken from a city that has it."""
    game = moving(X04, {"evansville": ["blue"]})
    game.refuses(FRED, game.route("red", "evansville", "cincinnati"), "aos.no-cube", "AOS-M2", "it has 1 blue")
    game.refuses(FRED, game.route("blue", "indianapolis", "cincinnati"), "aos.no-cube", "AOS-M2", "it has no cubes")
    game.refuses(FRED, MoveGoods("99,99", "blue", []), "aos.no-cube", "AOS-M2")
    game.does(FRED, game.route("blue", "evansville", "cincinnati"))


@pytest.mark.parametrize(
    "path", [[], [Hop(0, "12,11")], [Hop(1, "12,11"), Hop(0, "9,14")], [Hop(99, "12,11")], [Hop(2**63, "no")]]
)
def test_links_must_be_there(path: list[Hop]) -> None:
    """AOS-M3, aos.no-link, SEC-01: each link joins the place where the cube is with the next one."""
    game = moving(X04, {"evansville": ["blue"]}, locomotive=2)
    game.refuses(FRED, MoveGoods("9,14", "blue", path), "aos.no-link", "AOS-M3")
    game.does(FRED, MoveGoods("9,14", "blue", [Hop(1, "12,11")]))


def test_unfinished_track_is_no_link() -> None:
    """AOS-M3, AOS-G6, aos.no-link: nothing moves over an open section, nor between cities that only touch."""
    game = moving({"13,11": "S2 5-3@0"}, {"cincinnati": ["red"]})
    game.refuses(FRED, MoveGoods("12,11", "red", [Hop(2, "13,12")]), "aos.no-link", "AOS-M3", "links are none")


def test_no_place_twice_and_first_city() -> None:
    """AOS-13, AOS-X23, AOS-M3, AOS-M4, AOS-M7, aos.place-twice, aos.wrong-end, aos.move-goods."""
    tiles = ring(FRED, OLIVE)
    game = moving(tiles, {"evansville": ["red"], "chicago": ["blue"]}, locomotive=6)
    loop = game.route("red", "evansville", "indianapolis", "cincinnati", "indianapolis")
    game.refuses(FRED, loop, "aos.place-twice", "AOS-M3", "Indianapolis")
    copy = game.copy()
    game.does(
        FRED,
        game.route("red", "evansville", "indianapolis", "cincinnati", "fort-wayne", "michigan-city", "chicago"),
    )
    assert game.incomes() == [3, 2, 0]
    way = ("chicago", "michigan-city", "fort-wayne", "cincinnati")
    too_far = copy.route("blue", *way, "indianapolis", "evansville")
    copy.refuses(FRED, too_far, "aos.wrong-end", "AOS-M4", "must stop in Cincinnati")
    copy.refuses(FRED, copy.route("blue", *way[:3]), "aos.wrong-end", "AOS-M4", "Fort Wayne takes no blue")
    assert copy.route("blue", *way) in copy.legal()
    copy.does(FRED, copy.route("blue", *way))
    assert copy.incomes() == [1, 2, 0]


def test_locomotive() -> None:
    """AOS-14, AOS-X24, AOS-X25, AOS-M2, AOS-M9, aos.upgraded, aos.locomotive-too-weak, aos.upgrade-locomotive."""
    game = position(
        3,
        enter="aos.actions",
        tiles=ring(FRED, FRED),
        locomotive=2,
        shares=4,
        cubes={"evansville": ["red"], "cincinnati": ["red"]},
    )
    game.does(FRED, ChooseAction("locomotive"))
    assert game.player(FRED).locomotive == 3
    game.enter("aos.move")
    far = ("evansville", "indianapolis", "cincinnati", "fort-wayne", "michigan-city", "chicago")
    game.refuses(FRED, game.route("red", *far), "aos.locomotive-too-weak", "AOS-M2", "reaches 3")
    game.does(FRED, UPGRADE)
    for seat in (OLIVE, ELODIE):
        game.does(seat, PASS)
    game.refuses(FRED, UPGRADE, "aos.upgraded", "AOS-M9", "upgraded in this turn")
    assert UPGRADE not in game.legal()
    game.does(FRED, game.route("red", *far[2:]))
    assert game.incomes() == [3, 0, 0]
    game.does(OLIVE, PASS)
    paid = of_type(game.does(ELODIE, PASS), ExpensesPaid)
    assert ExpensesPaid(FRED, 8, 0) in paid


def test_locomotive_limit() -> None:
    """AOS-X63, AOS-M9, aos.locomotive-limit, limits.locomotive: from 5 to 6, and not further.

    aos.upgrade-locomotive, aos.pass-move: below 6 both are legal.
    """
    game = moving({}, {}, locomotive={FRED: 5, OLIVE: 6})
    assert set(map(type, game.legal())) == {PassMove, UpgradeLocomotive}
    game.does(FRED, UPGRADE)
    game.refuses(OLIVE, UPGRADE, "aos.locomotive-limit", "AOS-M9", "at 6")
    game.does(OLIVE, PASS)
    game.does(ELODIE, PASS)
    assert game.player(FRED).locomotive == 6
    game.refuses(FRED, UPGRADE, "aos.upgraded", "AOS-M9")
    assert game.legal() == [PASS]
    higher = moving({}, {}, locomotive=6, options={"limits.locomotive": 7})
    higher.does(FRED, UPGRADE)


def test_upgrade_is_fresh_in_the_next_turn() -> None:
    """AOS-M9: once per player and turn."""
    game = moving({}, {})
    for _ in range(2):
        for seat in range(3):
            game.does(seat, UPGRADE if not game.player(seat).upgraded else PASS)
    assert game.state.turn == 3
    assert not any(player.upgraded for player in game.state.players)


def test_start_city_of_the_colour() -> None:
    """AOS-X19, AOS-M3, AOS-M4: a cube may not return to the city it started from, by any route."""
    game = moving(X04, {"cincinnati": ["blue"]}, locomotive=3)
    home = game.route("blue", "cincinnati", "indianapolis", "evansville", "cincinnati")
    game.refuses(FRED, home, "aos.place-twice", "AOS-M3", "Cincinnati")
    game.does(FRED, game.route("blue", "cincinnati", "evansville"))


@pytest.mark.parametrize("letter, takes", [("A", False), ("C", True), (None, False)])
def test_black_cubes(letter: str | None, takes: bool) -> None:
    """AOS-15, AOS-X20, AOS-X62, AOS-M5, aos.takes, aos.wrong-end: black cubes end in black New Cities only."""
    tiles = ring(FRED, FRED)
    if letter:
        del tiles["11,10"]
    new = {"fort-wayne": letter} if letter else {}
    game = moving(tiles, {"chicago": ["black"]}, locomotive=2, new_cities=new)
    town = game.route("black", "chicago", "michigan-city")
    game.refuses(FRED, town, "aos.wrong-end", "AOS-M4", "Michigan City takes no black")
    move = game.route("black", "chicago", "michigan-city", "fort-wayne")
    assert (move in game.legal()) is takes
    if takes:
        game.does(FRED, move)
        assert game.incomes() == [2, 0, 0]
    else:
        game.refuses(FRED, move, "aos.wrong-end", "AOS-M4", "takes no black")
        assert {type(action) for action in game.legal()} == {UpgradeLocomotive, PassMove}


def test_same_link_twice() -> None:
    """AOS-X22, AOS-X21, AOS-M10: a link may be used in both rounds and by all; its owner earns each time."""
    game = moving(X04, {"evansville": ["blue"] * 3, "cincinnati": ["blue"]})
    move = game.route("blue", "evansville", "cincinnati", by=[FRED])
    for seat in (FRED, OLIVE):
        game.does(seat, move)
    game.does(ELODIE, PASS)
    game.does(FRED, move)
    assert game.incomes() == [3, 0, 0]


def test_first_city_stops() -> None:
    """AOS-X60, AOS-M4, aos.wrong-end, aos.takes: blue stops in blue Cincinnati, yellow passes it to Wheeling."""
    tiles = {
        "10,13": "S1 4-1@0",
        "11,12": "S1 4-1@0",
        "13,10": "S2 4-2@0",
        "14,10": "S1 5-2@0",
        "15,10": "S2 5-1@0",
    }
    game = moving(tiles, {"evansville": ["blue", "yellow"]}, locomotive=2)
    game.refuses(
        FRED, game.route("blue", "evansville", "cincinnati", "wheeling"), "aos.wrong-end", "AOS-M4", "Cincinnati"
    )
    assert game.route("blue", "evansville", "cincinnati") in game.legal()
    game.refuses(FRED, game.route("yellow", "evansville", "cincinnati"), "aos.wrong-end", "AOS-M4")
    game.does(FRED, game.route("yellow", "evansville", "cincinnati", "wheeling"))
    assert game.incomes() == [2, 0, 0]


def test_mover_names_the_link() -> None:
    """AOS-X61, AOS-M6, AOS-M7: of two links between two places the one named pays."""
    game = moving(X04, {"evansville": ["blue"] * 2}, locomotive=2)
    short, long = (
        game.route("blue", "evansville", "cincinnati"),
        game.route("blue", "evansville", "indianapolis", "cincinnati"),
    )
    other = game.copy()
    game.does(FRED, short)
    other.does(FRED, long)
    assert (game.incomes(), other.incomes()) == ([1, 0, 0], [0, 2, 0])


def test_each_link_pays_its_owner() -> None:
    """AOS-X64, AOS-M7: over links of Fred, Fred and Olive; the mover gets nothing, and no ownerless link pays."""
    tiles = ring(FRED, OLIVE)
    cubes = {"evansville": ["blue"], "cincinnati": ["red"]}
    game = moving(tiles, cubes, locomotive=3, order=(ELODIE, FRED, OLIVE))
    moved = game.does(ELODIE, game.route("red", "cincinnati", "fort-wayne", "michigan-city", "chicago"))
    (event,) = of_type(moved, GoodsMoved)
    assert event.income == {"0": 1, "1": 2}
    assert game.incomes() == [1, 2, 0]
    nobody = {hex: tile.replace("@1", "@-") for hex, tile in tiles.items()}
    game = moving(nobody, cubes, locomotive=3)
    game.does(FRED, game.route("red", "cincinnati", "fort-wayne", "michigan-city", "chicago"))
    assert game.incomes() == [1, 0, 0]


def test_links_of_the_eliminated() -> None:
    """AOS-X65, AOS-04, AOS-E5, AOS-M7: links of who is out stay usable and pay nobody."""
    tiles = {hex: tile for hex, tile in X04.items() if hex != "13,11"}
    game = moving(tiles, {"cincinnati": ["blue"]}, out=(FRED,), locomotive=2)
    game.does(OLIVE, game.route("blue", "cincinnati", "evansville", by=[FRED]))
    assert game.incomes() == [-1, 0, 0]
