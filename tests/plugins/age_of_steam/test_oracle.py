"""Long games of all editions: owners, links, builds and incomes are those of a second program; cash adds up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook.chance import Recorded
from railbook.engine.fold import fold
from railbook.engine.play import decide, legal_actions
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import decode, encode, new_state
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.building import Build
from railbook_age_of_steam.events import GoodsMoved
from railbook_age_of_steam.moving import MoveGoods
from railbook_age_of_steam.network import links_from, sections_of
from railbook_age_of_steam.plans import builds_left
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import paths
from tests.plugins.age_of_steam.books import Books, count
from tests.plugins.age_of_steam.oracle import Oracle, Piece
from tests.plugins.age_of_steam.oracle_builds import Builder
from tests.plugins.age_of_steam.players import game
from tests.plugins.age_of_steam.positions import EDITIONS, rules_for


def owners(state: Line) -> dict[Piece, int | None]:
    """Give the owner of each path as the state has it."""
    return {
        (hex, frozenset(path)): owner
        for hex, tile in state.tiles.items()
        for path, owner in zip(paths(tile.tile, tile.rotation), tile.owners, strict=True)
    }


def compare(rules: Ruleset, oracle: Oracle, state: Line) -> None:
    """All sections and all links are those of the second program."""
    groups = oracle.groups()
    known = [
        {(hex, frozenset(paths(state.tiles[hex].tile, state.tiles[hex].rotation)[index])) for hex, index in one.paths}
        for one in sections_of(rules.board, state)
    ]
    assert sorted(map(sorted_pieces, known)) == sorted(sorted_pieces(group.pieces) for group in groups)
    links = Counter(
        (frozenset(group.places), oracle.owner(group), len(group.pieces)) for group in groups if group.is_link
    )
    found = Counter(
        (frozenset((place, link.to)), link.owner, link.length)
        for place in (*rules.board.cities, *rules.board.towns)
        for link in links_from(rules.board, state, place)
    )
    assert found == Counter({link: 2 * count for link, count in links.items()})


def sorted_pieces(pieces: Any) -> list[Any]:
    """Give paths in an order."""
    return sorted((hex, sorted(ends)) for hex, ends in pieces)


def plays(edition: str, seats: int, seed: int, cash: int = 60, every: int = 1) -> Line:
    """Play a game to its end and check after every ply all that must hold; what takes long only every so often."""
    rules = rules_for(seats, edition, {"start.cash": cash})
    oracle, books = Oracle(rules), Books(rules)
    folded: Any = new_state(rules)
    compared: Any = None
    for number, played in enumerate(game(rules, seed)):
        state = played.state
        if isinstance(played.action, MoveGoods):
            (moved,) = [event for event in played.events if isinstance(event, GoodsMoved)]
            out = [seat for seat, player in enumerate(decode(rules, played.before).players) if player.out]  # type: ignore[attr-defined]
            assert moved.income == oracle.income(played.action, out)
        oracle.follow(played.events)
        books.follow(played)
        count(state)
        assert owners(state) == oracle.owners
        track = (dict(oracle.owners), sorted(oracle.cities))
        if track != compared or number % every == 0:  # where nobody's track has changed, nor have the links
            compare(rules, oracle, state)
            compared = track
        assert {id: said for id, holds in rules.invariants if (said := holds(rules, state))} == {}
        fold(rules, folded, played.events)
        if number % every == 0 or state.ended:
            assert encode(folded) == encode(state)
            recorded = Recorded(played.chance)
            assert decide(rules, decode(rules, played.before), played.seat, played.action, recorded) == played.events
            recorded.finish()
        assert number < 2000
    sheet = {line.id: line.points for line in score_sheet(rules, folded)}
    points = [0] * seats
    for group in oracle.groups():
        owner = oracle.owner(group)
        if group.is_link and owner is not None:
            points[owner] += len(group.pieces)
    inside = [not player.out for player in folded.players]
    assert sheet["aos.track"] == tuple(count if there else 0 for count, there in zip(points, inside, strict=True))
    assert len(standings(rules, folded, score_sheet(rules, folded))) == seats
    line: Line = folded
    return line


@pytest.mark.slow
@pytest.mark.parametrize("edition, seats", [("warfrog-2002", 6), ("choochoo", 5)])
def test_long_games(edition: str, seats: int) -> None:
    """AOS-G3, AOS-G4, AOS-G7, AOS-O1, AOS-O3, AOS-O5, AOS-N4, AOS-N5, AOS-E5, AOS-M7, AOS-Q2, AOS-Q3, AOS-S2, AOS-C6.

    Games end in each edition; owners, links, incomes, cash and scores are those of a second program.
    """
    ended = plays(edition, seats, seats, every=9)
    assert ended.ended in ("last turn", "one player is left", "nobody is left")
    assert ended.turn >= 3


GAMES = {
    "edition": st.sampled_from(EDITIONS),
    "seats": st.integers(3, 6),
    "seed": st.integers(0, 2**32),
    "cash": st.sampled_from([10, 25, 60, 120]),
}


@settings(max_examples=3)
@given(**GAMES)
def test_random_games(edition: str, seats: int, seed: int, cash: int) -> None:
    """AOS-U1, AOS-T1, AOS-N1, AOS-Q3, AOS-O3, AOS-O5, AOS-G6: all that exists is somewhere, after every ply.

    96 cubes, 136 tiles, 8 discs, 8 New Cities and every dollar; links and owners are those of the second program.
    """
    plays(edition, seats, seed, cash, every=9)


def builds_agree(edition: str, seats: int, seed: int, every: int) -> int:
    """Compare the legal builds in some positions of a game with those of the second program; gives their number."""
    rules = rules_for(seats, edition, {"start.cash": 60})
    oracle, asked, seen = Oracle(rules), 0, 0
    for played in game(rules, seed):
        oracle.follow(played.events)
        state = played.state
        if state.asked != "aos.ask-build" or builds_left(rules, state, state.to_act[0]) < 1:
            continue
        asked += 1
        if asked % every == 0:
            seat = state.to_act[0]
            listed = [one for one in legal_actions(rules, state, seat) if isinstance(one, Build)]
            found = list(Builder(rules, state, oracle, seat).builds())
            assert len(set(listed)) == len(listed)
            assert set(listed) == set(found)
            seen += len(listed)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("edition, seats", [("warfrog-2002", 4), ("choochoo", 6)])
def test_legal_builds(edition: str, seats: int) -> None:
    """AOS-B2 to AOS-B11, AOS-K1 to AOS-K7, AOS-O7, AOS-P1 to AOS-P6, AOS-T1 to AOS-T3.

    Legal builds are those that a second program finds by asking every paragraph of every tile in every rotation.
    """
    assert builds_agree(edition, seats, 5, every=24) > 300


def moves_agree(edition: str, seats: int, seed: int) -> int:
    """Compare the moves of the strongest locomotive in some positions of a game with those found by brute force."""
    rules = rules_for(seats, edition, {"start.cash": 60, "start.income": 25})
    oracle, seen = Oracle(rules), 0
    for number, played in enumerate(game(rules, seed)):
        oracle.follow(played.events)
        state = played.state
        if state.asked != "aos.ask-move" or number % 5:
            continue
        board: Any = rules.board
        takers = {hex: city.colours for hex, city in board.cities.items()}
        takers |= {hex: board.map.new_cities[letter].colours for hex, letter in state.new_cities.items()}
        seat = state.to_act[0]
        strong: Any = decode(rules, encode(state))
        strong.players[seat].locomotive = 6
        listed = [
            (action.start, action.cube, tuple((hop.edge, hop.to) for hop in action.path))
            for action in legal_actions(rules, strong, seat)
            if isinstance(action, MoveGoods)
        ]
        assert len(set(listed)) == len(listed)
        assert set(listed) == oracle.moves(state.cubes, takers, 6)
        seen += len(listed)
    return seen


def test_legal_moves() -> None:
    """AOS-M2, AOS-M3, AOS-M4, AOS-M5, AOS-X23, aos.takes: moves are all those that go over the links, and no others."""
    assert moves_agree("warfrog-2002", 6, 1) > 100


@pytest.mark.slow
@settings(max_examples=6)
@given(edition=st.sampled_from(EDITIONS), seats=st.integers(3, 6), seed=st.integers(0, 2**32))
def test_many_legal_moves(edition: str, seats: int, seed: int) -> None:
    """AOS-M2, AOS-M3, AOS-M4, AOS-M5: the same in many games."""
    moves_agree(edition, seats, seed)


@pytest.mark.nightly
@pytest.mark.slow
@settings(max_examples=6)
@given(edition=st.sampled_from(EDITIONS), seats=st.integers(3, 6), seed=st.integers(0, 2**32))
def test_many_legal_builds(edition: str, seats: int, seed: int) -> None:
    """AOS-B5, AOS-B9, AOS-K4, AOS-T1: the same in many positions of many games."""
    builds_agree(edition, seats, seed, every=9)


@pytest.mark.nightly
@pytest.mark.slow
@settings(max_examples=60)
@given(**GAMES)
def test_many_random_games(edition: str, seats: int, seed: int, cash: int) -> None:
    """AOS-U1, AOS-T1, AOS-N1, AOS-Q3, AOS-G4, AOS-O3, AOS-O5, AOS-N5, AOS-E5, AOS-M7: the same in many games."""
    plays(edition, seats, seed, cash)
