"""Reading an Age of Steam map: from a file, or from data in a log, to a checked map or one line about what is wrong."""

from __future__ import annotations

import hashlib
import re
import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railbook.log.limits import amount, beyond, limit
from railbook.plugins.quick_data import json_of, toml_of
from railbook.rules.game import MapFault
from railbook.rules.types import OptionValue
from railbook_age_of_steam.map_format import HexMap

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

_MESSAGE = r"(?s)(.*?)(?: - at `(?:key in )?`?\$?\.?(.*?)`*)?"
"""A text, no pattern: it is compiled where a map is wrong, not at each start."""

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


class MapError(MapFault):
    """A map that cannot be used: as text one line with file, key, value and problem."""

    def __init__(self, file: str, key: str, value: object, problem: str) -> None:
        super().__init__(file, key, value, problem)
        self.file, self.key, self.value, self.problem = file, key, value, problem

    def __str__(self) -> str:
        key = f" key {self.key}" if self.key else ""
        value = f" = {_shown(self.value)}" if self.value is not None else ""
        return _line(f"{self.file}:{key}{value}{':' if key else ''} {self.problem}")


class AgeOfSteamMap:
    """A checked map with its digest, as the core knows it; one that is not installed is carried along by logs."""

    def __init__(self, data: HexMap, *, embedded: bool = False) -> None:
        self.data = data
        self.id = data.id
        self.digest = hashlib.blake2b(msgspec.json.encode(data, order="sorted"), digest_size=16).hexdigest()
        self.embedded: Mapping[str, Any] | None = _plain(data) if embedded else None
        self.seats = (data.players.min, data.players.max)
        self.colours: Sequence[str] = data.players.colours
        self.options: Mapping[str, OptionValue] = {}


def installed_map(name: str) -> AgeOfSteamMap:
    """Give an installed map by the name of its TOML file."""
    data = json_of("railbook_age_of_steam", name)
    if data:
        return AgeOfSteamMap(msgspec.json.decode(data, type=HexMap))
    return parse_map(toml_of("railbook_age_of_steam", name), f"{name}.toml")


def load_map(source: Traversable | Path) -> AgeOfSteamMap:
    """Read and check an installed map file; raises `MapError`."""
    with source.open("rb") as file:
        return parse_map(file.read(limit("map") + 1), source.name)


def parse_map(data: bytes, name: str, *, embedded: bool = False) -> AgeOfSteamMap:
    """Read and check the bytes of a map file; `name` stands for it in errors (`MapError`)."""
    if len(data) > limit("map"):
        raise MapError(name, "", None, f"larger than {amount('map')} {beyond('map')}")
    from railbook.log.foreign import DataFault, read_toml

    try:
        values = read_toml(data)
    except DataFault as fault:
        raise MapError(name, "", None, str(fault)) from None
    return read_map(values, name, embedded=embedded)


def read_map(values: Mapping[str, Any], name: str = "the log's header", *, embedded: bool = True) -> AgeOfSteamMap:
    """Type and check map data that is decoded already; raises `MapError`."""
    from railbook_age_of_steam.map_checks import defects

    try:
        data = msgspec.convert(values, HexMap)
    except msgspec.ValidationError as error:
        raise _located(error, values, name) from None
    for key, value, problem in defects(data):
        raise MapError(name, key, value, problem)
    return AgeOfSteamMap(data, embedded=embedded)


def _located(error: msgspec.ValidationError, values: Mapping[str, Any], name: str) -> MapError:
    """Turn msgspec's message into one that names the key: of a table's entries it says `[...]` only."""
    found = re.fullmatch(_MESSAGE, str(error))
    problem, path = found.groups(default="") if found else (str(error), "")
    section = path.partition("[")[0]
    entries = values.get(section)
    if "[...]" in path and isinstance(entries, dict):
        path = path.replace("[...]", f".{_culprit(section, entries)}", 1)
    return MapError(name, path or "the map", None, problem.replace("`", ""))


def _culprit(section: str, entries: dict[str, Any]) -> str:
    """Find the first entry of a table that does not fit its type."""
    kind = next(field.type for field in msgspec.structs.fields(HexMap) if field.name == section)
    for key, entry in entries.items():
        try:
            msgspec.convert({key: entry}, kind)
        except msgspec.ValidationError:
            return key
    return "..."


def _plain(data: HexMap) -> dict[str, Any]:
    """Give the data of a map as a log embeds it: plain JSON values."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return values


def _shown(value: object) -> str:
    try:
        return _SHORT.repr(value)
    except ValueError:  # whole numbers of more than 4,300 digits have no text
        return "a number with too many digits"


def _line(text: str) -> str:
    """Keep a text on one line and harmless for terminals."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
