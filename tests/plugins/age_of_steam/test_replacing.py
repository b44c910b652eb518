"""Replacing tiles (AOS-K): crossing, coexisting and town tiles, redirecting, and what no tile may do to old paths."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.building import Build
from railbook_age_of_steam.events import TileBuilt
from tests.plugins.age_of_steam.positions import of_type, position

FRED, OLIVE = 0, 1
OLIVE_FIRST = (OLIVE, FRED, 2)


# Redirecting


def test_redirecting_own_track() -> None:
    """AOS-X36, AOS-K4, AOS-P5, AOS-O2: for $2 the open path gets another outer edge."""
    game = position(tiles={"10,13": "S1 4-1@0", "11,12": "S2 1-3@1"})
    assert game.builds(FRED, "10,13 S2 4-0") == [2]
    assert list(game.owners("10,13").values()) == [FRED]


def test_not_the_track_of_others() -> None:
    """AOS-X36, AOS-K4, aos.redirect: Olive may not redirect Fred's open track."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@0"})
    game.cannot_build(OLIVE, "10,13 S2 4-0", "aos.redirect", "AOS-K4", "seat 0", "own or ownerless")


def test_ownerless_track_is_redirected() -> None:
    """AOS-X38, AOS-K4, AOS-O2, aos.redirect: ownerless track is redirected by anybody and is hers for the turn."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@-"})
    assert game.builds(OLIVE, "10,13 S2 4-0") == [2]
    assert game.unfinished() == [("10,13", 0, OLIVE, 1)]


def test_redirecting_completes() -> None:
    """AOS-X39, AOS-K4, AOS-O4: the outer edge may close the link, of 3 paths, which stays Fred's for good."""
    game = position(tiles={"13,10": "S2 4-2@0", "14,10": "S1 5-2@0", "15,10": "S2 5-3@0"})
    assert game.builds(FRED, "15,10 S2 5-1") == [2]
    assert game.links() == [("cincinnati", "wheeling", FRED, 3)]
    game.ends(FRED)
    assert game.links() == [("cincinnati", "wheeling", FRED, 3)]


def test_redirecting_joins_ownerless_track() -> None:
    """AOS-K4, AOS-O3, AOS-B6, aos.other-track: the new outer edge may meet ownerless track, not another player's."""
    for owner in ("-", "2"):
        game = position(tiles={"10,13": "S2 4-0@0", "11,12": f"S1 4-1@{owner}"})
        if owner == "2":
            game.cannot_build(FRED, "10,13 S1 4-1", "aos.other-track", "AOS-B6", "seat 2")
        else:
            assert game.builds(FRED, "10,13 S1 4-1") == [2]
            assert game.links() == [("cincinnati", "evansville", FRED, 2)]


@pytest.mark.parametrize(
    "tile, rule",
    [("S2 1-3", "aos.redirect"), ("S3 1-0", "aos.redirect"), ("S1 0-3", "aos.path-lost"), ("S2 5-3", "aos.path-lost")],
)
def test_inner_edge_is_kept(tile: str, rule: str) -> None:
    """AOS-K4, AOS-K1, aos.redirect, aos.path-lost: a path keeps the edge that leads to its section or city."""
    game = position(tiles={"10,13": "S1 4-1@0"})
    game.cannot_build(FRED, f"10,13 {tile}", rule, "AOS-K4" if rule == "aos.redirect" else "AOS-K1")
    assert game.copy().builds(FRED, "10,13 S3 4-5") == [2]
    assert game.builds(FRED, "10,13 S2 4-0") == [2]


def test_completed_track_is_not_redirected() -> None:
    """AOS-K4, AOS-O4, aos.redirect: a path without an open edge stays, the owner's own too."""
    game = position(tiles={"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"})
    game.cannot_build(FRED, "11,12 S2 4-0", "aos.redirect", "AOS-K4", "no open edge")
    game.cannot_build(FRED, "10,13 S2 4-0", "aos.redirect", "AOS-K4", "no open edge")


def test_inner_hex_of_an_open_section() -> None:
    """AOS-K4, aos.redirect: in the middle of an unfinished section no path has an open edge on its hex."""
    game = position(tiles={"9,13": "S1 3-0@0", "9,12": "S1 3-0@0"})
    game.cannot_build(FRED, "9,13 S2 3-1", "aos.redirect", "AOS-K4", "no open edge")
    assert game.builds(FRED, "9,12 S2 3-1") == [2]


@pytest.mark.parametrize("tile", ["S2 5-3", "S3 5-4"])
def test_new_outer_edge_faces_land(tile: str) -> None:
    """AOS-K4, AOS-B7, aos.off-board: the board's edge takes no redirected track."""
    game = position(tiles={"10,14": "S3 5-0@0"})
    game.cannot_build(FRED, f"10,14 {tile}", "aos.off-board", "AOS-B7")
    assert game.builds(FRED, "10,14 S2 5-1") == [2]


def test_redirecting_makes_no_loop() -> None:
    """AOS-K4, AOS-B9, AOS-X41, aos.loop: no redirected track leads back to its own city."""
    game = position(tiles={"8,11": "S2 5-3@0", "8,12": "S3 0-5@0", "7,12": "S1 2-5@0"})
    game.cannot_build(FRED, "7,12 S2 2-0", "aos.loop", "AOS-B9", "Chicago")
    assert game.builds(FRED, "7,12 S2 2-4") == [2]


@pytest.mark.parametrize(
    "edition, options, price",
    [
        ("warfrog-2002", {}, 2),
        ("deluxe", {}, 2),
        ("choochoo", {}, 4),
        ("warfrog-2002", {"rules.double_redirect": "per_path"}, 4),
    ],
)
def test_double_redirection(edition: str, options: dict[str, str], price: int) -> None:
    """AOS-X48, AOS-P5, AOS-K4, rules.double_redirect: both paths of a complex tile at once, for $2 or $2 each."""
    game = position(edition=edition, options=options, tiles={"12,12": "S3 5-0@0", "11,12": "X1 4-1@0 5-2@0"})
    assert game.builds(FRED, "11,12 X3 1-3 2-0") == [price]
    assert game.unfinished() == [("11,12", 0, FRED, 2), ("11,12", 3, FRED, 1)]


def test_one_of_two_paths_is_redirected() -> None:
    """AOS-K4, AOS-K2, AOS-P5, AOS-O1: on a complex tile the other path is kept, though it is another player's."""
    for edition in ("warfrog-2002", "choochoo"):
        game = position(edition=edition, tiles={"12,12": "S3 5-0@0", "11,12": "X1 4-1@1 5-2@0"})
        assert game.builds(FRED, "11,12 C1 1-4 2-3") == [2]
        assert set(game.owners("11,12").values()) == {FRED, OLIVE}


# Crossing and coexisting


def test_coexisting() -> None:
    """AOS-X46, AOS-K2, AOS-P5, AOS-O1: Olive's path beside Fred's makes a section of 2 paths; his stays his."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S2 4-0@0"})
    assert game.builds(OLIVE, "10,14 S3 0-5", "10,13 C3 4-0 3-2") == [3, 2]
    assert game.unfinished() == [("10,13", 0, FRED, 1), ("10,13", 2, OLIVE, 2)]


def test_crossing_into_the_same_city() -> None:
    """AOS-X47, AOS-K2, AOS-P3, AOS-G5: her section is open at Indianapolis until there is a spoke T-3."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@0"})
    assert game.builds(OLIVE, "10,14 S3 5-0", "10,13 X1 4-1 0-3") == [3, 3]
    assert game.unfinished() == [("10,13", 0, OLIVE, 2), ("10,13", 1, FRED, 1)]
    assert game.copy().builds(OLIVE, "indianapolis T1 T-3") == [2]
    game.builds(OLIVE, "indianapolis T1 T-3")
    assert game.links() == [("evansville", "indianapolis", OLIVE, 3)]


def test_new_path_beside_a_kept_one_is_connected() -> None:
    """AOS-K2, AOS-B5, AOS-B6, aos.not-connected: the added path obeys the rules, the kept one is not tested."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"})
    game.cannot_build(OLIVE, "10,13 X1 4-1 0-3", "aos.not-connected", "AOS-B5")
    game.builds(OLIVE, "12,12 S3 5-0")
    assert game.builds(OLIVE, "11,12 X1 4-1 5-2") == [3]


def test_terrain_never_adds() -> None:
    """AOS-07, AOS-K1, AOS-P6: replacing on a mountain costs $3 for a crossing, $2 otherwise."""
    tiles = {"16,10": "S1 0-3@0"}
    assert position(tiles=tiles).board.surcharge["16,10"] == 2
    assert position(tiles=tiles).builds(FRED, "16,10 S2 0-4") == [2]
    beside = {**tiles, "15,10": "S2 1-3@0", "15,11": "S3 0-1@0"}
    assert position(tiles=beside).builds(FRED, "16,10 C1 0-3 4-5") == [2]
    assert position(tiles=beside).builds(FRED, "16,10 X1 0-3 4-1") == [3]


def test_combined() -> None:
    """AOS-K7, AOS-P6, AOS-P3: simple to crossing with the own path redirected, at one price of $3."""
    game = position(tiles={"10,13": "S1 4-1@0", "10,14": "S3 0-5@0"})
    assert game.builds(FRED, "10,13 X2 4-2 3-0") == [3]
    assert game.unfinished() == [("10,13", 0, FRED, 2), ("10,13", 2, FRED, 1)]


# What no tile may do


@pytest.mark.parametrize(
    "old, new, rule, paragraph",
    [
        ("X1 4-1@0 5-2@0", "S1 4-1", "aos.complex-to-simple", "AOS-K5"),
        ("C1 1-4@0 2-3@0", "S2 4-0", "aos.complex-to-simple", "AOS-K5"),
        ("X1 4-1@0 5-2@0", "C1 0-3 4-5", "aos.path-split", "AOS-K5"),
        ("S1 4-1@0", "X3 4-2 3-1", "aos.path-split", "AOS-K5"),
        ("S1 4-1@0", "C2 0-2 3-5", "aos.path-lost", "AOS-K1"),
    ],
)
def test_old_paths_live_on(old: str, new: str, rule: str, paragraph: str) -> None:
    """AOS-K1, AOS-K5, aos.complex-to-simple, aos.path-split, aos.path-lost: none vanishes, is joined or split."""
    game = position(tiles={"12,12": "S3 5-0@0", "11,12": old})
    game.cannot_build(FRED, f"11,12 {new}", rule, paragraph)


# Towns


def test_entering_a_town() -> None:
    """AOS-X43, AOS-K3, AOS-K6, AOS-P4, aos.spokes: old spokes stay; any number is added for $3."""
    game = position(order=OLIVE_FIRST, tiles={"9,13": "S2 3-1@1", "indianapolis": "T1 T-4@1"})
    game.cannot_build(OLIVE, "indianapolis D2S T-0 T-3", "aos.spokes", "AOS-K3", "edge 4")
    game.cannot_build(OLIVE, "indianapolis T1 T-1", "aos.spokes", "AOS-K3")
    assert game.builds(OLIVE, "indianapolis T3Y T-4 T-0 T-2") == [3]
    assert game.unfinished() == [("10,12", 0, OLIVE, 1), ("10,12", 2, OLIVE, 1)]


def test_entering_the_town_of_another() -> None:
    """AOS-X44, AOS-K3, AOS-B5, AOS-O1, aos.not-connected: Fred needs track there; Olive's spokes stay hers."""
    tiles = {"9,13": "S2 3-1@1", "indianapolis": "T3Y T-4@1 T-0@1 T-2@1"}
    game = position(tiles=tiles)
    game.cannot_build(FRED, "indianapolis D4F T-4 T-0 T-2 T-3", "aos.not-connected", "AOS-B5", "T-3")
    assert game.builds(FRED, "10,13 S2 4-0", "indianapolis D4F T-4 T-0 T-2 T-3") == [2, 3]
    assert game.links() == [("evansville", "indianapolis", FRED, 2), ("evansville", "indianapolis", OLIVE, 2)]
    assert game.owners("indianapolis") == {"T-4": OLIVE, "T-0": OLIVE, "T-2": OLIVE, "T-3": FRED}


def test_every_added_spoke_is_tested() -> None:
    """AOS-X45, AOS-B6, AOS-K3, aos.other-track: no spoke meets another's track; then Olive enters with hers."""
    game = position(tiles={"9,13": "S2 3-1@0", "11,11": "S2 2-4@1"})
    game.cannot_build(FRED, "indianapolis D2S T-4 T-1", "aos.other-track", "AOS-B6", "edge 1", "seat 1")
    assert game.builds(FRED, "indianapolis T3Y T-4 T-0 T-2") == [4]
    game.ends(FRED)
    assert game.builds(OLIVE, "indianapolis D4F T-4 T-0 T-2 T-1") == [3]
    assert ("cincinnati", "indianapolis", OLIVE, 2) in game.links()


def test_spokes_are_never_redirected() -> None:
    """AOS-K6, aos.spokes: an own open spoke stays where it is."""
    game = position(tiles={"9,13": "S2 3-1@0", "indianapolis": "D2S T-4@0 T-1@0"})
    game.cannot_build(FRED, "indianapolis D2G T-4 T-0", "aos.spokes", "AOS-K3", "edge 1")
    assert game.builds(FRED, "indianapolis D4X T-4 T-1 T-0 T-3") == [3]


def test_town_tile_is_replaced_by_another_disc() -> None:
    """AOS-K3, AOS-T2, aos.under: the tile under the new disc is named; that of the old one is free again."""
    game = position(tiles={"9,13": "S2 3-1@0", "indianapolis": "D2S T-4@0 T-1@0"})
    build = game.tile("indianapolis", "D4X T-4 T-1 T-0 T-3", "")
    game.refuses(FRED, build, "aos.under", "AOS-T2", "X1 or C2")
    game.refuses(FRED, Build(build.hex, build.tile, build.rotation, "X2"), "aos.under", "AOS-T2", "X1, C2")
    (built,) = of_type(game.does(FRED, Build(build.hex, build.tile, build.rotation, "C2")), TileBuilt)
    assert (built.under, built.price) == ("C2", 3)


def test_pooled_tiles_are_not_named() -> None:
    """AOS-T2, aos.under, rules.town_tile_choice: where tiles are pooled none is named."""
    game = position(edition="choochoo", tiles={"9,13": "S2 3-1@0"})
    game.refuses(FRED, game.tile("indianapolis", "D2S T-4 T-1", "S1"), "aos.under", "AOS-T2", "takes nothing")
    assert game.builds(FRED, "indianapolis D2S T-4 T-1") == [3]


# The same hex twice


def test_same_hex_twice() -> None:
    """AOS-B10, aos.same-hex, rules.same_hex_twice: an option says whether a hex is built on twice in one build turn."""
    for edition, allowed in (("warfrog-2002", True), ("deluxe", True), ("choochoo", False)):
        game = position(edition=edition)
        game.builds(FRED, "10,13 S1 4-1")
        if allowed:
            assert game.builds(FRED, "10,13 S2 4-0") == [2]
        else:
            game.cannot_build(FRED, "10,13 S2 4-0", "aos.same-hex", "AOS-B10", "(10,13)")
            assert game.builds(FRED, "11,12 S1 4-1") == [2]
            game.ends(FRED)
            assert game.builds(OLIVE, "10,14 S3 5-0", "10,13 X1 4-1 0-3") == [3, 3]


def test_same_hex_in_the_next_turn() -> None:
    """AOS-B10, aos.build-turn-ended, aos.same-hex: what was built on is forgotten when the build turn is over."""
    game = position(edition="choochoo", seats=3)
    game.builds(FRED, "10,13 S1 4-1", "7,12 S1 0-3")
    assert game.state.built == ["10,13", "7,12"]
    game.ends(FRED)
    assert (game.state.built, game.state.notes) == ([], [])
    assert game.asked == ("aos.ask-build", [OLIVE])
