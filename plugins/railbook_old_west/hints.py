"""What bots should know about the Old West: where to start, what a marker is worth, and what the network asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_old_west.layer import OLD_WEST, cities_of
from railbook_old_west.markers import OFFER, DeclineMarker, sites
from railbook_old_west.start_cities import START, ChooseStart
from railbook_ticket_to_ride.api import Table, board_of, closed_for_now, hub_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.outlook import Outlook

SPARE_CARDS = 7
"""With so many cards in hand two of them can go into a marker."""

FREE_ROUTES = 3
"""A marker pays where so many routes are still to be claimed."""


@OLD_WEST.wrap(closed_for_now)
def network_grows(inner: Callable[[Ruleset], tuple[str, ...]], rules: Ruleset) -> tuple[str, ...]:
    """What the network does not touch yet, it may touch later (TTR-OW4)."""
    return (*inner(rules), "old-west.network")


@OLD_WEST.wrap(hub_of)
def start_is_the_hub(
    inner: Callable[[Ruleset, Table, int], str | None], rules: Ruleset, state: Table, seat: int
) -> str | None:
    """All that a seat builds is connected with its start city (TTR-OW4)."""
    own = cities_of(state, seat)
    return own[0] if own else inner(rules, state, seat)


@OLD_WEST.hint(START, "old-west.hint-start")
def start_amid_the_tickets(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """Start in the city from which the ends of the own tickets are nearest."""
    board = board_of(rules)
    outlook = Outlook(rules, view, seat, dict.fromkeys(board.routes, 0))
    tickets = [board.tickets[ticket] for ticket in view.seats[seat].tickets if ticket is not None]
    ends = sorted({city for ticket in tickets for city in (ticket.a, ticket.b)})
    far: dict[str, int] = {}
    for city in ends:
        ways = [outlook.way(city, other) for other in ends if other != city]
        far[city] = sum(outlook.weight(way) if way is not None else 1000 for way in ways)
    for city in sorted(far, key=lambda city: (far[city], city)):
        yield ChooseStart(city)


@OLD_WEST.hint(OFFER, "old-west.hint-marker")
def place_where_others_will_build(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """Place a marker where many routes are free, if cards are plenty."""
    board = board_of(rules)
    if view.seats[seat].hand.size >= SPARE_CARDS:
        free_routes = {
            city: sum(route not in view.owners for route in routes) for city, routes in board.routes_at.items()
        }
        rated = [
            (-free_routes[site.city], site.payment.cards.get(LOCOMOTIVE, 0), site) for site in sites(rules, view, seat)
        ]
        for free, locomotives, site in sorted(rated, key=lambda entry: (entry[0], entry[1], entry[2].city)):
            if -free >= FREE_ROUTES and not locomotives:
                yield site
    yield DeclineMarker()
