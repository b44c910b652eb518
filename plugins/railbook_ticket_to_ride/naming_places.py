"""Where the names of cities stand in a picture: near their city, never upon one another, clear of routes at best."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from railbook.rules.picture import Point, polar, width_of

SIZE = 13.0
"""Height of the letters."""

GAP = 1.5
"""Room around a name."""

EDGE = 10.0
"""Room between names and the border of the board."""

CELL = 40.0
"""Side of the squares by which what is near is found."""

DISTANCES = (12.0, 15.0, 19.0, 25.0, 34.0, 46.0, 60.0, 80.0, 110.0, 150.0)
"""How far from its city a name may stand; the first ones serve nearly always."""

ANGLES = (0, 180, -90, 90, -45, 45, -135, 135, -20, 20, 160, -160)
"""Directions from the city, 90 is downwards; those that read best come first."""

ON_SPACE, ON_CITY, FAR = 10.0, 60.0, 0.9
"""What it costs to cover a point of a space or a city, and each unit of distance."""


class Name(msgspec.Struct, frozen=True):
    """A name: the left end of its base line, its width, and whether a line must lead from the city to it."""

    at: Point
    width: float
    far: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what the letters may take."""
        x, y = self.at
        return (x, y - SIZE * 0.8, x + self.width, y + SIZE * 0.25)


Corners = tuple[float, float, float, float]


class Crowd:
    """Points with what it costs to cover them, found by where they are."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, float]]] = defaultdict(list)

    def add(self, points: Iterable[Point], cost: float) -> None:
        """Add points of one cost."""
        for x, y in points:
            self._cells[int(x // CELL), int(y // CELL)].append(((x, y), cost))

    def under(self, box: Corners, around: float) -> float:
        """Add up what lies in a box, or so near to it."""
        left, top, right, bottom = box[0] - around, box[1] - around, box[2] + around, box[3] + around
        total = 0.0
        for column in range(int(left // CELL), int(right // CELL) + 1):
            for row in range(int(top // CELL), int(bottom // CELL) + 1):
                for (x, y), cost in self._cells.get((column, row), ()):
                    if left < x < right and top < y < bottom:
                        total += cost
        return total


def place_names(
    names: Mapping[str, str], cities: Mapping[str, Point], spaces: Iterable[Point], width: float, height: float
) -> dict[str, Name]:
    """Find a place for each name; those in a crowd choose first."""
    crowd = Crowd()
    crowd.add(spaces, ON_SPACE)
    crowd.add(cities.values(), ON_CITY)
    taken: list[Corners] = []
    placed: dict[str, Name] = {}
    for city in sorted(cities, key=lambda id: (-_neighbours(cities[id], cities.values()), id)):
        best, least = None, math.inf
        for name, base in _places(cities[city], names[city]):
            if base >= least and best is not None:
                break
            box = name.box
            if _leaves(box, width, height) or _meets(box, taken):
                continue
            cost = base + crowd.under(box, 4)
            if cost < least:
                best, least = name, cost
        best = best or _anywhere(cities[city], names[city], taken)
        placed[city] = best
        taken.append(best.box)
    return placed


def _neighbours(at: Point, cities: Iterable[Point]) -> int:
    return sum(abs(at[0] - x) < 3 * CELL and abs(at[1] - y) < CELL for x, y in cities)


def _places(city: Point, text: str) -> Iterator[tuple[Name, float]]:
    """Give the places around a city, with what it costs to be there: never less than before by distance."""
    width = width_of(text, SIZE)
    for distance in DISTANCES:
        for order, angle in enumerate(ANGLES):
            x, y = polar(city, distance, angle)
            side = math.cos(math.radians(angle))
            left = x - width / 2 + side * width / 2
            base = y + SIZE * 0.35 + math.sin(math.radians(angle)) * SIZE * 0.45
            at = (round(left, 1), round(base, 1))
            yield Name(at, width, distance > DISTANCES[3]), distance * FAR + order * 0.01


def _leaves(box: Corners, width: float, height: float) -> bool:
    return min(box[0], box[1]) < EDGE or box[2] > width - EDGE or box[3] > height - EDGE


def _meets(box: Corners, taken: Iterable[Corners]) -> bool:
    left, top, right, bottom = box[0] - GAP, box[1] - GAP, box[2] + GAP, box[3] + GAP
    return any(left < other[2] and other[0] < right and top < other[3] and other[1] < bottom for other in taken)


def _anywhere(city: Point, text: str, taken: list[Corners]) -> Name:
    """Go down from the city, line by line, until there is room."""
    width = width_of(text, SIZE)
    x, y = city
    while _meets((name := Name((x, round(y, 1)), width, far=True)).box, taken):
        y += SIZE
    return name
