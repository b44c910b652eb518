"""`railbook schema`: writes the JSON Schemas of logs and maps, generated from the types, or checks committed ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Plugins, registry


def schema(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the schemas.")] = Path("schemas"),
    check: Annotated[
        bool, typer.Option("--check", help="Only compare: exit 1 where a file is not as generated.")
    ] = False,
    plugins: Plugins = None,
) -> None:
    """Write one JSON Schema for the lines of each game's logs, and those of the map formats."""
    from railbook.log.writer import write_whole
    from railbook.plugins.schemas import schemas_of

    generated = schemas_of(registry(plugins))
    if check:
        there = {path.name: path for path in folder.glob("*.json")} if folder.is_dir() else {}
        stale = 0
        for name in sorted({*generated, *there}):
            if name not in generated:
                fault = "belongs to nothing that is installed: remove it"
            elif name not in there:
                fault = f"is missing: run `railbook schema {folder}`"
            elif _read(there[name]) != generated[name]:
                fault = f"is not what the types give: run `railbook schema {folder}`"
            else:
                continue
            stale += 1
            out.warn(f"railbook: {folder / name} {fault}")
        out.say(f"{len(generated)} schemas compared: {f'{stale} files differ' if stale else 'all are as generated'}")
        raise typer.Exit(1 if stale else 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise out.UsageFault(f"{folder} is a file: choose a folder for the schemas") from None
    except OSError as error:
        raise out.UsageFault(f"{folder} cannot be made: {error.strerror or error}") from None
    for name, text in generated.items():
        write_whole(folder / name, text, replace=True)
    out.say(f"{len(generated)} schemas written to {folder}")


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
