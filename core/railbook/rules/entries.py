"""Entries: the single changes that a layer consists of, and how they are written down."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """One change: the kind of thing, its key, how it is changed (add, drop, replace, wrap, …) and to what."""

    kind: str
    key: str
    how: str
    value: Any = None


class Entries:
    """A list of entries, in the order in which they were written."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def _write(self, kind: str, key: str, how: str, value: Any = None) -> None:
        self.entries.append(Entry(kind, key, how, value))

    def _named(self, kind: str, id: str, how: str) -> Callable[[Any], Any]:
        def register(function: Any) -> Any:
            self._write(kind, id, how, function)
            return function

        return register


def tag_of(kind: type[Any]) -> str:
    """Give the tag of an action or event type, by which logs and entries name it."""
    return str(kind.__struct_config__.tag)
