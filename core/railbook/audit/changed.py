"""The rules of a recorded game with changes: variants more or fewer, another edition, other options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railbook.log.records import Header
from railbook.plugins.registry import Registry
from railbook.recording.header import map_of
from railbook.rules.compose import Chosen
from railbook.rules.options import OptionError
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue


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
    there = game.ruleset(seats, game_map, list(chosen.values()), {}, edition).option_values
    kept = {name: value for name, value in explicit.items() if name in there}
    return game.ruleset(seats, game_map, list(chosen.values()), {**kept, **(options or {})}, edition)


def difference(recorded: Ruleset, changed: Ruleset) -> list[tuple[str, OptionValue | None, OptionValue | None]]:
    """Give what differs between two rulesets of a game, as name and both values: edition, variants and options."""
    a, b = _values(recorded), _values(changed)
    names = sorted({*a, *b}, key=lambda name: (("edition", "variant", "option").index(name.split()[0]), name))
    return [(name, a.get(name), b.get(name)) for name in names if a.get(name) != b.get(name)]


def _values(rules: Ruleset) -> dict[str, OptionValue]:
    values: dict[str, OptionValue] = {"edition": rules.edition}
    for variant in rules.variants:
        values[f"variant {variant.name}"] = variant.version
        values |= {f"option {variant.name}.{field}": value for field, value in variant.options.items()}
    return values | {f"option {name}": value for name, value in rules.option_values.items()}
