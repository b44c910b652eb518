"""The options that several commands share, and how their texts become rules."""

from __future__ import annotations

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
Without = Annotated[
    list[str] | None, typer.Option("--without", metavar="NAME", help="Take away a variant that was recorded.")
]
Redeal = Annotated[
    bool, typer.Option("--redeal", help="Decide the set-up again too; otherwise it is kept as recorded.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes; otherwise one for each core.")
]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="How to show the result.")]


def named_plugins(plugins: Sequence[str] | None) -> tuple[str, ...]:
    """Give the plugins that `[tool.railbook] plugins` of ./pyproject.toml and the user name."""
    from railbook.plugins.project import plugins_of

    return (*plugins_of(Path("pyproject.toml")), *(plugins or []))


def registry(plugins: Sequence[str] | None) -> Registry:
    """Load what is installed, what `[tool.railbook] plugins` of ./pyproject.toml names, and what the user names."""
    from railbook.plugins.registry import Registry

    return Registry.installed(named_plugins(plugins))


def chosen_variants(registry: Registry, texts: Sequence[str] | None) -> list[Chosen]:
    """Read `--variant` texts: a name, and after a colon values for its options."""
    from railbook.plugins.choosing import chosen_variants as choose

    return choose(registry, texts)


def rule_options(texts: Sequence[str] | None) -> dict[str, OptionValue]:
    """Read texts such as `group.option=4`; the same option twice is refused."""
    from railbook.plugins.choosing import rule_options as read

    return read(texts)


def one_of(value: str, known: Sequence[str], what: str) -> str:
    """Refuse a word that is not among the known ones."""
    if value not in known:
        raise UsageFault(f"unknown {what} {value!r}: choose {' or '.join(known)}")
    return value
