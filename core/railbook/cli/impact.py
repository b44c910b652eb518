"""`railbook impact`: recorded games decided again under changed rules: which change, where, and who wins then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.corpora import Engine, FilesFrom, Places, Resume, Rows, Scheduler, TimeLimit
from railbook.cli.options import (
    Edition,
    Jobs,
    Plugins,
    Redeal,
    RuleOptions,
    Variants,
    Without,
    chosen_variants,
    named_plugins,
    one_of,
    registry,
    rule_options,
)
from railbook.cli.running import corpus_of, how_of, run

if TYPE_CHECKING:
    from railbook.audit.outcomes import Impact

FORMS = ("text", "json", "junit", "github", "csv")
LEVELS = ("events", "score", "winner", "undetermined", "illegal")


def impact(
    places: Places = None,
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
    files_from: FilesFrom = None,
    time_limit: TimeLimit = None,
    rows: Rows = None,
    resume: Resume = False,
    engine: Engine = "local",
    scheduler: Scheduler = "",
) -> None:
    """Decide recorded games again under changed rules: which change, at which ply, by which rule, and who wins."""
    one_of(form, FORMS, "format")
    if fail_on:
        one_of(fail_on, LEVELS, "level")
    from railbook.audit.outcomes import FITS_NONE, UNANSWERED, Change, exit_code
    from railbook.cli import showing_impact
    from railbook.corpus.following import ImpactTask
    from railbook.corpus.places import names_of

    if not (variants or without or options or edition):
        raise out.UsageFault("impact needs a change of the rules: --variant, --without, --option or --edition")
    how = how_of(jobs, time_limit, rows, resume=resume, engine=engine, scheduler=scheduler)
    loaded = registry(plugins)  # what the user named is refused before any process starts
    chosen = chosen_variants(loaded, variants)
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
    corpus = corpus_of(places, files_from)
    there, missing = corpus.there, corpus.missing
    found: dict[int, Impact] = {}

    def take(index: int, row: Impact) -> str:
        found[index] = row
        return out.clean(f"{row.file}: {row.words}: {row.why}") if row.outcome in UNANSWERED else ""

    run("following", ImpactTask(named_plugins(plugins), change), there, how, loaded, take)
    impacts = [found[index] for index in range(len(there))]
    showing_impact.show(form, showing_impact.Result(change, there, impacts, names_of(missing), fail_on))
    corpus.complain()
    code = exit_code(impacts, fail_on) if there else 1
    if code == FITS_NONE:
        out.warn(f"railbook: the change fits none of these games: {out.clean(' '.join(impacts[0].why.split()))}")
    raise typer.Exit(corpus.exit_code(code))
