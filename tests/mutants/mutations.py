"""Mutants: what a layer looks like with one of its entries taken away, found by looking at the entries themselves."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from railbook.plugins.registry import Registry
from railbook.rules import compose
from railbook.rules.layer import Entry, Layer
from railbook.rules.ruleset import StepSpec

FACTS = {"state", "slice", "options", "action", "event"}
"""Kinds of entries that say what there is: without them nothing composes, or what was recorded means nothing."""

SHOWN = {"words", "panel", "picture", "choice", "notation", "summary", "hint", "tally"}
"""Kinds of entries that say how things look, advise bots, or count for statistics; no rule hangs on them."""

ASKED_BY_BOTS = {"ttr.closed-for-now", "ttr.hub"}
"""Queries that only bots ask: whatever the answer, the same actions are legal and the same events follow."""

RULES = {
    "validator",
    "effect",
    "step",
    "sequence",
    "reaction",
    "end-condition",
    "query",
    "candidates",
    "scorer",
    "ranked-last",
    "tie-breaker",
    "invariant",
    "outcome",
    "option",
    "visibility",
    "map",
}
"""Kinds of entries that are taken away."""


class Mutant(NamedTuple):
    """One entry to take away; `id` is what a test that notices must quote. Of a sequence it is one step."""

    layer: str
    kind: str
    how: str
    key: str
    id: str

    def __str__(self) -> str:
        place = f" in {self.key}" if self.key != self.id else ""
        return f"{self.kind} {self.id}{place}"


def all_layers(registry: Registry) -> list[Layer[Any]]:
    """Give the layers of all installed games, on all their maps, and of all variants."""
    layers = [
        layer
        for game in registry.games().values()
        for game_map in registry.maps(game)
        for layer in game.layers(game_map)
    ]
    return [*layers, *registry.variants().values()]


def all_mutants(layers: Sequence[Layer[Any]]) -> list[Mutant]:
    """Give one mutant for each entry that is a rule; games that share a layer share its mutants."""
    found: dict[Mutant, None] = {}
    for layer in layers:
        for entry in layer.entries:
            if entry.key in ASKED_BY_BOTS:
                continue
            if entry.kind in RULES or (entry.kind == "action" and entry.how == "drop"):
                found.update(dict.fromkeys(_mutants_of(layer, entry)))
            elif entry.kind not in FACTS | SHOWN:
                raise ValueError(f"entries of the kind {entry.kind!r} are new: say here whether they are rules")
    return list(found)


def _mutants_of(layer: Layer[Any], entry: Entry) -> Iterator[Mutant]:
    ids: Sequence[str] = (entry.key,)
    if entry.kind == "sequence":
        ids = {"add": entry.value, "drop": (entry.value,), "order": (entry.key,)}.get(entry.how) or entry.value[1:]
    for id in ids:
        yield Mutant(layer.name, entry.kind, entry.how, entry.key, id)


def apply(mutant: Mutant) -> None:
    """Let every ruleset that is composed in this process from now on lack the entry."""
    ordered = compose.canonical_order

    def mutated(base: Sequence[Layer[Any]], variants: Iterable[Layer[Any]]) -> list[Layer[Any]]:
        return [without(layer, mutant) for layer in ordered(base, variants)]

    compose.canonical_order = mutated


def without(layer: Layer[Any], mutant: Mutant) -> Layer[Any]:
    """Give a layer that lacks the entry; the same one if it does not have it."""
    if layer.name != mutant.layer:
        return layer
    less = copy.copy(layer)
    less.entries = [left for entry in layer.entries if (left := _left_of(entry, mutant)) is not None]
    return less


def _left_of(entry: Entry, mutant: Mutant) -> Entry | None:
    """Give what is left of an entry: itself if it is another one, something that does nothing, or nothing at all."""
    if (entry.kind, entry.how, entry.key) != (mutant.kind, mutant.how, mutant.key):
        return entry
    if entry.kind == "sequence" and entry.how == "add":
        return Entry("sequence", entry.key, "add", tuple(step for step in entry.value if step != mutant.id))
    if entry.kind == "sequence" and mutant not in _mutants_of(Layer(mutant.layer), entry):
        return entry
    if entry.how == "add" and entry.kind == "step":
        return Entry("step", entry.key, "add", StepSpec(entry.key, _no_events, entry.value.simultaneous))
    if entry.how == "add" and entry.kind in ("effect", "query"):
        nothing = _no_events if inspect.isgeneratorfunction(entry.value) else _no_answer
        return Entry(entry.kind, entry.key, "add", nothing)
    return None


def _no_events(*arguments: Any, **more: Any) -> Iterator[Any]:
    yield from ()


def _no_answer(*arguments: Any, **more: Any) -> None:
    return None
