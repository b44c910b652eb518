"""What `railbook verify` takes on the command line; apart from its work, which starts quicker without typer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import verify as work
from railbook.cli.corpora import Engine, FilesFrom, Places, Resume, Rows, Scheduler, TimeLimit
from railbook.cli.options import Jobs, Plugins
from railbook.cli.verify import FORMS


def verify(
    places: Places = None,
    plugins: Plugins = None,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Exit 0 where something could not be checked.")
    ] = False,
    jobs: Jobs = None,
    form: Annotated[str, typer.Option("--format", metavar="|".join(FORMS), help="How to show the result.")] = "text",
    expected: Annotated[
        Path | None,
        typer.Option(
            "--expected", metavar="FILE", help="Declared changes; otherwise expected-changes.toml in the folder given."
        ),
    ] = None,
    bisect: Annotated[
        bool, typer.Option("--bisect", help="For `git bisect run`: exit 125 where a log cannot be checked.")
    ] = False,
    digest: Annotated[
        str, typer.Option("--digest", metavar="[LINES:]DIGEST", help="What `railbook seal` printed of the log.")
    ] = "",
    signature: Annotated[
        Path | None, typer.Option("--signature", metavar="SIG", help="The signature that `railbook seal` wrote.")
    ] = None,
    public_key: Annotated[
        Path | None, typer.Option("--public-key", metavar="PUBLIC.pem", help="The public key of who signed.")
    ] = None,
    files_from: FilesFrom = None,
    time_limit: TimeLimit = None,
    rows: Rows = None,
    resume: Resume = False,
    engine: Engine = "local",
    scheduler: Scheduler = "",
) -> None:
    """Decide every ply again, and compare rules, chance, events, scores and digests with what was recorded."""
    raise typer.Exit(
        work.verify(
            places,
            plugins,
            allow_unverified=allow_unverified,
            jobs=jobs,
            form=form,
            expected=expected,
            bisect=bisect,
            digest=digest,
            signature=signature,
            public_key=public_key,
            files_from=files_from,
            time_limit=time_limit,
            rows=rows,
            resume=resume,
            engine=engine,
            scheduler=scheduler,
        )
    )
