"""The composer: compiles layers, in their canonical order, once into a ruleset, and refuses those that conflict."""

from __future__ import annotations

import functools
import hashlib
import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from railbook.rules import options as rule_options
from railbook.rules.conflicts import commute
from railbook.rules.layer import Entry, Layer
from railbook.rules.notation import Notation
from railbook.rules.options import OptionError, Options
from railbook.rules.ruleset import ActionSpec, Origin, Ruleset, StepSpec, Validator, VariantInForce
from railbook.rules.types import Action, Event, OptionValue, RulesError, Visible
from railbook.rules.visibility import require_marks

RESTATABLE = ("words", "summary", "choice", "notation")
"""Kinds of entries that a later layer may simply say again: how things are shown, never what they are."""


class LayerConflict(ValueError):
    """Two layers write the same entry, or a layer does not fit the others: said with the names of both."""


class Chosen(msgspec.Struct, frozen=True):
    """A variant layer that was chosen, with the values of its own options by field and its distribution."""

    layer: Layer[Any]
    options: dict[str, OptionValue] = {}
    distribution: str = "railbook"


class Base(msgspec.Struct, frozen=True):
    """What a game is without variants: its layers in order, and the map with the option values that it implies."""

    game: str
    version: str
    layers: tuple[Layer[Any], ...]
    map_id: str
    map_digest: str
    map: Any
    compile_map: Callable[[Any], Any]
    map_options: Mapping[str, OptionValue] = {}
    editions: Mapping[str, Mapping[str, OptionValue]] = {}


def canonical_order(base: Sequence[Layer[Any]], variants: Iterable[Layer[Any]]) -> list[Layer[Any]]:
    """Sort variants behind the base by `after`, then by name: the same set gives the same order everywhere."""
    by_name: dict[str, Layer[Any]] = {}
    for layer in variants:
        if layer.name in by_name:
            raise LayerConflict(f"variant {layer.name!r} is chosen twice")
        by_name[layer.name] = layer
    waiting = {name: {other for other in layer.after if other in by_name} for name, layer in by_name.items()}
    ready = [name for name, before in waiting.items() if not before]
    heapq.heapify(ready)
    ordered: list[Layer[Any]] = []
    while ready:
        name = heapq.heappop(ready)
        ordered.append(by_name[name])
        for other, before in waiting.items():
            if name in before:
                before.discard(name)
                if not before:
                    heapq.heappush(ready, other)
    if len(ordered) < len(by_name):
        stuck = ", ".join(sorted(set(by_name) - {layer.name for layer in ordered}))
        raise LayerConflict(f"these variants each want to come after another one: {stuck}")
    return [*base, *ordered]


def compose(
    base: Base,
    seats: int,
    variants: Iterable[Chosen] = (),
    explicit: Mapping[str, OptionValue] | None = None,
    edition: str = "",
) -> Ruleset:
    """Compile a ruleset; raises `LayerConflict` or `OptionError` with one line that says what to do.

    Option values come from, the later the stronger: defaults (as the base layers set them), map, edition,
    variants, `explicit`; but an explicit value that contradicts what a chosen variant sets is refused.
    """
    variants = list(variants)
    layers = canonical_order(base.layers, [variant.layer for variant in variants])
    names = {layer.name for layer in base.layers}
    for layer in layers[len(base.layers) :]:
        if layer.name in names:
            raise LayerConflict(f"variant {layer.name!r} has the name of a layer of {base.game} itself")
        if layer.game is not None and layer.game.name not in names:
            raise LayerConflict(f"variant {layer.name!r} is for games with {layer.game.name!r}, not for {base.game}")
    chosen = {variant.layer.name: variant for variant in variants}
    return _Composition(base, layers, chosen).ruleset(seats, explicit or {}, edition)


def option_groups(layers: Iterable[Layer[Any]]) -> dict[str, type[Options]]:
    """Give the groups of options of these layers by prefix."""
    return {entry.key: entry.value for layer in layers for entry in layer.entries if entry.kind == "options"}


class _Composition:
    """The entries of all layers, applied one after another to tables by kind."""

    def __init__(self, base: Base, layers: list[Layer[Any]], chosen: Mapping[str, Chosen]) -> None:
        self.base = base
        self.layers = layers
        self.chosen = chosen
        self.base_names = {layer.name for layer in base.layers}
        self.tables: dict[str, dict[str, Any]] = {}
        self.writers: dict[tuple[str, str], list[tuple[str, Entry]]] = {}
        self.origins: list[Origin] = []
        self.candidates: dict[str, list[Any]] = {}
        before: dict[str, set[str]] = {}
        for layer in layers:
            before[layer.name] = {a for name in layer.after if name in before for a in (name, *before[name])}
            for entry in layer.entries:
                self._refuse_conflict(layer, entry, before)
                self._apply(layer, entry)
                self.origins.append(Origin(entry.kind, entry.key, entry.how, layer.name))

    def table(self, kind: str) -> dict[str, Any]:
        return self.tables.setdefault(kind, {})

    def _refuse_conflict(self, layer: Layer[Any], entry: Entry, before: Mapping[str, set[str]]) -> None:
        if layer.name in self.base_names:
            return
        writers = self.writers.setdefault((entry.kind, entry.key), [])
        for other, written in writers:
            if other != layer.name and other not in before[layer.name] and not commute(written, entry):
                raise LayerConflict(
                    f"variants {other!r} and {layer.name!r} both change {entry.kind} {entry.key!r}: "
                    f"choose one of them, or let one say that it comes after the other"
                )
        writers.append((layer.name, entry))

    def _is_gone(self, entry: Entry) -> bool:
        """Tell whether what a layer drops was dropped by another one before: both get what they want."""
        written = [other for _name, other in self.writers.get((entry.kind, entry.key), [])]
        return written.count(entry) > 1

    def _apply(self, layer: Layer[Any], entry: Entry) -> None:
        table = self.table(entry.kind)
        if entry.kind == "candidates":
            if entry.how == "replace":
                self.candidates[entry.key] = []
            self.candidates.setdefault(entry.key, []).append(entry.value)
        elif entry.kind == "sequence":
            table[entry.key] = self._sequence(layer, entry, table.get(entry.key))
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
            paragraph, types, test = entry.value
            return Validator(entry.key, paragraph, types, test, layer.name)
        return entry.value

    def _replaced(self, layer: Layer[Any], entry: Entry, old: Any) -> Any:
        if isinstance(old, Validator):
            return Validator(old.rule, old.paragraph, old.types, entry.value, layer.name)
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

    # Putting the tables together

    def ruleset(self, seats: int, explicit: Mapping[str, OptionValue], edition: str) -> Ruleset:
        base = self.base
        variants = [layer for layer in self.layers if layer.name not in self.base_names]
        groups: dict[str, type[Options]] = self.table("options")
        own = {layer.name for layer in variants if layer.own_options is not None}
        values = self._option_values(groups, explicit, edition)
        built = rule_options.build(groups, values)
        by_group: dict[str, dict[str, OptionValue]] = {
            prefix: {
                field.encode_name: _own_copy(getattr(built[group], field.name))
                for field in rule_options.fields_of(group)
            }
            for prefix, group in groups.items()
        }
        every = {f"{prefix}.{name}": value for prefix, group in by_group.items() for name, value in group.items()}
        actions = self._actions()
        events: dict[type[Event], Any] = dict(self.table("event").values())
        state_type = self.table("state").get("state")
        if state_type is None:
            raise RulesError(f"no layer of {base.game} declares a state")
        visibility: dict[tuple[type[Any], str], Visible] = {
            (kind, field): visible for kind, field, visible in self.table("visibility").values()
        }
        slices: dict[str, type[Any]] = self.table("slice")
        looked_at = require_marks(
            [state_type, *slices.values(), *(spec.type for spec in actions.values()), *events], visibility
        )
        for kind, field in visibility:
            if kind not in looked_at or field not in kind.__struct_fields__:
                raise LayerConflict(f"a layer changes who sees {kind.__name__}.{field}: {base.game} has no such field")
        in_force = tuple(
            VariantInForce(
                layer.name,
                layer.version,
                self.chosen[layer.name].distribution,
                by_group[layer.name] if layer.name in own else {},
            )
            for layer in variants
        )
        option_values = {
            f"{prefix}.{name}": value
            for prefix, group in by_group.items()
            if prefix not in own
            for name, value in group.items()
        }
        map_data = base.map
        for transform in self.table("map").values():
            map_data = transform(map_data, every)
        return Ruleset(
            game=base.game,
            version=base.version,
            seats=seats,
            board=base.compile_map(map_data),
            map_id=base.map_id,
            map_digest=base.map_digest,
            edition=edition,
            variants=in_force,
            option_values=dict(sorted(option_values.items())),
            option_groups=built,
            state_type=state_type,
            slices=slices,
            actions={spec.type: spec for spec in actions.values()},
            actions_of_step={
                step: tuple(spec for spec in actions.values() if step in spec.steps) for step in self.table("step")
            },
            events=events,
            steps=dict(self.table("step")),
            sequences=dict(self.table("sequence")),
            reactions=self._reactions(),
            queries=dict(self.table("query")),
            end_conditions=tuple(self.table("end-condition").items()),
            scorers=tuple(self.table("scorer").items()),
            ranked_last=tuple(self.table("ranked-last").items()),
            tie_breakers=tuple(self.table("tie-breaker").items()),
            invariants=tuple(self.table("invariant").items()),
            hints=self._hints(),
            summary=self.table("summary").get("summary"),
            words=dict(self.table("words").values()),
            panels=tuple(self.table("panel").items()),
            pictures=tuple(self.table("picture").items()),
            choices=dict(self.table("choice").values()),
            notations=self._notations(actions.values()),
            outcomes=dict(self.table("outcome")),
            visibility=visibility,
            origins=tuple(self.origins),
            fingerprint=self._fingerprint(every),
        )

    def _option_values(
        self, groups: Mapping[str, type[Options]], explicit: Mapping[str, OptionValue], edition: str
    ) -> dict[str, OptionValue]:
        names = list(rule_options.defaults(groups))
        values: dict[str, OptionValue] = {}
        set_by_base: dict[str, OptionValue] = {}
        set_by_variant: dict[str, OptionValue] = {}
        setters: dict[str, str] = {}
        for layer in self.layers:
            for entry in layer.entries:
                if entry.kind == "option":
                    (set_by_base if layer.name in self.base_names else set_by_variant)[entry.key] = entry.value
                    setters[entry.key] = layer.name
        sources = [set_by_base, self.base.map_options]
        if edition:
            if edition not in self.base.editions:
                has = ", ".join(sorted(self.base.editions)) or "none"
                raise OptionError(f"{self.base.game} has no edition {edition!r} (it has: {has})")
            sources.append(self.base.editions[edition])
        own: dict[str, OptionValue] = {
            f"{name}.{field}": value for name, chosen in self.chosen.items() for field, value in chosen.options.items()
        }
        for source in (*sources, set_by_variant, own, explicit):
            for name, value in source.items():
                rule_options.known(name, names)
                if set_by_variant.get(name, value) != value and (source is own or source is explicit):
                    raise OptionError(
                        f"option {name} = {value!r} contradicts variant {setters[name]!r}, which sets it to "
                        f"{set_by_variant[name]!r}"
                    )
            values.update(source)
        return values

    def _actions(self) -> dict[str, ActionSpec]:
        effects = self.table("effect")
        validators: list[Validator] = list(self.table("validator").values())
        steps = self.table("step")
        specs: dict[str, ActionSpec] = {}
        kind: type[Action]
        for tag, (kind, answered) in self.table("action").items():
            for step in answered:
                if step not in steps:
                    raise RulesError(f"action {tag} answers the step {step!r}, which no layer adds")
            # Those of the very type first: they may see to what the general ones, of a base class, rely on.
            tests = sorted(
                (validator for validator in validators if issubclass(kind, validator.types)),
                key=lambda validator: kind not in validator.types,
            )
            specs[tag] = ActionSpec(kind, answered, effects[tag], tuple(tests), tuple(self.candidates.get(tag, ())))
        return specs

    def _notations(self, actions: Iterable[ActionSpec]) -> dict[type[Action], Notation]:
        """Of the actions that there are; two that begin with the same verb could not be told apart."""
        by_verb: dict[str, type[Action]] = {}
        written: dict[type[Action], Notation] = dict(self.table("notation").values())
        notations = {spec.type: written[spec.type] for spec in actions if spec.type in written}
        for kind, notation in notations.items():
            other = by_verb.setdefault(notation.verb, kind)
            if other is not kind:
                tags = f"{other.__struct_config__.tag} and {kind.__struct_config__.tag}"
                raise LayerConflict(f"{self.base.game}: {tags} are both typed {notation.verb!r}")
        return notations

    def _hints(self) -> dict[str, tuple[Any, ...]]:
        by_step: dict[str, tuple[Any, ...]] = {}
        for step, advise in self.table("hint").values():
            by_step[step] = (*by_step.get(step, ()), advise)
        return by_step

    def _reactions(self) -> dict[type[Event], tuple[tuple[str, Any], ...]]:
        by_event: dict[type[Event], list[tuple[str, Any]]] = {}
        for id, (kind, react) in sorted(self.table("reaction").items()):
            by_event.setdefault(kind, []).append((id, react))
        return {kind: tuple(reactions) for kind, reactions in by_event.items()}

    def _fingerprint(self, options: Mapping[str, OptionValue]) -> str:
        """A digest of what the ruleset is made of: layers, versions, entries, options, map."""
        made_of = [
            self.base.game,
            self.base.version,
            self.base.map_digest,
            [[layer.name, layer.version, [[e.kind, e.key, e.how] for e in layer.entries]] for layer in self.layers],
            dict(options),
        ]
        return hashlib.blake2b(msgspec.json.encode(made_of, order="sorted"), digest_size=16).hexdigest()


def _own_copy(value: OptionValue) -> OptionValue:
    return list(value) if isinstance(value, list) else value
