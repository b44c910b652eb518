"""The best choice of lent routes, computed exactly where no player has chosen (TTR-EUR9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from railbook.rules.ruleset import Ruleset
from railbook_europe.layer import EUROPE, StationOptions, Stations, stations_of
from railbook_europe.lending import LendRoutes, Lent, choices, offers, taken_by_others
from railbook_ticket_to_ride.api import BoardRoute, Table, board_of, ticket_routes, ticket_value
from railbook_ticket_to_ride.network import components


@EUROPE.query("europe.best-choice")
def best_choice(rules: Ruleset, state: Table, seat: int, taken: frozenset[str]) -> Lent:
    """The choice with the greatest sum of ticket values, then the most completed tickets, then the first (TTR-EUR9).

    Option `stations.assignment` = `best_points` does not look at the number of tickets (Q26). Routes in `taken` are
    lent by others already (Q25).
    """
    board = board_of(rules)
    piece = components((route.a, route.b) for route in board.routes.values() if state.owners.get(route.id) == seat)
    tickets = [board.tickets[ticket] for ticket in state.seats[seat].tickets if ticket is not None]
    worth = [
        (
            piece.get(ticket.a, ticket.a),
            piece.get(ticket.b, ticket.b),
            ticket_value(rules, state, seat, ticket, completed=True),
            ticket_value(rules, state, seat, ticket, completed=False),
        )
        for ticket in tickets
    ]
    options = rules.options(StationOptions)
    best: tuple[int, int] | None = None
    chosen: Lent = ()
    for lent in choices(rules, state, seat, taken, _different(rules, state, seat, piece)):
        lines = [board.routes[route] for route in lent if route]
        joined = components((piece.get(line.a, line.a), piece.get(line.b, line.b)) for line in lines)
        points = completed = 0
        for a, b, won, lost in worth:
            done = joined.get(a, a) == joined.get(b, b)
            points += won if done else lost
            completed += done
        value = (points, 0 if options.assignment == "best_points" else completed)
        if best is None or value > best:
            best, chosen = value, lent
    return chosen


def _different(rules: Ruleset, state: Table, seat: int, piece: Mapping[str, str]) -> list[Lent]:
    """Give the routes that each station may lend, of those that join the same two pieces only the first.

    Where no route is lent twice (Q25) that may be taken by another station, so there all stay.
    """
    all_of_them = offers(rules, state, seat)
    if not rules.options(StationOptions).share_route:
        return all_of_them
    board = board_of(rules)
    different: list[Lent] = []
    for routes in all_of_them:
        first: dict[frozenset[str], str] = {}
        for route in routes:
            line = board.routes[route]
            first.setdefault(frozenset((piece.get(line.a, line.a), piece.get(line.b, line.b))), route)
        different.append(tuple(first.values()))
    return different


def lent_routes(rules: Ruleset, state: Table, seat: int) -> Lent:
    """Give the routes that a seat's stations lend: those chosen in play, else the best ones (TTR-EUR9, Q26).

    Where no route is lent twice (Q25) and nobody has chosen, earlier seats come first: nothing says who does.
    """
    stations = stations_of(state, seat)
    decided = state.slice(Stations).decided
    options = rules.options(StationOptions)
    if seat in decided or options.assignment == "as_recorded":
        return tuple(station.lends for station in stations)
    if options.share_route:
        return best_choice(rules, state, seat, frozenset())
    taken = {station.lends for station in state.slice(Stations).built}
    for other in range(seat):
        if other not in decided:
            taken.update(best_choice(rules, state, other, frozenset(taken)))
    return best_choice(rules, state, seat, frozenset(taken))


@EUROPE.wrap(ticket_routes)
def routes_with_lent_ones(
    inner: Callable[[Ruleset, Table, int], list[BoardRoute]], rules: Ruleset, state: Table, seat: int
) -> list[BoardRoute]:
    """Lent routes complete tickets, the same for all of them; they serve nothing else (TTR-EUR7, TTR-EUR11)."""
    own = inner(rules, state, seat)
    if not state.closing:  # before the end no station lends anything yet
        return own
    return [*own, *(board_of(rules).routes[route] for route in lent_routes(rules, state, seat) if route)]


def own_choice(rules: Ruleset, state: Table, seat: int) -> LendRoutes:
    """Give the best choice that is open to a seat as an action, for bots and suggestions."""
    return LendRoutes(list(best_choice(rules, state, seat, taken_by_others(rules, state, seat))))
