"""`railbook impact`: recorded games decided again under changed rules: which change, where, and who wins then."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import (
    Edition,
    Jobs,
    Plugins,
    Redeal,
    RuleOptions,
    Variants,
    Without,
    chosen_variants,
    one_of,
    registry,
    rule_options,
)

if TYPE_CHECKING:
    from railbook.audit.corpus import LogPath
    from railbook.audit.outcomes import Change, Impact

FORMS = ("text", "json", "junit", "github", "csv")
LEVELS = ("events", "score", "winner", "undetermined", "illegal")


def impact(
    places: Annotated[
        list[str], typer.Argument(metavar="LOG", help="Logs, folders of logs or patterns; - is standard input.")
    ],
    variants: Variants = None,
    without: Without = None,
    options: RuleOptions = None,
    edition: Edition = "",
    redeal: Redeal = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="|".join(LEVELS), help="Exit 1 where a game changes so far or further.")
    ] = "",
    plugins: Plugins = None,
    jobs: Jobs = None,
    form: Annotated[str, typer.Option("--format", metavar="|".join(FORMS), help="How to show the result.")] = "text",
) -> None:
    """Decide recorded games again under changed rules: which change, at which ply, by which rule, and who wins."""
    one_of(form, FORMS, "format")
    if fail_on:
        one_of(fail_on, LEVELS, "level")
    from railbook.audit.corpus import logs_in, names_of, over
    from railbook.audit.outcomes import FITS_NONE, Change, exit_code
    from railbook.cli import showing_impact

    if not (variants or without or options or edition):
        raise out.UsageFault("impact needs a change of the rules: --variant, --without, --option or --edition")
    named = tuple(plugins or ())
    _registries[named] = registry(plugins)  # what the user named is refused before any process starts
    chosen = chosen_variants(_registries[named], variants)
    twice = {one.layer.name for one in chosen if sum(one.layer.name == other.layer.name for other in chosen) > 1}
    if twice:
        raise out.UsageFault(f"variant {' and '.join(sorted(twice))} is given twice: its options go behind one colon")
    change = Change(
        {one.layer.name: one.options for one in chosen},
        tuple(without or ()),
        rule_options(options),
        edition,
        redeal,
    )
    logs = logs_in(places)
    missing = {log.path for log in logs if log.path != "-" and not os.path.lexists(log.path)}
    there = [log for log in logs if log.path not in missing]
    with out.progress("following", len(there)) as bar:
        rows = over(there, functools.partial(_follow_one, named, change), jobs or os.cpu_count() or 1, bar.step)
    showing_impact.show(form, showing_impact.Result(change, there, rows, names_of(sorted(missing)), fail_on))
    for path in sorted(missing):
        out.warn(f"railbook: {out.clean(path)}: no such file")
    if not logs:
        out.warn(f"railbook: no logs in {out.clean(', '.join(places))}")
    code = exit_code(rows, fail_on) if there else 1
    if code == FITS_NONE:
        out.warn(f"railbook: the change fits none of these games: {out.clean(_first_line(rows))}")
    # A missing file is worse than something that cannot be checked, and less than something found wrong.
    raise typer.Exit(2 if missing and (code != 1 or not there) else code)


_registries: dict[tuple[str, ...], Any] = {}


def _follow_one(plugins: tuple[str, ...], change: Change, log: LogPath) -> Impact:
    """Follow one log in whichever process this is; each loads the plugins once."""
    from railbook.audit.impact import impact as impact_of

    if plugins not in _registries:
        _registries[plugins] = registry(plugins)
    return impact_of(log.path, _registries[plugins], change, log.name)


def _first_line(rows: Sequence[Impact]) -> str:
    return " ".join(rows[0].why.split())
