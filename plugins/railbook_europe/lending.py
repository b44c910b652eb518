"""Lent routes: which route of an opponent each station lends at the end, computed or chosen (TTR-EUR7 to EUR9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Event, Public
from railbook_europe.layer import EUROPE, StationOptions, stations_of
from railbook_ticket_to_ride.api import BoardRoute, Table, board_of, ticket_routes, ticket_value
from railbook_ticket_to_ride.network import components

LEND = "europe.lend-routes"
"""The step that asks which routes the stations lend, where the players choose."""

Lent = tuple[str, ...]
"""The route that each station of a seat lends, in the order in which they were built; empty for none."""

EUROPE.insert("ttr.closing", LEND, before="ttr.end")


class LendRoutes(Action, frozen=True, tag="europe.lend-routes"):
    """Choose the route that each own station lends, in the order in which they were built; empty where none can."""

    routes: Public[list[str]]


class RoutesLent(Event, frozen=True, tag="europe.routes-lent"):
    """A seat's stations lend these routes, in the order in which they were built."""

    seat: Public[int]
    routes: Public[list[str]]


@EUROPE.event(RoutesLent)
def evolve_lent(state: Table, event: RoutesLent) -> None:
    """Each station has its route."""
    for station, route in zip(stations_of(state, event.seat), event.routes, strict=True):
        station.lends = route


def offers(rules: Ruleset, state: Table, seat: int) -> list[tuple[str, ...]]:
    """Give, for each station of a seat, the routes that it may lend: an opponent's that ends there (TTR-EUR7, EUR8)."""
    board = board_of(rules)
    return [
        tuple(route for route in board.routes_at[station.city] if state.owners.get(route, seat) != seat)
        for station in stations_of(state, seat)
    ]


def choices(rules: Ruleset, state: Table, seat: int, taken: frozenset[str] = frozenset()) -> Iterator[Lent]:
    """Give every assignment of lent routes to a seat's stations, in order of route ids.

    Where several stations may not lend one route (Q25) those in `taken`, by other seats, are left out; if nothing
    else remains a station lends nothing.
    """
    share = rules.options(StationOptions).share_route
    free = [
        tuple(route for route in routes if share or route not in taken) or ("",)
        for routes in offers(rules, state, seat)
    ]
    if not share:
        free = [(*routes, "") if len(free) > 1 and routes != ("",) else routes for routes in free]
    for lent in product(*free):
        used = [route for route in lent if route]
        if share or len(set(used)) == len(used):
            yield lent


@EUROPE.query("europe.best-choice")
def best_choice(rules: Ruleset, state: Table, seat: int, taken: frozenset[str]) -> Lent:
    """The choice with the greatest sum of ticket values, then the most completed tickets, then the first (TTR-EUR9).

    Option `stations.assignment` = `best_points` does not look at the number of tickets (Q26).
    """
    board = board_of(rules)
    own = [route for route in board.routes.values() if state.owners.get(route.id) == seat]
    part = components((route.a, route.b) for route in own)
    tickets = [board.tickets[ticket] for ticket in state.seats[seat].tickets if ticket is not None]
    values = [
        (ticket_value(rules, state, seat, t, completed=True), ticket_value(rules, state, seat, t, completed=False))
        for t in tickets
    ]
    count = rules.options(StationOptions).assignment != "best_points"
    best: tuple[int, int] | None = None
    chosen: Lent = ()
    for lent in choices(rules, state, seat, taken):
        lines = [board.routes[route] for route in lent if route]
        joined = components((part.get(line.a, line.a), part.get(line.b, line.b)) for line in lines)
        points = completed = 0
        for ticket, (won, lost) in zip(tickets, values, strict=True):
            a, b = part.get(ticket.a, ticket.a), part.get(ticket.b, ticket.b)
            done = joined.get(a, a) == joined.get(b, b)
            points += won if done else lost
            completed += done
        worth = (points, completed if count else 0)
        if best is None or worth > best:
            best, chosen = worth, lent
    return chosen


def lent_routes(rules: Ruleset, state: Table, seat: int) -> Lent:
    """Give the routes that a seat's stations lend: those chosen in play, else the best ones (TTR-EUR9)."""
    stations = stations_of(state, seat)
    if any(station.lends for station in stations):
        return tuple(station.lends for station in stations)
    taken: set[str] = set()
    if not rules.options(StationOptions).share_route:
        for other in range(seat):  # earlier seats choose first, since nothing else says who does (Q25)
            taken.update(lent_routes(rules, state, other))
    return best_choice(rules, state, seat, frozenset(taken - {""}))


@EUROPE.wrap(ticket_routes)
def routes_with_lent_ones(
    inner: Callable[[Ruleset, Table, int], list[BoardRoute]], rules: Ruleset, state: Table, seat: int
) -> list[BoardRoute]:
    """Lent routes complete tickets, the same for all of them; they serve nothing else (TTR-EUR7, TTR-EUR11)."""
    own = inner(rules, state, seat)
    if not state.closing:  # before the end no station lends anything yet
        return own
    return [*own, *(board_of(rules).routes[route] for route in lent_routes(rules, state, seat) if route)]


@EUROPE.step(LEND, simultaneous=True)
def ask_what_to_lend(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Where the players choose, those whose stations can lend something are asked, all at once (Q26)."""
    if rules.options(StationOptions).assignment in ("chosen", "as_recorded"):
        yield Ask(tuple(seat for seat in range(rules.seats) if any(offers(rules, state, seat))))


@EUROPE.action(LendRoutes, LEND)
def lend(rules: Ruleset, state: Table, seat: int, action: LendRoutes, chance: Chance) -> Flow:
    """The choice is the seat's, and the same for all its tickets (TTR-EUR7)."""
    yield RoutesLent(seat, list(action.routes))


@EUROPE.candidates(LendRoutes)
def ways_to_lend(rules: Ruleset, state: Table, seat: int) -> Iterator[LendRoutes]:
    """Every assignment."""
    for lent in choices(rules, state, seat):
        yield LendRoutes(list(lent))


@EUROPE.validator(LendRoutes, "europe.cannot-be-lent", "TTR-EUR7")
def routes_can_be_lent(rules: Ruleset, state: Table, seat: int, action: LendRoutes) -> str | None:
    """Each station lends one route of an opponent that ends in its city; one without any lends none (TTR-EUR8)."""
    free = offers(rules, state, seat)
    if len(action.routes) != len(free):
        return f"{len(action.routes)} routes for {len(free)} stations: name one for each, empty where none can be lent"
    for station, route, routes in zip(stations_of(state, seat), action.routes, free, strict=True):
        if route not in (routes or ("",)):
            can = ", ".join(routes) or "nothing"
            return f"the station in {station.city} cannot lend {route or 'nothing'}: it can lend {can}"
    return None


@EUROPE.validator(LendRoutes, "europe.lent-twice", "Q25")
def routes_are_lent_once(rules: Ruleset, state: Table, seat: int, action: LendRoutes) -> str | None:
    """Whether several stations may lend the same route is an option (TTR-EUR8, Q25)."""
    if rules.options(StationOptions).share_route:
        return None
    named = [route for route in action.routes if route]
    return None if len(set(named)) == len(named) else "two stations would lend the same route: name different ones"


def own_choice(rules: Ruleset, state: Table, seat: int) -> LendRoutes:
    """Give the best choice as an action, for bots and suggestions."""
    return LendRoutes(list(best_choice(rules, state, seat, frozenset())))


@EUROPE.words(LendRoutes)
def say_lend(rules: Ruleset, action: LendRoutes) -> str:
    """Say a choice."""
    return f"borrow {', '.join(route or 'nothing' for route in action.routes)}"


@EUROPE.words(RoutesLent)
def say_lent(rules: Ruleset, event: RoutesLent) -> str:
    """Say what is lent."""
    return f"seat {event.seat}'s stations lend {', '.join(route or 'nothing' for route in event.routes)}"
