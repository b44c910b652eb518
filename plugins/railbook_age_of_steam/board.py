"""The board: a hex map compiled into neighbours, cities, towns and columns."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from railbook_age_of_steam.map_format import WATER, City, Column, HexMap
from railbook_age_of_steam.maps import AgeOfSteamMap
from railbook_age_of_steam.tiles import discs, kinds

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What an edge adds to q and r: 0 north, then clockwise."""


class Board(msgspec.Struct, frozen=True, eq=False):
    """A compiled map; shared by all games on it and never changed, so that what follows from it alone is kept by it."""

    map: HexMap
    neighbours: dict[str, tuple[str | None, ...]]
    """For each land hex the land hex behind each edge; `None` is off the board, water, or blocked."""
    surcharge: dict[str, int]
    """What a new tile costs more on a hex."""
    cities: dict[str, City]
    """Cities by hex."""
    towns: dict[str, str]
    """Names of towns by hex."""
    columns: dict[str, Column]
    """Columns of the chart by id, in reading order."""
    growing: dict[str, dict[int, list[Column]]]
    """By the part of the chart, and by the number on a die, the columns that it lets grow."""
    stock: dict[str, int]
    """How many tiles of each kind there are; of those with a town disc none, they are made (AOS-T1)."""
    discs: int
    """How many town discs there are."""

    def colours(self, hex: str, letter: str | None) -> tuple[str, ...]:
        """Give the colours of cubes that a city, or the New City of this letter, takes."""
        return self.map.new_cities[letter].colours if letter else self.cities[hex].colours

    def name(self, hex: str) -> str:
        """Give the name of a place, or the coordinates of a hex."""
        if hex in self.cities:
            return self.cities[hex].name
        return self.towns.get(hex, f"({hex})")


def compile_board(game_map: AgeOfSteamMap) -> Board:
    """Compile a checked map."""
    data = game_map.data
    land = {key: hex for key, hex in data.hexes.items() if hex.terrain != WATER}

    def behind(key: str, edge: int) -> str | None:
        q, r = (int(part) for part in key.split(","))
        dq, dr = STEPS[edge]
        other = f"{q + dq},{r + dr}"
        if other not in land or edge in land[key].blocked or (edge + 3) % 6 in land[other].blocked:
            return None
        return other

    return Board(
        map=data,
        neighbours={key: tuple(behind(key, edge) for edge in range(6)) for key in sorted(land, key=_place)},
        surcharge={key: data.terrain[hex.terrain] for key, hex in land.items()},
        cities={city.hex: city for city in data.cities},
        towns=dict(sorted(data.towns.items(), key=lambda town: _place(town[0]))),
        columns={column.id: column for column in data.columns},
        growing=_growing(data.columns),
        stock={id: kind.count for id, kind in kinds().items()} | ({} if data.tiles is UNSET else data.tiles),
        discs=discs() if data.discs is UNSET else data.discs,
    )


def _growing(columns: Iterable[Column]) -> dict[str, dict[int, list[Column]]]:
    growing: dict[str, dict[int, list[Column]]] = {"white": {}, "black": {}}
    for column in columns:
        growing[column.part].setdefault(column.die, []).append(column)
    return growing


def _place(key: str) -> tuple[int, int]:
    q, r = key.split(",")
    return int(q), int(r)
