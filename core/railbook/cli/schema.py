"""`railbook schema`: writes the JSON Schemas of logs and maps, generated from the types, or checks committed ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Plugins, registry


def schema(
    folder: Annotated[Path, typer.Argument(help="The folder of the schemas.")] = Path("schemas"),
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
        there = {path.name for path in folder.glob("*.json")} if folder.is_dir() else set()
        stale = sorted(
            name
            for name in {*generated, *there}
            if name not in generated or name not in there or (folder / name).read_bytes() != generated[name]
        )
        for name in stale:
            out.warn(f"railbook: {folder / name} is not what the types give: run `railbook schema {folder}`")
        out.say(f"{len(generated)} schemas compared, {len(stale)} differ")
        raise typer.Exit(1 if stale else 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise out.UsageFault(f"{folder} cannot be made: {error.strerror or error}") from None
    for name, text in generated.items():
        write_whole(folder / name, text, replace=True)
    out.say(f"{len(generated)} schemas written to {folder}")
