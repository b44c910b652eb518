"""Lent routes: which route of an opponent each station lends at the end, chosen in play (TTR-EUR7, TTR-EUR8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Event, Public, then
from railbook_europe.layer import EUROPE, StationOptions, Stations, stations_of
from railbook_ticket_to_ride.api import Table, board_of

LEND = "europe.lend-routes"
"""The step that asks which routes the stations lend, where the players choose."""

BY_PLAYERS = ("chosen", "as_recorded")
"""Values of `stations.assignment` under which there is a ply for the choice."""

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
    state.slice(Stations).decided.append(event.seat)
    for station, route in zip(stations_of(state, event.seat), event.routes, strict=True):
        station.lends = route


def offers(rules: Ruleset, state: Table, seat: int) -> list[Lent]:
    """Give, for each station of a seat, the routes that it may lend: an opponent's that ends there (TTR-EUR7, EUR8)."""
    board = board_of(rules)
    return [
        tuple(route for route in board.routes_at[station.city] if state.owners.get(route, seat) != seat)
        for station in stations_of(state, seat)
    ]


def taken_by_others(rules: Ruleset, state: Table, seat: int) -> frozenset[str]:
    """Give the routes that stations of others were chosen to lend, where no route is lent twice (Q25)."""
    if rules.options(StationOptions).share_route:
        return frozenset()
    return frozenset(one.lends for one in state.slice(Stations).built if one.seat != seat) - {""}


def left_for(rules: Ruleset, offered: list[Lent], lent: Lent, taken: frozenset[str]) -> list[Lent]:
    """Give, for each station, the routes that it could lend beside what the other stations do (Q25)."""
    if rules.options(StationOptions).share_route:
        return offered
    return [
        tuple(route for route in routes if route not in {*taken, *lent[:place], *lent[place + 1 :]})
        for place, routes in enumerate(offered)
    ]


def choices(
    rules: Ruleset, state: Table, seat: int, taken: frozenset[str], given: list[Lent] | None = None
) -> Iterator[Lent]:
    """Give every assignment of lent routes to a seat's stations, in order of route ids.

    `given` holds the routes to choose from, by station; without it these are all that a station may lend. Where no
    route is lent twice (Q25), those in `taken` are out of reach. A station lends nothing only if nothing is left for
    it, but in a recorded game (Q26).
    """
    options = rules.options(StationOptions)
    offered = given if given is not None else offers(rules, state, seat)
    recorded = options.assignment == "as_recorded"
    if options.share_route:
        nothing = ("",) if recorded else ()
        yield from product(*((*routes, *nothing) or ("",) for routes in offered))
        return
    for lent in product(*((*(route for route in routes if route not in taken), "") for routes in offered)):
        named = [route for route in lent if route]
        if len(set(named)) < len(named):
            continue
        if recorded or "" not in lent or not _idle(lent, left_for(rules, offered, lent, taken)):
            yield lent


def _idle(lent: Lent, left: list[Lent]) -> list[int]:
    """Give the places of stations that lend nothing although something is left for them."""
    return [place for place, routes in enumerate(left) if routes and not lent[place]]


@EUROPE.step(LEND, simultaneous=True)
def ask_what_to_lend(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Where the players choose, those whose stations can lend something are asked, all at once (Q26).

    Where no route is lent twice (Q25) they are asked one after the other, since a later one must know what is left.
    """
    options = rules.options(StationOptions)
    if options.assignment in BY_PLAYERS:
        decided = state.slice(Stations).decided
        asked = [seat for seat in range(rules.seats) if seat not in decided and any(offers(rules, state, seat))]
        yield Ask(tuple(asked if options.share_route else asked[:1]))


@EUROPE.action(LendRoutes, LEND)
def lend(rules: Ruleset, state: Table, seat: int, action: LendRoutes, chance: Chance) -> Flow:
    """The choice is the seat's, and the same for all its tickets (TTR-EUR7)."""
    yield RoutesLent(seat, list(action.routes))
    if not rules.options(StationOptions).share_route:
        yield then(LEND)


@EUROPE.candidates(LendRoutes)
def ways_to_lend(rules: Ruleset, state: Table, seat: int) -> Iterator[LendRoutes]:
    """Every assignment."""
    for lent in choices(rules, state, seat, taken_by_others(rules, state, seat)):
        yield LendRoutes(list(lent))


@EUROPE.validator(LendRoutes, "europe.cannot-be-lent", "TTR-EUR7")
def routes_can_be_lent(rules: Ruleset, state: Table, seat: int, action: LendRoutes) -> str | None:
    """Each station lends one route of an opponent that ends in its city (TTR-EUR8)."""
    free = offers(rules, state, seat)
    if len(action.routes) != len(free):
        return f"{len(action.routes)} routes for {len(free)} stations: name one for each, empty where none can be lent"
    for station, route, routes in zip(stations_of(state, seat), action.routes, free, strict=True):
        if route and route not in routes:
            return f"the station in {station.city} cannot lend {route[:60]}: it can lend {_listed(routes)}"
    return None


@EUROPE.validator(LendRoutes, "europe.lent-twice", "TTR-EUR8")
def routes_are_lent_once(rules: Ruleset, state: Table, seat: int, action: LendRoutes) -> str | None:
    """Whether several stations, of one seat or of several, may lend the same route is an option (Q25)."""
    if rules.options(StationOptions).share_route:
        return None
    taken = taken_by_others(rules, state, seat)
    named = [route for route in action.routes if route]
    twice = [route for place, route in enumerate(named) if route in taken or route in named[:place]]
    return f"{twice[0]} would be lent twice: name another route" if twice else None


@EUROPE.validator(LendRoutes, "europe.lends-nothing", "TTR-EUR8")
def nothing_is_left(rules: Ruleset, state: Table, seat: int, action: LendRoutes) -> str | None:
    """A station lends nothing only if there is no route left for it; in a recorded game it may (Q26)."""
    stations, lent = stations_of(state, seat), tuple(action.routes)
    if rules.options(StationOptions).assignment == "as_recorded" or len(lent) != len(stations):
        return None
    left = left_for(rules, offers(rules, state, seat), lent, taken_by_others(rules, state, seat))
    idle = _idle(lent, left)
    if not idle:
        return None
    return f"the station in {stations[idle[0]].city} would lend nothing: it can lend {_listed(left[idle[0]])}"


def _listed(routes: Lent) -> str:
    return " or ".join(routes) or "nothing"


@EUROPE.words(LendRoutes)
def say_lend(rules: Ruleset, action: LendRoutes) -> str:
    """Say a choice."""
    return f"borrow {', '.join(route or 'nothing' for route in action.routes)}"


@EUROPE.words(RoutesLent)
def say_lent(rules: Ruleset, event: RoutesLent) -> str:
    """Say what is lent."""
    return f"seat {event.seat}'s stations lend {', '.join(route or 'nothing' for route in event.routes)}"
