"""The hooks that a plugin may implement. Each is called once when plugins are loaded, never while a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    import typer

    from railbook.plugins.importers import Importer
    from railbook.rules.game import Bot, Game, GameMap
    from railbook.rules.layer import Layer

NAME = "railbook"
"""The name of the project for pluggy, and the group of entry points."""

hookspec = pluggy.HookspecMarker(NAME)
hookimpl = pluggy.HookimplMarker(NAME)


@hookspec
def railbook_games() -> Sequence[Game]:
    """Contribute games. Keep the module light: rules and maps are loaded by the functions of a `Game`."""
    raise AssertionError("a hook specification is never called")


@hookspec
def railbook_variants() -> Sequence[Layer[Any]]:
    """Contribute variants. A module with a name `variant` (a layer) or `variants` (a list) needs no hook."""
    raise AssertionError("a hook specification is never called")


@hookspec
def railbook_maps(game: str) -> Sequence[GameMap]:
    """Contribute further maps of the game with this id."""
    raise AssertionError("a hook specification is never called")


@hookspec
def railbook_bots() -> Sequence[Bot]:
    """Contribute computer players."""
    raise AssertionError("a hook specification is never called")


@hookspec
def railbook_importers() -> Sequence[Importer]:
    """Contribute importers of foreign records."""
    raise AssertionError("a hook specification is never called")


@hookspec
def railbook_commands(app: typer.Typer) -> None:
    """Add commands to the command line."""
    raise AssertionError("a hook specification is never called")
