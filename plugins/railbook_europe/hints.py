"""What bots should know about stations: when one is worth more than the points that it costs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_europe.best_choice import best_choice, own_choice
from railbook_europe.layer import EUROPE, Station, StationOptions, Stations
from railbook_europe.lending import LEND
from railbook_europe.stations import BuildStation, sites, stations_left
from railbook_ticket_to_ride.api import Table, board_of, ticket_value, tickets_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.network import connected
from railbook_ticket_to_ride.turns import TURN

LATE = 9
"""Stations are thought about when a seat has so few trains left: while there is time, an own route is better."""


@EUROPE.hint(LEND, "europe.hint-lending")
def borrow_the_best(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """The best choice is known exactly."""
    yield own_choice(rules, view, seat)


@EUROPE.hint(TURN, "europe.hint-station")
def build_where_it_pays(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """Build the station that saves the most, late in the game and if it saves more than it costs."""
    if not stations_left(rules, view, seat) or min(one.trains for one in view.seats) > LATE:
        return
    if all(done for _, done in tickets_of(rules, view, seat)):
        return
    cheapest: dict[str, BuildStation] = {}
    for site in sites(rules, view, seat):
        before = cheapest.get(site.city)
        if before is None or site.payment.cards.get(LOCOMOTIVE, 0) < before.payment.cards.get(LOCOMOTIVE, 0):
            cheapest[site.city] = site
    now = worth(rules, view, seat, "")
    bonus = rules.options(StationOptions).unused_bonus
    board = board_of(rules)
    gains = [
        (worth(rules, view, seat, city) - now - bonus, city)
        for city in cheapest
        if any(view.owners.get(route, seat) != seat for route in board.routes_at[city])
    ]
    for gain, city in sorted(gains, reverse=True):
        if gain > 0:
            yield cheapest[city]


def worth(rules: Ruleset, view: Table, seat: int, city: str) -> int:
    """Give what a seat's tickets are worth with its stations, and one more in a city, if the game ended now."""
    built = [*view.slice(Stations).built, *([Station(seat, city)] if city else [])]
    then = structs.replace(view, slices={**view.slices, Stations.__name__: Stations(built)})
    board = board_of(rules)
    lent = best_choice(rules, then, seat, frozenset())
    routes = [route for route in board.routes.values() if view.owners.get(route.id) == seat]
    routes += [board.routes[route] for route in lent if route]
    tickets = (board.tickets[ticket] for ticket in view.seats[seat].tickets if ticket is not None)
    return sum(
        ticket_value(rules, view, seat, ticket, completed=connected(routes, ticket.a, ticket.b)) for ticket in tickets
    )
