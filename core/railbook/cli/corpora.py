"""The options of commands that take many logs; what becomes of them is in `running`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Places = Annotated[
    list[str] | None,
    typer.Argument(metavar="LOG...", help="Logs, folders of logs, patterns or addresses; - is standard input."),
]
FilesFrom = Annotated[
    str | None, typer.Option("--files-from", metavar="FILE|-", help="A file that names logs too, one a line.")
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", min=0, help="How long one log may take; 600, and 0 is no limit."),
]
Rows = Annotated[
    Path | None,
    typer.Option("--rows", metavar="FILE", help="Write a row for each log: .jsonl, .jsonl.gz or .parquet."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with --rows: keep the rows of logs that did not change.")]
Engine = Annotated[str, typer.Option("--engine", metavar="local|dask", help="Where to work: here or on a cluster.")]
Scheduler = Annotated[
    str, typer.Option("--scheduler", metavar="ADDRESS", help="The scheduler of Dask: tcp://host:8786.")
]
