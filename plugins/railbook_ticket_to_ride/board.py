"""The board: a map compiled, once, into what the rules look up during play.

Everything is ordered by id, and card kinds by the map's list of colours, because the order of entries in a map file has
no meaning: maps with one digest must play alike.
"""

from collections import defaultdict

from msgspec import UNSET, Struct

from railbook_ticket_to_ride.map_format import LOCOMOTIVE, Map
from railbook_ticket_to_ride.maps import map_digest


class BoardRoute(Struct, frozen=True):
    """A route with what follows from the rest of the map."""

    id: str
    a: str
    """Id of the city at one end."""
    b: str
    """Id of the city at the other end."""
    length: int
    """Number of spaces: the trains and the cards that it takes (TTR-C1, TTR-C2)."""
    colour: str
    """A card colour or `grey`."""
    ferry: int
    """Number of locomotive symbols (TTR-F1)."""
    tunnel: bool
    points: int
    """Points for claiming it (TTR-C9)."""
    siblings: tuple[str, ...]
    """Ids of the other routes of its parallel group (TTR-G5)."""


class BoardTicket(Struct, frozen=True):
    """A destination ticket (TTR-G10)."""

    id: str
    a: str
    """Id of one city."""
    b: str
    """Id of the other city."""
    points: int
    """Points, positive: added when completed, subtracted when failed."""
    kind: str
    """`regular` or `long`."""


class Board(Struct, frozen=True):
    """A compiled map; shared by all games on it and never changed."""

    map: Map
    """The map it was compiled from."""
    digest: str
    """Digest of the map data, by which logs name it."""
    kinds: tuple[str, ...]
    """Card kinds in canonical order: the colours as the map lists them, then `locomotive`."""
    deck: dict[str, int]
    """Cards of each kind in the whole deck (TTR-G2)."""
    routes: dict[str, BoardRoute]
    """Routes by id."""
    routes_at: dict[str, tuple[str, ...]]
    """Ids of the routes that end in a city, by city id."""
    tickets: dict[str, BoardTicket]
    """Tickets by id."""
    tickets_by_kind: dict[str, tuple[str, ...]]
    """Ids of the tickets of each kind that occurs; `long` comes before `regular` (TTR-S7)."""
    city_names: dict[str, str]
    """Printed names by city id."""


def compile_board(map: Map) -> Board:
    """Compile a map that `check_map` has accepted."""
    cards = map.train_cards
    routes = _routes(map)
    routes_at: dict[str, list[str]] = {city: [] for city in sorted(map.cities)}
    for route in routes.values():
        routes_at[route.a].append(route.id)
        routes_at[route.b].append(route.id)
    tickets = {
        key: BoardTicket(key, *ticket.cities, ticket.points, ticket.kind) for key, ticket in sorted(map.tickets.items())
    }
    return Board(
        map=map,
        digest=map_digest(map),
        kinds=(*cards.colours, LOCOMOTIVE),
        deck={**dict.fromkeys(cards.colours, cards.per_colour), LOCOMOTIVE: cards.locomotives},
        routes=routes,
        routes_at={city: tuple(ids) for city, ids in routes_at.items()},
        tickets=tickets,
        tickets_by_kind={
            kind: tuple(ticket.id for ticket in tickets.values() if ticket.kind == kind)
            for kind in sorted({ticket.kind for ticket in tickets.values()})
        },
        city_names={key: city.name for key, city in sorted(map.cities.items())},
    )


def _routes(map: Map) -> dict[str, BoardRoute]:
    groups: dict[str, list[str]] = defaultdict(list)
    for key, route in sorted(map.routes.items()):
        if route.parallel is not UNSET:
            groups[route.parallel].append(key)
    return {
        key: BoardRoute(
            key,
            *route.cities,
            length=route.length,
            colour=route.colour,
            ferry=route.ferry,
            tunnel=route.tunnel,
            points=map.route_points[str(route.length)],
            siblings=tuple(other for other in groups[route.parallel] if other != key)
            if route.parallel is not UNSET
            else (),
        )
        for key, route in sorted(map.routes.items())
    }
