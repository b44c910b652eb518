"""The composer: compiles layers, in their canonical order, once into a ruleset, and refuses those that conflict."""

from __future__ import annotations

import functools
import hashlib
import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from railbook.rules import options as rule_options
from railbook.rules.layer import Entry, Layer
from railbook.rules.notation import Notation
from railbook.rules.options import OptionError, Options
from railbook.rules.reading import questions
from railbook.rules.reasons import compiled
from railbook.rules.ruleset import ActionSpec, Ruleset, Validator, VariantInForce
from railbook.rules.tables import LayerConflict, board_of_map, stamp, tables_of
from railbook.rules.types import Action, Event, OptionValue, RulesError, Visible
from railbook.rules.visibility import is_free, is_public, require_marks

__all__ = ["Base", "Chosen", "LayerConflict", "canonical_order", "compose", "option_groups"]


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
        if misfit := layer.misfit(base.game, names):
            raise LayerConflict(misfit)
    chosen = {variant.layer.name: variant for variant in variants}
    return _Composition(base, layers, chosen).ruleset(seats, explicit or {}, edition)


def option_groups(layers: Iterable[Layer[Any]]) -> dict[str, type[Options]]:
    """Give the groups of options of these layers by prefix."""
    return {entry.key: entry.value for layer in layers for entry in layer.entries if entry.kind == "options"}


class _Composition:
    """The tables of all layers, put together into a ruleset."""

    def __init__(self, base: Base, layers: list[Layer[Any]], chosen: Mapping[str, Chosen]) -> None:
        self.base = base
        self.layers = layers
        self.chosen = chosen
        self.base_names = {layer.name for layer in base.layers}
        self.tables = tables_of(layers[: len(base.layers)], layers[len(base.layers) :])
        self.table = self.tables.table

    def ruleset(self, seats: int, explicit: Mapping[str, OptionValue], edition: str) -> Ruleset:
        base = self.base
        variants = [layer for layer in self.layers if layer.name not in self.base_names]
        groups: dict[str, type[Options]] = self.table("options")
        own = {layer.name for layer in variants if layer.own_options is not None}
        values = self._option_values(groups, explicit, edition)
        built = rule_options.build(groups, values)
        by_group: dict[str, dict[str, OptionValue]] = {
            prefix: {name: _own_copy(getattr(built[group], field)) for field, name in rule_options.names_of(group)}
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
        return Ruleset(
            game=base.game,
            version=base.version,
            seats=seats,
            board=self._board(every),
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
            tallies=tuple(self.table("tally").items()),
            choices=dict(self.table("choice").values()),
            notations=self._notations(actions.values()),
            outcomes=dict(self.table("outcome")),
            visibility=visibility,
            secrets=frozenset(kind for kind in events if not is_public(kind, visibility)),
            free=tuple(kind for kind in (*[spec.type for spec in actions.values()], *events) if is_free(kind)),
            origins=tuple(self.tables.origins),
            fingerprint=self._fingerprint(every),
        )

    def _board(self, options: Mapping[str, OptionValue]) -> Any:
        """Compile the map, unless the rules are on one that was compiled before and that no layer changes."""
        base, transforms = self.base, self.table("map").values()
        if not transforms:
            return board_of_map(base.compile_map, base.map)
        changed = base.map
        for transform in transforms:
            changed = transform(changed, options)
        return base.compile_map(changed)

    def _option_values(
        self, groups: Mapping[str, type[Options]], explicit: Mapping[str, OptionValue], edition: str
    ) -> dict[str, OptionValue]:
        defaults = rule_options.defaults(groups)
        values: dict[str, OptionValue] = {}
        fixed: dict[str, rule_options.Fixed] = {}
        for name, entry in self._option_entries(of_base=True):
            rule_options.write(name, entry.key, entry.how, entry.value, values, defaults)
        sources = [self.base.map_options]
        if edition:
            if edition not in self.base.editions:
                has = ", ".join(sorted(self.base.editions)) or "none"
                raise OptionError(f"{self.base.game} has no edition {edition!r} (it has: {has})")
            sources.append(self.base.editions[edition])
        own: dict[str, OptionValue] = {
            f"{name}.{field}": value for name, chosen in self.chosen.items() for field, value in chosen.options.items()
        }
        for source in sources:
            for name, value in source.items():
                rule_options.known(name, defaults)
                values[name] = value
        for layer, entry in self._option_entries(of_base=False):
            rule_options.write(layer, entry.key, entry.how, entry.value, values, defaults)
            fixed.setdefault(entry.key, rule_options.Fixed()).note(layer, entry.how, entry.value)
        for name, value in [*own.items(), *rule_options.spelled_out(explicit, defaults).items()]:
            rule_options.known(name, defaults)
            if name in fixed:
                fixed[name].refuse_other(name, value)
            values[name] = value
        return values

    def _option_entries(self, *, of_base: bool) -> list[tuple[str, Entry]]:
        """Give what layers write about options, each with the name of its layer, in order."""
        return [
            (layer.name, entry)
            for layer in self.layers
            if (layer.name in self.base_names) is of_base
            for entry in layer.entries
            if entry.kind == "option"
        ]

    def _actions(self) -> dict[str, ActionSpec]:
        effects = self.table("effect")
        validators: list[Validator] = list(self.table("validator").values())
        steps = self.table("step")
        types = tuple([validator.types for validator in validators])
        specs: dict[str, ActionSpec] = {}
        kind: type[Action]
        for tag, (kind, answered) in self.table("action").items():
            for step in answered:
                if step not in steps:
                    raise RulesError(f"action {tag} answers the step {step!r}, which no layer adds")
            tests = [validators[place] for place in _concerning(kind, types)]
            generators = tuple(self.tables.candidates.get(tag, ()))
            asked = compiled(tests)
            specs[tag] = ActionSpec(
                kind, answered, effects[tag], tuple(tests), generators, asked, questions(kind, asked)
            )
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
            [stamp(layer) for layer in self.layers],
            dict(options),
        ]
        return hashlib.blake2b(msgspec.json.encode(made_of, order="sorted"), digest_size=16).hexdigest()


@functools.lru_cache(maxsize=1 << 10)
def _concerning(kind: type[Action], types: tuple[tuple[type[Action], ...], ...]) -> tuple[int, ...]:
    """Give the places of the validators of an action type, given the types that each is for.

    Those of the very type come first: they may see to what the general ones, of a base class, rely on.
    """
    places = [place for place, concerned in enumerate(types) if issubclass(kind, concerned)]
    return tuple(sorted(places, key=lambda place: kind not in types[place]))


def _own_copy(value: OptionValue) -> OptionValue:
    return list(value) if isinstance(value, list) else value
