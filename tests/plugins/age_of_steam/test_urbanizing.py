"""Urbanization (AOS-N): who may place a New City, when and where, and what becomes of track at the town."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.building import EndBuilding, may_urbanize
from railbook_age_of_steam.events import OwnersChanged, Urbanized
from railbook_age_of_steam.urbanizing import Urbanize
from tests.plugins.age_of_steam.positions import Position, at, of_type, position

MILWAUKEE, INDIANAPOLIS = at("milwaukee"), at("indianapolis")


def mayor(edition: str = "", **more: object) -> Position:
    """Give a game in which seat 0 builds first and has Urbanization."""
    return position(3, edition, actions={0: "urbanization"}, **more)  # type: ignore[arg-type]  # passed on


# Who, when, where


def test_only_with_the_action() -> None:
    """AOS-N1, aos.may-not-urbanize (AOS-N1), aos.new-city-due: who chose Urbanization may, in the own build turn."""
    game = position(3, actions={1: "urbanization", 0: "engineer"})
    game.refuses(0, Urbanize(MILWAUKEE, "A"), "aos.may-not-urbanize", "AOS-N1", "who chose Urbanization")
    assert not any(isinstance(action, Urbanize) for action in game.legal())
    game.ends(0)
    game.urbanizes(1, "milwaukee", "A")
    assert of_type(game.events, Urbanized) == [Urbanized(1, MILWAUKEE, "A")]


def test_once_in_a_turn() -> None:
    """AOS-N1, aos.may-not-urbanize, aos.new-city-due, aos.urbanized: one New City in a build turn."""
    game = mayor("choochoo")
    game.urbanizes(0, "milwaukee", "A")
    assert game.state.urbanized
    game.refuses(0, Urbanize(INDIANAPOLIS, "B"), "aos.may-not-urbanize", "AOS-N1")
    assert not may_urbanize(game.rules, game.state, 0)


def test_again_in_the_next_turn() -> None:
    """AOS-N1, aos.build-turn-begun, aos.may-urbanize: a new build turn starts without a New City placed."""
    game = mayor(new_cities={"milwaukee": "A"})
    assert not game.state.urbanized
    game.urbanizes(0, "indianapolis", "B")
    assert game.state.new_cities == {MILWAUKEE: "A", INDIANAPOLIS: "B"}


BUILDS = ("5,15 S1 0-3", "5,14 S1 0-3", "6,12 S1 4-1")
AT_ROCK_ISLAND = [("chicago", "rock-island", 0, 1), ("rock-island", "st-louis", 0, 2)]


def test_after_builds() -> None:
    """AOS-X52, AOS-N2, aos.may-urbanize, rules.urbanization_timing: in choochoo the New City may come last."""
    game = mayor("choochoo")
    assert game.builds(0, *BUILDS) == [3, 2, 2]
    game.urbanizes(0, "rock-island", "E")
    assert game.links() == AT_ROCK_ISLAND


@pytest.mark.parametrize("edition", ["warfrog-2002", "deluxe"])
def test_before_builds(edition: str) -> None:
    """AOS-X52, AOS-N2, aos.urbanize-first, aos.may-urbanize: elsewhere it comes first; the result is the same."""
    late = mayor(edition)
    late.builds(0, BUILDS[0])
    late.refuses(0, Urbanize(at("rock-island"), "E"), "aos.urbanize-first", "AOS-N2", "before the first build")
    assert not any(isinstance(action, Urbanize) for action in late.legal())
    game = mayor(edition)
    game.urbanizes(0, "rock-island", "E")
    assert game.builds(0, *BUILDS) == [3, 2, 2]
    assert game.links() == AT_ROCK_ISLAND


@pytest.mark.parametrize("timing", ["before_builds", "any_time"])
def test_turns_end_alike_in_all_editions(timing: str) -> None:
    """AOS-N2, AOS-B1, aos.new-city-due, aos.ask-build: with a New City in hand no build turn ends by itself.

    So a game differs under the other timing where the New City is refused, and not before.
    """
    game = position(3, options={"rules.urbanization_timing": timing}, actions={0: "urbanization"}, cash=6)
    game.builds(0, "7,12 S1 0-3", "7,13 S1 0-3", "8,11 S2 5-1")
    assert game.asked == ("aos.ask-build", [0])
    allowed = {type(action) for action in game.legal()}
    assert allowed == ({EndBuilding, Urbanize} if timing == "any_time" else {EndBuilding})
    game.ends(0)
    assert game.asked == ("aos.ask-build", [1])


def test_any_time_is_an_option_of_its_own() -> None:
    """AOS-N2, AOS-B1, rules.urbanization_timing, aos.ask-build: after the last build it is still asked for."""
    game = position(3, options={"rules.urbanization_timing": "any_time"}, actions={0: "urbanization"}, cash=6)
    game.builds(0, "7,12 S1 0-3", "7,13 S1 0-3", "8,11 S2 5-1")
    assert game.player(0).cash == 0
    assert game.asked == ("aos.ask-build", [0])
    game.urbanizes(0, "milwaukee", "A")
    assert game.asked == ("aos.ask-build", [1])


@pytest.mark.parametrize("hex", ["9,14", "7,9", "10,13", "8,10", "99,99", ""])
def test_only_on_towns(hex: str) -> None:
    """AOS-N3, aos.no-town-there (AOS-N3): not on a city, an earlier New City, a hex without town, or nowhere."""
    game = mayor(new_cities={"milwaukee": "A"})
    game.refuses(0, Urbanize(hex, "B"), "aos.no-town-there", "AOS-N3", f"({hex})")
    game.urbanizes(0, "green-bay", "B")


def test_only_new_cities_that_are_left() -> None:
    """AOS-N1, AOS-T3, aos.new-city-left (AOS-N1): each New City exists once."""
    game = mayor(new_cities={"milwaukee": "A"})
    for letter in ("A", "I", "a", ""):
        game.refuses(0, Urbanize(INDIANAPOLIS, letter), "aos.new-city-left", "AOS-N1", "B, C, D, E, F, G, H")
    game.urbanizes(0, "indianapolis", "H")


def test_no_new_city_left() -> None:
    """AOS-T3, AOS-N1, aos.new-city-due: with all eight on the board the action is useless, nobody is asked."""
    towns = ["milwaukee", "green-bay", "la-crosse", "rock-island", "springfield", "toledo", "buffalo", "cleveland"]
    every = dict(zip(towns, "ABCDEFGH", strict=True))
    game = mayor(new_cities=every, cash=1)
    assert game.state.asked == "aos.ask-move"
    rich = mayor(new_cities=every)
    rich.refuses(0, Urbanize(INDIANAPOLIS, "A"), "aos.may-not-urbanize", "AOS-N1")
    assert not any(isinstance(action, Urbanize) for action in rich.legal())
    last = mayor(new_cities={town: letter for town, letter in every.items() if letter != "E"}, cash=1)
    assert last.asked == ("aos.ask-build", [0])


def test_every_site_is_listed() -> None:
    """AOS-N1, AOS-N3, aos.urbanize: listed are every town without a New City with every letter left."""
    game = mayor(new_cities={"milwaukee": "A"}, tiles={"indianapolis": "T1 T-4@1"})
    listed = {(action.hex, action.letter) for action in game.legal() if isinstance(action, Urbanize)}
    assert listed == {(hex, letter) for hex in game.board.towns if hex != MILWAUKEE for letter in "BCDEFGH"}


def test_free_and_optional() -> None:
    """AOS-N1, AOS-08, aos.urbanize: free, no build, and a turn may end without it."""
    game = mayor()
    game.copy().ends(0)
    game.urbanizes(0, "milwaukee", "A")
    assert (game.player(0).cash, game.state.built) == (20, [])
    assert game.builds(0, "7,12 S1 0-3", "7,13 S1 0-3", "8,11 S2 5-1") == [2, 2, 2]


# What becomes of track


def test_a_city_in_every_respect() -> None:
    """AOS-N6, AOS-G1, AOS-B5, aos.urbanized: it has no cubes, stays so until the growth, and track starts there."""
    game = mayor(chart={"A": ["red", "blue"]})
    game.refuses(0, game.tile("7,8", "S1 0-3"), "aos.not-connected", "AOS-B5")
    game.urbanizes(0, "milwaukee", "A")
    assert game.state.cubes[MILWAUKEE] == {}
    assert game.state.chart["A"] == ["red", "blue"]
    assert game.builds(0, "7,8 S1 0-3") == [2]


def test_tile_returns_and_links_are_shorter() -> None:
    """AOS-10, AOS-N4, aos.urbanize, aos.urbanized: tile, disc and spokes go; links end at the New City's edge."""
    tiles = {
        "7,10": "S1 0-3@0",
        "milwaukee": "D2S T-3@0 T-0@0",
        "7,8": "S1 0-3@0",
        "green-bay": "T1 T-3@0",
    }
    game = position(3, actions={1: "urbanization"}, order=(1, 0, 2), tiles=tiles)
    assert game.links() == [("chicago", "milwaukee", 0, 2), ("green-bay", "milwaukee", 0, 3)]
    assert game.scores()["aos.track"] == (5, 0, 0)
    game.urbanizes(1, "milwaukee", "A")
    assert game.links() == [("chicago", "milwaukee", 0, 1), ("green-bay", "milwaukee", 0, 2)]
    assert game.scores()["aos.track"] == (3, 0, 0)
    assert MILWAUKEE not in game.state.tiles
    assert not of_type(game.events, OwnersChanged)
    game.ends(1)
    game.cannot_build(0, "milwaukee T1 T-3", "aos.no-building-there", "AOS-B3")


def test_section_with_a_spoke_starts_at_the_edge() -> None:
    """AOS-N4, AOS-N5: an unfinished section that used a spoke stays unfinished, with its owner or without."""
    for owner in ("1", "-"):
        tiles = {"milwaukee": f"T1 T-0@{owner}", "7,8": f"S2 3-5@{owner}"}
        game = mayor(tiles=tiles)
        game.urbanizes(0, "milwaukee", "A")
        assert game.unfinished() == [("7,8", 5, int(owner) if owner != "-" else None, 1)]
        assert game.links() == []
        assert not of_type(game.events, OwnersChanged)


def test_lone_spoke_is_gone() -> None:
    """AOS-N4: a section that was only a spoke is gone with its marker."""
    game = mayor(tiles={"milwaukee": "D2S T-3@1 T-0@-"})
    assert len(game.sections()) == 2
    game.urbanizes(0, "milwaukee", "A")
    assert game.sections() == []


def test_owned_sections_that_point_at_the_town() -> None:
    """AOS-09, AOS-N5, AOS-O6, aos.urbanize: they are links of their owners, even if these do not extend them."""
    game = position(3, actions={1: "urbanization"}, order=(1, 0, 2), tiles={"7,10": "S1 0-3@0"})
    game.urbanizes(1, "milwaukee", "A")
    assert game.links() == [("chicago", "milwaukee", 0, 1)]
    game.ends(1)
    game.builds(0, "7,12 S1 0-3")
    game.ends(0)
    assert ("chicago", "milwaukee", 0, 1) in game.links()


def test_ownerless_link_stays_ownerless() -> None:
    """AOS-09, AOS-N4, AOS-N5, AOS-O4, aos.urbanize: only unfinished ownerless sections are gained."""
    game = mayor(tiles={"7,10": "S1 0-3@-", "milwaukee": "T1 T-3@-", "7,8": "S1 3-0@-", "green-bay": "T1 T-3@-"})
    game.urbanizes(0, "milwaukee", "A")
    assert ("chicago", "milwaukee", None, 1) in game.links()
    assert game.scores()["aos.track"][0] == sum(length for _, _, owner, length in game.links() if owner == 0)


def test_ownerless_sections_are_gained() -> None:
    """AOS-X12, AOS-N5, AOS-O3, aos.urbanize: whole sections that become links are the urbanizing player's."""
    game = mayor(tiles={"9,13": "S2 3-1@-", "11,12": "S1 4-1@-", "10,13": "S1 4-1@-"})
    game.urbanizes(0, "indianapolis", "A")
    assert game.links() == [("cincinnati", "evansville", None, 2), ("evansville", "indianapolis", 0, 1)]
    assert of_type(game.events, OwnersChanged) == [OwnersChanged(0, [("9,13", 0)], "urbanization")]


def test_gained_link_is_kept() -> None:
    """AOS-N5, AOS-O4, AOS-O5: the link is permanent: the end of the turn does not take it."""
    game = mayor(tiles={"10,13": "S2 4-0@-"})
    game.urbanizes(0, "indianapolis", "A")
    game.ends(0)
    assert game.links() == [("evansville", "indianapolis", 0, 1)]


def test_section_from_the_same_town() -> None:
    """AOS-N5, AOS-B9: track from a spoke of the town back to it is the urbanizing player's and scores its paths."""
    tiles = {"indianapolis": "T1 T-0@-", "10,11": "S3 3-2@-", "11,11": "S3 5-4@-"}
    game = mayor(tiles=tiles)
    assert game.unfinished() == [("11,11", 4, None, 3)]
    game.urbanizes(0, "indianapolis", "A")
    assert game.links() == [("indianapolis", "indianapolis", 0, 2)]
    assert game.scores()["aos.track"] == (2, 0, 0)


def test_no_marker_is_needed() -> None:
    """AOS-N5, AOS-O7, rules.ownership_markers: an urbanization is never refused for lack of markers."""
    game = mayor(tiles={"7,12": "S1 0-3@0", "10,13": "S2 4-0@-"}, options={"rules.ownership_markers": 1})
    game.urbanizes(0, "indianapolis", "A")
    assert ("evansville", "indianapolis", 0, 1) in game.links()
    game.cannot_build(0, "8,11 S2 5-1", "aos.markers", "AOS-O7", "1 markers")
