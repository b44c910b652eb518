"""Reading a map: from a file, or from data found in a log, to a checked `Map`, or one line that says what is wrong."""

from __future__ import annotations

import hashlib
import re
import reprlib
from typing import TYPE_CHECKING, Final

import msgspec

from railbook.log.limits import amount, beyond, limit
from railbook.plugins.quick_data import json_of, toml_of
from railbook.rules.game import MapFault
from railbook_ticket_to_ride import map_format
from railbook_ticket_to_ride.map_format import Map

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

_CANONICAL: Final = msgspec.json.Encoder(order="sorted")
_PATTERN_WORDS: Final = {
    map_format.ID_PATTERN: "not plain kebab case (a-z, 0-9, single hyphens, or double ones between names)",
    map_format.WORDS_PATTERN: "not a name (a-z, 0-9, _)",
    map_format.OPTION_PATTERN: 'not the name of an option; it is written in quotes: "tickets.draw" = 3',
    map_format.LENGTH_PATTERN: "not a length of routes (1 to 99)",
    map_format.TEXT_PATTERN: "not one line of plain text",
}
# Texts, not patterns: they are compiled where a map is wrong, not at each start.
_MESSAGE: Final = r"(?s)(.*?)(?: - at `(key` in `)?\$([^`]*)`)?"
_STEP: Final = r"\.(\w+)|\[(\d+|\.{3})\]"
_FIELD: Final = r"(?s)Object (missing required|contains unknown) field `(.*)`"
_TYPE_WORDS: Final = {
    "object": "table",
    "array": "list",
    "str": "text",
    "int": "whole number",
    "Invalid enum": "unknown",
}
_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = 60


class MapError(MapFault):
    """A map that cannot be used; as text it is one line: file, key, value and problem."""

    def __init__(self, file: str, key: str, value: object, problem: str) -> None:
        """Say what is wrong where; an empty key means the file as a whole, a value of None that there is none."""
        super().__init__(file, key, value, problem)
        self.file = file
        self.key = key
        self.value = value
        self.problem = problem

    def __str__(self) -> str:
        """Write the defect on one line."""
        key = f" key {_line(self.key)}" if self.key else ""
        value = f" = {_shown(self.value)}" if self.value is not None else ""
        return f"{_line(self.file)}:{key}{value}{':' if key else ''} {_line(self.problem)}"


def installed_map(package: str) -> Map:
    """Give the map of an installed board, its package's `map.toml`."""
    data = json_of(package, "map")
    return msgspec.json.decode(data, type=Map) if data else parse_map(toml_of(package, "map"), f"{package}/map.toml")


def load_map(source: Traversable | Path) -> Map:
    """Read and check a map file; raises `MapError` for every defect and `OSError` if it cannot be read at all."""
    with source.open("rb") as file:
        return parse_map(file.read(limit("map") + 1), str(source))


def parse_map(data: bytes, name: str) -> Map:
    """Read and check the bytes of a map file; `name` stands for the file in errors (`MapError`)."""
    if len(data) > limit("map"):
        raise MapError(name, "", None, f"larger than {amount('map')} {beyond('map')}")
    from railbook.log.foreign import DataFault, read_toml

    try:
        tree = read_toml(data)
    except DataFault as fault:
        raise MapError(name, "", None, str(fault)) from None
    return map_from_data(tree, name)


def map_from_data(data: object, name: str) -> Map:
    """Type and check map data that is decoded already, such as a map embedded in a log (`MapError`)."""
    schema = data.get("schema") if isinstance(data, dict) else None
    if type(schema) is int and schema != map_format.SCHEMA:
        raise MapError(name, "schema", schema, f"a format that is not known here (this is {map_format.SCHEMA})")
    try:
        map = msgspec.convert(data, Map)
    except msgspec.ValidationError as error:
        raise _located(error, data, name) from None
    check_map(map, name)
    return map


def check_map(map: Map, name: str) -> None:
    """Raise `MapError` for the first thing that is wrong in a map whose fields have the right types."""
    from railbook_ticket_to_ride.map_checks import defects

    for key, value, problem in defects(map):
        raise MapError(name, key, value, problem)


def map_digest(map: Map) -> str:
    """Give the digest of the map data: BLAKE2b-128, in hex, over its canonical JSON with defaults written out."""
    return hashlib.blake2b(_CANONICAL.encode(map), digest_size=16).hexdigest()


def _located(error: msgspec.ValidationError, data: object, name: str) -> MapError:
    """Turn msgspec's message, which writes `[...]` for the key of an entry, into one that names key and value."""
    found = re.fullmatch(_MESSAGE, str(error))
    problem, bad_key, path = found.groups(default="") if found else (str(error), "", "")
    here, key, section = data, "", ""
    for field, index in re.findall(_STEP, path):
        section = section or field
        step = field or (_culprit(here, section) if index == "..." else int(index))
        key += f"[{step}]" if isinstance(step, int) else f".{step}" if key else str(step)
        here = _item(here, step)
    if bad_key:
        here = _culprit(here, section)
    elif field := re.fullmatch(_FIELD, problem):
        what, last = field.groups()
        key, here = f"{key}.{last}" if key else last, _item(here, last)
        problem = "missing" if what.startswith("missing") else "unknown key"
    words = next((words for pattern, words in _PATTERN_WORDS.items() if repr(pattern) in problem), "")
    return MapError(name, key, here if key else None, words or _plain(problem))


def _culprit(rows: object, section: str) -> object:
    """Find the key of the first entry of a section that does not fit its type."""
    types = {field.name: field.type for field in msgspec.structs.fields(Map)}
    for key, row in rows.items() if isinstance(rows, dict) else ():
        try:
            msgspec.convert({key: row}, types.get(section, Map))
        except msgspec.ValidationError:
            return key
    return "..."


def _item(here: object, step: object) -> object:
    """Look up a key or an index; None if there is nothing."""
    if isinstance(here, list) and isinstance(step, int) and step < len(here):
        return here[step]
    return here.get(step) if isinstance(here, dict) else None


def _plain(problem: str) -> str:
    """Write msgspec's names of types in the words of people who write maps."""
    return re.sub("|".join(_TYPE_WORDS), lambda found: _TYPE_WORDS[found[0]], problem.replace("`", ""))


def _line(text: str) -> str:
    """Keep a text on one line and harmless for terminals."""
    return text if text.isprintable() else repr(text)


def _shown(value: object) -> str:
    """Write a value shortly, on one line."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # whole numbers of more than 4,300 digits have no text
        return "a number with too many digits"
