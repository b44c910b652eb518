"""A claim must touch the own network, as in the Old West: for groups that want one railway to grow, not scraps."""

from __future__ import annotations

from collections.abc import Callable

from railbook import Layer, Ruleset
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, ClaimRoute, Table, board_of, closed_for_now, hub_of, own_routes

variant = Layer(
    "own-network",
    game=TICKET_TO_RIDE,
    not_for={"old-west": "a claim must touch the own network there already"},
    summary="every claim but the first touches a route of the seat",
)


def network(rules: Ruleset, state: Table, seat: int) -> list[str]:
    """Give the cities that the routes of a seat reach."""
    return sorted({city for route in own_routes(rules, state, seat) for city in (route.a, route.b)})


@variant.validator(ClaimRoute, "own-network.apart", reads=("route",))
def claim_touches_network(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """The first claim is free; of every later one an end is a city that the seat has reached."""
    board, owners = board_of(rules), state.owners
    route = board.routes[action.route]
    near = (*board.routes_at[route.a], *board.routes_at[route.b])
    if seat not in owners.values() or any(owners.get(other) == seat for other in near):
        return None
    own = ", ".join(network(rules, state, seat))
    return f"{route.id} does not touch the network of seat {seat}: it is {own}"


@variant.wrap(closed_for_now)
def network_grows(inner: Callable[[Ruleset], tuple[str, ...]], rules: Ruleset) -> tuple[str, ...]:
    """Bots know that what the network does not touch yet, it may touch later."""
    return (*inner(rules), "own-network.apart")


@variant.wrap(hub_of)
def network_is_the_hub(
    inner: Callable[[Ruleset, Table, int], str | None], rules: Ruleset, state: Table, seat: int
) -> str | None:
    """Bots know that all they build is connected with what they have."""
    own = network(rules, state, seat)
    return own[0] if own else inner(rules, state, seat)
