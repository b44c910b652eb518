"""Networks: every claim touches what the seat has, so that its network is always one piece (TTR-OW4)."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook_old_west.layer import OLD_WEST, cities_of
from railbook_ticket_to_ride.api import ClaimRoute, Table, board_of


def network(rules: Ruleset, state: Table, seat: int) -> list[str]:
    """Give the cities of a seat's network: its start city and the ends of its routes."""
    routes = board_of(rules).routes
    ends = [
        city for route, owner in state.owners.items() if owner == seat for city in (routes[route].a, routes[route].b)
    ]
    return sorted({*cities_of(state, seat)[:1], *ends})


@OLD_WEST.validator(ClaimRoute, "old-west.network", "TTR-OW4", reads=("route",))
def claim_touches_network(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """At least one end of a route that is claimed lies in the seat's network."""
    route = board_of(rules).routes[action.route]
    own = network(rules, state, seat)
    if route.a in own or route.b in own:
        return None
    return f"{action.route} does not touch the network of seat {seat}: it is {', '.join(own)}"
