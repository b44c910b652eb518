"""Tickets: drawing them, choosing from an offer, and where rejects go (TTR-K)."""

from __future__ import annotations

import pytest

from railbook.engine.fold import fold
from railbook.engine.state import copy
from railbook_ticket_to_ride.actions import DrawCard, DrawTickets
from railbook_ticket_to_ride.events import TicketsKept, TicketsOffered, TicketsReturned
from railbook_ticket_to_ride.table import Table
from tests.plugins.ticket_to_ride.positions import Position, keep, of_type, position, set_up

X, Y, Z, W = "t-boston--miami", "t-calgary--phoenix", "t-dallas--new-york", "t-denver--el-paso"
DRAW = DrawTickets()


def offered(*pile: str, **options: str) -> Position:
    """Give a game in which seat 0 was offered the top of a pile."""
    game = position(options={f"tickets.{name}": value for name, value in options.items()}, ticket_pile=list(pile))
    game.does(0, DRAW)
    return game


def test_three_tickets_are_offered() -> None:
    """TTR-K1, ttr.draw-tickets, ttr.keep-tickets.

    The top three are offered, one to three are kept, the turn is over.
    """
    game = position(ticket_pile=[X, Y, Z, W])
    events = game.does(0, DRAW)
    assert events[0] == TicketsOffered(0, "regular", [X, Y, Z])
    assert (game.seat(0).offer, game.ticket_pile) == ([X, Y, Z], [W])
    assert (game.state.asked, game.state.to_act) == ("ttr.keep-tickets", [0])
    for kept in ([X], [Y, Z], [X, Y, Z]):
        one = game.copy()
        one.does(0, keep(kept, [ticket for ticket in (X, Y, Z) if ticket not in kept]))
        assert (one.seat(0).tickets, one.seat(0).offer, one.seat(0).rejects) == (kept, [], [])
        assert one.state.turn == 1


@pytest.mark.parametrize("count", [1, 2, 4])
def test_number_of_tickets_offered_is_an_option(count: int) -> None:
    """TTR-K1, option `tickets.draw`: so many tickets are offered, three by default."""
    game = position(options={"tickets.draw": count}, ticket_pile=[X, Y, Z, W])
    (offer,) = of_type(game.does(0, DRAW), TicketsOffered)
    assert offer.tickets == [X, Y, Z, W][:count]


@pytest.mark.parametrize("least, refused", [(0, 0), (1, 1), (2, 2)])
def test_number_of_tickets_to_keep_is_an_option(least: int, refused: int) -> None:
    """TTR-K1, options `tickets.keep_draw` and `tickets.keep_initial`, ttr.keep-at-least, ttr.keep-too-few."""
    later = position(options={"tickets.keep_draw": least}, ticket_pile=[X, Y, Z])
    later.does(0, DRAW)
    first = set_up(options={"tickets.keep_initial": least}, offers={0: (X, Y, Z)})
    for game in (later, first):
        for kept in range(refused):
            game.refuses(0, keep([X, Y, Z][:kept], [X, Y, Z][kept:]), "ttr.keep-too-few", "TTR-S5", f"at least {least}")
        game.does(0, keep([X, Y, Z][:least], [X, Y, Z][least:]))


def test_later_offers_keep_at_least_one() -> None:
    """TTR-K1, USA-11 (copy 1), ttr.keep-too-few: keeping one and returning two is accepted, keeping none is not."""
    game = offered(X, Y, Z, W)
    game.refuses(0, keep([], [X, Y, Z]), "ttr.keep-too-few", "TTR-S5", "0 tickets are kept: keep at least 1")
    game.does(0, keep([Y], [X, Z]))
    assert game.ticket_pile == [W, X, Z]


def test_two_tickets_left() -> None:
    """TTR-X48, USA-11 (copy 2), TTR-K1.

    Both are offered; returning both is refused; the one put back is the whole pile.
    """
    game = offered(X, Y)
    assert game.seat(0).offer == [X, Y]
    game.refuses(0, keep([], [X, Y]), "ttr.keep-too-few", "TTR-S5", "keep at least 1")
    game.does(0, keep([X], [Y]))
    assert game.ticket_pile == [Y]


def test_one_ticket_left() -> None:
    """TTR-X48, USA-11 (copy 3), TTR-K1, ttr.keep-tickets.

    The only ticket must be kept, so it is kept without a question.
    """
    game = position(ticket_pile=[X])
    events = game.does(0, DRAW)
    assert of_type(events, TicketsKept) == [TicketsKept(0, [X], [])]
    assert (game.seat(0).tickets, game.ticket_pile, game.state.turn) == ([X], [], 1)


def test_no_tickets_left() -> None:
    """TTR-K2, USA-11 (copy 4), ttr.no-tickets.

    With an empty pile drawing tickets is refused, and it is still the turn.
    """
    game = position(ticket_pile=[])
    game.refuses(0, DRAW, "ttr.no-tickets", "TTR-K2", "the ticket pile is empty", "another action")
    assert DRAW not in game.legal(0)
    game.does(0, DrawCard(None))


def test_rejects_go_to_the_bottom_as_the_player_orders() -> None:
    """TTR-K3, Q09 default `player_order`, ttr.put-rejects-back: in the order the player gives, known to him alone."""
    for back in ([X, Z], [Z, X]):
        game = offered(X, Y, Z, W)
        events = game.does(0, keep([Y], back))
        assert game.ticket_pile == [W, *back]
        (returned,) = of_type(events, TicketsReturned)
        assert (returned.stratum.shuffled, returned.stratum.known_to) == (False, [0])
        assert game.seen_by(0).piles["regular"].strata[-1].tickets == back
        for viewer in (1, None):
            assert game.seen_by(viewer).piles["regular"].strata[-1].tickets == [None, None]


def test_rejects_may_be_shuffled() -> None:
    """Q09 `tickets.draw_bottom_order` = `shuffle`, ttr.put-back-order.

    They lie shuffled; the player's order means nothing.
    """
    game = offered(X, Y, Z, W, draw_bottom_order="shuffle")
    game.refuses(
        0, keep([Y], [Z, X]), "ttr.put-back-order", "TTR-K3", "not the player's", f"order of the offer: {X}, {Z}"
    )
    game.does(0, keep([Y], [X, Z]))
    bottom = game.state.piles["regular"].strata[-1]
    assert (bottom.shuffled, bottom.tickets) == (True, [X, Z])
    drawn = set()
    for first in (X, Z):
        one = game.copy()
        one.does(1, DRAW, offered=[first])
        drawn.add(tuple(one.seat(1).offer))
    assert drawn == {(W, X, Z), (W, Z, X)}


def test_a_reject_comes_back() -> None:
    """TTR-X49, TTR-K3: from a pile of three A keeps one and puts back X, then Y; the next to draw gets these two."""
    game = offered(Z, X, Y)
    game.does(0, keep([Z], [X, Y]))
    game.does(1, DRAW)
    assert game.seat(1).offer == [X, Y]


def test_tickets_go_round_and_none_is_lost() -> None:
    """USA-12, TTR-K3, TTR-G7, TTR-S6, ttr.tickets.

    X, T1 and T3 lie at the bottom and are the last offer; 30 at every event.
    """
    first = {0: (X, Y, Z), 1: ("t-duluth--houston", "t-helena--los-angeles", "t-miami--toronto")}
    game = set_up(2, offers=first)
    game.does(0, keep([Y, Z], [X]))
    game.does(1, keep(first[1]))
    assert (len(game.ticket_pile), game.ticket_pile[-1]) == (25, X)
    drawn = ["t-chicago--santa-fe", "t-denver--el-paso", "t-phoenix--portland"]
    game.does(0, DRAW, offered=drawn)
    game.does(0, keep(drawn[1:2], [drawn[0], drawn[2]]))
    last = [X, drawn[0], drawn[2]]
    assert (len(game.ticket_pile), game.ticket_pile[-3:]) == (24, last)
    offer: list[str | None] = []
    while game.ticket_pile:
        seat = game.state.turn
        before = copy(game.rules, game.state)
        events = game.does(seat, DRAW)
        offer = list(game.seat(seat).offer)
        events += game.does(seat, keep(offer))
        for event in events:
            fold(game.rules, before, [event])
            assert len(all_tickets(before)) == 30
    assert offer == last
    kept = [ticket for own in game.state.seats for ticket in own.tickets]
    assert len(set(kept)) == len(kept) == 30


def all_tickets(state: Table) -> set[str | None]:
    """Give every ticket that lies somewhere."""
    lists = [tickets for own in state.seats for tickets in (own.tickets, own.offer, own.rejects)]
    lists += [stratum.tickets for pile in state.piles.values() for stratum in pile.strata]
    return {ticket for tickets in lists for ticket in tickets}


@pytest.mark.parametrize(
    "kept, back, word",
    [
        ([X, X], [Y, Z], f"{X} not, or not so often"),
        ([X, X], [Z], f"{X} not, or not so often"),
        ([X], [Y, Y], f"{Y} not, or not so often"),
        ([X, W], [Y, Z], f"{W} not, or not so often"),
        (["t-paris--wien"], [X, Y], "t-paris--wien not, or not so often"),
        ([X], [Y], "some left out"),
        ([X, Y], [], "some left out"),
        ([X, None], [Y], "None not, or not so often"),
    ],
)
def test_a_choice_that_is_no_part_of_the_offer(kept: list[str | None], back: list[str | None], word: str) -> None:
    """SEC-06, TTR-K1, ttr.not-offered: each ticket of the offer is named once, and no other."""
    game = offered(X, Y, Z, W)
    game.refuses(
        0, keep(kept, back), "ttr.not-offered", "TTR-K1", f"the offer is {X}, {Y}, {Z}", word, "kept or put back"
    )
    assert game.seat(0).offer == [X, Y, Z]


def test_choice_by_another_seat() -> None:
    """SEC-05, TTR-T1: nobody chooses for another seat, neither in play nor from a first offer."""
    game = position(3, ticket_pile=[X, Y, Z])
    game.does(0, DRAW)
    game.refuses(2, keep([X], [Y, Z]), "core.not-your-turn", "", "seat 2 may not act now: seat 0 may")
    start = set_up(3, offers={0: (X, Y, Z), 1: (W, "t-duluth--houston", "t-miami--toronto")})
    start.refuses(2, keep(start.seat(1).offer), "ttr.not-offered", "TTR-K1", "the offer is")


def test_kept_tickets_are_named_in_order() -> None:
    """TTR-K4, ttr.keep-order: kept tickets are named in the order of the offer, so that one choice has one record."""
    game = offered(X, Y, Z)
    game.refuses(0, keep([Y, X], [Z]), "ttr.keep-order", "TTR-K4", f"in the order of the offer: {X}, {Y}")
    game.does(0, keep([X, Y], [Z]))


def test_choices_that_are_offered() -> None:
    """TTR-K1, TTR-K3, ttr.keep-tickets.

    Legal are all parts with all orders of the rest: 1 + 3 + 3 x 2; in a set-up 1 + 3.
    """
    game = offered(X, Y, Z)
    assert len(game.legal(0)) == 10
    assert game.legal(0)[0] == keep([X, Y, Z])
    shuffled = offered(X, Y, Z, draw_bottom_order="shuffle")
    assert len(shuffled.legal(0)) == 7
    assert len(set_up().legal(0)) == 4
    assert game.legal(1) == []


def test_tickets_are_secret_and_without_limit() -> None:
    """TTR-K4, TTR-V1, TTR-V2.

    Others see how many tickets a seat has kept or is offered, not which; there is no limit.
    """
    held = [ticket for ticket in sorted(position().board.tickets) if ticket not in (X, Y, Z)]
    game = position(3, tickets={0: held}, ticket_pile=[X, Y, Z])
    game.does(0, DRAW)
    assert game.seen_by(0).seats[0] == game.seat(0)
    for viewer in (1, 2, None):
        seen = game.seen_by(viewer).seats[0]
        assert (seen.tickets, seen.offer) == ([None] * 27, [None] * 3)
    game.does(0, keep([X, Y, Z]))
    assert len(game.seat(0).tickets) == 30
