"""Who owns track (AOS-G, AOS-O): sections, markers, joining, and what is lost when it is not extended."""

from __future__ import annotations

import pytest

from railbook.rules.types import Event
from railbook_age_of_steam.building import EndBuilding
from railbook_age_of_steam.events import BuildTurnBegun, BuildTurnEnded, DiceRolled, OwnersChanged, TileBuilt
from railbook_age_of_steam.state import Note, Tile
from railbook_age_of_steam.track import Track
from tests.plugins.age_of_steam.positions import Position, at, of_type, position, walked_links

FRED, OLIVE = 0, 1
OLIVE_FIRST = (OLIVE, FRED, 2)
NOT_EXTENDED = "not extended"


# Sections


def test_sections_run_through_edges_only() -> None:
    """AOS-G2, AOS-G3, AOS-G4, AOS-G5: a town ends sections, an edge without a path behind it leaves them open."""
    tiles = {"9,13": "S2 3-1@0", "indianapolis": "D2S T-4@0 T-1@-", "12,12": "S3 5-0@1"}
    game = position(tiles=tiles)
    assert game.links() == [("evansville", "indianapolis", 0, 2)]
    assert game.unfinished() == [("10,12", 1, None, 1), ("12,12", 5, 1, 1)]


def test_edge_towards_a_tile_without_a_path_there_is_open() -> None:
    """AOS-G5, AOS-G6, AOS-B12: the tile behind the edge does not close it."""
    game = position(tiles={"10,13": "S1 4-1@0", "11,12": "S2 3-1@1"})
    assert ("10,13", 1, 0, 1) in game.unfinished()


def test_neighbouring_cities_are_no_link() -> None:
    """AOS-G6: without track there is no link, and city hexes hold none."""
    game = position(tiles={"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"}, new_cities={"indianapolis": "A"})
    assert [link[:2] for link in game.links()] == [("cincinnati", "evansville")]
    assert walked_links(game.track, at("indianapolis")) == []
    assert [(link.to, link.owner, link.length) for link in walked_links(game.track, at("cincinnati"))] == [
        (at("evansville"), 0, 2)
    ]


def test_ring_of_track_ends() -> None:
    """AOS-G4: track that runs in a ring is one section, walked once; it cannot be built, since it begins nowhere."""
    ring = {"10,13": Tile("S3", 2, [0]), "11,12": Tile("S3", 4, [0]), "11,13": Tile("S3", 0, [0])}
    track = Track(position().board, ring, {})
    (section,) = track.sections()
    assert {hex for hex, _ in section.paths} == set(ring)
    assert not section.is_link


# Who owns what is built


def test_new_kept_and_redirected_paths() -> None:
    """AOS-O1, AOS-O2, aos.tile-built: new and redirected paths are the builder's, kept ones keep theirs."""
    game = position(tiles={"10,13": "S1 4-1@-", "10,14": "S3 5-0@0"})
    events = game.does(FRED, game.tile("10,13", "X1 4-1 0-3"))
    (built,) = of_type(events, TileBuilt)
    assert sorted(built.owners, key=repr) == [FRED, None]
    redirected = position(tiles={"10,13": "S1 4-1@-"})
    redirected.builds(FRED, "10,13 S2 4-0")
    assert list(redirected.owners("10,13").values()) == [FRED]


def test_joining_takes_over() -> None:
    """AOS-X37, AOS-O3, AOS-G7, aos.build, aos.owners-changed: the whole ownerless section is the builder's."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@-"})
    events = game.does(OLIVE, game.tile("11,12", "S1 4-1"))
    assert game.player(OLIVE).cash == 18
    assert game.links() == [("cincinnati", "evansville", OLIVE, 2)]
    assert of_type(events, OwnersChanged) == [OwnersChanged(OLIVE, [("10,13", 0)], "taken over")]


def test_kept_path_on_the_same_tile_is_taken_over() -> None:
    """AOS-O1, AOS-O3, AOS-B5, aos.build: an ownerless path kept there is the builder's if the new one joins it."""
    game = position(tiles={"10,13": "S1 4-1@-", "11,12": "S3 4-3@-", "11,13": "S3 0-5@-"})
    assert game.unfinished() == [("11,13", 5, None, 3)]
    assert game.builds(FRED, "10,13 C1 4-1 2-3") == [2]
    assert game.unfinished() == [("10,13", 3, FRED, 4)]


def test_link_is_permanent() -> None:
    """AOS-O4, AOS-O5, AOS-G6: completed links are nobody's to lose, extended or not."""
    game = position(tiles={"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"})
    assert game.state.notes == []
    assert not of_type(_ended(game, FRED), OwnersChanged)
    assert game.links() == [("cincinnati", "evansville", FRED, 2)]


def _ended(game: Position, seat: int) -> list[Event]:
    """Let a seat end its build turn and give the events."""
    return game.does(seat, EndBuilding())


# Losing what is not extended


def test_what_is_noted() -> None:
    """AOS-O5, aos.next-builder, aos.build-turn-begun: open sections of the builder and of nobody, by inner edge."""
    tiles = {
        "10,13": "S1 4-1@0",
        "7,12": "S1 0-3@-",
        "7,13": "S1 0-3@-",
        "13,10": "S2 4-2@1",
        "indianapolis": "T1 T-4@0",
    }
    game = position(tiles=tiles)
    noted = [Note("10,12", 4, 1), Note("10,13", 4, 1), Note("7,13", 0, 2)]
    assert game.state.notes == noted
    assert of_type(game.events, BuildTurnBegun) == [BuildTurnBegun(FRED, noted)]
    events = _ended(game, FRED)
    assert of_type(events, BuildTurnEnded) == [BuildTurnEnded(FRED)]
    others = [Note("10,12", 4, 1), Note("10,13", 4, 1), Note("13,10", 4, 1), Note("7,13", 0, 2)]
    assert of_type(events, BuildTurnBegun) == [BuildTurnBegun(OLIVE, others)]


def test_not_extended() -> None:
    """AOS-X11, AOS-O5, AOS-G7, aos.owners-changed, aos.end-building: a turn without builds costs the whole section."""
    game = position(tiles={"7,12": "S1 0-3@0", "7,13": "S1 0-3@0"})
    events = _ended(game, FRED)
    assert of_type(events, OwnersChanged) == [OwnersChanged(None, [("7,12", 0), ("7,13", 0)], NOT_EXTENDED)]
    assert game.unfinished() == [("7,13", 3, None, 2)]


def test_lost_when_the_last_build_ends_the_turn() -> None:
    """AOS-O5, AOS-B1, aos.ask-build: the end of the turn that comes by itself takes them as well."""
    game = position(tiles={"7,12": "S1 0-3@0"}, cash=4)
    game.builds(FRED, "10,13 S1 4-1", "11,12 S1 4-1")
    assert game.asked == ("aos.ask-build", [OLIVE])
    assert game.unfinished() == [("7,12", 3, None, 1)]


def test_built_in_this_turn_is_safe() -> None:
    """AOS-O5, AOS-X11: a section built this turn is safe until the end of the builder's next turn."""
    game = position()
    game.builds(FRED, "7,12 S1 0-3")
    game.ends(FRED)
    assert game.unfinished() == [("7,12", 3, FRED, 1)]


def test_extending_saves() -> None:
    """AOS-O5: a section that is longer than noted is kept."""
    game = position(tiles={"7,12": "S1 0-3@0"})
    game.builds(FRED, "7,13 S1 0-3")
    game.ends(FRED)
    assert game.unfinished() == [("7,13", 3, FRED, 2)]


def test_completing_saves() -> None:
    """AOS-O5, AOS-O4: a section that is a link now is kept."""
    game = position(tiles={"10,13": "S1 4-1@0"})
    game.builds(FRED, "11,12 S1 4-1")
    game.ends(FRED)
    assert game.links() == [("cincinnati", "evansville", FRED, 2)]


@pytest.mark.parametrize("continued", [False, True])
def test_redirecting_alone_saves_nothing(continued: bool) -> None:
    """AOS-11, AOS-X36, AOS-O5: a redirected section is as long as before; extended too it is kept. Both cost $2."""
    game = position(tiles={"7,10": "S1 3-0@0"})
    assert game.builds(FRED, "7,10 S2 3-5") == [2]
    if continued:
        assert game.builds(FRED, "6,10 S1 2-5") == [2]
    game.ends(FRED)
    assert game.unfinished() == ([("6,10", 5, FRED, 2)] if continued else [("7,10", 5, None, 1)])


def test_redirected_ownerless_section_is_not_kept() -> None:
    """AOS-X38, AOS-O5: hers until the end of the turn, then ownerless again."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@-"})
    game.builds(OLIVE, "10,13 S2 4-0")
    assert game.unfinished() == [("10,13", 0, OLIVE, 1)]
    game.ends(OLIVE)
    assert game.unfinished() == [("10,13", 0, None, 1)]


def test_other_turns_take_nothing() -> None:
    """AOS-O6, aos.end-building: the end of Olive's turn takes nothing of Fred's."""
    game = position(order=OLIVE_FIRST, tiles={"10,13": "S1 4-1@0", "7,12": "S1 0-3@1"})
    game.ends(OLIVE)
    assert game.unfinished() == [("10,13", 1, FRED, 1), ("7,12", 3, None, 1)]


def test_spokes_are_sections_of_their_own() -> None:
    """AOS-O5, AOS-X17, AOS-X18, AOS-G5: each unfinished spoke is lost or kept by itself."""
    tiles = {"9,13": "S2 3-1@0", "indianapolis": "D4X T-4@0 T-1@0 T-2@0 T-5@0"}
    game = position(tiles=tiles)
    assert [(note.hex, note.edge, note.paths) for note in game.state.notes] == [
        ("10,12", 1, 1),
        ("10,12", 2, 1),
        ("10,12", 5, 1),
    ]
    game.builds(FRED, "11,12 S1 5-2", "12,12 S3 5-0")
    game.ends(FRED)
    assert game.owners("indianapolis") == {"T-4": FRED, "T-1": None, "T-2": FRED, "T-5": None}


def test_ownerless_spoke_is_regained() -> None:
    """AOS-X40, AOS-O3, AOS-B5: T-5 is Fred's again once he builds on from it, for he still owns T-2."""
    game = position(tiles={"9,13": "S2 3-5@0", "terre-haute": "D2S T-2@0 T-5@-"})
    assert game.builds(FRED, "7,13 S1 2-5") == [2]
    assert game.unfinished() == [("7,13", 5, FRED, 2)]
    game.ends(FRED)
    assert game.unfinished() == [("7,13", 5, FRED, 2)]


def test_order_and_start_count() -> None:
    """AOS-G8, AOS-B1, AOS-E5: who is out has no build turn; dice are still rolled for all that started."""
    game = position(4, order=(3, 0, 2), out=(1,))
    assert game.state.queue == [3, 0, 2]
    grown = position(4, order=(3, 0, 2), out=(1,), enter="aos.growth")
    assert [len(event.dice) for event in of_type(grown.events, DiceRolled)] == [4, 4]


# Markers


def test_markers() -> None:
    """AOS-O7, aos.markers, rules.ownership_markers: one for each section; what needs one more is refused."""
    tiles = {"7,12": "S1 0-3@0"}
    game = position(tiles=tiles, options={"rules.ownership_markers": 2})
    assert game.builds(FRED, "10,13 S1 4-1") == [2]
    game.cannot_build(FRED, "8,11 S2 5-1", "aos.markers", "AOS-O7", "3 sections", "2 markers")
    assert game.copy().builds(FRED, "7,13 S1 0-3") == [2]
    assert game.builds(FRED, "11,12 S1 4-1") == [2]
    free = position(tiles=tiles, options={"rules.ownership_markers": 0})
    assert free.builds(FRED, "10,13 S1 4-1", "8,11 S2 5-1") == [2, 2]


def test_spokes_need_markers() -> None:
    """AOS-O7, aos.markers: each spoke of a town is a section of its own; spokes of others need none."""
    tiles = {"9,13": "S2 3-1@0"}
    three = {"rules.ownership_markers": 3}
    game = position(tiles=tiles, options=three)
    game.cannot_build(FRED, "indianapolis D4X T-4 T-1 T-2 T-5", "aos.markers", "AOS-O7", "4 sections")
    assert game.builds(FRED, "indianapolis T3Y T-4 T-0 T-2") == [4]


def test_joining_frees_a_marker() -> None:
    """AOS-O7, AOS-O3, aos.markers: two own sections that meet are one."""
    tiles = {"10,13": "S1 4-1@0", "12,12": "S3 0-5@0", "7,12": "S1 0-3@0"}
    game = position(tiles={**tiles, "11,12": "S2 4-0@0"}, options={"rules.ownership_markers": 3})
    game.cannot_build(FRED, "8,11 S2 5-1", "aos.markers", "AOS-O7")
    joined = position(tiles=tiles, options={"rules.ownership_markers": 3})
    joined.cannot_build(FRED, "8,11 S2 5-1", "aos.markers", "AOS-O7")
    assert joined.builds(FRED, "10,13 S2 4-0", "11,12 S1 2-5") == [2, 2]


def test_twenty_markers() -> None:
    """AOS-O7, AOS-U4, aos.markers, rules.ownership_markers: a 21st section is refused where nothing else is said."""
    towns = ("toledo", "fort-wayne", "la-crosse", "springfield")
    tiles = dict.fromkeys(towns, "D4X T-0@0 T-3@0 T-2@0 T-5@0") | {"grand-rapids": "D2S T-0@0 T-3@0"}
    game = position(tiles=tiles)
    assert sum(owner == FRED for _, _, owner, _ in game.unfinished()) == 18
    assert game.builds(FRED, "10,13 S1 4-1", "7,12 S1 0-3") == [2, 2]
    game.cannot_build(FRED, "8,11 S2 5-1", "aos.markers", "AOS-O7", "21 sections", "20 markers")
