"""The set-up: table, hands, display, first offers, and the simultaneous choice from them (TTR-S)."""

from __future__ import annotations

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask, Scope, Visible, then
from railbook_ticket_to_ride.events import CardDealt, TableLaid, TicketsOffered, TurnBegun
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.market import fill_display, turn_card
from railbook_ticket_to_ride.options import Market, Setup
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import OFFERED, keep_at_least, kept_of_itself

DEALT = "ttr.dealt"
TICKET_TO_RIDE.outcome(DEALT, Visible.OWNER)

TICKET_TO_RIDE.sequence(
    "set-up",
    "ttr.lay-table",
    "ttr.deal-cards",
    "ttr.offer-tickets",
    "ttr.choose-tickets",
    "ttr.put-first-rejects-back",
    "ttr.begin",
)


@TICKET_TO_RIDE.step("ttr.lay-table")
def lay_table(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Pieces and piles are laid out (TTR-S2)."""
    board = board_of(rules)
    yield Scope("set-up")
    yield TableLaid(
        seats=rules.seats,
        trains=board.map.pieces.trains,
        slots=rules.options(Market).size,
        cards=dict(board.deck),
        tickets={kind: sorted(tickets) for kind, tickets in board.tickets_by_kind.items()},
    )


@TICKET_TO_RIDE.step("ttr.deal-cards")
def deal_cards(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Hands first and then the display, or the other way round (TTR-S3, Q10)."""
    order = ("ttr.deal-hands", "ttr.open-display")
    yield then(*(order if rules.options(Setup).deal_order == "hands_first" else reversed(order)))


@TICKET_TO_RIDE.step("ttr.deal-hands")
def deal_hands(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Each seat gets its whole hand before the next (TTR-S3, TTR-S7)."""
    for seat in range(rules.seats):
        for _ in range(rules.options(Setup).hand):
            yield from turn_card(
                rules,
                state,
                chance,
                DEALT,
                seat,
                lambda card, seat=seat: CardDealt(seat, card),  # type: ignore[misc]
            )


@TICKET_TO_RIDE.step("ttr.open-display")
def open_display(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The display is turned up, and flushed if need be (TTR-S3, TTR-M3)."""
    yield from fill_display(rules, state, chance)


@TICKET_TO_RIDE.step("ttr.offer-tickets")
def offer_tickets(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Each seat gets its first offer, long tickets before regular ones (TTR-S4, TTR-S7)."""
    deal = board_of(rules).map.deal
    for seat in range(rules.seats):
        for kind in sorted(deal):
            tickets = state.piles[kind].draw(deal[kind], chance, OFFERED, seat)
            yield TicketsOffered(seat, kind, list(tickets))


@TICKET_TO_RIDE.step("ttr.choose-tickets", simultaneous=True)
def choose_tickets(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """All seats choose at the same time and in secret (TTR-S5)."""
    if all(keep_at_least(rules, state, seat) >= len(state.seats[seat].offer) for seat in range(rules.seats)):
        for seat in range(rules.seats):
            yield from kept_of_itself(state, seat)
    else:
        yield Ask(tuple(range(rules.seats)))


@TICKET_TO_RIDE.step("ttr.begin")
def begin(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Seat 0 takes the first turn (TTR-S8)."""
    yield Scope("turn 1 seat 0")
    yield TurnBegun(0, 1)
    yield then(*rules.sequences["ttr.turn"])
