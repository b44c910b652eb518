"""`railbook new`: a repository for a house rule or a game, which passes its own tests at once."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import one_of

KINDS = ("variant", "game")


def new(
    kind: Annotated[str, typer.Argument(metavar="variant|game", help="What to write: a house rule, or a game.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, for instance my-rule.")],
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where to write it; otherwise a folder of its name.")
    ] = None,
) -> None:
    """Write a repository with a rule, its tests, a recorded game and a workflow: yours to change."""
    from railbook.cli.scaffolding import check_name, write_repository
    from railbook.plugins.registry import Registry

    one_of(kind, KINDS, "kind")
    check_name(kind, name, Registry.installed())
    path = folder or Path(name)
    if path.exists() or path.is_symlink():
        raise out.UsageFault(f"{path} exists: choose another name or folder, or remove it first")
    write_repository(kind, name, path)
    out.say(f"{kind} {name} written to {out.clean(path)}; try it with:")
    out.say()
    out.say(f"    cd {shlex.quote(str(path))} && python -m pip install -e . tox && tox")
