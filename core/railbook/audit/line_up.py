"""Says who played a log and under which rules, in words short enough for a column."""

from __future__ import annotations

import re
from typing import Any

from railbook.log.records import Header
from railbook.plugins.registry import Registry
from railbook.recording.header import map_of
from railbook.rules.options import defaults
from railbook.rules.ruleset import Ruleset

NUMBERED = re.compile(r"^(.+)-[1-9][0-9]?$")
"""How seats are named after one of several bots of a kind."""

LONGEST_KIND = 120
"""Characters of the kind of a player: a header may hold any text there."""

MOST_CHOICES = 1000
"""So many kinds of tables are remembered at most."""


def bots_of(registry: Registry, rules: Ruleset, header: Header) -> list[str]:
    """Give by seat the kind of bot that played it, `person`, or nothing where the log does not say.

    A header says it in `meta.players`; in simulated games seats are named after the bots.
    """
    kinds = header.meta.get("players") if isinstance(header.meta, dict) else None
    if isinstance(kinds, list) and len(kinds) == len(header.seats) and all(isinstance(kind, str) for kind in kinds):
        return [kind[:LONGEST_KIND] for kind in kinds]
    known = registry.bots({origin.layer for origin in rules.origins})
    names = [seat.name for seat in header.seats]
    bare = [found[1] if (found := NUMBERED.match(name)) else name for name in names]
    return [next((word for word in (name, kind) if word in known), "") for name, kind in zip(names, bare, strict=True)]


_chosen: dict[tuple[str, ...], tuple[str, str]] = {}
"""What was worked out before, by what rules are made of: logs of one folder mostly agree in theirs."""


def choices(registry: Registry, rules: Ruleset, header: Header) -> tuple[str, str]:
    """Say which variants and options are in force, as far as they are not what would be without saying it."""
    key = (rules.fingerprint, str(rules.seats), rules.edition, ",".join(one.name for one in rules.variants))
    if key not in _chosen:
        if len(_chosen) >= MOST_CHOICES:
            _chosen.clear()
        _chosen[key] = _variants(registry, rules), _options(registry, rules, header)
    return _chosen[key]


def _variants(registry: Registry, rules: Ruleset) -> str:
    words = []
    for variant in rules.variants:
        own = registry.variant(variant.name).layer.own_options
        usual = defaults({variant.name: own}) if own is not None else {}
        other = {
            field: value for field, value in variant.options.items() if usual.get(f"{variant.name}.{field}") != value
        }
        said = ",".join(f"{field}={_text(value)}" for field, value in sorted(other.items()))
        words.append(f"{variant.name}:{said}" if said else variant.name)
    return " ".join(words)


def _options(registry: Registry, rules: Ruleset, header: Header) -> str:
    chosen = [registry.variant(variant.name, dict(variant.options)) for variant in rules.variants]
    usual = registry.game(header.game).ruleset(rules.seats, map_of(registry, header), chosen, {}, header.edition)
    other = {name: value for name, value in rules.option_values.items() if usual.option_values.get(name) != value}
    return " ".join(f"{name}={_text(value)}" for name, value in sorted(other.items()))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
