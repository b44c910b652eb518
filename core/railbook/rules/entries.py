"""Entries: the single changes that a layer consists of, and how they are written down."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One change: the kind of thing, its key, how it is changed (add, drop, replace, wrap, …) and to what."""

    kind: str
    key: str
    how: str
    value: Any = None
    module: str = ""
    """The module that wrote it while it was imported; empty for an entry that was written later."""


class Entries:
    """A list of entries, in the order in which they were written, until they are arranged."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def arrange(self, *modules: ModuleType) -> None:
        """Put the entries into the order of the modules that wrote them, given all of these.

        Without it the order would be that in which modules happened to be imported: the order of validators decides
        which of several reasons a player is told, and that has to be the same everywhere.
        """
        names = [module.__name__ for module in modules]
        forgotten = sorted({entry.module for entry in self.entries} - set(names))
        if forgotten:
            raise ValueError(f"{self!r} is written by {', '.join(forgotten)} too: say where its entries stand")
        self.entries.sort(key=lambda entry: names.index(entry.module))

    def _write(self, kind: str, key: str, how: str, value: Any = None) -> None:
        self.entries.append(Entry(kind, key, how, value, _module_being_imported()))

    def _named(self, kind: str, id: str, how: str) -> Callable[[Any], Any]:
        def register(function: Any) -> Any:
            self._write(kind, id, how, function)
            return function

        return register


def _module_being_imported() -> str:
    """Give the name of the module whose top level is running, however deep we are called from it."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - public in all but name: namedtuple does the same
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return str(frame.f_globals["__name__"]) if frame is not None else ""


def tag_of(kind: type[Any]) -> str:
    """Give the tag of an action or event type, by which logs and entries name it."""
    return str(kind.__struct_config__.tag)
