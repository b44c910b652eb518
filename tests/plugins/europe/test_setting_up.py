"""The set-up of Europe: one long and three regular tickets, and long ones that nobody got are out (TTR-EUR1, EUR2)."""

from __future__ import annotations

from typing import cast

import pytest

from railbook.chance import Chance, Seeded
from railbook.engine.play import advance
from railbook.engine.state import new_state
from railbook.engine.view import view_of_action, view_of_chance, view_of_events
from railbook.rules.types import SetUp
from railbook_europe.long_tickets import LongTicketsRemoved
from railbook_ticket_to_ride.actions import DrawTickets
from railbook_ticket_to_ride.events import TicketsOffered, TicketsRemoved
from railbook_ticket_to_ride.table import Table
from tests.plugins.europe.table import GAME, europe, stations
from tests.plugins.ticket_to_ride.positions import LONG, PILE, Position, keep, of_type, rules_for, set_up


def offers(game: Position) -> list[list[str]]:
    """Give the offers by seat."""
    return [[ticket for ticket in seat.offer if ticket] for seat in game.state.seats]


def is_long(game: Position, ticket: str | None) -> bool:
    """Tell the kind of a ticket."""
    return ticket is not None and game.board.tickets[ticket].kind == LONG


def chosen(game: Position, kept: int) -> Position:
    """Let all keep the first so many tickets of their offers."""
    for seat in list(game.state.to_act):
        offer = game.seat(seat).offer
        game.does(seat, keep(offer[:kept], offer[kept:]))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_table(seats: int) -> None:
    """TTR-EUR1, TTR-S2, TTR-S3: 45 trains and 3 stations each, four cards, five face up."""
    game = set_up(seats, game=GAME)
    assert [seat.trains for seat in game.state.seats] == [45] * seats
    assert [seat.hand.size for seat in game.state.seats] == [4] * seats
    assert len(game.state.face_up) == 5
    assert game.board.map.pieces.stations == 3
    assert stations(game) == []


@pytest.mark.parametrize("seats", [1, 6])
def test_number_of_players(seats: int) -> None:
    """TTR-EUR1, TTR-S1: the game is for 2 to 5."""
    with pytest.raises(ValueError, match=f"takes 2 to 5 seats, not {seats}"):
        rules_for(seats, game=GAME)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.rule("europe.remove-long-tickets")
def test_first_offer(seats: int) -> None:
    """TTR-EUR2, TTR-S4, TTR-S7: each seat gets one long ticket, then three regular ones; other long ones are out."""
    game = set_up(seats, game=GAME)
    for offer in offers(game):
        assert [is_long(game, ticket) for ticket in offer] == [True, False, False, False]
    assert game.state.piles[LONG].size == 0
    assert game.state.piles[PILE].size == 40 - 3 * seats
    assert len(game.state.removed or []) == 6 - seats
    assert all(is_long(game, ticket) for ticket in game.state.removed or [])


@pytest.mark.rule("europe.remove-long-tickets")
def test_offers_of_four() -> None:
    """TTR-X46, TTR-EUR2, Q24: with four players 12 regular tickets are dealt, 28 are in the pile, 2 long ones are out.

    A keeps two regular tickets and rejects the long one and a regular one: both are removed.
    """
    game = set_up(4, game=GAME)
    assert game.state.piles[PILE].size == 28
    assert len(game.state.removed or []) == 2
    offer = game.seat(0).offer
    game.does(0, keep(offer[1:3], [offer[0], offer[3]]))
    for seat in (1, 2):
        game.does(seat, keep(game.seat(seat).offer))
    events = game.does(3, keep(game.seat(3).offer))
    (removed,) = of_type(events, TicketsRemoved)
    assert removed == TicketsRemoved([0], [str(offer[0]), str(offer[3])])
    assert game.seat(0).tickets == offer[1:3]
    assert game.state.piles[PILE].size == 28
    assert len(game.state.removed or []) == 4
    assert (game.state.round, game.state.turn) == (1, 0)


@pytest.mark.parametrize("kept", [2, 3, 4])
def test_how_many_are_kept(kept: int) -> None:
    """TTR-EUR2, TTR-S5: two, three or four may be kept, of whatever kind."""
    game = chosen(set_up(2, game=GAME), kept)
    assert [len(seat.tickets) for seat in game.state.seats] == [kept, kept]
    assert len(game.state.removed or []) == 4 + 2 * (4 - kept)


@pytest.mark.parametrize("kept", [0, 1])
def test_too_few_are_kept(kept: int) -> None:
    """TTR-EUR2, TTR-S5, ttr.keep-too-few: two at least are kept, also where one of them is the long one."""
    game = set_up(2, game=GAME)
    offer = game.seat(0).offer
    game.refuses(0, keep(offer[:kept], offer[kept:]), "ttr.keep-too-few", "TTR-S5", "keep at least 2")


def test_later_draws() -> None:
    """TTR-EUR2, TTR-K1, TTR-K3: three regular tickets are drawn, one is kept at least, the rest goes to the bottom."""
    game = chosen(set_up(2, game=GAME), 2)
    size = game.state.piles[PILE].size
    events = game.does(0, DrawTickets())
    (offered,) = of_type(events, TicketsOffered)
    assert (offered.pile, len(offered.tickets)) == (PILE, 3)
    assert not any(is_long(game, ticket) for ticket in offered.tickets)
    first, *rest = offered.tickets
    game.refuses(0, keep([], offered.tickets), "ttr.keep-too-few", "TTR-S5", "keep at least 1")
    game.does(0, keep([first], rest))
    assert game.state.piles[PILE].size == size - 1
    assert game.ticket_pile[-2:] == rest
    assert len(game.state.removed or []) == 4 + 4


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_left_the_game_stays_secret(viewer: int | None) -> None:
    """TTR-EUR2, TTR-V3: all see how many long tickets left the game, and nobody sees which."""
    game = set_up(2, game=GAME)
    seen = game.seen_by(viewer)
    assert seen.removed is None
    assert seen.piles[LONG].size == 0
    shown = [ticket for seat in seen.seats for ticket in seat.offer if ticket]
    assert shown == (game.seat(viewer).offer if viewer is not None else [])


def test_event_counts_only() -> None:
    """TTR-EUR2, TTR-V3: the event of their leaving says a number, and comes once all have their offers."""
    game = set_up(2, game=GAME)
    fresh = Position(game.rules, cast(Table, new_state(game.rules)))
    events = advance(game.rules, fresh.state, None, SetUp(), Chance(Seeded.of_seed(1)))
    kinds = [type(event) for event in events]
    assert of_type(events, LongTicketsRemoved) == [LongTicketsRemoved(4)]
    assert kinds.index(LongTicketsRemoved) > max(place for place, kind in enumerate(kinds) if kind is TicketsOffered)


def test_no_view_of_the_set_up_tells_which() -> None:
    """TTR-EUR2, TTR-V2, TTR-V3: no outcome of the set-up tells others which tickets were dealt.

    Rejected ones are removed unseen, the long ones too.
    """
    game = set_up(2, game=GAME)
    for viewer in (1, None):
        told = str(view_of_chance(game.rules, None, game.chance, viewer))
        own = str(game.seat(0).offer)
        assert not [ticket for ticket in game.seat(0).offer if ticket and ticket in told], own
    game.does(0, keep(game.seat(0).offer[1:], game.seat(0).offer[:1]))
    action = keep(game.seat(1).offer[1:], game.seat(1).offer[:1])
    rejected = str(action.put_back[0])
    events = game.does(1, action)
    for viewer in (0, None):
        assert rejected not in str(view_of_events(game.rules, 1, events, viewer))
        assert rejected not in str(view_of_action(game.rules, 1, action, events, viewer))


def test_words() -> None:
    """What left the game is told in words."""
    assert europe().rules.say(LongTicketsRemoved(4)) == "4 long tickets that were not dealt leave the game"
