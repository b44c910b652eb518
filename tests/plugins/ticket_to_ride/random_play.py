"""Games of random legal actions for tests, ply by ply, and the space of actions that may be tried in a position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple, cast

import msgspec
from hypothesis import strategies as st

from railbook.chance import Chance, Seeded
from railbook.engine.core_layer import Withdraw
from railbook.engine.play import advance, legal_actions
from railbook.engine.state import encode, new_state
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, OptionValue, Outcome, SetUp
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, StopDrawing
from railbook_ticket_to_ride.board import Board
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.table import Table
from tests.plugins.ticket_to_ride.positions import L

WEIGHTS = {DrawCard: 6, ClaimRoute: 6, DrawTickets: 1}
"""How often a type of action is chosen, so that games are long, with full hands and many routes."""

seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 5)
house_options: st.SearchStrategy[dict[str, OptionValue]] = st.fixed_dictionaries(
    {},
    optional={
        "market.flush_limit": st.sampled_from([0, 1, 3]),
        "market.flush_at": st.sampled_from([2, 4]),
        "market.refill": st.just("after_claim"),
        "market.size": st.integers(3, 6),
        "draw.second_pick": st.just("optional"),
        "draw.reshuffle": st.just("eager"),
        "draw.picks": st.sampled_from([1, 3]),
        "turn.pass": st.just("also_if_only_tickets"),
        "tickets.initial_bottom_order": st.sampled_from(["seat_order", "as_finished"]),
        "tickets.initial_rejects": st.just("removed"),
        "tickets.draw_bottom_order": st.just("shuffle"),
        "tickets.keep_draw": st.sampled_from([0, 2]),
        "setup.deal_order": st.just("display_first"),
        "parallel.open_from": st.integers(2, 6),
    },
)
"""Values of options under which every game still ends."""


class Played(NamedTuple):
    """A ply of a random game: the state before as bytes, and what happened; `state` is the live one after it."""

    before: bytes
    seat: int | None
    action: Action
    chance: list[tuple[str, Outcome]]
    events: list[Event]
    state: Table


def random_game(rules: Ruleset, seed: int) -> Iterator[Played]:
    """Play a game of random actions to the end."""
    dice = random.Random(seed)
    source = Seeded.of_seed(seed)
    state = cast(Table, new_state(rules))
    seat: int | None = None
    action: Action = SetUp()
    while True:
        before = encode(state)
        chance = Chance(source, state.scope, state.counts)
        events = advance(rules, state, seat, action, chance)
        yield Played(before, seat, action, chance.entries, events, state)
        if state.ended:
            return
        seat, action = _choose(rules, state, dice)


def _choose(rules: Ruleset, state: Table, dice: random.Random) -> tuple[int, Action]:
    if state.committed and dice.random() < 0.2:
        return dice.choice(state.committed).seat, Withdraw()
    seat = dice.choice(state.to_act)
    by_type: dict[type[Action], list[Action]] = {}
    for action in legal_actions(rules, state, seat):
        by_type.setdefault(type(action), []).append(action)
    kinds = list(by_type)
    (kind,) = dice.choices(kinds, [WEIGHTS.get(kind, 2) for kind in kinds])
    return seat, dice.choice(by_type[kind])


def key(action: Action) -> bytes:
    """Give what is equal for equal actions: the canonical form."""
    return msgspec.json.encode(action, order="sorted")


def action_space(board: Board, state: Table, seat: int, routes: Sequence[str], over: int = 1) -> Iterator[Action]:
    """Give every action that could make sense or nonsense here, without asking the rules.

    Claims are of these routes, paid with every part of the hand that has the right size, or up to `over` cards more or
    less, announced rightly and wrongly.
    """
    yield from (DrawCard(slot) for slot in (None, *range(-1, len(state.display) + 3)))
    yield from (DrawTickets(), Pass(), StopDrawing())
    offer = state.seats[seat].offer
    for order in permutations(offer):
        for cut in range(len(offer) + 1):
            yield KeepTickets(list(order[:cut]), list(order[cut:]))
            yield KeepTickets(list(order[:cut]), list(order[cut + 1 :]))
            yield KeepTickets(list(order[:cut]), [*order[cut:], *order[:1]])
    hand = state.seats[seat].hand.kinds
    payments: dict[int, list[dict[str, int]]] = {}
    for counts in product(*(range(count + 1) for count in hand.values())):
        paid = {kind: count for kind, count in zip(hand, counts, strict=True) if count}
        payments.setdefault(sum(counts), []).append(paid)
    for route in routes:
        length = board.routes[route].length
        for size in range(length - over, length + over + 1):
            for paid in payments.get(size, []):
                for colour in {*paid, L, "red"}:
                    yield ClaimRoute(Payment(paid, colour), route)
