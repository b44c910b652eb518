"""The examples of the seed and of its FAQ on building and owning track, with exact numbers (AOS-X03 to AOS-X18)."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.events import OwnersChanged, TileBuilt
from tests.plugins.age_of_steam.positions import Position, of_type, position

FRED, OLIVE, ELODIE, MAT, PAT = range(5)
EVANSVILLE_CINCINNATI = ("cincinnati", "evansville", FRED, 2)


def fred() -> Position:
    """Give the game after Fred's builds (AOS-X03); Elodie has Urbanization."""
    game = position(5, order=(FRED, OLIVE, PAT, ELODIE, MAT), actions={ELODIE: "urbanization"})
    assert game.builds(FRED, "10,13 S1 4-1", "11,12 S1 4-1", "13,11 S2 5-3") == [2, 2, 3]
    return game


def olive() -> Position:
    """Give the game after Olive's builds (AOS-X04)."""
    game = fred()
    assert game.builds(OLIVE, "9,13 S2 3-1", "indianapolis D2S T-4 T-1", "11,11 S2 4-2") == [2, 3, 2]
    return game


def pat() -> Position:
    """Give the game after Pat's builds (AOS-X05)."""
    game = olive()
    assert game.builds(PAT, "12,12 S3 5-0", "11,12 X1 4-1 5-2", "indianapolis D4X T-4 T-1 T-2 T-5") == [3, 3, 3]
    return game


def test_building() -> None:
    """AOS-X03, AOS-P1, AOS-O1, AOS-B1: Fred pays $7 for a link of 2 paths and an unfinished section of 1."""
    game = fred()
    assert game.player(FRED).cash == 20 - 7
    assert game.links() == [EVANSVILLE_CINCINNATI]
    assert game.unfinished() == [("13,11", 3, FRED, 1)]


def test_through_a_town() -> None:
    """AOS-X04, AOS-P2, AOS-G5, AOS-G6: Olive pays $7 for two links of 2 paths each; a disc is used."""
    game = olive()
    assert game.player(OLIVE).cash == 20 - 7
    assert game.links() == [
        EVANSVILLE_CINCINNATI,
        ("cincinnati", "indianapolis", OLIVE, 2),
        ("evansville", "indianapolis", OLIVE, 2),
    ]
    tile = game.state.tiles["10,12"]
    assert (tile.tile, tile.under) == ("D2S", "S1")


def test_replacing() -> None:
    """AOS-X05, AOS-P3, AOS-P4, AOS-K2, AOS-K3: Pat pays $9; his link has 3 paths, his spoke T-5 is a section."""
    game = pat()
    assert game.player(PAT).cash == 20 - 9
    assert game.links() == [
        EVANSVILLE_CINCINNATI,
        ("cincinnati", "indianapolis", OLIVE, 2),
        ("cincinnati", "indianapolis", PAT, 3),
        ("evansville", "indianapolis", OLIVE, 2),
    ]
    assert game.unfinished() == [("10,12", 5, PAT, 1), ("13,11", 3, FRED, 1)]
    assert game.owners("11,12") == {"4-1": FRED, "5-2": PAT}
    assert [tile.tile for tile in game.state.tiles.values()].count("S1") == 1


def test_score_of_the_example() -> None:
    """AOS-X75, AOS-S2, AOS-S3: Fred scores 2 for track, Olive 4, Pat 3; unfinished sections count nothing."""
    assert pat().scores()["aos.track"] == (2, 4, 0, 0, 3)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_urbanizing(letter: str) -> None:
    """AOS-X06, AOS-N4, AOS-N1: tile, disc and Pat's spoke are gone, links are shorter; Elodie builds on for $8."""
    game = pat()
    game.urbanizes(ELODIE, "indianapolis", letter)
    assert "10,12" not in game.state.tiles
    assert game.player(ELODIE).cash == 20
    indianapolis = "indianapolis"
    assert game.links() == [
        EVANSVILLE_CINCINNATI,
        ("cincinnati", indianapolis, OLIVE, 1),
        ("cincinnati", indianapolis, PAT, 2),
        ("evansville", indianapolis, OLIVE, 1),
    ]
    assert game.unfinished() == [("13,11", 3, FRED, 1)]
    assert game.builds(ELODIE, "9,12 S1 5-2", "10,13 X1 4-1 0-3", "10,14 S3 0-5") == [2, 3, 3]
    assert ("evansville", indianapolis, ELODIE, 2) in game.links()
    assert ("9,12", 5, ELODIE, 1) in game.unfinished()


def test_urbanizing_takes_points_not_income() -> None:
    """AOS-X49, AOS-N4: Olive's links go from 2 + 2 paths to 1 + 1, her income stays."""
    game = olive()
    game.does(PAT, EndBuilding())
    before = game.scores()["aos.track"][OLIVE], game.incomes()
    game.urbanizes(ELODIE, "indianapolis", "C")
    assert (before[0], game.scores()["aos.track"][OLIVE]) == (4, 2)
    assert game.incomes() == before[1]


def test_unfinished_section_is_lost_at_the_end_of_the_next_turn() -> None:
    """AOS-X11, AOS-O5: built in this turn it is safe; not extended in the next own turn it is nobody's at once."""
    game = position(3)
    game.builds(0, "10,13 S2 4-0")
    game.ends(0)
    assert game.unfinished() == [("10,13", 0, 0, 1)]
    again = position(3, tiles={"10,13": "S2 4-0@0"})
    events = again.does(0, EndBuilding())
    assert again.unfinished() == [("10,13", 0, None, 1)]
    assert of_type(events, OwnersChanged) == [OwnersChanged(None, [("10,13", 0)], "not extended")]


def test_ownerless_section_becomes_the_link_of_who_urbanizes() -> None:
    """AOS-X12, AOS-N5: it counts as an extension."""
    game = position(3, tiles={"10,13": "S2 4-0@-"}, actions={0: "urbanization"})
    game.urbanizes(0, "indianapolis", "A")
    assert game.links() == [("evansville", "indianapolis", 0, 1)]
    assert of_type(game.events, OwnersChanged) == [OwnersChanged(0, [("10,13", 0)], "urbanization")]


def test_letters_are_not_bound_to_a_half() -> None:
    """AOS-X13, AOS-N1: a New City of the white part may stand on an eastern town."""
    game = position(3, actions={0: "urbanization"})
    game.urbanizes(0, "buffalo", "A")
    assert game.state.new_cities == {"17,3": "A"}


def test_build_turns_come_one_after_another() -> None:
    """AOS-X14, AOS-B1: a player does all builds before the next one begins."""
    game = position(3, order=(2, 0, 1))
    for tile in ("7,12 S1 0-3", "7,13 S1 0-3", "8,11 S2 5-1"):
        assert game.asked == ("aos.ask-build", [2])
        game.builds(2, tile)
    assert game.asked == ("aos.ask-build", [0])


def test_free_hex_between_two_tracks() -> None:
    """AOS-X15, AOS-B12: either may fill it, though the other is left with a dead end."""
    tiles = {"10,13": "S1 4-1@0", "12,12": "S3 5-0@1"}
    for seat, tile, left in ((0, "11,12 S1 4-1", ("12,12", 5, 1, 1)), (1, "11,12 S1 2-5", ("10,13", 1, 0, 1))):
        game = position(3, tiles=tiles, order=(seat, 2, 1 - seat))
        assert game.builds(seat, tile) == [2]
        assert left in game.unfinished()


def test_starting_at_a_city_far_from_the_own_network() -> None:
    """AOS-X16, AOS-B5: separate networks are allowed."""
    game = position(3, tiles={"10,13": "S1 4-1@0"})
    assert game.builds(0, "15,3 S1 1-4") == [2]


def test_one_exit_and_two() -> None:
    """AOS-X17, AOS-X10, AOS-P2, AOS-O5: a straight tile with a disc makes two links, T1 costs $1 less."""
    tiles = {"9,13": "S2 3-1@0"}
    one, two = position(3, tiles=tiles), position(3, tiles=tiles)
    assert one.builds(0, "indianapolis T1 T-4") == [2]
    assert one.unfinished() == []
    assert two.builds(0, "indianapolis D2S T-4 T-1") == [3]
    assert two.unfinished() == [("10,12", 1, 0, 1)]
    later = position(3, tiles={**tiles, "indianapolis": "D2S T-4@0 T-1@0"})
    later.ends(0)
    assert later.owners("indianapolis") == {"T-4": 0, "T-1": None}


def test_complex_tile_on_an_empty_town() -> None:
    """AOS-X18, AOS-X10, AOS-B4, AOS-P2, AOS-O1: $5, all spokes are the builder's; each unextended one is lost."""
    game = position(3, tiles={"9,13": "S2 3-1@0"})
    assert game.builds(0, "indianapolis D4X T-4 T-1 T-2 T-5") == [5]
    assert set(game.owners("indianapolis").values()) == {0}
    later = position(3, tiles={"9,13": "S2 3-1@0", "indianapolis": "D4X T-4@0 T-1@0 T-2@0 T-5@0"})
    later.builds(0, "11,11 S2 4-2")
    later.ends(0)
    assert later.owners("indianapolis") == {"T-4": 0, "T-1": 0, "T-2": None, "T-5": None}


def test_events_say_what_was_built() -> None:
    """AOS-B1: a build is one event, with tile, owners and price, paid at once."""
    game = position(3)
    (built,) = of_type(game.does(0, Build("10,13", "S1", 1, "")), TileBuilt)
    assert built == TileBuilt(0, "10,13", "S1", 1, "", [0], 2)
    assert game.player(0).cash == 18
