"""The score (AOS-S)."""

from __future__ import annotations

import pytest

from railbook.engine.state import Ended
from railbook_age_of_steam.scoring import running_scores, track_points
from tests.plugins.age_of_steam.positions import Position, position
from tests.plugins.age_of_steam.test_moving import X04

FRED, OLIVE, ELODIE = range(3)


def last_turn(edition: str = "", **more: object) -> Position:
    """Give a game that has just ended after growth in its last turn."""
    return position(3, edition, enter="aos.reduction", turn=10, **more)  # type: ignore[arg-type]


def test_score() -> None:
    """AOS-18, AOS-S2, AOS-S3, AOS-X74, aos.income, aos.track, aos.shares: after the last reduction, without cash."""
    game = last_turn(income={FRED: 27, OLIVE: 3}, shares={FRED: 9}, tiles=X04, cash={FRED: 500})
    assert game.state.ended == "last turn"
    assert game.scores() == {"aos.income": (69, 9, 0), "aos.track": (2, 4, 0), "aos.shares": (-27, -6, -6)}
    assert game.standing() == [(1, 44), (2, 7), (3, -6)]


def test_unfinished_sections() -> None:
    """AOS-S3, AOS-X75, running_score: they score nothing; a running score may count them."""
    for edition, running in (("", [-4, -2, -6]), ("deluxe", [-4, -2, -6]), ("choochoo", [-3, -2, -6])):
        game = position(3, edition, tiles=X04)
        assert track_points(game.rules, game.state) == [2, 4, 0]
        assert track_points(game.rules, game.state, all_owned=True) == [3, 4, 0]
        assert running_scores(game.rules, game.state) == running


def test_ties() -> None:
    """AOS-S4: ties stand."""
    game = last_turn(income={FRED: 5, OLIVE: 5})
    assert [rank for rank, _ in game.standing()] == [1, 1, 3]


@pytest.mark.parametrize("edition", ["warfrog-2002", "choochoo"])
def test_the_eliminated_come_last(edition: str) -> None:
    """AOS-S4, AOS-18, AOS-X74, aos.eliminated, aos.income, aos.track, aos.shares: last, tied, without a score."""
    tiles = {hex: tile for hex, tile in X04.items() if hex in ("9,13", "10,12", "11,11")}
    game = last_turn(edition, out=(FRED, OLIVE), shares={ELODIE: 15, FRED: 2}, tiles={} if edition else tiles)
    assert game.player(ELODIE).shares == 15
    assert game.standing() == [(2, 0), (2, 0), (1, -45)]


def test_eliminated_links_score_nothing() -> None:
    """AOS-S4, AOS-E5, aos.track: also links that are still marked."""
    tiles = {hex: tile for hex, tile in X04.items() if hex in ("9,13", "10,12", "11,11")}
    game = last_turn(out=(OLIVE,), tiles=tiles)
    assert track_points(game.rules, game.state)[OLIVE] == 4
    assert game.scores()["aos.track"] == (0, 0, 0)
    assert Ended("last turn") in game.events
