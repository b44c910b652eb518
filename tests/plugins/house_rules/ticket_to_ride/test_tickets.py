"""House rules about offers of tickets: keep-one-ticket, draw-four-tickets, long-tickets and open-tickets."""

from __future__ import annotations

from typing import cast

import pytest

from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.options import OptionError
from railbook.rules.types import Event
from railbook_house_rules.ticket_to_ride.draw_four_tickets import variant as draw_four_tickets
from railbook_house_rules.ticket_to_ride.keep_one_ticket import variant as keep_one_ticket
from railbook_house_rules.ticket_to_ride.long_tickets import variant as long_tickets
from railbook_house_rules.ticket_to_ride.open_tickets import variant as open_tickets
from railbook_ticket_to_ride.api import DrawTickets, KeepTickets, MapError, TicketsKept
from tests.plugins.ticket_to_ride.positions import Position, keep, of_type, position, rules_for, set_up

LONG = {
    "t-new-york--seattle",
    "t-los-angeles--new-york",
    "t-los-angeles--miami",
    "t-montreal--vancouver",
    "t-nashville--portland",
    "t-atlanta--san-francisco",
    "t-chicago--los-angeles",
}
"""The tickets of the USA with 16 points and more."""


def offered(game: Position, seat: int) -> list[str | None]:
    """Give the offer of a seat."""
    return list(game.seat(seat).offer)


# keep-one-ticket, draw-four-tickets


@pytest.mark.parametrize("board, tickets", [("ttr-usa", 3), ("ttr-europe", 4), ("ttr-old-west", 5)])
def test_one_opening_ticket_is_enough(board: str, tickets: int) -> None:
    """TTR-S5, tickets.keep_initial: one ticket may be kept, none may not, on every board."""
    game = set_up(variants=[keep_one_ticket], game=board)
    offer = offered(game, 0)
    assert len(offer) == tickets
    game.refuses(0, keep([], offer), "ttr.keep-too-few", "TTR-S5", "0 tickets are kept: keep at least 1")
    game.does(0, keep(offer[:1], offer[1:]))


def test_the_number_cannot_be_contradicted() -> None:
    """tickets.keep_initial: who wants another number leaves the variant out."""
    with pytest.raises(OptionError, match=r"keep_initial = 2 contradicts variant 'keep-one-ticket'"):
        rules_for(2, {"tickets.keep_initial": 2}, [keep_one_ticket])


def test_four_tickets_are_drawn() -> None:
    """TTR-K1, tickets.draw, tickets.keep_draw: four are offered, and keeping one of them is enough."""
    game = position(variants=[draw_four_tickets])
    game.does(0, DrawTickets())
    offer = offered(game, 0)
    assert len(offer) == 4
    game.refuses(0, keep([], offer), "ttr.keep-too-few", "TTR-S5")
    game.does(0, keep(offer[:1], offer[1:]))
    for option, value in (("tickets.draw", 3), ("tickets.keep_draw", 2)):
        with pytest.raises(OptionError, match="contradicts variant 'draw-four-tickets'"):
            rules_for(2, {option: value}, [draw_four_tickets])


# long-tickets


def test_each_offer_has_one_long_ticket() -> None:
    """TTR-EUR2, long-tickets.kinds: one ticket of 16 points or more, then three others, for each of five seats."""
    game = set_up(5, variants=[long_tickets])
    for seat in range(5):
        first, *others = offered(game, seat)
        assert first in LONG
        assert len(others) == 3
        assert not LONG & {*others}
    assert len(game.ticket_pile) == 30 - 7 - 15


def test_rejects_leave_the_game_and_no_long_ticket_is_drawn_later() -> None:
    """TTR-EUR2, long-tickets.kinds, tickets.initial_rejects: the long one need not be kept, and is not seen again."""
    game = set_up(2, variants=[long_tickets])
    rejected = {*offered(game, 0)[:2], *offered(game, 1)[:1]}
    for seat, count in ((0, 2), (1, 1)):
        game.does(seat, keep(offered(game, seat)[count:], offered(game, seat)[:count]))
    assert {*(game.state.removed or [])} == rejected
    assert not LONG & {*game.ticket_pile}
    game.does(0, DrawTickets())
    assert not LONG & {*offered(game, 0)}
    with pytest.raises(OptionError, match="contradicts variant 'long-tickets'"):
        rules_for(2, {"tickets.initial_rejects": "bottom"}, [long_tickets])


def test_where_long_begins_is_an_option() -> None:
    """long-tickets.kinds: with 17 points six tickets are long; with 20 too few are, and with 5 too few are not."""
    board = set_up(2, {"long-tickets.points": 17}, variants=[long_tickets]).board
    assert {*board.tickets_by_kind["long"]} == LONG - {"t-chicago--los-angeles"}
    for points, said in ((20, "deal.long = 1: only 4 tickets are long"), (7, "only .* tickets are regular")):
        with pytest.raises(MapError, match=said):
            rules_for(2, {"long-tickets.points": points}, [long_tickets])


def test_the_old_west_has_six_long_tickets() -> None:
    """long-tickets.kinds: on a board for six there is just one for each seat, beside five others."""
    game = set_up(6, variants=[long_tickets], game="ttr-old-west")
    firsts = [cast(str, offered(game, seat)[0]) for seat in range(6)]
    assert min(game.board.tickets[ticket].points for ticket in firsts) == 16
    assert [len(offered(game, seat)) for seat in range(6)] == [6] * 6


# open-tickets


def test_kept_tickets_are_seen_by_all_once_all_have_chosen() -> None:
    """TTR-K4, TTR-V2, Seat.tickets: nobody knows a choice while others choose; then everybody does, spectators too."""
    game = set_up(3, variants=[open_tickets])
    offers = [offered(game, seat) for seat in range(3)]
    for seat in range(3):
        for viewer in (None, *range(3)):
            seen = game.seen_by(viewer)
            for other in range(3):
                assert seen.seats[other].offer == (offers[other] if viewer == other else [None] * 3)
            assert [commitment.action for commitment in seen.committed if commitment.seat != viewer] == [None] * (
                seat - (viewer is not None and viewer < seat)
            )
        game.does(seat, keep(offers[seat][:2], offers[seat][2:]))
    for viewer in (None, 0, 1, 2):
        assert [seat.tickets for seat in game.seen_by(viewer).seats] == [offer[:2] for offer in offers]


def test_what_is_put_back_stays_secret() -> None:
    """TTR-V3, TicketsKept.kept, KeepTickets.keep: others see what was kept of a draw, not what was offered with it."""
    for variants, shown in (([], [None]), ([open_tickets], ["first"])):
        game = position(variants=variants)
        game.does(0, DrawTickets())
        offer = offered(game, 0)
        action = keep(offer[:1], offer[1:])
        events: list[Event] = game.does(0, action)
        due = [offer[0] if ticket else None for ticket in shown]
        seen = view_of_action(game.rules, 0, action, events, 1)
        assert isinstance(seen, KeepTickets)
        assert (seen.keep, seen.put_back) == (due, [None, None])
        (kept,) = of_type(view_of_events(game.rules, 0, events, 1), TicketsKept)
        assert (kept.kept, kept.rejected) == (due, [None, None])
        pile = [ticket for stratum in game.seen_by(1).piles["regular"].strata for ticket in stratum.tickets]
        assert {*pile} == {None}
