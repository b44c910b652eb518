"""The final score: routes, tickets, the longest path and how ties are broken (TTR-E4, TTR-K5, TTR-L, TTR-W)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score
from railbook_ticket_to_ride.board import BoardRoute, BoardTicket
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.network import components, joined, longest_trail
from railbook_ticket_to_ride.options import End
from railbook_ticket_to_ride.table import Table


def own_routes(rules: Ruleset, state: Table, seat: int) -> list[BoardRoute]:
    """Give the routes that a seat owns, in order of their ids."""
    routes = board_of(rules).routes
    return [routes[route] for route in sorted([route for route, owner in state.owners.items() if owner == seat])]


@TICKET_TO_RIDE.query("ttr.ticket-routes")
def ticket_routes(rules: Ruleset, state: Table, seat: int) -> list[BoardRoute]:
    """The routes over which a seat may complete tickets: its own (TTR-K5)."""
    return own_routes(rules, state, seat)


@TICKET_TO_RIDE.query("ttr.ticket-value")
def ticket_value(rules: Ruleset, state: Table, seat: int, ticket: BoardTicket, *, completed: bool) -> int:
    """What a ticket is worth at the end: completed it adds its value, failed it subtracts it (TTR-K6)."""
    return ticket.points if completed else -ticket.points


def tickets_of(rules: Ruleset, state: Table, seat: int) -> list[tuple[BoardTicket, bool]]:
    """Give the tickets of a seat, as far as they are known, each with whether it is completed."""
    piece = components((route.a, route.b) for route in ticket_routes(rules, state, seat))
    tickets = [board_of(rules).tickets[id] for id in state.seats[seat].tickets if id is not None]
    return [(ticket, joined(piece, ticket.a, ticket.b)) for ticket in tickets]


def score_most_completed(rules: Ruleset, state: Table, points: int) -> Score:
    """Score a bonus for the most completed tickets, the full one for every seat that has them (Q17: also with none)."""
    completed = [sum(done for _, done in tickets_of(rules, state, seat)) for seat in range(rules.seats)]
    best = max(completed)
    bonus = points if best or rules.options(End).zero_bonus else 0
    return Score(
        tuple(bonus if count == best else 0 for count in completed),
        tuple(f"{count} tickets completed" for count in completed),
    )


def path_lengths(rules: Ruleset, state: Table) -> list[int]:
    """Give the length of the longest path of each seat, over its own routes only (TTR-L1, TTR-L2)."""
    return [_length_of(tuple(own_routes(rules, state, seat))) for seat in range(rules.seats)]


@lru_cache(maxsize=4096)
def _length_of(routes: tuple[BoardRoute, ...]) -> int:
    """The same routes are looked at by every view of a table, and again until one of them is claimed."""
    return longest_trail(routes)


@TICKET_TO_RIDE.scorer("ttr.routes")
def score_routes(rules: Ruleset, state: Table) -> Score:
    """Points for routes were scored when they were claimed (TTR-C9)."""
    return Score(
        tuple(seat.points for seat in state.seats),
        tuple(f"{sum(owner == seat for owner in state.owners.values())} routes" for seat in range(rules.seats)),
    )


@TICKET_TO_RIDE.scorer("ttr.tickets")
def score_tickets(rules: Ruleset, state: Table) -> Score:
    """Completed tickets add their value, failed ones subtract it (TTR-K6)."""
    points, how = [], []
    for seat in range(rules.seats):
        tickets = tickets_of(rules, state, seat)
        points.append(sum(ticket_value(rules, state, seat, ticket, completed=done) for ticket, done in tickets))
        done = sum(completed for _, completed in tickets)
        how.append(f"{done} of {len(tickets)} completed")
    return Score(tuple(points), tuple(how))


@TICKET_TO_RIDE.scorer("ttr.longest-path")
def score_longest_path(rules: Ruleset, state: Table) -> Score:
    """Every seat with the longest path of all scores the full bonus (TTR-L3, TTR-L4)."""
    end = rules.options(End)
    lengths = path_lengths(rules, state)
    best = max(lengths)
    bonus = end.longest_path_bonus if best or end.zero_bonus else 0
    return Score(
        tuple(bonus if length == best else 0 for length in lengths),
        tuple(f"longest path {length}" for length in lengths),
    )


def most_completed_tickets(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """The more completed tickets, the better (TTR-USA5, TTR-EUR13, TTR-OW13)."""
    return {seat: sum(completed for _, completed in tickets_of(rules, state, seat)) for seat in tied}


def longest_path_length(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """The longer path wins, whoever else holds the bonus; or only the holder of the bonus card does (TTR-W3, Q15)."""
    lengths = path_lengths(rules, state)
    if rules.options(End).longest_path_tiebreak == "length_among_tied":
        return {seat: lengths[seat] for seat in tied}
    return {seat: int(lengths[seat] == max(lengths)) for seat in tied}


TIE_BREAKERS = {"most_completed_tickets": most_completed_tickets, "longest_path_length": longest_path_length}
"""What a map may name in `tie_breakers`, in the order in which it breaks ties there."""


def earlier_seat(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """What is still tied is shared, or (Q16) the earlier seat wins, as tournaments want it (TTR-W2)."""
    return {seat: -seat if rules.options(End).final_tie == "seat_order" else 0 for seat in tied}
