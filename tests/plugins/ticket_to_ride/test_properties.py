"""Properties of every game of Ticket to Ride: random play keeps them under all options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings

from railbook.chance import Recorded
from railbook.engine.fold import fold
from railbook.engine.play import check, decide, legal_actions
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import decode, encode, new_state
from railbook.engine.view import view
from railbook.log.canonical import Codec, body_of, line_of
from railbook.log.records import Ply
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue
from railbook.testing import conformance
from railbook_ticket_to_ride.board import Board
from railbook_ticket_to_ride.table import Table
from tests.plugins.ticket_to_ride.positions import rules_for
from tests.plugins.ticket_to_ride.random_play import (
    Played,
    action_space,
    house_options,
    key,
    random_game,
    seat_counts,
    seeds,
)


def recount(rules: Ruleset, state: Table) -> None:
    """Count all cards, trains and tickets, without the invariants of the game."""
    board = cast(Board, rules.board)
    cards = Counter(card for card in state.display if card)
    for zone in (state.draw_pile.kinds, state.discard, *(own.hand.kinds for own in state.seats)):
        assert all(count > 0 for count in zone.values())
        cards.update(zone)
    assert cards.total() == 110
    assert cards == Counter(board.deck)
    tickets = [
        *(state.removed or ()),
        *(one for pile in state.piles.values() for s in pile.strata for one in s.tickets),
    ]
    for seat, own in enumerate(state.seats):
        tickets += [*own.tickets, *own.offer, *own.rejects]
        owned = [board.routes[route] for route, owner in state.owners.items() if owner == seat]
        assert own.trains >= 0
        assert own.trains + sum(route.length for route in owned) == 45
        assert own.points == sum(route.points for route in owned)
        assert not {sibling for route in owned for sibling in route.siblings if state.owners.get(sibling) == seat}
    assert len(tickets) == len(set(tickets)) == 30


def keeps_everything(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """Play a random game to its end and check everything that must hold after each ply."""
    rules = rules_for(seats, options)
    folded = cast(Table, new_state(rules))
    for played, ply in enumerate(random_game(rules, seed), 1):
        state = ply.state
        recount(rules, state)
        for id, holds in rules.invariants:
            assert (id, holds(rules, state)) == (id, None)
        fold(rules, folded, ply.events)
        assert encode(folded) == encode(state)
        assert state.ply == played < 2000
        assert state.to_act or state.ended
    assert folded.ended in ("last round", "all passed")
    sheet = score_sheet(rules, folded)
    ranked = standings(rules, folded, sheet)
    assert sorted(place.seat for place in ranked) == list(range(seats))
    assert ranked[0].total == max(place.total for place in ranked)


@settings(max_examples=6)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_random_play_keeps_everything(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-G6, TTR-G7, TTR-G8, SEC-06.

    110 cards, 45 trains a seat and 30 tickets after every ply; events fold to the state.
    """
    keeps_everything(seats, seed, options)


@pytest.mark.slow
@settings(max_examples=60)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_much_random_play_keeps_everything(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-G6, TTR-G7, TTR-G8: the same over many games."""
    keeps_everything(seats, seed, options)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_number_of_seats_plays_to_the_end(seats: int) -> None:
    """TTR-USA1, TTR-E1, TTR-W1: under default options a game of each number of seats ends and is scored."""
    keeps_everything(seats, seats, {})


def decides_alike(rules: Ruleset, codec: Codec, ply: Played) -> None:
    """Decide a ply again, from its recorded outcomes, and read its line back."""
    state = decode(rules, ply.before)
    recorded = Recorded(ply.chance)
    events = decide(rules, state, ply.seat, ply.action, recorded)
    recorded.finish()
    assert events == ply.events
    assert encode(state) == ply.before, "deciding changes nothing"
    record = Ply[Any, Any](ply=state.ply, seat=ply.seat, action=ply.action, chance=ply.chance, events=ply.events)
    line = codec.read(line_of(body_of(record), "0" * 32).rstrip(b"\n"))
    assert line.record == record
    assert line.canonical


@settings(max_examples=4)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_every_ply_is_decided_again_and_read_back(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-V5, SEC-06: recorded outcomes give the same events; states, actions and events survive encoding."""
    rules = rules_for(seats, options)
    codec = Codec(rules)
    for ply in random_game(rules, seed):
        decides_alike(rules, codec, ply)
        assert decode(rules, encode(ply.state)) == ply.state


def test_same_seed_same_bytes_in_another_process() -> None:
    """TTR-V5: a seed gives the same log, byte by byte, in processes that hash otherwise."""
    (check,) = [one for one in conformance("ttr-usa", seats=[3], seeds=[11]) if one.name.startswith("other-process")]
    check()


def compare_legal_actions(rules: Ruleset, state: Table, routes: list[str]) -> None:
    """Legal actions are those accepted among all that could be tried, each listed once, and those of the own view."""
    board = cast(Board, rules.board)
    for seat in range(rules.seats):
        listed = [key(action) for action in legal_actions(rules, state, seat)]
        assert len(listed) == len(set(listed))
        tried = routes if seat in state.to_act else routes[:2]
        space = {key(action): action for action in action_space(board, state, seat, tried)}
        accepted = {one for one, action in space.items() if check(rules, state, seat, action) is None}
        assert accepted == {one for one in listed if _route(one) in (None, *tried)}
        own = view(rules, state, seat)
        assert [key(action) for action in legal_actions(rules, own, seat)] == listed
        assert (seat in state.to_act) == bool(listed)


def _route(action: bytes) -> str | None:
    """Give the route of an encoded claim."""
    route: str | None = msgspec.json.decode(action).get("route")
    return route


def sampled_positions(rules: Ruleset, seed: int, every: int, most_cards: int) -> list[Table]:
    """Give positions of a random game in which no hand is so big that its payments cannot be listed."""
    found = []
    for number, ply in enumerate(random_game(rules, seed)):
        hands = [own.hand.size for own in ply.state.seats]
        if number % every == 0 and max(hands) <= most_cards and not ply.state.ended:
            found.append(cast(Table, decode(rules, encode(ply.state))))
    return found


@pytest.mark.slow
@settings(max_examples=5)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_legal_actions_are_the_accepted_ones(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-T1, TTR-C1, TTR-D1, TTR-K1, TTR-T3.

    Legal actions are exactly what is accepted, and the same on the own view.
    """
    rules = rules_for(seats, options)
    dice = random.Random(seed)
    board = cast(Board, rules.board)
    for state in sampled_positions(rules, seed, every=11, most_cards=14)[:8]:
        compare_legal_actions(rules, state, dice.sample(sorted(board.routes), 12))


@pytest.mark.slow
@settings(max_examples=4)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_legal_actions_are_the_accepted_ones_on_the_whole_board(
    seats: int, seed: int, options: dict[str, OptionValue]
) -> None:
    """TTR-T1, TTR-C1, TTR-D1, TTR-K1, TTR-T3: the same with every route of the board and bigger hands."""
    rules = rules_for(seats, options)
    board = cast(Board, rules.board)
    for state in sampled_positions(rules, seed, every=9, most_cards=16)[:10]:
        compare_legal_actions(rules, state, sorted(board.routes))


def test_no_seat_is_ever_left_without_an_action() -> None:
    """TTR-T3, USA-14: in a game of many passes each seat that is asked has a legal action."""
    rules = rules_for(5, {"turn.pass": "also_if_only_tickets"})
    for ply in random_game(rules, 8):
        for seat in ply.state.to_act:
            assert any(True for _ in legal_actions(rules, ply.state, seat))
