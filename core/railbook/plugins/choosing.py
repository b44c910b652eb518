"""Reads how people name variants and options: `hand-limit:cards=12`, `group.option=4`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from railbook.plugins.registry import Registry
from railbook.rules.compose import Chosen
from railbook.rules.options import OptionError, parse
from railbook.rules.types import OptionValue


def chosen_variants(registry: Registry, texts: Sequence[str] | None) -> list[Chosen]:
    """Read texts of variants: a name, and after a colon values for its options; raises as the registry does."""
    chosen = []
    for text in texts or []:
        name, colon, rest = text.partition(":")
        # A comma inside of brackets parts the items of one value.
        values = rule_options(re.split(r",(?![^\[]*\])", rest)) if colon else {}
        chosen.append(registry.variant(name, values))
    return chosen


def rule_options(texts: Sequence[str] | None) -> dict[str, OptionValue]:
    """Read texts such as `group.option=4`; the same option twice is refused with `OptionError`."""
    values: dict[str, OptionValue] = {}
    for text in texts or []:
        name, value = parse(text)
        if name in values:
            raise OptionError(f"option {name} is given twice")
        values[name] = value
    return values
