"""Finds which plugins are installed, as `importlib.metadata` does, without importing that where folders are plain.

To import it costs more than two starts of an interpreter, since it can read distributions of any kind.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from typing import Any, NamedTuple

FOLDERS = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
"""How folders end that tell of an installed distribution, and which file in them holds its name."""

_SEPARATORS = re.compile(r"[-_.]+")


class Point(NamedTuple):
    """An entry point: its name, the module or object that it stands for, and the distribution that declares it."""

    name: str
    value: str
    distribution: str = "unknown"

    def load(self) -> Any:
        """Import the module, and give it or the object in it that is named behind a colon."""
        module, _, attribute = self.value.partition("[")[0].partition(":")
        path = filter(None, attribute.strip().split("."))
        return functools.reduce(getattr, path, importlib.import_module(module.strip()))


def plugin_points(group: str) -> list[Point]:
    """Give the entry points of a group, sorted: each distribution counts once, the first on the path."""
    return sorted(_in_folders(group) if _folders_are_plain() else by_metadata(group))


def by_metadata(group: str) -> Iterator[Point]:
    """Give the entry points of a group wherever distributions come from: archives, eggs, finders of any kind."""
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        yield Point(point.name, point.value, point.dist.name if point.dist else "unknown")


def _folders_are_plain() -> bool:
    """Tell whether distributions can be nowhere but in folders that lie in folders of the path."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    return finders == [PathFinder] and not any(
        place.lower().endswith(".egg") or os.path.isfile(place) for place in map(str, sys.path)
    )


def _in_folders(group: str) -> Iterator[Point]:
    seen = set()
    for place in map(str, sys.path):
        for folder in _listed(place):
            stem, ending = os.path.splitext(folder.lower())
            name = _SEPARATORS.sub("-", stem.partition("-")[0])
            if ending in FOLDERS and name not in seen:
                seen.add(name)
                text = _text_of(place, folder, "entry_points.txt")
                if group in text and (entries := list(_entries(text, group))):
                    distribution = _name_of(_text_of(place, folder, FOLDERS[ending]))
                    yield from (Point(name, value, distribution) for name, value in entries)


def _listed(place: str) -> list[str]:
    try:
        return os.listdir(place or ".")
    except OSError:
        return []


def _text_of(place: str, folder: str, file: str) -> str:
    try:
        with open(os.path.join(place, folder, file), encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:  # what is no folder declares nothing
        return ""


def _entries(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Give what stands in one section of an `entry_points.txt`."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif section == group and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _name_of(metadata: str) -> str:
    """Give the name that a distribution has in its metadata, which begin with headers as those of a mail."""
    for line in metadata.partition("\n\n")[0].splitlines():
        header, _, value = line.partition(":")
        if header.lower() == "name":
            return value.strip()
    return "unknown"
