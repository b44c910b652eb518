"""The rules of a recorded game with changes: variants more or fewer, another edition, other options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railbook.log.records import Header
from railbook.plugins.registry import Registry
from railbook.recording.header import map_of
from railbook.rules.compose import Chosen
from railbook.rules.options import OptionError, spelled_out
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue

WITHOUT_EFFECT = frozenset(
    {
        *("scorer", "tie-breaker", "tally"),
        *("words", "summary", "panel", "picture", "choice", "notation", "hint", "visibility"),
        *("invariant", "options"),
    }
)
"""Kinds of entries that decide nothing while a game is played: how it is counted, shown and hidden."""


def changed_rules(
    registry: Registry,
    header: Header,
    *,
    variants: Iterable[Chosen] = (),
    without: Iterable[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    edition: str = "",
) -> Ruleset:
    """Compose the rules of a log with changes; raises as composing does.

    A header says every option's value, whoever set it. Kept are those that the recorded edition and variants do not
    explain, so somebody chose them; what a removed variant or edition had set falls back to what is beneath it. A
    variant that is there already gets the options given here, and keeps its others.
    """
    game, game_map, seats = registry.game(header.game), map_of(registry, header), len(header.seats)
    chosen = {variant.name: registry.variant(variant.name, variant.options) for variant in header.variants}
    implied = game.ruleset(seats, game_map, list(chosen.values()), {}, header.edition).option_values
    explicit = {name: value for name, value in header.options.items() if implied.get(name) != value}
    for name in without:
        if name not in chosen:
            raise OptionError(f"the game was not recorded with variant {name!r}: it has {', '.join(chosen) or 'none'}")
        del chosen[name]
    for variant in variants:
        name = variant.layer.name
        recorded = chosen[name].options if name in chosen else {}
        chosen[name] = Chosen(variant.layer, {**recorded, **variant.options}, variant.distribution)
    edition = edition or header.edition
    beneath = game.ruleset(seats, game_map, list(chosen.values()), {}, edition)
    there = beneath.option_values
    kept = {name: value for name, value in explicit.items() if name in there}
    of_variants = [f"{variant.name}.{field}" for variant in beneath.variants for field in variant.options]
    given = spelled_out(options or {}, [*there, *of_variants])
    return game.ruleset(seats, game_map, list(chosen.values()), {**kept, **given}, edition)


def difference(recorded: Ruleset, changed: Ruleset) -> list[tuple[str, OptionValue | None, OptionValue | None]]:
    """Give what differs between two rulesets of a game, as name and both values: edition, variants and options."""
    a, b = _values(recorded), _values(changed)
    names = sorted({*a, *b}, key=lambda name: (("edition", "variant", "option").index(name.split()[0]), name))
    return [(name, a.get(name), b.get(name)) for name in names if a.get(name) != b.get(name)]


def plays_alike(one: Ruleset, other: Ruleset) -> bool:
    """Tell that two rulesets of a game differ at most in how they count and show it; `False` where that is not sure."""
    return dict(one.option_values) == dict(other.option_values) and _playing(one) == _playing(other)


def _playing(rules: Ruleset) -> tuple[object, ...]:
    """Give what says how a game is played: layers that only count have no part in it, whatever options they have."""
    layers = {origin.layer for origin in rules.origins if origin.kind not in WITHOUT_EFFECT}
    entries = [origin for origin in rules.origins if origin.layer in layers]
    return entries, [(variant.name, variant.options) for variant in rules.variants if variant.name in layers]


def _values(rules: Ruleset) -> dict[str, OptionValue]:
    values: dict[str, OptionValue] = {"edition": rules.edition}
    for variant in rules.variants:
        values[f"variant {variant.name}"] = variant.version
        values |= {f"option {variant.name}.{field}": value for field, value in variant.options.items()}
    return values | {f"option {name}": value for name, value in rules.option_values.items()}
