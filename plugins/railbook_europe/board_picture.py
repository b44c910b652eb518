"""The stations in the picture of the board: a house in the colour of its seat, on its city."""

from __future__ import annotations

from railbook.rules.picture import Group, Outline, Paint, Picture, Point, seat_mark
from railbook.rules.ruleset import Ruleset
from railbook_europe.layer import EUROPE, Stations
from railbook_ticket_to_ride.api import Table, board_of, city_place

HOUSE: tuple[Point, ...] = ((-9, 8), (-9, -3), (0, -11), (9, -3), (9, 8))


@EUROPE.picture("europe.stations")
def stations(rules: Ruleset, state: Table, seat: int | None) -> Picture:
    """Draw each station; under a house rule that lets several stand in a city, they stand side by side."""
    names = board_of(rules).city_names
    there: dict[str, int] = {}
    houses = []
    for station in state.slice(Stations).built:
        nth = there[station.city] = there.get(station.city, -1) + 1
        x, y = city_place(rules, station.city)
        body = Outline(HOUSE, Paint(f"seat-{station.seat}", "ink", 1.6))
        title = f"station of seat {station.seat} in {names[station.city]}"
        data = (("city", station.city), ("owner", str(station.seat)))
        shapes = (body, *seat_mark(station.seat, (0, 1), 3.6))
        houses.append(Group(f"station-{station.city}-{nth}", "station", shapes, title, data, (x + 20 * nth, y - 2)))
    return Picture(tuple(houses))
