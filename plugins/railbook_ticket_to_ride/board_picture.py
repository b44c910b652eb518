"""The board as a picture: cities with their names, routes with their spaces, claimed ones with wagons, the seats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from railbook.rules.picture import (
    Box,
    Circle,
    Group,
    Label,
    Outline,
    Paint,
    Picture,
    Point,
    Shape,
    seat_disc,
    seat_mark,
    width_of,
)
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.board import Board, BoardRoute
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.layout import ACROSS, CITY, Layout, Space, layout_of
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.naming_places import SIZE
from railbook_ticket_to_ride.table import Table

FOOT = 40.0
"""Height of the strip with the seats below the board."""

SEAT_WIDTH = 200.0
"""Width of a seat in that strip."""


def city_place(rules: Ruleset, city: str) -> Point:
    """Give the place of a city in the picture of the board, for what else stands there."""
    return layout_of(board_of(rules)).cities[city]


@TICKET_TO_RIDE.picture("ttr.board")
def board(rules: Ruleset, state: Table, seat: int | None) -> Picture:
    """The map: routes first, then cities and names upon them."""
    on = board_of(rules)
    layout = layout_of(on)
    routes = tuple(_route(_Key(on, layout, route), state.owners.get(route.id)) for route in on.routes.values())
    return Picture(
        (_ground(layout.width, layout.height), *routes, *_cities(_Key(on, layout))),
        layout.width,
        layout.height,
        f"{on.map.title}: {len(state.owners)} of {len(routes)} routes claimed",
    )


@TICKET_TO_RIDE.picture("ttr.seats")
def seats(rules: Ruleset, state: Table, seat: int | None) -> Picture:
    """Below the board each seat with its colour and mark, its points and its trains; in order, as many as fit a row."""
    layout = layout_of(board_of(rules))
    a_row = max(1, int(layout.width // SEAT_WIDTH))
    rows = -(-len(state.seats) // a_row)
    groups = []
    for number, own in enumerate(state.seats):
        x, y = 12 + number % a_row * SEAT_WIDTH, layout.height + FOOT * (number // a_row + 0.5)
        facts = f"{own.points} points, {own.trains} trains"
        shapes = (
            *seat_disc(number, (x + 10, y), 10),
            Label((x + 26, y - 2), f"seat {number}", 13, width=SEAT_WIDTH - 40, bold=True),
            Label((x + 26, y + 12), facts, 11, "faint", width=width_of(facts, 11)),
        )
        groups.append(Group(f"seat-{number}", "seat", shapes, f"seat {number}: {facts}"))
    return Picture(tuple(groups), layout.width, layout.height + rows * FOOT)


class _Key:
    """What the parts of a picture that do not change are drawn from; it stands for its board and route in a cache."""

    def __init__(self, board: Board, layout: Layout, route: BoardRoute | None = None) -> None:
        self.board, self.layout, self.route = board, layout, route
        self.key = (board.digest, route.id if route is not None else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=16)
def _ground(width: float, height: float) -> Group:
    ground = Box((6, 6), width - 12, height - 12, Paint("land", "sand", 2), 14)
    return Group("ground", "ground", (ground,))


@lru_cache(maxsize=16)
def _cities(key: _Key) -> tuple[Group, ...]:
    names, groups = key.board.city_names, []
    for id, at in key.layout.cities.items():
        dot = Circle(at, CITY, Paint("white", "ink", 2))
        groups.append(Group(f"city-{id}", "city", (dot,), names[id], (("city", id),)))
    for id, name in key.layout.names.items():
        shapes: tuple[Shape, ...] = (Label(name.at, names[id], SIZE, width=name.width, halo="paper"),)
        if name.far:
            left, top, right, bottom = name.box
            x, y = key.layout.cities[id]
            near = (min(max(x, left), right), min(max(y, top), bottom))
            shapes = (Outline(((x, y), near), Paint(line="faint"), closed=False), *shapes)
        groups.append(Group(f"name-{id}", "name", shapes, data=(("city", id),)))
    return tuple(groups)


@lru_cache(maxsize=8192)
def _route(key: _Key, owner: int | None) -> Group:
    route, names = key.route, key.board.city_names
    assert route is not None
    spaces = key.layout.spaces[route.id]
    if owner is None:
        cars = tuple(shape for index, space in enumerate(spaces) for shape in _space(route, space, index, key.board))
    else:
        cars = tuple(Group("", "wagon", _wagon(space, owner), at=space.at, turn=space.turn) for space in spaces)
    kinds = [f"{route.length} space{'s' if route.length != 1 else ''}", route.colour]
    kinds += [f"ferry with {route.ferry}"] * bool(route.ferry) + ["tunnel"] * route.tunnel
    whose = "" if owner is None else f"; of seat {owner}"
    data = (
        ("route", route.id),
        ("length", str(route.length)),
        ("colour", route.colour),
        *((("ferry", str(route.ferry)),) if route.ferry else ()),
        *((("tunnel", "yes"),) if route.tunnel else ()),
        *((("owner", str(owner)),) if owner is not None else ()),
    )
    title = f"{names[route.a]}–{names[route.b]}, {', '.join(kinds)}{whose}"
    return Group(f"route-{route.id}", "route" if owner is None else "route claimed", cars, title, data)


def _space(route: BoardRoute, space: Space, index: int, board: Board) -> Iterator[Shape]:
    """A space that waits for a train: paler than wagons, with a dark dashed edge in tunnels, and symbols of ferries."""
    grey = route.colour == GREY
    edge = Paint(route.colour, "ink", 2.4, (3, 2), 0.75) if route.tunnel else Paint(route.colour, "faint", 1, (), 0.6)
    yield Outline(_corners(space), edge)
    if index < route.ferry:
        yield Group("", "symbol", _locomotive(min(space.length, 16)), at=space.at, turn=space.turn)
    elif not grey and index == route.length // 2 and space.length > ACROSS:
        letter = Label((0, 3), _letters(board.kinds)[route.colour], 8, _on(route.colour), "middle", bold=True)
        yield Group("", "letter", (letter,), at=space.at, turn=space.turn)


def _corners(space: Space) -> tuple[Point, ...]:
    angle = math.radians(space.turn)
    along, aside = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    x, y = space.at
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    long, wide = space.length / 2, ACROSS / 2
    return tuple(
        (x + a * long * along[0] + b * wide * aside[0], y + a * long * along[1] + b * wide * aside[1])
        for a, b in corners
    )


def _on(colour: str) -> str:
    """Give the colour that stands out on a colour of cards."""
    return "ink" if colour in ("white", "yellow", "orange", "green", "grey", "pink") else "white"


@lru_cache(maxsize=16)
def _letters(kinds: tuple[str, ...]) -> dict[str, str]:
    """Give each colour of cards a letter of its own, for those who do not see it."""
    letters: dict[str, str] = {}
    for kind in kinds:
        wanted = [*kind.upper(), *"0123456789"]
        letters[kind] = next((letter for letter in wanted if letter not in letters.values()), "?")
    return letters


def _wagon(space: Space, owner: int) -> tuple[Shape, ...]:
    long, across = max(space.length, 6), ACROSS + 2
    body = Box((-long / 2, -across / 2), long, across, Paint(f"seat-{owner}", "ink", 1.6), 2.5)
    return (body, *seat_mark(owner, (0, 0), min(3.6, long / 3)))


def _locomotive(size: float) -> tuple[Shape, ...]:
    """A locomotive seen from the side, as a symbol on the spaces of ferries."""
    u = size / 16
    body = ((-6, 2), (-6, -3), (-2, -3), (-2, -1), (3, -1), (3, -3.5), (5, -3.5), (5, -1), (6, 2))
    return (
        Outline(tuple((x * u, y * u) for x, y in body), Paint("ink")),
        *(Circle((x * u, 2.6 * u), 1.5 * u, Paint("ink")) for x in (-4, 0, 4)),
    )
