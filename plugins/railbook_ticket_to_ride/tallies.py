"""What statistics count in recorded games of Ticket to Ride: routes, tickets, and what each seat is left with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.rules.ruleset import Ruleset
from railbook.rules.tally import Tallied
from railbook.rules.types import Event
from railbook_ticket_to_ride.events import PointsScored, RouteClaimed, TicketsOffered
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.scoring import path_lengths, ticket_value, tickets_of
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.words import ticket_in_words


def route_label(rules: Ruleset, id: str) -> str:
    """Give a route by its cities, colour and length; anything else that scored in play by its name."""
    board = board_of(rules)
    route = board.routes.get(id)
    if route is None:
        return id
    return f"{board.city_names[route.a]}–{board.city_names[route.b]} ({route.colour} {route.length})"


@TICKET_TO_RIDE.tally("ttr.routes", RouteClaimed, PointsScored)
def count_routes(rules: Ruleset, state: Table, events: Sequence[Event]) -> Iterator[Tallied]:
    """Routes: how often each was claimed, and the points that it brought a seat (TTR-C9).

    The points of all rows are the line `ttr.routes` of the score sheet: other seats may score a claim, and other
    things may score in play, each of which is a piece too. A route that nobody claimed is told for nobody.
    """
    for event in events:
        if isinstance(event, RouteClaimed):
            yield Tallied(event.route, event.seat, {"claimed": 1}, {}, route_label(rules, event.route))
        elif isinstance(event, PointsScored):
            points = {"points": event.points}
            yield Tallied(event.source, event.seat, {"scored": 1}, points, route_label(rules, event.source))
    for id in board_of(rules).routes:
        if id not in state.owners:
            yield Tallied(id, None, {"claimed": 0}, {}, route_label(rules, id))


@TICKET_TO_RIDE.tally("ttr.tickets", TicketsOffered)
def count_tickets(rules: Ruleset, state: Table, events: Sequence[TicketsOffered]) -> Iterator[Tallied]:
    """Tickets: how often each was offered, kept and completed, and what it was worth in the end (TTR-K6).

    The points of all rows are the line `ttr.tickets` of the score sheet. Hidden tickets are left out.
    """
    for event in events:
        for id in event.tickets:
            if id is not None:
                yield Tallied(id, event.seat, {"offered": 1}, {}, ticket_in_words(rules, id))
    for seat in range(len(state.seats)):
        for ticket, done in tickets_of(rules, state, seat):
            points = ticket_value(rules, state, seat, ticket, completed=done)
            counts = {"kept": 1, "completed": int(done)}
            yield Tallied(ticket.id, seat, counts, {"points": points}, ticket_in_words(rules, ticket.id))


@TICKET_TO_RIDE.tally("ttr.leftovers")
def count_leftovers(rules: Ruleset, state: Table, events: Sequence[Event]) -> Iterator[Tallied]:
    """Seats: trains and cards left in the end, tickets kept, and the length of the longest path (TTR-L1)."""
    for index, (seat, length) in enumerate(zip(state.seats, path_lengths(rules, state), strict=True)):
        figures = {
            "trains": seat.trains,
            "cards": seat.hand.size,
            "tickets": len(seat.tickets),
            "longest-path": length,
        }
        for piece, value in figures.items():
            yield Tallied(piece, index, {}, {"at-the-end": value}, f"{piece.replace('-', ' ')} at the end")
