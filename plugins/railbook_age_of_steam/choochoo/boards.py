"""The board of a recorded game: the installed one for the Rust Belt, else one built from the start state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from railbook_age_of_steam.choochoo.recording import (
    CITY,
    COLOURS,
    GOODS,
    TERRAIN,
    ForeignFault,
    OnRoll,
    Playthrough,
    Space,
    Start,
)
from railbook_age_of_steam.maps import AgeOfSteamMap, MapError, read_map

SURCHARGE = {"plain": 0, "river": 1, "mountain": 2, "hill": 1}
CHEAPEST = 2
"""What a simple tile costs on plain land; `terrainCost` is a whole price."""
TURNS = {"3": 10, "4": 8, "5": 7, "6": 6}
PARTS = {1: "white", 2: "black"}
LETTERS = "ABCDEFGH"

BASE_RULES: dict[str, dict[str, Any]] = {
    "rust-belt": {},
    "reversteam": {"baseRules": True},
    "holland": {},
    "new-hampshire": {},
}
"""Maps whose games may follow the base rules, and the variant that they need for it."""


class Held(NamedTuple):
    """A column of the start state: its city, by hex or letter, and what choochoo says of it."""

    city: str
    column: OnRoll


def board_for(game: Playthrough, start: Start, installed: AgeOfSteamMap, name: str) -> AgeOfSteamMap:
    """Give the map of a recorded game; raises `ForeignFault`, also for one that says to be the Rust Belt and is not."""
    if game.gameKey not in BASE_RULES:
        raise ForeignFault(f"{name}: gameKey: the map {game.gameKey!r} is not known: {', '.join(BASE_RULES)} are")
    for key, value in BASE_RULES[game.gameKey].items():
        if game.variant.get(key) != value:
            raise ForeignFault(f"{name}: variant: {game.gameKey} follows the base rules only with {key}")
    if len(start.availableCities) > len(LETTERS):
        raise ForeignFault(f"{name}: availableCities: there are more than {len(LETTERS)}")
    try:
        found = read_map(_map_data(game, start), name, embedded=True)
    except MapError as error:
        raise ForeignFault(f"{name}: the board of the start state: {error.problem} ({error.key})") from None
    if game.gameKey != installed.id:
        return found
    differs = _difference(found, installed)
    if differs:
        raise ForeignFault(f"{name}: the board of the start state is not the Rust Belt: {differs}")
    return installed


def held(start: Start) -> list[Held]:
    """Give the columns of the chart, those of cities first."""
    columns = [Held(place.hex, column) for place, space in _spaces(start) for column in space.onRoll]
    return columns + [
        Held(letter, column)
        for letter, city in zip(LETTERS, start.availableCities, strict=False)
        for column in city.onRoll
    ]


def cubes_on(start: Start) -> dict[str, list[str]]:
    """Give the cubes on each city, by hex."""
    return {place.hex: [GOODS[cube] for cube in space.goods] for place, space in _spaces(start) if space.type == CITY}


def _difference(found: AgeOfSteamMap, installed: AgeOfSteamMap) -> str:
    """Name the first thing in which two boards differ: hexes, towns, cities, columns, New Cities or cubes."""
    one, other = ({repr(key): value for key, value in _shape(board.data)} for board in (found, installed))
    return next((key for key in [*other, *one] if one.get(key) != other.get(key)), "")


def _shape(data: Any) -> Iterator[tuple[object, object]]:
    for key, hex in data.hexes.items():
        yield f"hex {key}", (hex.terrain, hex.blocked)
    for key, town in data.towns.items():
        yield f"town {key}", town
    for city in data.cities:
        yield f"city {city.hex}", (city.name, city.colours, city.cubes)
    for column in data.columns:
        yield f"column {column.part} {column.die} of {column.city}", column.boxes
    for letter, city in data.new_cities.items():
        yield f"New City {letter}", city.colours
    for colour, cubes in data.bag.items():
        yield f"{colour} cubes", cubes


def _spaces(start: Start) -> list[tuple[Any, Space]]:
    return sorted(start.grid, key=lambda item: (item[0].q, item[0].r))


def _colours(goods: Sequence[int] | int) -> list[str]:
    return [GOODS[good] for good in ([goods] if isinstance(goods, int) else goods)]


def _map_data(game: Playthrough, start: Start) -> dict[str, Any]:
    spaces = _spaces(start)
    bag = Counter(GOODS[cube] for cube in start.bag)
    bag.update(cube for cubes in cubes_on(start).values() for cube in cubes)
    bag.update(GOODS[cube] for _, column in held(start) for cube in column.goods)
    columns: list[dict[str, Any]] = []
    for city, column in held(start):
        columns.append(_column(column, city, {other["id"] for other in columns}))
    terrain = {_terrain(space): _surcharge(space) for _, space in spaces if _terrain(space) != "water"}
    return {
        "schema": 1,
        "id": game.gameKey,
        "version": 1,
        "title": game.gameKey,
        "cities": [
            {
                "hex": place.hex,
                "name": space.name or place.hex,
                "colours": _colours(space.color),
                "cubes": len(space.goods),
            }
            for place, space in spaces
            if space.type == CITY
        ],
        "columns": columns,
        "players": {"min": 3, "max": 6, "colours": [colour for colour in COLOURS if colour]},
        "turns": TURNS,
        "terrain": dict(sorted({"plain": 0, **terrain}.items())),
        "bag": dict(sorted(bag.items())),
        "new_cities": {
            letter: {"colours": _colours(city.color)}
            for letter, city in zip(LETTERS, start.availableCities, strict=False)
        },
        "towns": {place.hex: space.townName for place, space in spaces if space.type != CITY and space.townName},
        "hexes": {place.hex: _hex(space) for place, space in spaces},
    }


def _terrain(space: Space) -> str:
    """Name a terrain; land with a price of its own is a terrain of its own."""
    kind = "plain" if space.type == CITY else TERRAIN[space.type]
    return kind if space.terrainCost is None else f"{kind}-{space.terrainCost}"


def _surcharge(space: Space) -> int:
    return SURCHARGE[_terrain(space)] if space.terrainCost is None else space.terrainCost - CHEAPEST


def _hex(space: Space) -> dict[str, Any]:
    blocked = sorted((edge - 2) % 6 for edge in space.unpassableEdges)
    return {"terrain": _terrain(space), **({"blocked": blocked} if blocked else {})}


def _column(column: OnRoll, city: str, taken: set[str]) -> dict[str, Any]:
    part = PARTS[column.group]
    plain = f"{part[0].upper()}{column.onRoll}" if "," in city else city
    ids = (plain, *(f"{plain}-{number}" for number in range(2, len(taken) + 3)))
    return {
        "id": next(id for id in ids if id not in taken),
        "part": part,
        "die": column.onRoll,
        "boxes": len(column.goods),
        "city": city,
    }
