"""What can be wrong with an Age of Steam map whose fields have the right types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from railbook_age_of_steam.map_format import WATER, HexMap
from railbook_age_of_steam.tiles import kinds

Defect = tuple[str, object, str]
"""Key, value and problem."""

MOST_ACROSS = 100
"""Columns or rows of hexes from one end of a board to the other: pictures draw what lies between."""


def defects(data: HexMap) -> Iterator[Defect]:
    """Find everything that is wrong with a map."""
    yield from _players(data)
    yield from _hexes(data)
    yield from _places(data)
    yield from _chart(data)
    yield from _stock(data)


def _players(data: HexMap) -> Iterator[Defect]:
    if data.players.min > data.players.max:
        yield "players.min", data.players.min, "more than players.max"
    if len(set(data.players.colours)) < max(data.players.max, len(data.players.colours)):
        yield "players.colours", list(data.players.colours), "fewer different colours than players.max, or one twice"
    for seats in range(data.players.min, data.players.max + 1):
        if str(seats) not in data.turns:
            yield f"turns.{seats}", None, "missing: how many turns are played with so many seats"


def _hexes(data: HexMap) -> Iterator[Defect]:
    for axis in (0, 1):
        lines = [int(key.split(",")[axis]) for key in data.hexes] or [0]
        if max(lines) - min(lines) >= MOST_ACROSS:
            yield "hexes", None, f"from {min(lines)} to {max(lines)}: a board is at most {MOST_ACROSS} hexes across"
    if WATER in data.terrain:
        yield f"terrain.{WATER}", data.terrain[WATER], "nothing is built on water: it has no price"
    for key, hex in data.hexes.items():
        if hex.terrain != WATER and hex.terrain not in data.terrain:
            yield f"hexes.{key}.terrain", hex.terrain, f"no key of terrain ({', '.join(data.terrain)}) and not water"


def _places(data: HexMap) -> Iterator[Defect]:
    taken: set[str] = set()
    for index, city in enumerate(data.cities):
        if city.hex not in data.hexes or data.hexes[city.hex].terrain == WATER:
            yield f"cities[{index}].hex", city.hex, "no land hex of the board"
        if city.hex in taken:
            yield f"cities[{index}].hex", city.hex, "two cities on one hex"
        taken.add(city.hex)
        yield from _colours(f"cities[{index}].colours", city.colours, data)
    for letter, new_city in data.new_cities.items():
        yield from _colours(f"new_cities.{letter}.colours", new_city.colours, data)
    for key in data.towns:
        if key not in data.hexes or data.hexes[key].terrain == WATER:
            yield f"towns.{key}", data.towns[key], "no land hex of the board"
        if key in taken:
            yield f"towns.{key}", data.towns[key], "a city stands there"


def _colours(key: str, colours: Sequence[str], data: HexMap) -> Iterator[Defect]:
    for colour in colours:
        if colour not in data.bag:
            yield key, colour, f"no colour of cubes ({', '.join(data.bag)})"


def _chart(data: HexMap) -> Iterator[Defect]:
    places = {city.hex for city in data.cities} | set(data.new_cities)
    ids: set[str] = set()
    for index, column in enumerate(data.columns):
        if column.id in ids:
            yield f"columns[{index}].id", column.id, "two columns have this id"
        ids.add(column.id)
        if column.city not in places:
            yield f"columns[{index}].city", column.city, "neither the hex of a city nor the letter of a New City"
    needed = sum(column.boxes for column in data.columns) + sum(city.cubes for city in data.cities)
    if needed > sum(data.bag.values()):
        yield "bag", sum(data.bag.values()), f"fewer cubes than the set-up takes ({needed})"


def _stock(data: HexMap) -> Iterator[Defect]:
    printed = [kind.id for kind in kinds().values() if not kind.made_from]
    for id, count in ({} if data.tiles is UNSET else data.tiles).items():
        if id not in printed:
            yield f"tiles.{id}", count, f"no tile that is printed ({', '.join(printed)})"
