"""Writes the installed maps and tiles once more, as JSON, which is read much quicker than TOML.

Run `python -m tests.plugins.maps_as_json` after a change of one of the TOML files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from railbook_age_of_steam.maps import load_map as load_hexes
from railbook_ticket_to_ride.maps import load_map

PLUGINS = Path(str(files("railbook_age_of_steam"))).parent


def _hexes(path: Path) -> Any:
    return load_hexes(path).data


def _plain(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


FILES: dict[str, Callable[[Path], Any]] = {
    "railbook_age_of_steam/tiles.toml": _plain,
    "railbook_age_of_steam/rust_belt.toml": _hexes,
    "railbook_europe/map.toml": load_map,
    "railbook_old_west/map.toml": load_map,
    "railbook_usa/map.toml": load_map,
}
"""Data files, and how each is read and checked; tiles first, since maps are checked with them."""


def as_json(file: str) -> bytes:
    """Give what a data file says, once it is checked, as JSON with one value a line."""
    return msgspec.json.format(msgspec.json.encode(FILES[file](PLUGINS / file)), indent=1) + b"\n"


if __name__ == "__main__":
    for name in FILES:
        (PLUGINS / name).with_suffix(".json").write_bytes(as_json(name))
