"""What must hold in a Ticket to Ride map beyond the types of its fields, so that no game is the first to notice."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE, Map, Route
from railbook_ticket_to_ride.network import components

Defect = tuple[str, object, str]
"""Key of the entry, its value, and what is wrong with it."""


def defects(map: Map) -> Iterator[Defect]:
    """Find what is wrong with a map whose fields have the right types, the cause before what follows from it."""
    yield from _player_defects(map)
    yield from _card_defects(map)
    yield from _twice("tie_breakers", map.tie_breakers)
    yield from _city_defects(map)
    yield from _route_defects(map)
    yield from _group_defects(map)
    yield from _ticket_defects(map)
    yield from _network_defects(map)
    yield from _supply_defects(map)


def _player_defects(map: Map) -> Iterator[Defect]:
    players = map.players
    if players.min > players.max:
        yield "players.min", players.min, f"more than players.max ({players.max})"
    yield from _twice("players.colours", players.colours)
    if len(players.colours) < players.max:
        yield "players.colours", list(players.colours), f"fewer colours than players.max ({players.max})"


def _card_defects(map: Map) -> Iterator[Defect]:
    colours = map.train_cards.colours
    yield from _twice("train_cards.colours", colours)
    for place, colour in enumerate(colours):
        if colour in (GREY, LOCOMOTIVE):
            yield f"train_cards.colours[{place}]", colour, "not a colour of cards"


def _city_defects(map: Map) -> Iterator[Defect]:
    first: dict[str, str] = {}
    for key, city in map.cities.items():
        other = first.setdefault(city.name.casefold(), key)
        if other != key:
            yield f"cities.{key}.name", city.name, f"the name of {other} too"


def _route_defects(map: Map) -> Iterator[Defect]:
    for key, route in map.routes.items():
        at = f"routes.{key}"
        yield from _end_defects(f"{at}.cities", route.cities, map)
        if str(route.length) not in map.route_points:
            known = _spans(int(length) for length in map.route_points)
            yield f"{at}.length", route.length, f"no points for this length in route_points (has {known})"
        if route.colour not in (GREY, *map.train_cards.colours):
            yield f"{at}.colour", route.colour, f"not {GREY} and no colour of train_cards.colours"
        if route.ferry > route.length:
            yield f"{at}.ferry", route.ferry, f"more locomotive symbols than spaces ({route.length})"
        if route.ferry > map.train_cards.locomotives:
            yield f"{at}.ferry", route.ferry, f"more than there are locomotives ({map.train_cards.locomotives})"
        if route.ferry and route.tunnel:
            yield f"{at}.tunnel", route.tunnel, "a route cannot be a ferry and a tunnel"


def _group_defects(map: Map) -> Iterator[Defect]:
    groups: dict[str, list[tuple[str, Route]]] = defaultdict(list)
    first: dict[frozenset[str], tuple[str, Route]] = {}
    for key, route in map.routes.items():
        if route.parallel is not UNSET:
            groups[route.parallel].append((key, route))
        other_key, other = first.setdefault(frozenset(route.cities), (key, route))
        # Routes that differ in group are parallel all the same, for they join the same cities (TTR-G5).
        if other_key != key and (route.parallel is UNSET or route.parallel != other.parallel):
            group = None if route.parallel is UNSET else route.parallel
            yield f"routes.{key}.parallel", group, f"joins the same cities as {other_key}: both need one parallel group"
    for group, members in groups.items():
        (key, route), *others = members
        if not others:
            yield f"routes.{key}.parallel", group, "the only route of its parallel group"
        colours = {route.colour} - {GREY}
        for other_key, other in others:
            at = f"routes.{other_key}"
            if set(other.cities) != set(route.cities):
                yield f"{at}.cities", list(other.cities), f"differs from {key}, which is in the same parallel group"
            if other.length != route.length:
                yield f"{at}.length", other.length, f"differs from {key} ({route.length}), in the same parallel group"
            if other.colour in colours:
                yield f"{at}.colour", other.colour, f"twice in the parallel group {group}"
            colours |= {other.colour} - {GREY}


def _ticket_defects(map: Map) -> Iterator[Defect]:
    if not map.tickets:
        yield "tickets", {}, "a map needs tickets"
    first: dict[frozenset[str], str] = {}
    for key, ticket in map.tickets.items():
        yield from _end_defects(f"tickets.{key}.cities", ticket.cities, map)
        other = first.setdefault(frozenset(ticket.cities), key)
        if other != key:
            yield f"tickets.{key}.cities", list(ticket.cities), f"the same cities as {other}"


def _network_defects(map: Map) -> Iterator[Defect]:
    piece = {**{city: city for city in map.cities}, **components(route.cities for route in map.routes.values())}
    for key, ticket in map.tickets.items():
        a, b = ticket.cities
        # Unknown cities are reported already; whoever lists all defects still gets here.
        if a in piece and b in piece and piece[a] != piece[b]:
            yield f"tickets.{key}.cities", list(ticket.cities), "no routes connect these cities"
    start = next(iter(map.cities), None)
    if start is None:
        yield "cities", {}, "a map needs cities"
        return
    for city in map.cities:
        if piece[city] != piece[start]:
            yield "cities", city, f"no routes connect it with {start}"
            return  # one city of the other piece is enough


def _supply_defects(map: Map) -> Iterator[Defect]:
    """Compare what the set-up and a draw take with what there is."""
    most = map.players.max
    there = Counter[str](ticket.kind for ticket in map.tickets.values())
    for kind, each in map.deal.items():
        if each * most > there[kind]:  # a kind that no ticket has counts 0
            yield f"deal.{kind}", each, f"{most} players would get more than the {there[kind]} {kind} tickets"
    cards = map.train_cards
    deck = len(cards.colours) * cards.per_colour + cards.locomotives
    limits = {
        "tickets.keep_initial": (sum(map.deal.values()), "more than the tickets dealt"),
        "tickets.keep_draw": (map.options.get("tickets.draw"), "more than tickets.draw"),
        "setup.hand": (deck // most, f"not enough train cards for {most} players"),
        "market.size": (deck, "more than all train cards"),
    }
    for option, (limit, problem) in limits.items():
        value = map.options.get(option)
        if isinstance(value, int) and isinstance(limit, int) and value > limit:
            yield f"options.{option}", value, f"{problem} ({limit})"


def _end_defects(at: str, cities: tuple[str, str], map: Map) -> Iterator[Defect]:
    for place, city in enumerate(cities):
        if city not in map.cities:
            yield f"{at}[{place}]", city, f"no such city{_nearest(city, map.cities)}"
    if cities[0] == cities[1]:
        yield at, list(cities), "the same city twice"


def _nearest(word: str, known: Iterable[str]) -> str:
    """Suggest the known word that looks most like this one, in brackets; empty if none does."""
    import difflib  # only where something is wrong

    found = difflib.get_close_matches(word, known, n=1)
    return f" (nearest: {found[0]})" if found else ""


def _twice(key: str, values: Iterable[str]) -> Iterator[Defect]:
    for value, count in Counter(values).items():
        if count > 1:
            yield key, value, f"occurs {count} times"


def _spans(numbers: Iterable[int]) -> str:
    """Write whole numbers in few characters: `1-4, 6, 8`; `none` if there are none."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{low}-{high}" if low < high else str(low) for low, high in spans) or "none"
