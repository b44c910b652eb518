"""What is remembered of track from ply to ply: the same as what is found from scratch, in every position."""

from __future__ import annotations

from typing import Any, cast

import pytest

from railbook.bots import RandomPlayer
from railbook.engine.view import view
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook_age_of_steam.greedy import GreedyPlayer
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.network import links_from, sections_of
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.sites import Site, site_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.track import Section, Track
from tests.plugins.age_of_steam.positions import position, rules_for


def whole(section: Section) -> tuple[list[tuple[str, int]], list[str]]:
    """Give a section without the direction in which it was walked."""
    return sorted(section.paths), sorted(map(repr, section.ends))


@pytest.mark.parametrize("edition, seats", [("warfrog-2002", 4), ("choochoo", 3)])
def test_sections_and_links_are_those_from_scratch(edition: str, seats: int) -> None:
    """AOS-G4, AOS-G6, AOS-N4: after every ply, what was kept and what was walked again is all the track there is."""
    rules = rules_for(seats, edition, {"start.cash": 40})
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], [str(seat) for seat in range(seats)], 8)
    game = RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)
    players: list[Any] = [GreedyPlayer(rules, 0), *(RandomPlayer(rules, seat) for seat in range(1, seats))]
    board = board_of(rules)
    cities = 0
    while not game.over:
        seat = game.state.to_act[0]
        game.act(seat, players[seat].choose(view(rules, game.state, seat), seat))
        state = cast(Line, game.state)
        track = Track.of(board, state)
        found = [whole(section) for section in sections_of(board, state)]
        assert sorted(found) == sorted(whole(section) for section in track.sections())
        for place in (*board.cities, *board.towns):
            assert links_from(board, state, place) == track.links_from(place)
        cities = len(state.new_cities)
    assert cities > 0


def test_a_site_is_looked_at_again_when_an_owner_changes() -> None:
    """AOS-B5, AOS-O5: an edge that meets track of another player connects as soon as that track is lost."""
    game = position(3, tiles={"10,13": "S1 4-1@1"})
    board = game.board
    before = site_of(board, game.state, 0, "11,12").connecting
    assert before == Site(game.track, 0, "11,12").connecting == {1}
    game.ends(0, 1)
    assert game.state.tiles["10,13"].owners == [None]
    assert site_of(board, game.state, 0, "11,12").connecting == Site(game.track, 0, "11,12").connecting == {1, 4}
