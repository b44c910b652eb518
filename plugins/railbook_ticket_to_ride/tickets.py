"""Tickets: offers, choosing from them, and where rejects go (TTR-K, TTR-S5, TTR-S6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask, Unknown, Visible, then
from railbook_ticket_to_ride.actions import DrawTickets, KeepTickets
from railbook_ticket_to_ride.events import TicketsKept, TicketsOffered, TicketsRemoved, TicketsReturned
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.options import Tickets
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.ticket_pile import Stratum
from railbook_ticket_to_ride.turns import TURN

OFFERED = "ttr.offered"
TICKET_TO_RIDE.outcome(OFFERED, Visible.OWNER)

DRAW_PILE = "regular"
"""The kind of tickets that are drawn during play (TTR-K1, TTR-EUR2)."""

CHOOSE = "ttr.choose-tickets"
KEEP = "ttr.keep-tickets"


@TICKET_TO_RIDE.query("ttr.keep-at-least")
def keep_at_least(rules: Ruleset, state: Table, seat: int) -> int:
    """How many tickets of its offer a seat must keep: of the first offer two, later one (TTR-S5, TTR-K1)."""
    tickets = rules.options(Tickets)
    least = tickets.keep_draw if state.round else tickets.keep_initial
    return min(least, len(state.seats[seat].offer))


def kept_of_itself(state: Table, seat: int) -> Flow:
    """A whole offer that must be kept is kept without a question, since anybody can see that (TTR-K1)."""
    return (TicketsKept(seat, list(state.seats[seat].offer), []),)


@TICKET_TO_RIDE.action(DrawTickets, TURN)
def draw_tickets(rules: Ruleset, state: Table, seat: int, action: DrawTickets, chance: Chance) -> Flow:
    """The top tickets are offered, or all that are left if there are fewer (TTR-K1)."""
    tickets = state.piles[DRAW_PILE].draw(rules.options(Tickets).draw, chance, OFFERED, seat)
    yield TicketsOffered(seat, DRAW_PILE, list(tickets))
    yield then(KEEP, "ttr.put-rejects-back")


@TICKET_TO_RIDE.candidates(DrawTickets)
def ticket_draws(rules: Ruleset, state: Table, seat: int) -> list[DrawTickets]:
    """There is one way to draw tickets."""
    return [DrawTickets()]


@TICKET_TO_RIDE.validator(DrawTickets, "ttr.no-tickets", "TTR-K2")
def tickets_are_left(rules: Ruleset, state: Table, seat: int, action: DrawTickets) -> str | None:
    """Tickets come from a pile that has some."""
    return None if state.piles[DRAW_PILE].size else "the ticket pile is empty: choose another action"


@TICKET_TO_RIDE.step(KEEP)
def ask_what_to_keep(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The seat chooses from its offer, unless it must keep all of it (TTR-K1)."""
    if keep_at_least(rules, state, state.turn) >= len(state.seats[state.turn].offer):
        return kept_of_itself(state, state.turn)
    return (Ask((state.turn,)),)


@TICKET_TO_RIDE.action(KeepTickets, CHOOSE, KEEP)
def keep_tickets(rules: Ruleset, state: Table, seat: int, action: KeepTickets, chance: Chance) -> Flow:
    """The tickets kept are kept to the end; the rest goes back when all who were asked have chosen (TTR-K4)."""
    return (TicketsKept(seat, list(action.keep), list(action.put_back)),)


@TICKET_TO_RIDE.candidates(KeepTickets)
def choices(rules: Ruleset, state: Table, seat: int) -> Iterator[KeepTickets]:
    """Every part of the offer that is large enough, with every order of the rest, the order drawn first."""
    offer = state.seats[seat].offer
    for size in range(len(offer), -1, -1):
        for kept in combinations(range(len(offer)), size):
            rest = [index for index in range(len(offer)) if index not in kept]
            for order in permutations(rest):
                yield KeepTickets([offer[index] for index in kept], [offer[index] for index in order])


@TICKET_TO_RIDE.validator(KeepTickets, "ttr.not-offered", "TTR-K1")
def parts_the_offer(rules: Ruleset, state: Table, seat: int, action: KeepTickets) -> str | Unknown | None:
    """What is kept and what goes back are together the offer, each ticket once."""
    offer = state.seats[seat].offer
    named = [*action.keep, *action.put_back]
    if Counter(named) == Counter(offer):
        return None
    if None in offer and len(named) == len(offer):
        return Unknown(f"what was offered to seat {seat}")
    wrong = Counter(named) - Counter(offer)
    said = (
        f"{', '.join(str(ticket) for ticket in wrong)} not, or not so often, among them" if wrong else "some left out"
    )
    shown = ", ".join(str(ticket) for ticket in offer)
    return f"the offer is {shown}: {said}; each is either kept or put back"


@TICKET_TO_RIDE.validator(KeepTickets, "ttr.keep-too-few", "TTR-S5")
def keeps_enough(rules: Ruleset, state: Table, seat: int, action: KeepTickets) -> str | None:
    """At least two of the first offer, later at least one, are kept (TTR-S5, TTR-K1)."""
    least = keep_at_least(rules, state, seat)
    return None if len(action.keep) >= least else f"{len(action.keep)} tickets are kept: keep at least {least}"


@TICKET_TO_RIDE.validator(KeepTickets, "ttr.keep-order", "TTR-K4")
def kept_in_order_of_offer(rules: Ruleset, state: Table, seat: int, action: KeepTickets) -> str | None:
    """Kept tickets are named in the order of the offer, so that one choice has one record."""
    return _in_order(action.keep, state.seats[seat].offer, "tickets to keep")


@TICKET_TO_RIDE.validator(KeepTickets, "ttr.put-back-order", "TTR-K3")
def order_is_free(rules: Ruleset, state: Table, seat: int, action: KeepTickets) -> str | None:
    """The player orders rejects only where their order lasts: not those that are shuffled (TTR-K3, Q08, Q09)."""
    tickets = rules.options(Tickets)
    if state.round and tickets.draw_bottom_order == "player_order":
        return None
    return _in_order(action.put_back, state.seats[seat].offer, "tickets to put back, whose order is not the player's,")


def _in_order(named: list[str | None], offer: list[str | None], what: str) -> str | None:
    due = [ticket for ticket in offer if ticket in named]
    if len(due) != len(named) or due == named:
        return None  # what is no part of the offer at all, ttr.not-offered says
    return f"{what} are named in the order of the offer: {', '.join(str(ticket) for ticket in due)}"


@TICKET_TO_RIDE.step("ttr.put-rejects-back")
def put_rejects_back(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Rejects of a later offer go under the pile, in the player's order or shuffled (TTR-K3, Q09)."""
    rejects = state.seats[state.turn].rejects
    if rejects:
        shuffled = rules.options(Tickets).draw_bottom_order == "shuffle"
        yield TicketsReturned([state.turn], DRAW_PILE, Stratum(shuffled, list(rejects), [state.turn]))


@TICKET_TO_RIDE.step("ttr.put-first-rejects-back")
def put_first_rejects_back(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Rejects of the first offers go under the pile or out of the game (TTR-S6, Q08, Q24)."""
    tickets = rules.options(Tickets)
    seats = [seat for seat in range(rules.seats) if state.seats[seat].rejects]
    if not seats:
        return
    rejects = {seat: list(state.seats[seat].rejects) for seat in seats}
    if tickets.initial_rejects == "removed":
        yield TicketsRemoved(seats, [ticket for seat in seats for ticket in rejects[seat] if ticket is not None])
    elif tickets.initial_bottom_order == "shuffle_together":
        together = [ticket for seat in seats for ticket in rejects[seat]]
        if None not in together:
            together.sort(key=str)  # a bag has no order: its record must not tell whose they were
        yield TicketsReturned(seats, DRAW_PILE, Stratum(True, together, []))
    elif tickets.initial_bottom_order == "seat_order":
        for seat in seats:
            yield TicketsReturned([seat], DRAW_PILE, Stratum(False, rejects[seat], [seat]))
    else:
        for seat in state.chosen:
            if seat in rejects:
                yield TicketsReturned([seat], DRAW_PILE, Stratum(True, rejects[seat], [seat]))
