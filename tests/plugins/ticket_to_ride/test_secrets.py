"""Views leak nothing: what a seat cannot know may be anything, and the seat sees the same (TTR-V)."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings

from railbook.chance import Chance, Scripted, Seeded
from railbook.engine.play import advance, check, legal_actions
from railbook.engine.state import copy, decode, encode
from railbook.engine.view import view, view_of_action, view_of_chance, view_of_events
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, OptionValue
from railbook_ticket_to_ride.actions import DrawCard, DrawTickets
from railbook_ticket_to_ride.cards import Cards
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.ticket_pile import Stratum, TicketPile
from tests.plugins.ticket_to_ride.positions import keep, position, rules_for, set_up
from tests.plugins.ticket_to_ride.random_play import house_options, random_game, seat_counts, seeds


def otherwise(rules: Ruleset, state: Table, viewer: int | None, dice: random.Random) -> Table:
    """Give another state that a viewer cannot tell from this one: cards and tickets that it does not see are mixed."""
    other = copy(rules, state)
    hidden = [other.draw_pile, *(own.hand for seat, own in enumerate(other.seats) if seat != viewer)]
    cards = [kind for cards in hidden for kind, count in cards.kinds.items() for _ in range(count)]
    dice.shuffle(cards)
    for place in hidden:
        taken = Cards()
        for _ in range(place.size):
            taken.add(cards.pop())
        place.kinds = taken.kinds
    lists = [own for seat, s in enumerate(other.seats) if seat != viewer for own in (s.tickets, s.offer, s.rejects)]
    lists += [s.tickets for pile in other.piles.values() for s in pile.strata if viewer not in s.known_to]
    lists.append(cast("list[str | None]", other.removed or []))
    tickets = [ticket for one in lists for ticket in one]
    dice.shuffle(tickets)
    for one in lists:
        one[:] = [tickets.pop() for _ in one]
    for commitment in other.committed:
        if commitment.seat != viewer:
            chosen = keep(other.seats[commitment.seat].offer)
            commitment.action = msgspec.to_builtins(chosen)
    return other


def leaks_nothing(rules: Ruleset, state: Table, dice: random.Random) -> None:
    """For every seat and a spectator: another state with the same public and own things gives the same view."""
    for viewer in (*range(rules.seats), None):
        other = otherwise(rules, state, viewer, dice)
        for _id, holds in rules.invariants:
            assert holds(rules, other) is None
        assert encode(view(rules, state, viewer)) == encode(view(rules, other, viewer))
        if viewer is not None:
            assert list(legal_actions(rules, state, viewer)) == list(legal_actions(rules, other, viewer))


@settings(max_examples=6)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_views_leak_nothing(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-V1, TTR-V2, TTR-V3: states that differ only in what a seat cannot know look the same to it."""
    rules = rules_for(seats, options)
    dice = random.Random(seed)
    for number, ply in enumerate(random_game(rules, seed)):
        if number < 8 or number % 13 == 0:
            leaks_nothing(rules, ply.state, dice)


@pytest.mark.nightly
@pytest.mark.slow
@settings(max_examples=20)
@given(seats=seat_counts, seed=seeds, options=house_options)
def test_views_leak_nothing_in_many_games(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """TTR-V1, TTR-V2, TTR-V3: the same after every ply of many games."""
    rules = rules_for(seats, options)
    dice = random.Random(seed)
    for ply in random_game(rules, seed):
        leaks_nothing(rules, ply.state, dice)


def seen(
    rules: Ruleset, state: Table, action: Action, script: dict[str, list[str]], viewer: int | None
) -> list[object]:
    """Let seat 0 act with these outcomes, and give all that a viewer sees of the ply."""
    after = cast(Table, decode(rules, encode(state)))
    chance = Chance(Scripted(script, Seeded.of_seed(1)), state.scope, state.counts)
    assert check(rules, after, 0, action) is None
    events = advance(rules, after, 0, action, chance)
    return [
        view_of_action(rules, 0, action, events, viewer),
        view_of_chance(rules, 0, chance.entries, viewer),
        view_of_events(rules, 0, events, viewer),
        encode(view(rules, after, viewer)),
    ]


@pytest.mark.parametrize(
    "action, label, outcomes",
    [
        (DrawCard(None), "ttr.drawn@0", [["red"], ["locomotive"]]),
        (DrawTickets(), "ttr.offered@0", [["t-boston--miami"], ["t-new-york--seattle"]]),
    ],
)
def test_a_hidden_outcome_shows_nowhere(action: Action, label: str, outcomes: list[list[str]]) -> None:
    """TTR-V2, TTR-D5, ttr.drawn, ttr.offered.

    With another card or ticket the others see the very same ply, the seat does not.
    """
    game = position(3)
    for viewer in (1, 2, None):
        one, two = (seen(game.rules, game.state, action, {label: outcome}, viewer) for outcome in outcomes)
        assert one == two
    one, two = (seen(game.rules, game.state, action, {label: outcome}, 0) for outcome in outcomes)
    assert one != two


def test_a_hidden_choice_shows_nowhere() -> None:
    """TTR-S5, TTR-V2: while seats choose their first tickets, others see neither what nor how many a seat keeps."""
    game = set_up(3)
    offer = game.seat(0).offer
    for viewer in (1, 2, None):
        views = [
            seen(game.rules, game.state, choice, {}, viewer) for choice in (keep(offer), keep(offer[:2], offer[2:]))
        ]
        assert views[0] == views[1]


def test_what_is_left_of_a_shuffled_stratum_its_owner_does_not_know() -> None:
    """TTR-V2, Q08, Q09: of rejects that were shuffled another seat draws one; whose they were does not see which."""
    for drawn in ("x", "y"):
        pile = TicketPile([Stratum(shuffled=True, tickets=["x", "y", "z"], known_to=[0, 1])])
        pile.take([drawn], 1)
        assert pile.strata[0].seen_by(0, None).tickets == [None, None]
        assert pile.strata[0].seen_by(1, None).tickets == [one for one in ("x", "y", "z") if one != drawn]
    pile = TicketPile([Stratum(shuffled=False, tickets=["x", "y", "z"], known_to=[0])])
    pile.take(["x"], 1)
    assert pile.strata[0].seen_by(0, None).tickets == ["y", "z"], "of a known order anybody who knows it sees the rest"
