"""The options that several commands share, and how their texts become rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli.out import UsageFault

if TYPE_CHECKING:
    from railbook.plugins.registry import Registry
    from railbook.rules.compose import Chosen
    from railbook.rules.types import OptionValue

Plugins = Annotated[
    list[str] | None,
    typer.Option("--plugin", "-p", metavar="MODULE|FILE.py", help="Load a plugin too: a module or a Python file."),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME[:OPTION=VALUE,...]", help="Add a variant or house rule."),
]
RuleOptions = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set a rule option.")
]
MapName = Annotated[str, typer.Option("--map", metavar="ID|FILE.toml", help="Another map of the game, or a map file.")]
Edition = Annotated[str, typer.Option("--edition", metavar="NAME", help="Use a named set of rule options.")]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="How to show the result.")]


def registry(plugins: Sequence[str] | None) -> Registry:
    """Load what is installed, what `[tool.railbook] plugins` of ./pyproject.toml names, and what the user names."""
    from railbook.plugins.registry import Registry

    return Registry.installed([*_of_project(Path("pyproject.toml")), *(plugins or [])])


def _of_project(path: Path) -> list[str]:
    import tomllib

    if not path.is_file():
        return []
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("railbook", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError, OSError):
        return []  # somebody else's file: nothing in it is for us
    named = settings.get("plugins", []) if isinstance(settings, dict) else None
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        raise UsageFault("pyproject.toml: [tool.railbook] plugins must be a list of modules or files")
    return named


def chosen_variants(registry: Registry, texts: Sequence[str] | None) -> list[Chosen]:
    """Read `--variant` texts: a name, and after a colon values for its options."""
    chosen = []
    for text in texts or []:
        name, colon, rest = text.partition(":")
        # A comma inside of brackets parts the items of one value.
        values = rule_options(re.split(r",(?![^\[]*\])", rest)) if colon else {}
        chosen.append(registry.variant(name, values))
    return chosen


def rule_options(texts: Sequence[str] | None) -> dict[str, OptionValue]:
    """Read texts such as `group.option=4`; the same option twice is refused."""
    from railbook.rules.options import parse

    values: dict[str, OptionValue] = {}
    for text in texts or []:
        name, value = parse(text)
        if name in values:
            raise UsageFault(f"option {name} is given twice")
        values[name] = value
    return values


def one_of(value: str, known: Sequence[str], what: str) -> str:
    """Refuse a word that is not among the known ones."""
    if value not in known:
        raise UsageFault(f"unknown {what} {value!r}: choose {' or '.join(known)}")
    return value
