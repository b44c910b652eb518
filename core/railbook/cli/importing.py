"""`railbook import`: makes a log of ours from a game that another platform recorded."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Plugins, registry


def import_game(
    kind: Annotated[str, typer.Argument(help="What recorded it, for instance choochoo.")],
    source: Annotated[Path, typer.Argument(help="The recorded game.")],
    target: Annotated[Path, typer.Option("--out", help="The log to write.")],
    expected: Annotated[
        Path | None, typer.Option("--expected", help="A file of outcomes to compare with, where the platform has one.")
    ] = None,
    board: Annotated[str, typer.Option("--map", help="The board, where the file does not tell it.")] = "",
    notes: Annotated[
        Path | None, typer.Option("--notes", help="What its recorder wrote down beside it: first hand, display (JSON).")
    ] = None,
    keep_names: Annotated[bool, typer.Option("--keep-names", help="Keep the names of the players.")] = False,
    append: Annotated[
        bool, typer.Option("--append", help="The log holds an earlier part of this game: add the rest.")
    ] = False,
    report: Annotated[Path | None, typer.Option("--report", help="Write what was checked to this file (JSON).")] = None,
    plugins: Plugins = None,
) -> None:
    """Import a recorded game of another platform. Exit 1: it breaks our rules, or does not come out as expected."""
    from railbook.log.writer import OutputFault, write_whole
    from railbook.plugins.importers import Imported, ImportFault, Wishes
    from railbook.recording.unfinished import alone

    known = registry(plugins)
    importers = known.importers()
    if kind not in importers:
        raise out.UsageFault(f"there is no importer {kind!r}: there are {', '.join(sorted(importers)) or 'none'}")
    earlier = _read(target) if append else b""
    for path in (target, report):
        if path is not None and path.exists() and not (append and path is target):
            raise OutputFault(f"{path} exists: choose another name or remove it first")
    importer = importers[kind]
    if importer.run_with is None and (board or notes or keep_names):
        raise out.UsageFault(f"the importer {kind} takes no --map, --notes or --keep-names")
    text = _read(expected).decode("utf-8", "replace") if expected is not None else None
    try:
        data = _read(source)
        imported: Imported
        if importer.run_with is not None and text is None:
            told = _read(notes).decode("utf-8", "replace") if notes is not None else None
            imported = importer.run_with(
                data, str(source), Wishes(list(known.games().values()), keep_names, board, told)
            )
        else:
            imported = importer.run(data, str(source), text)
    except ImportFault as fault:
        if report is not None and fault.report:
            write_whole(report, out.as_json(fault.report, pretty=True).encode() + b"\n")
        for note in fault.notes:
            out.say(out.clean(note))
        out.warn(f"railbook: {out.clean(fault)}")
        raise typer.Exit(1 if fault.broke_rules else 2) from None
    if append and not imported.log.startswith(earlier):
        raise out.UsageFault(f"{target} is no earlier part of the game in {source}: nothing was added")
    with alone(target) if append else nullcontext():
        if append and _read(target) != earlier:
            raise OutputFault(f"{target} was changed by another process meanwhile: try again")
        write_whole(target, imported.log, replace=append)
    if report is not None and imported.report:
        write_whole(report, out.as_json(imported.report, pretty=True).encode() + b"\n")
    for note in imported.notes:
        out.say(out.clean(note))
    plies = imported.log.count(b"\n")
    compared = "" if text is None else ", as expected" if imported.as_expected else ", NOT as expected"
    out.say(f"{source} imported to {target}: {plies} lines{compared}; check with: railbook verify {target}")
    raise typer.Exit(0 if imported.as_expected else 1)


def _read(path: Path) -> bytes:
    from railbook.log.reader import FileFault, whole_file

    try:
        return whole_file(path, "import")
    except FileFault as fault:
        raise out.UsageFault(f"{path} {fault}") from None
