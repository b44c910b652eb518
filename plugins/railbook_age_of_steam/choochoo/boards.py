"""The board of a recorded game: the installed one where it is the same, else one built from the start state."""

from __future__ import annotations

from collections import Counter
from typing import Any

from railbook_age_of_steam.choochoo.recording import COLOURS, GOODS, TERRAIN, ForeignFault, OnRoll, Playthrough, Start
from railbook_age_of_steam.maps import AgeOfSteamMap, MapError, read_map

TURNS = {"3": 10, "4": 8, "5": 7, "6": 6}
PARTS = {1: "white", 2: "black"}
LETTERS = "ABCDEFGH"


def board_for(game: Playthrough, start: Start, installed: AgeOfSteamMap, name: str) -> AgeOfSteamMap:
    """Give the map of a recorded game; raises `ForeignFault`."""
    data = _map_data(game, start, installed, name)
    try:
        found = read_map(data, name)
    except MapError as error:
        raise ForeignFault(f"{name}: the board of the start state: {error.problem} ({error.key})") from None
    return installed if _same_board(found, installed) else found


def _same_board(found: AgeOfSteamMap, installed: AgeOfSteamMap) -> bool:
    """Tell whether two maps are the same board: hexes, towns, cities, columns and New Cities, names left aside."""

    def shape(data: Any) -> tuple[Any, ...]:
        return (
            {key: hex.terrain for key, hex in data.hexes.items()},
            set(data.towns),
            {(city.hex, city.colours, city.cubes) for city in data.cities},
            {(column.part, column.die, column.boxes, column.city) for column in data.columns},
            {letter: city.colours for letter, city in data.new_cities.items()},
            dict(data.bag),
        )

    return shape(found.data) == shape(installed.data)


def _map_data(game: Playthrough, start: Start, installed: AgeOfSteamMap, name: str) -> dict[str, Any]:
    hexes: dict[str, Any] = {}
    towns: dict[str, str] = {}
    cities: list[dict[str, Any]] = []
    columns: list[dict[str, Any]] = []
    bag: Counter[str] = Counter(GOODS[cube] for cube in start.bag)
    known = [city.hex for city in installed.data.cities]
    grid = sorted(
        start.grid, key=lambda item: (known.index(item[0].hex) if item[0].hex in known else 99, item[0].q, item[0].r)
    )
    for place, space in grid:
        blocked = [(edge - 2) % 6 for edge in space.unpassableEdges]
        hexes[place.hex] = {"terrain": TERRAIN.get(space.type, "plain"), **({"blocked": blocked} if blocked else {})}
        if space.type == 1:
            colours = space.color if isinstance(space.color, list) else [space.color]
            cities.append(
                {
                    "hex": place.hex,
                    "name": space.name or place.hex,
                    "colours": [GOODS[colour] for colour in colours],
                    "cubes": len(space.goods),
                }
            )
            bag.update(GOODS[cube] for cube in space.goods)
            columns += [_column(column, place.hex, columns) for column in space.onRoll]
            bag.update(GOODS[cube] for column in space.onRoll for cube in column.goods if cube is not None)
        elif space.townName:
            towns[place.hex] = space.townName
    new_cities: dict[str, Any] = {}
    if len(start.availableCities) > len(LETTERS):
        raise ForeignFault(f"{name}: availableCities: more than {len(LETTERS)}")
    for letter, city in zip(LETTERS, start.availableCities, strict=False):
        colours = city.color if isinstance(city.color, list) else [city.color]
        new_cities[letter] = {"colours": [GOODS[colour] for colour in colours]}
        columns += [_column(column, letter, columns) for column in city.onRoll]
        bag.update(GOODS[cube] for column in city.onRoll for cube in column.goods if cube is not None)
    return {
        "schema": 1,
        "id": game.gameKey,
        "version": 1,
        "title": game.gameKey,
        "cities": cities,
        "columns": columns,
        "players": {"min": 3, "max": 6, "colours": [colour for colour in COLOURS if colour]},
        "turns": TURNS,
        "terrain": {"plain": 0, "river": 1, "mountain": 2, **({"hill": 1} if 9 in _terrains(start) else {})},
        "bag": dict(sorted(bag.items())),
        "new_cities": new_cities,
        "towns": towns,
        "hexes": hexes,
    }


def _terrains(start: Start) -> set[int]:
    return {space.type for _, space in start.grid}


def _column(column: OnRoll, city: str, there: list[dict[str, Any]]) -> dict[str, Any]:
    part = PARTS.get(column.group, "white")
    plain = f"{part[0].upper()}{column.onRoll}" if "," in city else city
    taken = {other["id"] for other in there}
    id = next(id for id in [plain, *(f"{plain}-{number}" for number in range(2, 99))] if id not in taken)
    return {"id": id, "part": part, "die": column.onRoll, "boxes": len(column.goods), "city": city}
