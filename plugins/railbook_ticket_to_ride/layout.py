"""Where everything lies in a picture of a board: cities, the spaces of routes, names. Computed once for a board."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from railbook.rules.picture import Point
from railbook_ticket_to_ride.board import Board, BoardRoute
from railbook_ticket_to_ride.naming_places import Name, place_names
from railbook_ticket_to_ride.projection import projected

CITY = 6.5
"""Radius of a city, in units of the picture."""

MARGIN = 62
ACROSS = 10.0
"""Width of a space."""

BESIDE = 12.5
"""From the middle of a track to that of the one beside it."""

LONGEST_SPACE = 50.0
WANTED_SPACE = 17.0
"""How long a space should be at least; the size of the picture follows from it, within limits."""

SMALLEST, LARGEST = 1000.0, 1700.0
"""The longer side of a board."""

BOWS = (0.0, 0.09, -0.09, 0.16, -0.16, 0.24, -0.24)
"""How far a route may leave the straight line, as a part of its length, to keep clear of other cities."""

KEPT = 16
"""Layouts that are remembered."""


class Space(msgspec.Struct, frozen=True):
    """A space of a route: its middle, its direction in degrees, and its length."""

    at: Point
    turn: float
    length: float


class Layout(msgspec.Struct, frozen=True):
    """A board as it is drawn."""

    width: float
    height: float
    cities: Mapping[str, Point]
    spaces: Mapping[str, tuple[Space, ...]]
    """The spaces of each route, from one city to the other."""
    names: Mapping[str, Name]


_layouts: dict[str, Layout] = {}


def layout_of(board: Board) -> Layout:
    """Give the layout of a board."""
    known = _layouts.get(board.digest)
    if known is None:
        if len(_layouts) >= KEPT:
            _layouts.pop(next(iter(_layouts)))
        known = _layouts[board.digest] = _made(board)
    return known


def _made(board: Board) -> Layout:
    cities, width, height = _placed(board)
    spaces = {route.id: line for pair in _pairs(board) for route, line in _lines(pair, cities)}
    names = place_names(board.city_names, cities, _points(spaces.values()), width, height)
    return Layout(width, height, cities, spaces, names)


def _placed(board: Board) -> tuple[dict[str, Point], float, float]:
    """Scale the projected cities, so that the spaces of most routes are long enough, and put a margin around."""
    raw = projected(board.map.cities)
    xs, ys = [x for x, _ in raw.values()] or [0.0], [y for _, y in raw.values()] or [0.0]
    extent = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    needed = sorted(
        (route.length * WANTED_SPACE + 2 * CITY) / apart
        for route in board.routes.values()
        if (apart := math.dist(raw[route.a], raw[route.b])) > 0
    )
    scale = needed[-1 - len(needed) // 20] if needed else 1.0
    scale = max(SMALLEST / extent, min(LARGEST / extent, scale))
    cities = {
        id: (round((x - min(xs)) * scale + MARGIN, 1), round((y - min(ys)) * scale + MARGIN, 1))
        for id, (x, y) in raw.items()
    }
    width, height = ((max(side) - min(side)) * scale + 2 * MARGIN for side in (xs, ys))
    return cities, round(width), round(height)


def _pairs(board: Board) -> list[list[BoardRoute]]:
    """Give the routes between each two cities together: they lie side by side."""
    pairs: dict[tuple[str, ...], list[BoardRoute]] = {}
    for route in board.routes.values():
        pairs.setdefault(tuple(sorted((route.a, route.b))), []).append(route)
    return list(pairs.values())


def _lines(pair: list[BoardRoute], cities: Mapping[str, Point]) -> Iterator[tuple[BoardRoute, tuple[Space, ...]]]:
    one, other = sorted((pair[0].a, pair[0].b))
    start, end = cities[one], cities[other]
    others = [at for id, at in cities.items() if id not in (one, other)]
    bow = _bow(start, end, others, ACROSS / 2 + CITY + 4 + (len(pair) - 1) * BESIDE / 2)
    for index, route in enumerate(pair):
        line = _spaces(start, end, bow, (index - (len(pair) - 1) / 2) * BESIDE, route.length)
        yield route, tuple(line if route.a == one else reversed(line))


def _bow(start: Point, end: Point, others: list[Point], clear: float) -> float:
    """Choose how a route is bent: straight where no city is near, otherwise what keeps farthest from all."""
    length = math.dist(start, end)
    near = [at for at in others if _to_segment(at, start, end) < clear + length * max(BOWS)]
    if all(_to_segment(at, start, end) >= clear for at in near):
        return 0.0

    def room(bow: float) -> float:
        line = [_on(start, end, bow, step / 12)[0] for step in range(13)]
        return min(_to_segment(at, a, b) for at in near for a, b in itertools.pairwise(line))

    return max(BOWS, key=lambda bow: (min(room(bow), clear), -abs(bow)))


def _to_segment(at: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = max(0.0, min(1.0, ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / square)) if square else 0.0
    return math.hypot(at[0] - start[0] - part * dx, at[1] - start[1] - part * dy)


def _on(start: Point, end: Point, bow: float, part: float) -> tuple[Point, float]:
    """Give a point of a bent line, and its direction in degrees there."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    away = 4 * bow * part * (1 - part)
    slope = 4 * bow * (1 - 2 * part)
    at = (start[0] + dx * part - dy * away, start[1] + dy * part + dx * away)
    return at, math.degrees(math.atan2(dy + dx * slope, dx - dy * slope))


def _spaces(start: Point, end: Point, bow: float, beside: float, count: int) -> list[Space]:
    """Part a line between two cities into spaces, at a distance to the side."""
    length = math.dist(start, end) or 1.0
    trim = min((CITY + 2) / length, 0.3)
    each = (1 - 2 * trim) / count
    size = round(max(3.0, min(LONGEST_SPACE, each * length * math.hypot(1, 1.6 * bow) - 2)), 1)
    spaces = []
    for index in range(count):
        (x, y), turn = _on(start, end, bow, trim + each * (index + 0.5))
        angle = math.radians(turn)
        at = (round(x - math.sin(angle) * beside, 1), round(y + math.cos(angle) * beside, 1))
        upright = (turn + 90) % 180 - 90  # so that no letter stands on its head
        spaces.append(Space(at, round(upright, 1), size))
    return spaces


def _points(lines: Iterable[tuple[Space, ...]]) -> list[Point]:
    """Give points all over the spaces, which names keep clear of where they can."""
    points = []
    for line in lines:
        for space in line:
            angle = math.radians(space.turn)
            for along in (-0.35, 0.0, 0.35):
                reach = along * space.length
                points.append((space.at[0] + math.cos(angle) * reach, space.at[1] + math.sin(angle) * reach))
    return points
