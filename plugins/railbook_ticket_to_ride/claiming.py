"""Claiming routes: who may, what follows, and the routes of a parallel group (TTR-C, TTR-P)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import then
from railbook_ticket_to_ride.actions import ClaimRoute, Paying
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cost, Payment
from railbook_ticket_to_ride.events import PointsScored, RouteClaimed
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.options import Parallel
from railbook_ticket_to_ride.payment import cost_of, pay, payments
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN

CLAIM = "ttr.claim"
"""The sequence of steps that follow a claim (TTR-T6 points 3 and 4)."""

TICKET_TO_RIDE.sequence(CLAIM, "ttr.score-claim")


@TICKET_TO_RIDE.wrap(cost_of)
def cost_of_route(
    inner: Callable[[Ruleset, Table, int, Paying], Cost], rules: Ruleset, state: Table, seat: int, action: Paying
) -> Cost:
    """A route costs as many cards as it has spaces, of its colour (TTR-C2, TTR-C3)."""
    if not isinstance(action, ClaimRoute):
        return inner(rules, state, seat, action)
    return rules.once(costs_of_routes)[action.route]


@TICKET_TO_RIDE.query("ttr.route-cost")
def route_cost(rules: Ruleset, route: BoardRoute) -> Cost:
    """What a route costs: a card for each space, of its colour, and the locomotives that it asks for."""
    return Cost(route.length, route.colour, route.ferry)


def costs_of_routes(rules: Ruleset) -> dict[str, Cost]:
    """Give what each route costs by its id: the rules alone say so, whatever was played."""
    return {id: route_cost(rules, route) for id, route in board_of(rules).routes.items()}


def priced_routes(rules: Ruleset) -> list[tuple[str, int, Cost]]:
    """Give id, length and cost of each route."""
    costs = rules.once(costs_of_routes)
    return [(id, route.length, costs[id]) for id, route in board_of(rules).routes.items()]


@TICKET_TO_RIDE.query("ttr.closed-for-now")
def closed_for_now(rules: Ruleset) -> tuple[str, ...]:
    """The ids of rules that close a route only until the seat has built towards it: none, unless a layer has one."""
    return ()


@TICKET_TO_RIDE.query("ttr.hub")
def hub_of(rules: Ruleset, state: Table, seat: int) -> str | None:
    """The city with which all that a seat builds must be connected, where a layer asks for that."""
    return None


@TICKET_TO_RIDE.query("ttr.route-points")
def route_points(rules: Ruleset, state: Table, route: BoardRoute) -> int:
    """The points that a claim of this route scores, by its length (TTR-C9)."""
    return route.points


@TICKET_TO_RIDE.query("ttr.claim-scorers")
def claim_scorers(rules: Ruleset, state: Table, seat: int, route: BoardRoute) -> list[int]:
    """The seats that score the points of a claim, once for each time they stand here: the claimer (TTR-C9)."""
    return [seat]


@TICKET_TO_RIDE.action(ClaimRoute, TURN)
def claim_route(rules: Ruleset, state: Table, seat: int, action: ClaimRoute, chance: Chance) -> Flow:
    """The cards are discarded and the trains stand on the route (TTR-C9)."""
    claimed = RouteClaimed(seat, action.route, board_of(rules).routes[action.route].length)
    return *pay(seat, action.payment), claimed, then(*rules.sequences[CLAIM])


@TICKET_TO_RIDE.step("ttr.score-claim")
def score_claim(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The points of the length are scored at once (TTR-C9)."""
    route = board_of(rules).routes[state.claimed]
    for seat in claim_scorers(rules, state, state.turn, route):
        yield PointsScored(seat, route_points(rules, state, route), route.id)


@TICKET_TO_RIDE.candidates(ClaimRoute)
def claims(rules: Ruleset, state: Table, seat: int) -> Iterator[ClaimRoute]:
    """Every payment from the hand for every route that is free and not too long."""
    own = state.seats[seat]
    most = min(own.trains, sum(own.hand.kinds.values()))
    owners = state.owners
    paid: dict[Cost, list[Payment]] = {}  # many routes cost the same
    for id, length, cost in rules.once(priced_routes):
        if length > most or id in owners:
            continue
        ways = paid.get(cost)
        if ways is not None:
            for payment in ways:
                yield ClaimRoute(payment, id)
            continue
        ways = paid[cost] = []
        for payment in payments(rules, own.hand, cost):
            ways.append(payment)
            yield ClaimRoute(payment, id)


@TICKET_TO_RIDE.validator(ClaimRoute, "ttr.no-such-route", "TTR-G4", reads=("route",))
def route_is_on_the_board(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """A route is named by its id on this map."""
    routes = board_of(rules).routes
    if action.route in routes:
        return None
    import difflib

    near = difflib.get_close_matches(action.route[:60], routes, 3) or [min(routes)]
    return f"the map has no route {action.route[:60]!r}: routes have ids such as {', '.join(near)}"


@TICKET_TO_RIDE.validator(ClaimRoute, "ttr.route-is-owned", "TTR-C10", reads=("route",))
def route_is_free(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """A route belongs to at most one seat, until the end."""
    owner = state.owners.get(action.route)
    return None if owner is None else f"{action.route} belongs to seat {owner}: claim a free route"


@TICKET_TO_RIDE.validator(ClaimRoute, "ttr.parallel-route", "TTR-P1", reads=("route",))
def owns_no_parallel_route(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """Nobody ever owns two routes of one parallel group."""
    for other in board_of(rules).routes[action.route].siblings:
        if state.owners.get(other) == seat:
            return f"seat {seat} owns {other}, which is parallel to {action.route}: leave it to another seat"
    return None


@TICKET_TO_RIDE.validator(ClaimRoute, "ttr.parallel-closed", "TTR-P2", reads=("route",))
def parallel_routes_are_open(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """With few seats at the start a claimed route closes the others of its group for everybody (TTR-P2 to TTR-P4)."""
    open_from = rules.options(Parallel).open_from
    if rules.seats >= open_from:
        return None
    for other in board_of(rules).routes[action.route].siblings:
        if other in state.owners:
            return f"{action.route} is closed, because {other} is claimed: both are open from {open_from} seats"
    return None


@TICKET_TO_RIDE.validator(ClaimRoute, "ttr.trains", "TTR-C1", reads=("route",))
def trains_are_left(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """A seat needs as many trains as the route has spaces."""
    length = board_of(rules).routes[action.route].length
    trains = state.seats[seat].trains
    if trains >= length:
        return None
    return f"{action.route} takes {length} trains, seat {seat} has {trains} left: claim a route of at most {trains}"
