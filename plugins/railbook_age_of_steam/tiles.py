"""The tiles: which paths each has in each rotation, how many there are, and what lies under a town disc (AOS-T)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from railbook.plugins.quick_data import json_of, toml_of

TOWN = 6
"""The end of a path in the middle of its hex, at the town; the edges are 0 to 5."""

Path = tuple[int, int]
"""The two ends of a piece of track inside a hex; the town end of a spoke comes first."""


class TileKind(msgspec.Struct, frozen=True):
    """A kind of tile: class (simple, crossing, coexisting, town, town_disc), base paths, count and rotations."""

    id: str
    family: str
    name: str
    paths: tuple[Path, ...]
    count: int
    rotations: int
    made_from: tuple[str, ...]
    is_town: bool
    """Whether it has a town."""


@cache
def kinds() -> dict[str, TileKind]:
    """Give the kinds of tiles by id."""
    return {
        id: TileKind(
            id,
            row["class"],
            row["name"],
            tuple(_path(text) for text in row["paths"]),
            row["count"],
            row["rotations"],
            tuple(row.get("made_from", ())),
            row["class"] in ("town", "town_disc"),
        )
        for id, row in _data()["tiles"].items()
    }


@cache
def shapes() -> tuple[TileKind, ...]:
    """Give the kinds that are no tiles of the game but made with a town disc."""
    return tuple(kind for kind in kinds().values() if kind.made_from)


@cache
def shapes_with(tile: str) -> tuple[TileKind, ...]:
    """Give those that a kind of tile is, or may lie under."""
    return tuple(shape for shape in shapes() if tile in (shape.id, *shape.made_from))


@cache
def discs() -> int:
    """Give the number of town discs."""
    count: int = _data()["discs"]
    return count


@cache
def _data() -> dict[str, Any]:
    data = json_of("railbook_age_of_steam", "tiles")
    if data:
        values: dict[str, Any] = msgspec.json.decode(data)
        return values
    import tomllib

    return tomllib.loads(toml_of("railbook_age_of_steam", "tiles").decode())


@cache
def paths(tile: str, rotation: int) -> tuple[Path, ...]:
    """Give the paths of a tile in a rotation: each step turns every edge one further clockwise."""
    return tuple(
        (end if end == TOWN else (end + rotation) % 6, (other + rotation) % 6) for end, other in kinds()[tile].paths
    )


@cache
def by_edge(tile: str, rotation: int) -> dict[int, tuple[int, Path]]:
    """Give for each edge that a tile in a rotation uses the path there, with its index."""
    return {end: (index, path) for index, path in enumerate(paths(tile, rotation)) for end in path if end != TOWN}


@cache
def through(tile: str, rotation: int) -> dict[int, tuple[int, int]]:
    """Give for each of those edges the index of the path there and its other end."""
    return {
        end: (index, paths(tile, rotation)[index][end == path[0]])
        for end, (index, path) in by_edge(tile, rotation).items()
    }


def _path(text: str) -> Path:
    end, _, other = text.partition("-")
    return (TOWN if end == "T" else int(end), int(other))
