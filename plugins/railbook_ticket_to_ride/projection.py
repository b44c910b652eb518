"""Where cities lie in a picture: a map projection that fits the part of the world that the board shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from railbook.rules.picture import Point
from railbook_ticket_to_ride.map_format import City

STEEPEST = 80.0
"""Degrees of latitude beyond which cities are drawn as if they lay there: no projection here reaches a pole."""

Projection = Callable[[float, float], Point]
"""From degrees north and east to a plane, y downwards."""


def projected(cities: Mapping[str, City]) -> dict[str, Point]:
    """Give the places of cities on a plane, in units of the radius of the earth, north up."""
    first = _western_edge([city.lon / 100 for city in cities.values()])
    degrees = {
        id: (max(-STEEPEST, min(STEEPEST, city.lat / 100)), (city.lon / 100 - first) % 360)
        for id, city in sorted(cities.items())
    }
    if not degrees:
        return {}
    project = _fitting([north for north, _ in degrees.values()], [east for _, east in degrees.values()])
    return {id: project(north, east) for id, (north, east) in degrees.items()}


def _western_edge(longitudes: list[float]) -> float:
    """Give the longitude at which the cities begin: behind the widest gap, wherever the date line is."""
    ring = sorted(set(longitudes))
    if len(ring) < 2:  # noqa: PLR2004 - one longitude leaves no gap
        return ring[0] if ring else 0
    gaps = [((east - west) % 360, east) for west, east in zip([ring[-1], *ring], ring, strict=False)]
    return max(gaps)[1]


def _fitting(north: list[float], east: list[float]) -> Projection:
    """Choose a conic projection for the middle latitudes, and plain rectangles near the equator or around the world."""
    low, high, middle = min(north), max(north), (min(east) + max(east)) / 2
    one, two = math.radians(low + (high - low) / 6), math.radians(high - (high - low) / 6)
    if low * high <= 0 or abs(low + high) < 20 or max(east) - min(east) > 180:  # noqa: PLR2004 - degrees
        shrunk = math.cos(math.radians((low + high) / 2))
        return lambda lat, lon: (math.radians(lon - middle) * shrunk, -math.radians(lat))
    return _conic(one, two, math.radians(middle))


def _conic(one: float, two: float, middle: float) -> Projection:
    """Lambert's conformal conic projection: true along two parallels, and shapes stay what they are."""

    def half(angle: float) -> float:
        return math.tan(math.pi / 4 + angle / 2)

    cone = math.sin(one)
    if abs(two - one) > 1e-6:  # noqa: PLR2004 - radians below which the two parallels are one
        cone = math.log(math.cos(one) / math.cos(two)) / math.log(half(two) / half(one))
    scale = math.cos(one) * half(one) ** cone / cone

    def project(lat: float, lon: float) -> Point:
        distance = scale / half(math.radians(lat)) ** cone
        turn = cone * (math.radians(lon) - middle)
        return (distance * math.sin(turn), distance * math.cos(turn))

    return project
