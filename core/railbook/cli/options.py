"""The options that several commands share, beside what becomes of their texts."""

from __future__ import annotations

from typing import Annotated

import typer

from railbook.cli.loading import chosen_variants, named_plugins, one_of, registry, rule_options

__all__ = [
    "Edition",
    "Format",
    "Jobs",
    "MapName",
    "Plugins",
    "Redeal",
    "RuleOptions",
    "Variants",
    "Without",
    "chosen_variants",
    "named_plugins",
    "one_of",
    "registry",
    "rule_options",
]

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
