"""Reading an Age of Steam map: from a file or from data in a log to a checked map, or one line that says what is wrong."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from railbook.rules.types import OptionValue
from railbook_age_of_steam.map_format import WATER, HexMap

MAX_MAP_BYTES = 1 << 20
"""Largest map file that is read."""


class MapError(ValueError):
    """A map that cannot be used: as text one line with file, key, value and problem."""

    def __init__(self, file: str, key: str, value: object, problem: str) -> None:
        super().__init__(file, key, value, problem)
        self.file, self.key, self.value, self.problem = file, key, value, problem

    def __str__(self) -> str:
        value = f" = {self.value!r}"[:80] if self.value is not None else ""
        return f"{self.file}: key {self.key}{value}: {self.problem}" if self.key else f"{self.file}: {self.problem}"


class AgeOfSteamMap:
    """A checked map with its digest, as the core knows it."""

    def __init__(self, data: HexMap) -> None:
        self.data = data
        self.id = data.id
        self.digest = hashlib.blake2b(msgspec.json.encode(data, order="sorted"), digest_size=16).hexdigest()
        self.seats = (data.players.min, data.players.max)
        self.colours: Sequence[str] = data.players.colours
        self.options: Mapping[str, OptionValue] = {}


def load_map(source: Traversable | Path) -> AgeOfSteamMap:
    """Read and check a map file; raises `MapError`."""
    with source.open("rb") as file:
        return parse_map(file.read(MAX_MAP_BYTES + 1), source.name)


def parse_map(data: bytes, name: str) -> AgeOfSteamMap:
    """Read and check the bytes of a map file; `name` stands for it in errors."""
    if len(data) > MAX_MAP_BYTES:
        raise MapError(name, "", None, f"larger than {MAX_MAP_BYTES:,} bytes")
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MapError(name, "", None, f"not UTF-8 at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise MapError(name, "", None, f"not TOML: {error}") from None
    return read_map(values, name)


def read_map(values: Mapping[str, Any], name: str = "the log's header") -> AgeOfSteamMap:
    """Type and check map data that is decoded already; raises `MapError`."""
    try:
        data = msgspec.convert(values, HexMap)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `")
        raise MapError(name, path.strip("`$.") or "the map", None, problem) from None
    for key, value, problem in _defects(data):
        raise MapError(name, key, value, problem)
    return AgeOfSteamMap(data)


def _defects(data: HexMap) -> Iterator[tuple[str, object, str]]:
    """Find what is wrong with a map whose fields have the right types."""
    if data.players.min > data.players.max:
        yield "players.min", data.players.min, "more than players.max"
    if len(set(data.players.colours)) < data.players.max:
        yield "players.colours", list(data.players.colours), "fewer different colours than players.max"
    for seats in range(data.players.min, data.players.max + 1):
        if str(seats) not in data.turns:
            yield f"turns.{seats}", None, "missing: how many turns are played with so many seats"
    for key, hex in data.hexes.items():
        if hex.terrain != WATER and hex.terrain not in data.terrain:
            yield f"hexes.{key}.terrain", hex.terrain, f"no key of terrain ({', '.join(data.terrain)}) and not water"
    taken: set[str] = set()
    for index, city in enumerate(data.cities):
        if city.hex not in data.hexes or data.hexes[city.hex].terrain == WATER:
            yield f"cities[{index}].hex", city.hex, "no land hex of the board"
        if city.hex in taken:
            yield f"cities[{index}].hex", city.hex, "two cities on one hex"
        taken.add(city.hex)
        yield from _colour_defects(f"cities[{index}].colours", city.colours, data)
    for letter, new_city in data.new_cities.items():
        yield from _colour_defects(f"new_cities.{letter}.colours", new_city.colours, data)
    for key in data.towns:
        if key not in data.hexes or data.hexes[key].terrain == WATER:
            yield f"towns.{key}", None, "no land hex of the board"
        if key in taken:
            yield f"towns.{key}", None, "a city stands there"
    ids: set[str] = set()
    for index, column in enumerate(data.columns):
        if column.id in ids:
            yield f"columns[{index}].id", column.id, "two columns have this id"
        ids.add(column.id)
        if column.city not in taken and column.city not in data.new_cities:
            yield f"columns[{index}].city", column.city, "neither the hex of a city nor the letter of a New City"
    needed = sum(column.boxes for column in data.columns) + sum(city.cubes for city in data.cities)
    if needed > sum(data.bag.values()):
        yield "bag", sum(data.bag.values()), f"fewer cubes than the set-up takes ({needed})"


def _colour_defects(key: str, colours: Sequence[str], data: HexMap) -> Iterator[tuple[str, object, str]]:
    for colour in colours:
        if colour not in data.bag:
            yield key, colour, f"no colour of cubes ({', '.join(data.bag)})"
