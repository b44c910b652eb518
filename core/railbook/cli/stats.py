"""`railbook stats`: what recorded games come to: length, scores, winners, and what their pieces were worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.corpora import Engine, FilesFrom, Places, Resume, Scheduler, TimeLimit
from railbook.cli.options import Jobs, Plugins, named_plugins, one_of, registry
from railbook.cli.running import corpus_of, how_of, run

if TYPE_CHECKING:
    from railbook.audit.counted import Counted

FORMS = ("text", "json", "csv")

StatsRows = Annotated[
    Path | None,
    typer.Option("--rows", metavar="FILE", help="Write all figures of every log: .jsonl, .jsonl.gz or .parquet."),
]


def stats(
    places: Places = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by", metavar="COLUMN,...", help="What tells games apart: game, map, variants, edition, options, seats."
        ),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Decide every ply again, count only logs that hold, and say why others fail."),
    ] = False,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Exit 0 where something could not be checked.")
    ] = False,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, help="Pieces of each kind that the text shows; 0 shows all.")
    ] = 10,
    plugins: Plugins = None,
    jobs: Jobs = None,
    form: Annotated[str, typer.Option("--format", metavar="|".join(FORMS), help="How to show the result.")] = "text",
    files_from: FilesFrom = None,
    time_limit: TimeLimit = None,
    rows: StatsRows = None,
    resume: Resume = False,
    engine: Engine = "local",
    scheduler: Scheduler = "",
) -> None:
    """Count recorded games: how long they were, who won with how many points, and what pieces were worth."""
    one_of(form, FORMS, "format")
    from railbook.audit.stats import GROUPING, USUAL, Stats
    from railbook.cli import showing_stats
    from railbook.corpus.counting import CountTask
    from railbook.corpus.places import names_of

    columns = (
        [one_of(column.strip(), GROUPING, "column") for column in by.split(",")] if by is not None else list(USUAL)
    )
    how = how_of(jobs, time_limit, rows, resume=resume, engine=engine, scheduler=scheduler)
    corpus = corpus_of(places, files_from)
    if verify and any(log.path == "-" for log in corpus.logs):
        raise out.UsageFault("--verify reads a log twice: name a file in place of -")
    loaded = registry(plugins)  # what the user named is refused before any process starts
    there, missing = corpus.there, corpus.missing
    found: dict[int, Counted] = {}

    def take(index: int, game: Counted) -> str:
        found[index] = game
        return "" if game.is_counted else out.clean(f"{game.file}: {game.findings[-1]}")

    run("counting", CountTask(named_plugins(plugins), verify), there, how, loaded, take)
    result = Stats(columns)
    for index in range(len(there)):  # in the order of their names, whichever was done first
        result.add(found.pop(index))
    showing_stats.show(form, result, names_of(missing), top or None)
    for finding in result.broken:
        out.warn(f"railbook: {out.clean(finding.file)}: {out.clean(finding)}")
    corpus.complain()
    code = result.exit_code(allow_unverified=allow_unverified)
    raise typer.Exit(corpus.exit_code(code))
