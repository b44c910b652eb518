"""What is remembered of track from ply to ply: the same as what is found from scratch, in every position."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from railbook.bots import RandomPlayer
from railbook.chance import Chance
from railbook.engine.state import copy, encode
from railbook.engine.view import view
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.layer import Flow, Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Public
from railbook_age_of_steam.api import lay
from railbook_age_of_steam.building import EndBuilding
from railbook_age_of_steam.greedy import GreedyPlayer
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.network import links_from, network_of, owner_at, sections_of, tally_of
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.sites import Site, site_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tally import Tally
from railbook_age_of_steam.track import Section, Track
from tests.plugins.age_of_steam.positions import position, rules_for, walked_links


def counted(tally: Tally) -> list[dict[Any, int]]:
    """Give the counts of a tally, without those that are 0."""
    return [
        {key: count for key, count in counts.items() if count} for counts in (tally.lying, tally.under, tally.paths)
    ]


def whole(section: Section) -> tuple[list[tuple[str, int]], list[str]]:
    """Give a section without the direction in which it was walked."""
    return sorted(section.paths), sorted(map(repr, section.ends))


@pytest.mark.parametrize("edition, seats", [("warfrog-2002", 4), ("choochoo", 3)])
def test_sections_and_links_are_those_from_scratch(edition: str, seats: int) -> None:
    """AOS-G4, AOS-G6, AOS-N4: after every ply, what was kept and what was walked again is all the track there is.

    AOS-O7: no player has more sections than were counted and added up, with few markers and therefore often.
    """
    rules = rules_for(seats, edition, {"start.cash": 40, "rules.ownership_markers": 5})
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], [str(seat) for seat in range(seats)], 8)
    game = RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)
    players: list[Any] = [GreedyPlayer(rules, 0), *(RandomPlayer(rules, seat) for seat in range(1, seats))]
    board = board_of(rules)
    cities, recounted = 0, False
    while not game.over:
        seat = game.state.to_act[0]
        game.act(seat, players[seat].choose(view(rules, game.state, seat), seat))
        state = cast(Line, game.state)
        track = Track.of(board, state)
        found = [whole(section) for section in sections_of(board, state)]
        assert sorted(found) == sorted(whole(section) for section in track.sections())
        for place in (*board.cities, *board.towns):
            assert links_from(board, state, place) == walked_links(track, place)
        network = network_of(board, state)
        opened = {section.paths[0]: list(track.open_ends(section)) for section in network.whole.values()}
        assert {first: [(note.hex, note.edge) for note in ends] for first, ends in network.open.items()} == {
            first: ends for first, ends in opened.items() if ends
        }
        assert all(
            note.paths == len(network.whole[first].paths) for first in network.open for note in network.open[first]
        )
        assert counted(tally_of(state)) == counted(Tally(state.tiles.values()))
        owned = Counter(owner_at(state, section.paths[0]) for section in track.sections())
        assert all(owned[seat] <= tally_of(state).most_sections(seat) for seat in range(seats))
        recounted |= bool(tally_of(state).sections)
        assert encode(copy(rules, state)) == encode(state)
        cities = len(state.new_cities)
    assert cities > 0
    assert recounted


class Lifted(Event, frozen=True, tag="quake.lifted"):
    """The tile on a hex is gone."""

    hex: Public[str]


def quake() -> Layer[Line]:
    """Give a house rule that takes a tile off the board at the end of each build turn, and tells it with `lay`."""
    layer: Layer[Line] = Layer("quake", game=AGE_OF_STEAM)

    @layer.event(Lifted)
    def evolve_lifted(state: Line, event: Lifted) -> None:
        lay(state, event.hex, None)

    @layer.wrap_effect(EndBuilding)
    def lift(inner: Any, rules: Ruleset, state: Line, seat: int, action: EndBuilding, chance: Chance) -> Flow:
        yield Lifted(min(state.tiles))
        yield from inner(rules, state, seat, action, chance)

    return layer


def test_a_house_rule_that_changes_track_is_not_answered_from_memory() -> None:
    """AOS-G4, AOS-O5, AOS-T1: what a layer's own event takes away with `lay` is in no section and no count."""
    tiles = {"9,13": "S2 3-1@0", "10,13": "S1 4-1@0"}
    game = position(3, tiles=tiles, variants=[quake()])
    board, state = game.board, game.state
    assert len(network_of(board, state).whole) == 2
    assert tally_of(state).paths == {0: 2}
    tally_of(state).sections[0] = 1
    game.does(0, EndBuilding())
    assert list(state.tiles) == ["9,13"]
    assert [section.paths for section in sections_of(board, state)] == [(("9,13", 0),)]
    assert counted(tally_of(state)) == [{"S2": 1}, {}, {None: 1}]
    assert tally_of(state).most_sections(0) == 0


def test_a_seat_looks_at_its_own_copy() -> None:
    """AOS-G6: what was worked out for the table is not in a view of it, which goes its own way from then on."""
    game = position(3, tiles={"10,13": "S1 4-1@0"})
    assert len(network_of(game.board, game.state).whole) == 1
    seen = view(game.rules, game.state, 1)
    assert seen.__dict__ == {}
    lay(seen, "10,13", None)
    assert not list(sections_of(game.board, seen))
    assert len(list(sections_of(game.board, game.state))) == 1


def test_a_site_is_looked_at_again_when_an_owner_changes() -> None:
    """AOS-B5, AOS-O5: an edge that meets track of another player connects as soon as that track is lost."""
    game = position(3, tiles={"10,13": "S1 4-1@1"})
    board = game.board
    before = site_of(board, game.state, 0, "11,12").connecting
    assert before == Site(game.track, 0, "11,12").connecting == {1}
    game.ends(0, 1)
    assert game.state.tiles["10,13"].owners == [None]
    assert site_of(board, game.state, 0, "11,12").connecting == Site(game.track, 0, "11,12").connecting == {1, 4}
