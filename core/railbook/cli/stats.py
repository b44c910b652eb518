"""`railbook stats`: what recorded games come to: length, scores, winners, and what their pieces were worth."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import Jobs, Plugins, one_of, registry

if TYPE_CHECKING:
    from railbook.audit.corpus import LogPath
    from railbook.audit.counted import Counted

FORMS = ("text", "json", "csv")


def stats(
    places: Annotated[
        list[str], typer.Argument(metavar="LOG", help="Logs, folders of logs or patterns; - is standard input.")
    ],
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar="COLUMN,...", help="What tells games apart: game, map, variants, edition, options, seats."
        ),
    ] = "",
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
    rows: Annotated[
        Path | None,
        typer.Option("--rows", metavar="FILE.jsonl[.gz]|FILE.parquet", help="Write all figures of every log as rows."),
    ] = None,
    plugins: Plugins = None,
    jobs: Jobs = None,
    form: Annotated[str, typer.Option("--format", metavar="|".join(FORMS), help="How to show the result.")] = "text",
) -> None:
    """Count recorded games: how long they were, who won with how many points, and what pieces were worth."""
    one_of(form, FORMS, "format")
    from railbook.audit.corpus import logs_in, names_of, over
    from railbook.audit.stats import GROUPING, USUAL, Stats
    from railbook.audit.stats_rows import Row, rows_of
    from railbook.cli import showing_stats
    from railbook.cli.rows import writer_of

    columns = [one_of(column.strip(), GROUPING, "column") for column in by.split(",")] if by else list(USUAL)
    if verify and "-" in places:
        raise out.UsageFault("--verify reads a log twice: name a file in place of -")
    named = tuple(plugins or ())
    _registries[named] = registry(plugins)  # what the user named is refused before any process starts
    logs = logs_in(places)
    missing = {log.path for log in logs if log.path != "-" and not os.path.lexists(log.path)}
    there = [log for log in logs if log.path not in missing]
    result = Stats(columns)
    with writer_of(rows, Row) as writer:
        with out.progress("counting", len(there)) as bar:
            work = functools.partial(_count_one, named, verify=verify)
            games = over(there, work, jobs or os.cpu_count() or 1, bar.step)
        for game in games:
            result.add(game)
            for row in rows_of(game) if rows is not None else ():
                writer.write(row)
    showing_stats.show(form, result, names_of(sorted(missing)), top or None)
    for finding in result.broken:
        out.warn(f"railbook: {out.clean(finding.file)}: {out.clean(finding)}")
    for path in sorted(missing):
        out.warn(f"railbook: {out.clean(path)}: no such file")
    if not logs:
        out.warn(f"railbook: no logs in {out.clean(', '.join(places))}")
    code = result.exit_code(allow_unverified=allow_unverified)
    # A missing file is worse than something that cannot be checked, and less than something found wrong.
    raise typer.Exit(2 if missing and (code != 1 or not there) else code)


_registries: dict[tuple[str, ...], Any] = {}


def _count_one(plugins: tuple[str, ...], log: LogPath, *, verify: bool) -> Counted:
    """Count one log in whichever process this is; each loads the plugins once."""
    from railbook.audit.counted import counted

    if plugins not in _registries:
        _registries[plugins] = registry(plugins)
    return counted(log.path, _registries[plugins], log.name, verify=verify)
