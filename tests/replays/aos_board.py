"""The referee's own board and tiles of Age of Steam, read from the map and tile files as plain data."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

TOWN = 6
"""The end of a spoke at its town; edges are 0 to 5, clockwise from north."""

Ends = frozenset[int]
"""The two ends of a piece of track."""

FOLDER = Path(__file__).resolve().parents[2] / "plugins" / "railbook_age_of_steam"
MAP = FOLDER / "rust_belt.toml"
TOWARDS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Board:
    """What never changes in a game: hexes, places, the goods chart, tiles, numbers; of the Rust Belt unless given."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        data = data or _read(MAP)
        self.hexes: dict[str, str] = {hex: row["terrain"] for hex, row in data["hexes"].items()}
        self.blocked = {hex: row.get("blocked", []) for hex, row in data["hexes"].items()}
        self.cities: list[dict[str, Any]] = data["cities"]
        self.city_hexes = [city["hex"] for city in self.cities]
        self.towns: list[str] = list(data["towns"])
        self.columns: list[dict[str, Any]] = data["columns"]
        self.letters: dict[str, list[str]] = {letter: row["colours"] for letter, row in data["new_cities"].items()}
        self.turns: dict[str, int] = data["turns"]
        self.bag = Counter(data["bag"])
        self.surcharge: dict[str, int] = data["terrain"]
        tiles = _read(FOLDER / "tiles.toml")
        self.discs: int = tiles["discs"]
        self.tiles: dict[str, dict[str, Any]] = tiles["tiles"]

    def beyond(self, hex: str, edge: int) -> str | None:
        """Give the land hex behind an edge; `None` is water, off the board, or closed (AOS-B7)."""
        q, r = map(int, hex.split(","))
        other = f"{q + TOWARDS[edge][0]},{r + TOWARDS[edge][1]}"
        if self.hexes.get(other, "water") == "water" or edge in self.blocked[hex]:
            return None
        return None if (edge + 3) % 6 in self.blocked[other] else other

    def takes(self, hex: str, letter: str | None) -> list[str]:
        """Give the colours of cubes that a city, or the New City of a letter, takes (AOS-M4, AOS-M5)."""
        if letter is not None:
            return self.letters[letter]
        colours: list[str] = next(city["colours"] for city in self.cities if city["hex"] == hex)
        return colours

    def pieces(self, tile: str, rotation: int) -> list[Ends]:
        """Give the pieces of track on a tile in a rotation (AOS-G2)."""
        turned = []
        for path in self.tiles[tile]["paths"]:
            ends = [TOWN if end == "T" else (int(end) + rotation) % 6 for end in path.split("-")]
            turned.append(frozenset(ends))
        return turned

    def kind(self, tile: str) -> str:
        """Give the class of a tile: simple, crossing, coexisting, town or town_disc."""
        kind: str = self.tiles[tile]["class"]
        return kind

    def is_town_tile(self, tile: str) -> bool:
        """Tell whether a tile has a town (AOS-B4)."""
        return self.kind(tile).startswith("town")


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
