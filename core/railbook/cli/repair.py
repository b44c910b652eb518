"""`railbook repair`: rewrites logs of older rules under the installed ones, and keeps the originals."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Plugins, registry


def repair(
    places: Annotated[list[str], typer.Argument(metavar="LOG", help="Logs, folders of logs or patterns.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would become of each log; write nothing.")
    ] = False,
    plugins: Plugins = None,
) -> None:
    """Rewrite logs whose actions all stay legal under the installed rules; each original is kept as LOG.orig."""
    from railbook.audit.repair import KEPT, put_in_place
    from railbook.audit.repair import repair as repaired
    from railbook.corpus.places import logs_in
    from railbook.recording.unfinished import alone

    loaded = registry(plugins)
    logs = logs_in(places)
    for log in logs:
        if log.path == "-":
            raise out.UsageFault("standard input cannot be repaired: name a file")
        if not os.path.lexists(log.path):
            raise out.UsageFault(f"{log.path}: no such file")
    if not logs:
        raise out.UsageFault(f"no logs in {', '.join(places)}")
    rows, left = [], 0
    for log in logs:
        # What another process records now would be lost with the file that is replaced.
        with nullcontext() if dry_run else alone(Path(log.path)):
            found = repaired(log.path, loaded)
            if found.outcome == "repaired" and not dry_run:
                put_in_place(Path(log.path), found.data)
        place = f"ply {found.ply}: " if found.ply is not None else ""
        what = f"{found.changed} records differ, original in {log.name}{KEPT}" if found.outcome == "repaired" else ""
        rows.append((log.name, found.outcome, what or f"{place}{found.why}"))
        left += found.outcome == "left"
    out.table(("log", "outcome", "what"), rows)
    if dry_run:
        out.say("nothing was written")
    raise typer.Exit(1 if left else 0)
