"""The set-up: what is dealt in which order, and the first offers, chosen from in secret (TTR-S)."""

from __future__ import annotations

from collections import Counter

import pytest

from railbook.engine.core_layer import Withdraw
from railbook.engine.state import Committed, Revealed
from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.game import SeatsError
from railbook.rules.types import Rejection
from railbook_ticket_to_ride.actions import DrawCard, DrawTickets
from railbook_ticket_to_ride.events import TicketsKept, TicketsRemoved, TicketsReturned
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, keep, of_type, rules_for, set_up

T = ("t-boston--miami", "t-calgary--phoenix", "t-dallas--new-york")
U = ("t-denver--el-paso", "t-duluth--houston", "t-helena--los-angeles")
OFFERS = {0: T, 1: U}


@pytest.mark.parametrize("seats", [1, 6, 0])
def test_number_of_seats_has_bounds(seats: int) -> None:
    """TTR-S1, TTR-USA1: fewer than 2 or more than 5 seats are refused, and the message says what is taken."""
    with pytest.raises(SeatsError, match=f"ttr-usa on map usa takes 2 to 5 seats, not {seats}"):
        rules_for(seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pieces_and_cards_are_laid_out(seats: int) -> None:
    """TTR-S2, TTR-S3, TTR-S4, ttr.lay-table, ttr.deal-cards, ttr.deal-hands, ttr.open-display, ttr.offer-tickets.

    Each seat has 45 trains, 0 points, 4 cards and an offer of 3; 5 cards are face up, the rest lies in the piles.
    """
    game = set_up(seats, face_up=CALM)
    for seat in game.state.seats:
        assert (seat.trains, seat.points, seat.hand.size, len(seat.offer), seat.tickets) == (45, 0, 4, 3, [])
    assert game.state.display == list(CALM)
    assert sum(game.pile.values()) == 110 - 4 * seats - 5
    assert len(game.ticket_pile) == 30 - 3 * seats
    assert game.state.discard == {}


def test_deck() -> None:
    """TTR-G1, TTR-G2: the deck has 12 cards of each of eight colours and 14 locomotives, 110 in all."""
    deck = set_up().board.deck
    assert Counter(deck.values()) == {12: 8, 14: 1}
    assert deck[L] == 14
    assert sum(deck.values()) == 110
    assert "grey" not in deck


def labels(game: Position) -> list[str]:
    """Give the labels of the outcomes of the last ply, in the order in which chance answered."""
    return [label for label, _ in game.chance]


def test_hands_come_before_the_display() -> None:
    """TTR-S3, TTR-S7, Q10 default, ttr.deal-cards: whole hands by seat, then the display, then whole offers by seat."""
    game = set_up(3, face_up=CALM)
    dealt = [f"ttr.dealt@{seat}" for seat in (0, 1, 2) for _ in range(4)]
    offered = [f"ttr.offered@{seat}" for seat in (0, 1, 2) for _ in range(3)]
    assert labels(game) == [*dealt, *["ttr.face-up"] * 5, *offered]


def test_display_may_come_before_the_hands() -> None:
    """Q10 `setup.deal_order` = `display_first`: the display comes first and is flushed before hands are dealt."""
    game = set_up(2, {"setup.deal_order": "display_first"}, face_up=[L, L, L, "red", "red", *CALM])
    assert labels(game)[:18] == [*["ttr.face-up"] * 10, *["ttr.dealt@0"] * 4, *["ttr.dealt@1"] * 4]


def test_display_is_flushed_during_setup() -> None:
    """TTR-S3, TTR-M3, ttr.open-display: three locomotives in the first display go to the discard pile with the rest."""
    game = set_up(2, face_up=[L, "red", L, "green", L, *CALM])
    assert game.state.display == list(CALM)
    assert game.state.discard == {L: 3, "red": 1, "green": 1}


@pytest.mark.parametrize("count", [0, 7])
def test_size_of_the_first_hand_is_an_option(count: int) -> None:
    """TTR-S3, option `setup.hand`: so many cards are dealt to each seat."""
    game = set_up(2, {"setup.hand": count})
    assert [seat.hand.size for seat in game.state.seats] == [count, count]


def test_choices_take_effect_together() -> None:
    """TTR-S5, ttr.choose-tickets: a choice has no effect until all have chosen; only the numbers kept are public."""
    game = set_up(2, offers=OFFERS)
    assert game.state.to_act == [0, 1]
    events = game.does(1, keep(U[:2], U[2:]))
    assert game.seat(1).tickets == []
    assert game.seat(1).offer == list(U)
    assert game.state.to_act == [0]
    game.refuses(1, keep(U), "core.not-your-turn", "", "seat 1 may not act now", "seat 0 may")
    assert view_of_action(game.rules, 1, keep(U[:2], U[2:]), events, 0) is None
    (committed,) = of_type(view_of_events(game.rules, 1, events, 0), Committed)
    assert committed.action is None
    assert game.seen_by(0).committed[0].action is None
    assert game.seen_by(1).committed[0].action is not None
    events = game.does(0, keep(T))
    assert of_type(events, Revealed) == [Revealed([1, 0])]
    seen = of_type(view_of_events(game.rules, 0, events, 0), TicketsKept)
    assert [kept.kept for kept in seen] == [list(T), [None, None]]
    assert game.seat(0).tickets == list(T)
    assert game.seat(1).tickets == list(U[:2])


def test_a_choice_can_be_taken_back_while_others_choose() -> None:
    """TTR-S5, core.withdraw, core.nothing-committed: a seat withdraws its choice, then chooses otherwise."""
    game = set_up(2, offers=OFFERS)
    game.refuses(0, Withdraw(), "core.nothing-committed", "", "seat 0 has made no choice")
    game.does(0, keep(T))
    game.refuses(1, Withdraw(), "core.nothing-committed", "", "seat 1 has made no choice")
    game.does(0, Withdraw())
    assert game.state.to_act == [0, 1]
    assert game.state.committed == []
    game.does(0, keep(T[:2], T[2:]))
    game.does(1, keep(U))
    assert game.seat(0).tickets == list(T[:2])
    game.refuses(0, Withdraw(), "core.nothing-committed", "", "seat 0 has made no choice")


def test_first_offer_keeps_at_least_two() -> None:
    """TTR-S5, TTR-USA2, TTR-X45, USA-11, ttr.keep-too-few.

    Of three first tickets one is too few, two or three are fine.
    """
    game = set_up(2, offers=OFFERS)
    game.refuses(0, keep(T[:1], T[1:]), "ttr.keep-too-few", "TTR-S5", "1 tickets are kept", "at least 2")
    game.refuses(0, keep((), T), "ttr.keep-too-few", "TTR-S5", "0 tickets are kept", "at least 2")
    for kept in (T[:2], T):
        copy = game.copy()
        copy.does(0, keep(kept, T[len(kept) :]))
    assert len(game.legal(0)) == 4


def test_five_seats_that_keep_two_leave_twenty_tickets() -> None:
    """TTR-X45, TTR-S6, ttr.put-first-rejects-back.

    With 5 seats that keep two each, 30 - 15 + 5 = 20 tickets lie in the pile.
    """
    game = set_up(5)
    rejects = set()
    for seat in range(5):
        offer = game.seat(seat).offer
        rejects.add(offer[2])
        game.does(seat, keep(offer[:2], offer[2:]))
    assert len(game.ticket_pile) == 20
    assert set(game.ticket_pile[-5:]) == rejects
    assert game.state.removed == []


def strata(game: Position) -> list[tuple[bool, list[str | None], list[int]]]:
    """Give the strata of the ticket pile below the one that nobody has drawn from yet."""
    return [(one.shuffled, one.tickets, one.known_to) for one in game.state.piles["regular"].strata[1:]]


def choose(options: dict[str, str]) -> Position:
    """Let three seats reject one, none and one ticket; seat 2 chooses first, seat 0 last."""
    offers = {**OFFERS, 2: ("t-los-angeles--miami", "t-miami--toronto", "t-phoenix--portland")}
    game = set_up(3, options, offers=offers)
    game.does(2, keep(offers[2][1:], offers[2][:1]))
    game.does(1, keep(U))
    game.does(0, keep(T[1:], T[:1]))
    return game


def test_first_rejects_are_shuffled_together() -> None:
    """Q08 default `shuffle_together`, TTR-S6.

    One shuffled layer at the bottom, from which nobody learns who rejected what.
    """
    game = choose({})
    assert strata(game) == [(True, ["t-boston--miami", "t-los-angeles--miami"], [])]
    for viewer in (0, 1, 2, None):
        assert game.seen_by(viewer).piles["regular"].strata[1].tickets == [None, None]


def test_first_rejects_may_lie_in_order_of_seats() -> None:
    """Q08 `tickets.initial_bottom_order` = `seat_order`.

    Blocks by seat, whoever chose first; each seat knows its own.
    """
    game = choose({"tickets.initial_bottom_order": "seat_order"})
    assert strata(game) == [(False, ["t-boston--miami"], [0]), (False, ["t-los-angeles--miami"], [2])]
    assert game.seen_by(2).piles["regular"].strata[1].tickets == [None]
    assert game.seen_by(2).piles["regular"].strata[2].tickets == ["t-los-angeles--miami"]


def test_first_rejects_may_lie_as_seats_finished() -> None:
    """Q08 `tickets.initial_bottom_order` = `as_finished`.

    Each seat's rejects, shuffled, in the order in which seats chose.
    """
    game = choose({"tickets.initial_bottom_order": "as_finished"})
    assert strata(game) == [(True, ["t-los-angeles--miami"], [2]), (True, ["t-boston--miami"], [0])]


def test_first_rejects_may_leave_the_game() -> None:
    """Q24 `tickets.initial_rejects`.

    By default (map) they go under the pile, with `removed` out of the game, unseen.
    """
    assert len(choose({}).ticket_pile) == 23
    game = choose({"tickets.initial_rejects": "removed"})
    assert strata(game) == []
    assert len(game.ticket_pile) == 21
    assert game.state.removed == ["t-boston--miami", "t-los-angeles--miami"]
    for viewer in (0, 1, 2, None):
        assert game.seen_by(viewer).removed is None


@pytest.mark.parametrize("order", ["shuffle_together", "seat_order", "as_finished"])
def test_order_of_first_rejects_is_not_the_players(order: str) -> None:
    """TTR-K3, Q08, ttr.put-back-order.

    First rejects are named in the order of the offer, since the rules order them.
    """
    game = set_up(2, {"tickets.keep_initial": 1, "tickets.initial_bottom_order": order}, offers=OFFERS)
    game.refuses(0, keep(T[:1], (T[2], T[1])), "ttr.put-back-order", "TTR-K3", f"{T[1]}, {T[2]}")
    game.does(0, keep(T[:1], (T[1], T[2])))


def test_nothing_is_rejected() -> None:
    """TTR-S5, ttr.put-first-rejects-back: if all keep all, nothing goes back and no event says so."""
    game = set_up(2, offers=OFFERS)
    game.does(0, keep(T))
    events = game.does(1, keep(U))
    assert of_type(events, TicketsReturned) == of_type(events, TicketsRemoved) == []
    assert len(game.ticket_pile) == 24


def test_an_offer_that_must_be_kept_is_not_asked_for() -> None:
    """TTR-S5, ttr.choose-tickets, ttr.keep-at-least: where all must keep all, the game begins without a question."""
    game = set_up(2, {"tickets.keep_initial": 3}, offers=OFFERS)
    assert [seat.tickets for seat in game.state.seats] == [list(T), list(U)]
    assert (game.state.asked, game.state.to_act) == ("ttr.turn", [0])


def test_first_seat_takes_the_first_turn() -> None:
    """TTR-S1, TTR-S8, ttr.begin: when all have chosen, seat 0 takes the first turn of round 1, whoever chose last."""
    game = choose({})
    state = game.state
    assert (state.turn, state.round, state.to_act, state.scope) == (0, 1, [0], "turn 1 seat 0")
    assert isinstance(game.act(1, DrawCard(None)), Rejection)
    game.does(0, DrawTickets())


def test_no_flush_means_no_event() -> None:
    """TTR-M3: two locomotives in the first display stay."""
    game = set_up(2, face_up=[L, "red", L, "green", "blue"])
    assert game.state.display == [L, "red", L, "green", "blue"]
    assert game.state.discard == {}
