"""What holds after every ply of every game of Ticket to Ride; tests and conformance suites check it."""

from __future__ import annotations

from collections import Counter

from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.table import Table


@TICKET_TO_RIDE.query("ttr.cards-elsewhere")
def cards_elsewhere(rules: Ruleset, state: Table) -> list[str]:
    """Train cards that lie in none of the usual zones: none, unless a layer has a zone of its own."""
    return []


@TICKET_TO_RIDE.invariant("ttr.cards")
def cards_are_conserved(rules: Ruleset, state: Table) -> str | None:
    """All zones together hold exactly the deck, and no count is negative (TTR-G6)."""
    total: Counter[str] = Counter([*state.face_up, *cards_elsewhere(rules, state)])
    for pile in (state.draw_pile.kinds, state.discard, *(seat.hand.kinds for seat in state.seats)):
        if any(count < 1 for count in pile.values()):
            return f"a pile holds counts below 1: {pile}"
        total.update(pile)
    unknown = state.draw_pile.unknown + sum(seat.hand.unknown for seat in state.seats)
    if unknown == 0 and total == Counter(board_of(rules).deck):
        return None
    return (
        None if unknown and total.total() + unknown == sum(board_of(rules).deck.values()) else f"the cards are {total}"
    )


@TICKET_TO_RIDE.invariant("ttr.trains")
def trains_are_conserved(rules: Ruleset, state: Table) -> str | None:
    """Each seat's trains are in stock or on its routes (TTR-G8)."""
    board = board_of(rules)
    for number, seat in enumerate(state.seats):
        placed = sum(board.routes[route].length for route, owner in state.owners.items() if owner == number)
        if seat.trains < 0 or seat.trains + placed != board.map.pieces.trains:
            return f"seat {number} has {seat.trains} trains and {placed} on routes"
    return None


@TICKET_TO_RIDE.invariant("ttr.tickets")
def tickets_are_conserved(rules: Ruleset, state: Table) -> str | None:
    """Every ticket is in exactly one place (TTR-G7)."""
    held = [*(state.removed or [])]
    for seat in state.seats:
        held += [ticket for ticket in (*seat.tickets, *seat.offer, *seat.rejects) if ticket is not None]
    for pile in state.piles.values():
        held += [ticket for stratum in pile.strata for ticket in stratum.tickets if ticket is not None]
    return None if sorted(held) == sorted(board_of(rules).tickets) else f"there are {len(held)} tickets"
