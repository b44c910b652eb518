"""`railbook import`: makes a log of ours from a game that another platform recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Plugins, registry

MAX_FOREIGN = 64 * 2**20
"""Largest foreign file that is read, in bytes."""


def import_game(
    kind: Annotated[str, typer.Argument(help="What recorded it, for instance choochoo.")],
    source: Annotated[Path, typer.Argument(help="The recorded game.")],
    target: Annotated[Path, typer.Option("--out", help="The log to write.")],
    expected: Annotated[
        Path | None, typer.Option("--expected", help="A file of outcomes to compare with, where the platform has one.")
    ] = None,
    plugins: Plugins = None,
) -> None:
    """Import a recorded game of another platform. Exit 1: it breaks our rules, or does not come out as expected."""
    from railbook.log.writer import OutputFault, write_whole
    from railbook.plugins.importers import ImportFault

    importers = registry(plugins).importers()
    if kind not in importers:
        raise out.UsageFault(f"there is no importer {kind!r}: there are {', '.join(sorted(importers)) or 'none'}")
    if target.exists():
        raise OutputFault(f"{target} exists: choose another name or remove it first")
    text = _read(expected).decode("utf-8", "replace") if expected is not None else None
    try:
        imported = importers[kind].run(_read(source), str(source), text)
    except ImportFault as fault:
        out.warn(f"railbook: {out.clean(fault)}")
        raise typer.Exit(1 if fault.broke_rules else 2) from None
    write_whole(target, imported.log)
    for note in imported.notes:
        out.say(out.clean(note))
    plies = imported.log.count(b"\n")
    compared = "" if text is None else ", as expected" if imported.as_expected else ", NOT as expected"
    out.say(f"{source} imported to {target}: {plies} lines{compared}; check with: railbook verify {target}")
    raise typer.Exit(0 if imported.as_expected else 1)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FOREIGN + 1)
    except OSError as error:
        raise out.UsageFault(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_FOREIGN:
        raise out.UsageFault(f"{path} is larger than {MAX_FOREIGN:,} bytes")
    return data
