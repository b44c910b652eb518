"""Tables of entries by kind, to which layers are applied one after another; what games begin with is kept."""

from __future__ import annotations

import functools
import operator
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from railbook.rules.conflicts import commute
from railbook.rules.layer import Entry, Layer
from railbook.rules.ruleset import Origin, StepSpec, Validator

RESTATABLE = ("words", "summary", "choice", "notation")
"""Kinds of entries that a later layer may simply say again: how things are shown, never what they are."""

MOST_KEPT = 32
"""So many starts, by base layers, are kept at most."""


class LayerConflict(ValueError):
    """Two layers write the same entry, or a layer does not fit the others: said with the names of both."""


class Tables:
    """The entries of all layers that were applied: by kind and key, with who wrote them."""

    def __init__(self) -> None:
        self.candidates: dict[str, list[Any]] = {}
        self.origins: list[Origin] = []
        self._tables: dict[str, dict[str, Any]] = {}
        self._before: dict[str, set[str]] = {}
        self._writers: dict[tuple[str, str], list[tuple[str, Entry]]] = {}

    def table(self, kind: str) -> dict[str, Any]:
        """Give the entries of one kind by key."""
        return self._tables.setdefault(kind, {})

    def copy(self) -> Tables:
        """Give tables to which other layers may be applied."""
        made = Tables()
        made.candidates = {tag: [*generators] for tag, generators in self.candidates.items()}
        made.origins = [*self.origins]
        made._tables = {kind: {**table} for kind, table in self._tables.items()}
        made._before = {**self._before}
        return made

    def apply(self, layer: Layer[Any], *, of_base: bool = False) -> None:
        """Apply the entries of a layer; those of variants must not conflict with those of other variants."""
        before = self._before
        before[layer.name] = {a for name in layer.after if name in before for a in (name, *before[name])}
        for entry in layer.entries:
            if not of_base:
                self._refuse_conflict(layer, entry)
            self._apply(layer, entry)
            self.origins.append(Origin(entry.kind, entry.key, entry.how, layer.name))

    def _refuse_conflict(self, layer: Layer[Any], entry: Entry) -> None:
        writers = self._writers.setdefault((entry.kind, entry.key), [])
        for other, written in writers:
            if other != layer.name and other not in self._before[layer.name] and not commute(written, entry):
                raise LayerConflict(
                    f"variants {other!r} and {layer.name!r} both change {entry.kind} {entry.key!r}: "
                    f"choose one of them, or let one say that it comes after the other"
                )
        writers.append((layer.name, entry))

    def _is_gone(self, entry: Entry) -> bool:
        """Tell whether what a layer drops was dropped by another one before: both get what they want."""
        written = [other for _name, other in self._writers.get((entry.kind, entry.key), [])]
        return written.count(entry) > 1

    def _apply(self, layer: Layer[Any], entry: Entry) -> None:
        table = self.table(entry.kind)
        if entry.kind == "candidates":
            if entry.how == "replace":
                self.candidates[entry.key] = []
            self.candidates.setdefault(entry.key, []).append(entry.value)
        elif entry.kind == "sequence":
            table[entry.key] = self._sequence(layer, entry, table.get(entry.key))
        elif entry.kind == "option":
            table[entry.key] = entry.value  # what comes of it is told when all sources of values are known
        elif entry.how in ("set", "add"):
            if entry.how == "add" and entry.key in table and entry.kind not in RESTATABLE:
                raise LayerConflict(f"layer {layer.name!r} adds {entry.kind} {entry.key!r}, which is there already")
            table[entry.key] = self._value(layer, entry)
            if entry.kind == "action":  # nothing is left of one that was dropped and is added anew
                self.table("effect").pop(entry.key, None)
                self.candidates.pop(entry.key, None)
        elif entry.key in table or entry.how != "drop" or not self._is_gone(entry):
            if entry.key not in table:
                raise LayerConflict(
                    f"layer {layer.name!r} wants to {entry.how} {entry.kind} {entry.key!r}: no such entry"
                )
            if entry.how == "drop":
                del table[entry.key]
            elif entry.how == "replace":
                table[entry.key] = self._replaced(layer, entry, table[entry.key])
            else:
                table[entry.key] = self._wrapped(entry, table[entry.key])

    def _value(self, layer: Layer[Any], entry: Entry) -> Any:
        if entry.kind == "validator":
            paragraph, types, test, reads = entry.value
            return Validator(entry.key, paragraph, types, test, layer.name, reads)
        return entry.value

    def _replaced(self, layer: Layer[Any], entry: Entry, old: Any) -> Any:
        if isinstance(old, Validator):
            test, reads = entry.value
            return Validator(old.rule, old.paragraph, old.types, test, layer.name, reads)
        if isinstance(old, StepSpec):
            return StepSpec(old.name, entry.value, old.simultaneous)
        return entry.value

    def _wrapped(self, entry: Entry, inner: Any) -> Any:
        if isinstance(inner, StepSpec):
            return StepSpec(inner.name, functools.partial(entry.value, inner.body), inner.simultaneous)
        return functools.partial(entry.value, inner)

    def _sequence(self, layer: Layer[Any], entry: Entry, steps: tuple[str, ...] | None) -> tuple[str, ...]:
        if entry.how == "add":
            if steps is not None:
                raise LayerConflict(f"layer {layer.name!r} adds sequence {entry.key!r}, which is there already")
            return tuple(entry.value)
        if steps is None:
            raise LayerConflict(f"layer {layer.name!r} changes sequence {entry.key!r}: no such sequence")
        if entry.how == "order":
            if sorted(entry.value) != sorted(steps):
                raise LayerConflict(
                    f"layer {layer.name!r} reorders {entry.key!r} to other steps than {', '.join(steps)}"
                )
            return tuple(entry.value)
        anchor, step = entry.value if entry.how in ("before", "after") else (entry.value, "")
        if anchor not in steps:
            if entry.how == "drop" and self._is_gone(entry):
                return steps
            raise LayerConflict(f"layer {layer.name!r} names step {anchor!r}, which {entry.key!r} does not have")
        place = steps.index(anchor)
        if entry.how == "drop":
            return steps[:place] + steps[place + 1 :]
        place += entry.how == "after"
        return (*steps[:place], step, *steps[place:])


_kept: dict[tuple[int, ...], tuple[list[Any], Tables]] = {}
"""Starts by the very layers and entries that made them; these are kept too, so that no others are taken for them."""


def tables_of(base: Sequence[Layer[Any]], variants: Sequence[Layer[Any]]) -> Tables:
    """Apply base layers, then variants; what the same base layers gave before is not worked out again."""
    entries = [entry for layer in base for entry in layer.entries]
    key = (*map(id, base), *map(id, entries))
    if key not in _kept:
        start = Tables()
        for layer in base:
            start.apply(layer, of_base=True)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = [*base, *entries], start
    tables = _kept[key][1].copy()
    for layer in variants:
        tables.apply(layer)
    return tables


_boards: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
"""Boards by the function that compiled them and the map, which are kept too, as above."""


def board_of_map(compile_map: Callable[[Any], Any], game_map: Any) -> Any:
    """Compile a map; the same map is compiled once: a board never changes, and all games on it may share it."""
    key = id(compile_map), id(game_map)
    if key not in _boards:
        board = compile_map(game_map)
        if len(_boards) >= MOST_KEPT:
            _boards.clear()
        _boards[key] = compile_map, game_map, board
    return _boards[key][2]


_stamps: weakref.WeakKeyDictionary[Layer[Any], tuple[list[Entry], msgspec.Raw]] = weakref.WeakKeyDictionary()


def stamp(layer: Layer[Any]) -> msgspec.Raw:
    """Give, as JSON, name and version of a layer and what it changes in which way: its part in a fingerprint."""
    found = _stamps.get(layer)
    if found is None or len(found[0]) != len(layer.entries) or any(map(operator.is_not, found[0], layer.entries)):
        written = [layer.name, layer.version, [[entry.kind, entry.key, entry.how] for entry in layer.entries]]
        found = _stamps[layer] = [*layer.entries], msgspec.Raw(msgspec.json.encode(written))
    return found[1]
