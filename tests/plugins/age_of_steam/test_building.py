"""Building track (AOS-B, AOS-P, AOS-T): where, what, connected to what, against which money and stock."""

from __future__ import annotations

import pytest

from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.building import Build, EndBuilding, cheapest_build
from railbook_age_of_steam.plans import build_limit, price_of
from railbook_age_of_steam.rules import AGE_OF_STEAM
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import discs, kinds
from tests.plugins.age_of_steam.positions import Position, at, position, rotation_of

FRED, OLIVE = 0, 1
TABLE: Layer[Line] = Layer("table", game=AGE_OF_STEAM)
"""Lets tiles lie as no game would lay them."""
TABLE.drop_invariant("aos.track")
TABLE.drop_invariant("aos.owners")


# Order and number of builds


def test_order_of_builds() -> None:
    """AOS-B1, AOS-C3, aos.build, aos.next-builder: First Build comes first, then the others in current order."""
    game = position(4, order=(3, 2, 1, 0), actions={1: "first_build"})
    asked = []
    while game.state.asked == "aos.ask-build":
        asked.append(game.state.to_act[0])
        game.ends(asked[-1])
    assert asked == [1, 3, 2, 0]
    assert game.state.asked == "aos.ask-move"


def test_three_builds_four_for_the_engineer() -> None:
    """AOS-08, AOS-B1, AOS-C4, AOS-N1, aos.build-limit: a New City is no build and costs nothing."""
    game = position(3, actions={0: "urbanization", 1: "engineer"})
    game.urbanizes(0, "milwaukee", "A")
    assert game.player(0).cash == 20
    assert game.builds(0, "7,10 S1 0-3", "8,11 S2 5-1", "6,11 S1 5-2") == [2, 2, 2]
    assert game.asked == ("aos.ask-build", [1])
    assert game.builds(1, "10,13 S2 4-0", "10,14 S3 0-5", "9,13 S1 0-3", "9,12 S1 0-3") == [2, 3, 2, 2]
    assert game.asked == ("aos.ask-build", [2])
    assert game.builds(2, "3,14 S1 4-1", "4,13 S1 4-1", "4,13 S2 4-0") == [2, 3, 2]
    assert game.state.asked == "aos.ask-move"


def test_no_fourth_build_while_a_new_city_waits() -> None:
    """AOS-08, AOS-B1, aos.builds-left: who may still place a New City is asked, but builds no fourth tile."""
    game = position(3, "choochoo", actions={0: "urbanization"})
    game.builds(0, "7,10 S1 0-3", "8,11 S2 5-1", "6,11 S1 5-2")
    assert game.asked == ("aos.ask-build", [0])
    game.cannot_build(0, "6,10 S2 2-4", "aos.builds-left", "AOS-B1", "no build left")
    assert not any(isinstance(action, Build) for action in game.legal())


def test_turn_may_stop_at_any_time() -> None:
    """AOS-B1, aos.end-building, aos.ask-build: after none or some of the builds the turn may end."""
    game = position(3)
    game.does(0, EndBuilding())
    game.builds(1, "7,12 S1 0-3")
    game.does(1, EndBuilding())
    assert game.asked == ("aos.ask-build", [2])
    assert EndBuilding() in game.legal()


@pytest.mark.parametrize("cash, asked", [(0, False), (1, False), (2, True)])
def test_who_has_too_little_money_is_not_asked(cash: int, asked: bool) -> None:
    """AOS-B11, AOS-X53, aos.cheapest-build: nothing costs less than $2."""
    game = position(3, cash=cash)
    assert (game.state.asked == "aos.ask-build") is asked
    assert cheapest_build(game.rules, game.state) == 2


def test_money() -> None:
    """AOS-X53, AOS-B11, AOS-Q3, aos.money: with $2 no tile on a river; with $1 a New City may still be placed."""
    game = position(3, cash=2)
    game.cannot_build(0, "5,15 S1 0-3", "aos.money", "AOS-B11", "$3", "$2")
    assert game.builds(0, "10,13 S1 1-4") == [2]
    poor = position(3, cash=1, actions={0: "urbanization"})
    assert poor.asked == ("aos.ask-build", [0])
    poor.urbanizes(0, "springfield", "D")
    assert poor.state.asked == "aos.ask-move"


def test_payments_of_one_turn_add_up() -> None:
    """AOS-B1, AOS-B11, aos.money: each build is paid at once, so the third may be too dear."""
    game = position(3, cash=6)
    game.builds(0, "10,13 S1 4-1", "11,12 S1 4-1")
    game.cannot_build(0, "13,11 S2 5-3", "aos.money", "AOS-B11", "$3")


# What lies where


@pytest.mark.parametrize(
    "action, rule, paragraph",
    [
        (Build("10,13", "S9", 0, ""), "aos.no-such-tile", "AOS-T1"),
        (Build("10,13", "", 0, ""), "aos.no-such-tile", "AOS-T1"),
        (Build("10,13", "S1", 3, ""), "aos.rotation", "AOS-B2"),
        (Build("10,13", "S1", -1, ""), "aos.rotation", "AOS-B2"),
        (Build("10,13", "T3Y", 2, ""), "aos.rotation", "AOS-B2"),
        (Build("9,14", "S1", 0, ""), "aos.no-building-there", "AOS-B3"),
        (Build("8,10", "S1", 0, ""), "aos.no-building-there", "AOS-B3"),
        (Build("99,99", "S1", 0, ""), "aos.no-building-there", "AOS-B3"),
        (Build("chicago", "S1", 0, ""), "aos.no-building-there", "AOS-B3"),
        (Build("10,12", "S1", 0, ""), "aos.town-tile", "AOS-B4"),
        (Build("10,12", "X1", 0, ""), "aos.town-tile", "AOS-B4"),
        (Build("10,13", "T1", 0, ""), "aos.town-tile", "AOS-B4"),
        (Build("10,13", "D2S", 0, "S1"), "aos.town-tile", "AOS-B4"),
        (Build("10,13", "S1", 1, "S1"), "aos.under", "AOS-T2"),
    ],
)
def test_no_such_build(action: Build, rule: str, paragraph: str) -> None:
    """AOS-B3, AOS-B4, AOS-T1: what is no tile, no rotation, no place to build or no tile for it is told."""
    position(3).refuses(0, action, rule, paragraph)


def test_not_on_a_new_city() -> None:
    """AOS-B3, AOS-10, aos.no-building-there: a New City is a city in every respect (AOS-G1)."""
    game = position(3, new_cities={"milwaukee": "A"})
    game.cannot_build(0, "milwaukee T1 T-0", "aos.no-building-there", "AOS-B3")
    assert game.builds(0, "7,8 S1 0-3") == [2]


def test_something_is_added() -> None:
    """AOS-B8, aos.nothing-new: the same track again is no build."""
    game = position(3, tiles={"10,13": "S1 4-1@0", "indianapolis": "T1 T-4@0"})
    game.cannot_build(0, "10,13 S1 4-1", "aos.nothing-new", "AOS-B8")
    game.cannot_build(0, "indianapolis T1 T-4", "aos.nothing-new", "AOS-B8")


# Connection


def test_first_tile() -> None:
    """AOS-X31, AOS-B2, AOS-B5, aos.not-connected: the first tile touches a city."""
    game = position(3)
    game.cannot_build(0, "7,13 S1 4-1", "aos.not-connected", "AOS-B5", "(7,13)")
    game.cannot_build(0, "springfield T1 T-1", "aos.not-connected", "AOS-B5")
    assert game.builds(0, "10,14 S3 0-5") == [3]


def test_edges_of_the_board() -> None:
    """AOS-X32, AOS-B7, aos.off-board: no track leaves the board or points at water."""
    game = position(3)
    game.cannot_build(0, "10,14 S2 5-3", "aos.off-board", "AOS-B7", "edge 3")
    game.cannot_build(0, "8,11 S2 0-4", "aos.off-board", "AOS-B7", "edge 0")
    game.cannot_build(0, "8,11 S1 0-3", "aos.off-board", "AOS-B7")
    assert game.builds(0, "8,11 S2 5-1") == [2]


def test_both_paths_are_connected() -> None:
    """AOS-X34, AOS-B5, AOS-P1, AOS-P6: a complex tile placed directly needs both paths connected."""
    game = position(3)
    game.cannot_build(0, "11,12 X1 4-1 5-2", "aos.not-connected", "AOS-B5", "path 5-2")
    assert game.builds(0, "12,12 S3 5-0", "11,12 X1 4-1 5-2") == [3, 4]


def test_other_players_track() -> None:
    """AOS-X35, AOS-B6, AOS-B12, aos.other-track: new track does not meet another player's, but may block it."""
    game = position(3, tiles={"10,13": "S1 4-1@0"}, order=(1, 0, 2))
    game.cannot_build(1, "11,12 S1 1-4", "aos.other-track", "AOS-B6", "edge 4", "seat 0")
    assert game.builds(1, "11,12 S2 1-3") == [2]


def test_own_and_ownerless_track_may_be_met() -> None:
    """AOS-12, AOS-B5, AOS-B6, AOS-O3: the tile of another player is refused, and taken over once it is nobody's."""
    own = {"10,10": "S1 2-5@1", "fort-wayne": "D2S T-5@1 T-2@1", "12,10": "S2 5-3@1"}
    for owner, accepted in (("0", False), ("-", True)):
        game = position(3, tiles={"8,11": f"S2 5-1@{owner}", **own}, order=(1, 0, 2))
        assert ("cincinnati", "fort-wayne", 1, 2) in game.links()
        if not accepted:
            game.cannot_build(1, "michigan-city D2S T-4 T-1", "aos.other-track", "AOS-B6")
            game.cannot_build(1, "michigan-city D2G T-4 T-2", "aos.other-track", "AOS-B6")
            assert game.player(1).cash == 20
        else:
            assert game.builds(1, "michigan-city D2G T-4 T-2") == [3]
            assert ("chicago", "michigan-city", 1, 2) in game.links()


@pytest.mark.parametrize("seat, allowed", [(0, True), (1, False)])
def test_ownerless_track_that_leads_to_a_town(seat: int, allowed: bool) -> None:
    """AOS-X40, AOS-B5, AOS-O3: it may be extended by who owns a spoke of that town."""
    tiles = {"9,13": "S2 3-5@0", "terre-haute": "D2S T-2@0 T-5@-"}
    game = position(3, tiles=tiles, order=(seat, 2, 1 - seat))
    if allowed:
        assert game.builds(0, "7,13 S1 2-5") == [2]
        assert game.owners("terre-haute") == {"T-2": 0, "T-5": 0}
    else:
        game.cannot_build(1, "7,13 S1 2-5", "aos.not-connected", "AOS-B5")


def test_ownerless_track_that_leads_to_a_city_through_the_same_hex() -> None:
    """AOS-B5, AOS-G4: a section may come back to the hex through a path that is kept, and still leads to its city."""
    game = position(3, tiles={"7,12": "S1 0-3@-", "7,13": "S3 0-1@-", "8,12": "S3 4-5@-"})
    assert game.builds(0, "7,12 X1 0-3 2-5") == [3]
    assert game.unfinished() == [("7,12", 5, 0, 4)]


def test_a_town_needs_one_spoke_connected() -> None:
    """AOS-B5, AOS-X42: on a town hex one added spoke is enough, the others may lead anywhere."""
    game = position(3, tiles={"9,13": "S2 3-1@1"}, order=(1, 0, 2))
    assert game.builds(1, "indianapolis T3Y T-4 T-0 T-2") == [4]
    assert set(game.owners("indianapolis").values()) == {1}


def test_own_spoke_connects_further_ones() -> None:
    """AOS-B5, AOS-X43: who owned a spoke of the town before may add others that meet nothing."""
    game = position(3, tiles={"9,13": "S2 3-1@1", "indianapolis": "T1 T-4@1"}, order=(1, 0, 2))
    assert game.builds(1, "indianapolis T3Y T-4 T-0 T-2") == [3]
    assert game.unfinished() == [("10,12", 0, 1, 1), ("10,12", 2, 1, 1)]


# Loops


RING = {"11,9": "S3 3-4@0", "10,10": "S3 1-2@0"}
"""Track around a corner of Fort Wayne, from its edge 0 to its edge 5."""


@pytest.mark.parametrize(
    "tiles, text, place",
    [
        ({"8,11": "S2 5-3@0", "8,12": "S3 0-5@0"}, "7,12 S2 2-0", "Chicago"),
        ({**RING, "fort-wayne": "T1 T-0@0"}, "fort-wayne D2A T-0 T-5", "Fort Wayne"),
        (RING, "fort-wayne T3H T-5 T-0 T-1", "Fort Wayne"),
    ],
    ids=["city", "town", "fresh-town"],
)
def test_no_loops(tiles: dict[str, str], text: str, place: str) -> None:
    """AOS-X41, AOS-B9, aos.loop: no link joins a place to itself, nor does a fresh town tile make one."""
    game = position(3, tiles=tiles, variants=[TABLE])
    game.cannot_build(0, text, "aos.loop", "AOS-B9", place)
    if place == "Chicago":
        assert game.builds(0, "7,12 S1 2-5") == [2]


# Prices


@pytest.mark.parametrize(
    "id, hex, price",
    [
        ("S1", "10,13", 2),
        ("S1", "5,15", 3),
        ("S1", "16,10", 4),
        ("C1", "10,13", 3),
        ("C1", "5,15", 4),
        ("C1", "16,10", 5),
        ("X1", "10,13", 4),
        ("X1", "5,15", 5),
        ("X1", "16,10", 6),
        ("T1", "10,12", 2),
        ("D2S", "10,12", 3),
        ("T3Y", "10,12", 4),
        ("D4X", "10,12", 5),
    ],
)
def test_prices_of_placing(id: str, hex: str, price: int) -> None:
    """AOS-07, AOS-P1, AOS-P2, AOS-X10, AOS-X42, aos.build-price: the tile and the terrain; of a town its spokes."""
    assert price_of(position(3).rules, hex, kinds()[id], None, 0) == price


@pytest.mark.parametrize(
    "old, id, hex, redirected, price",
    [
        ("S1", "X1", "16,10", 0, 3),
        ("S1", "X1", "16,10", 1, 3),
        ("S1", "C1", "16,10", 0, 2),
        ("S1", "S2", "16,10", 1, 2),
        ("X1", "X3", "16,10", 1, 2),
        ("T1", "D4X", "10,12", 0, 3),
        ("D2S", "T3L", "10,12", 0, 3),
    ],
)
def test_prices_of_replacing(old: str, id: str, hex: str, redirected: int, price: int) -> None:
    """AOS-07, AOS-P3, AOS-P4, AOS-P5, AOS-P6, AOS-K1, AOS-K7: one price for each build, whatever the terrain."""
    lying = Tile(old, 0, [0] * len(kinds()[old].paths))
    assert price_of(position(3).rules, hex, kinds()[id], lying, redirected) == price


@pytest.mark.parametrize("text, price", [("16,10 S1 0-3", 4), ("5,15 S1 0-3", 3)])
def test_terrain_is_paid(text: str, price: int) -> None:
    """AOS-X33, AOS-P1: $4 on a mountain, $3 on a river."""
    assert position(3).builds(0, text) == [price]


@pytest.mark.parametrize(
    "text, price", [("T1 T-4", 2), ("D2S T-4 T-1", 3), ("T3Y T-4 T-0 T-2", 4), ("D4X T-4 T-1 T-2 T-5", 5)]
)
def test_prices_of_towns(text: str, price: int) -> None:
    """AOS-X42, AOS-P2: $2 to $5 by the number of spokes."""
    assert position(3, tiles={"9,13": "S2 3-1@0"}).builds(0, f"indianapolis {text}") == [price]


# Stock


def stocked(lying: dict[str, list[str]], edition: str = "", **more: object) -> Position:
    """Give a game in which so many tiles lie far away: each on a hex of its own, where nobody builds."""
    game = position(3, edition, variants=[TABLE], **more)  # type: ignore[arg-type]  # passed on as they are
    free = iter([hex for hex in game.board.neighbours if int(hex.split(",")[0]) > 12 and hex not in game.board.cities])
    towns = iter(["17,3", "15,6", "12,8", "10,7", "7,7", "4,10", "5,13", "6,14", "13,12"])
    for id, unders in lying.items():
        for under in unders:
            if kinds()[id].is_town:
                hex = next(towns)
            else:
                hex = next(free)
                while hex in game.board.towns:
                    hex = next(free)
            game.state.tiles[hex] = Tile(id, 0, [None] * len(kinds()[id].paths), under)
    game.state.__dict__.clear()
    return game


def test_stock_of_sharp_curves() -> None:
    """AOS-X50, AOS-19, AOS-T1, AOS-T3, aos.stock: with all seven on the board, some under discs, there is no eighth."""
    game = stocked({"S3": [""] * 5, "D2A": ["S3"] * 2})
    game.cannot_build(0, "10,14 S3 0-5", "aos.stock", "AOS-T1", "all 7 tiles S3")
    assert stocked({"S3": [""] * 4, "D2A": ["S3"] * 2}).builds(0, "10,14 S3 0-5") == [3]


def test_last_tile_of_a_kind_may_be_turned() -> None:
    """AOS-T1: what is replaced returns before the new tile is taken."""
    game = stocked({"S3": [""] * 6}, tiles={"12,12": "S3 5-0@0"})
    assert game.builds(0, "12,12 S3 0-1") == [2]
    assert [tile.tile for tile in game.state.tiles.values()].count("S3") == 7


@pytest.mark.parametrize("edition", ["warfrog-2002", "choochoo"])
def test_stock_of_discs(edition: str) -> None:
    """AOS-X50, AOS-19, AOS-T1, aos.stock: there is no ninth disc; tiles with a printed town need none."""
    under = "S1" if edition == "warfrog-2002" else ""
    tiles = {"9,13": "S2 3-1@0"}
    game = stocked({"D2S": [under] * 8}, edition, tiles=tiles)
    game.cannot_build(0, "indianapolis D2S T-4 T-1", "aos.stock", "AOS-T1", "all 8 town discs")
    game.cannot_build(0, "indianapolis D4X T-4 T-1 T-2 T-5", "aos.stock", "AOS-T1", "all 8 town discs")
    assert game.copy().builds(0, "indianapolis T1 T-4") == [2]
    assert game.builds(0, "indianapolis T3Y T-4 T-0 T-2") == [4]
    freed = stocked({"D2S": [under] * 7}, edition, tiles={**tiles, "indianapolis": "D2G T-4@0 T-0@0"})
    assert freed.builds(0, "indianapolis T3Y T-4 T-0 T-2") == [3]
    with_town = [tile for tile in freed.state.tiles.values() if kinds()[tile.tile].family == "town_disc"]
    assert len(with_town) == 7
    turned = stocked({"D2S": [under] * 7}, edition, tiles={**tiles, "indianapolis": "D2G T-4@0 T-0@0"})
    assert turned.builds(0, "indianapolis D4F T-4 T-0 T-2 T-3") == [3]


def test_urbanization_returns_tile_and_disc() -> None:
    """AOS-19, AOS-N4, AOS-T1, aos.stock: a disc returns when its town is urbanized."""
    game = stocked({"D2S": ["S1"] * 8}, tiles={"9,13": "S2 3-1@0"}, actions={0: "urbanization"})
    game.urbanizes(0, "cleveland", "A")
    assert game.builds(0, "indianapolis D2S T-4 T-1") == [3]


def test_stock_of_four_exits() -> None:
    """AOS-X51, AOS-T1, AOS-T2, aos.stock: D4F is made from X2, C3 or C4, which are six."""
    tiles = {"9,13": "S2 3-1@0"}
    game = stocked({"D4F": ["X2"] * 4 + ["C3"]}, tiles=tiles)
    text = "indianapolis D4F T-4 T-1 T-0 T-2"
    for under in ("X2", "C3"):
        game.refuses(0, game.tile("indianapolis", text.partition(" ")[2], under), "aos.stock", "AOS-T1", under)
    assert game.copy().does(0, game.tile("indianapolis", text.partition(" ")[2], "C4"))
    pooled = stocked({"D4F": [""] * 6}, "choochoo", tiles=tiles)
    pooled.cannot_build(0, text, "aos.stock", "AOS-T1", "no tile X2 or C3 or C4 is left for D4F")
    assert stocked({"D4F": [""] * 5}, "choochoo", tiles=tiles).builds(0, text) == [5]


def test_counts() -> None:
    """AOS-T1, AOS-U6, AOS-X51: 136 tiles of 15 kinds, C1 to C4 once each, and 8 discs."""
    assert sum(kind.count for kind in kinds().values()) == 136
    assert sum(kind.count > 0 for kind in kinds().values()) == 15
    assert [kinds()[id].count for id in ("C1", "C2", "C3", "C4", "S3")] == [1, 1, 1, 1, 7]
    assert discs() == 8
    assert position(3).board.discs == 8


# House rules


def test_house_rules_about_building() -> None:
    """AOS-P, AOS-B1, aos.build-price, aos.build-limit, aos.cheapest-build: a layer may answer each of these."""
    half: Layer[Line] = Layer("half-price", game=AGE_OF_STEAM)
    half.wrap(price_of)(lambda inner, rules, *about: (inner(rules, *about) + 1) // 2)
    half.replace(cheapest_build)(lambda rules, state: 1)
    half.replace(build_limit)(lambda rules, state, seat: 1)
    game = position(3, cash=1, variants=[half])
    assert game.asked == ("aos.ask-build", [0])
    assert game.builds(0, "10,13 S1 4-1") == [1]
    assert game.asked == ("aos.ask-build", [1])


def test_a_rule_that_is_dropped_forbids_nothing() -> None:
    """AOS-B5, AOS-T1, aos.not-connected, aos.stock: without its validator what a rule forbids is accepted."""
    loose: Layer[Line] = Layer("loose", game=AGE_OF_STEAM)
    loose.drop_validator("aos.not-connected")
    loose.drop_validator("aos.stock")
    loose.drop_invariant("aos.tiles")
    game = position(3, variants=[loose, TABLE])
    assert game.builds(0, "6,13 S1 4-1") == [2]
    game.cannot_build(0, "8,11 S2 0-4", "aos.off-board", "AOS-B7")
    for number in range(7):
        game.state.tiles[f"17,{4 + number}"] = Tile("S3", 0, [None])
    game.state.__dict__.clear()
    assert game.builds(0, "10,14 S3 0-5") == [3]


def test_a_rule_that_is_replaced_is_the_layers_own() -> None:
    """AOS-B5, AOS-B10, aos.not-connected, aos.same-hex: what the new validator accepts is built, no more."""
    looser: Layer[Line] = Layer("looser", game=AGE_OF_STEAM)

    @looser.replace_validator("aos.not-connected")
    def westwards(rules: Ruleset, state: Line, seat: int, action: Build) -> str | None:
        return None if action.hex.startswith("6,") else "only track in the west may stand alone"

    @looser.replace_validator("aos.same-hex")
    def as_often_as_you_like(rules: Ruleset, state: Line, seat: int, action: Build) -> str | None:
        return None

    game = position(3, options={"rules.same_hex_twice": "forbidden"}, variants=[looser, TABLE])
    game.cannot_build(0, "8,11 S1 4-1", "aos.not-connected", "AOS-B5")
    assert game.builds(0, "6,13 S1 4-1") == [2]
    game.builds(0, "6,13 X1 4-1 5-2")


def test_candidates_are_lazy_and_complete() -> None:
    """AOS-B4, AOS-T1, aos.build, aos.end-building: listed are all builds that are legal, on a board with much on it."""
    game = position(
        3,
        tiles={
            "10,13": "S1 4-1@0",
            "indianapolis": "T1 T-4@1",
            "9,13": "S2 3-1@1",
            "12,12": "S3 5-0@-",
            "terre-haute": "D2S T-2@0 T-5@-",
        },
    )
    listed = {action for action in game.legal() if isinstance(action, Build)}
    space = {
        Build(hex, kind.id, rotation, under)
        for hex in game.board.neighbours
        for kind in kinds().values()
        for rotation in range(kind.rotations)
        for under in ("", *kind.made_from)
    }
    from railbook.engine.play import check

    assert listed == {action for action in space if check(game.rules, game.state, 0, action) is None}
    assert len(listed) > 100
    assert Build(at("chicago"), "S1", rotation_of("S1", [(0, 3)]), "") not in listed
