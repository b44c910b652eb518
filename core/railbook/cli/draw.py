"""`railbook draw`: a picture of the board, as it was at a ply of a recorded game or empty as a map has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.logs import Viewer, no_such_ply, replaying, showing_what_was_recorded, viewer_of
from railbook.cli.options import MapName, Plugins, Variants, chosen_variants, registry

if TYPE_CHECKING:
    from railbook.plugins.registry import Registry
    from railbook.rules.game import Game, GameMap

FORMATS = (".svg", ".png")
"""How the name of a picture may end."""


def draw(
    output: Annotated[Path, typer.Option("--out", metavar="FILE.svg|FILE.png", help="Where to write the picture.")],
    log: Annotated[str, typer.Argument(metavar="[LOG]", help="A recorded game; - is standard input.")] = "",
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help="The board after this ply; otherwise the last.")
    ] = None,
    seat: Viewer = None,
    map_id: MapName = "",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="With --map: the game that it is for.")] = "",
    variants: Variants = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    plugins: Plugins = None,
) -> None:
    """Draw the board of a recorded game, or with --map an empty one; PNG needs the extra railbook[png]."""
    if output.suffix.lower() not in FORMATS:
        raise out.UsageFault(f"{output}: a picture is {' or '.join(FORMATS)}")
    if bool(log) == bool(map_id):
        raise out.UsageFault("name a recorded game, or with --map a map to draw empty")
    if map_id and (at is not None or seat is not None):
        raise out.UsageFault("--at and --as go with a recorded game")
    if log and (game or variants):
        raise out.UsageFault("--game and --variant go with --map: a recorded game says what it was played by")
    loaded = registry(plugins)
    written = _empty(loaded, map_id, game, variants) if map_id else _at(loaded, log, at, seat)
    from railbook.log.writer import write_whole

    data = written.encode()
    if output.suffix.lower() == ".png":
        from railbook.cli.png import png_of

        data = png_of(written)
    write_whole(output, data, replace=force)


def _at(loaded: Registry, log: str, at: int | None, seat: str | None) -> str:
    """Draw the board of a log."""
    from railbook.audit.replay import Replay
    from railbook.cli.drawing import board_of_replay
    from railbook.corpus.places import name_of

    with replaying(log):
        replay = Replay(log, loaded, name_of(log))
    viewer = viewer_of(seat, replay.header)
    with replaying(log):
        if at is None:
            for _played in replay.plies():
                pass
            state = replay.state
        else:
            found = replay.at(at)
            if found is None:
                raise no_such_ply(at, replay.state.ply)
            state = found.state
        with showing_what_was_recorded(replay):
            written = board_of_replay(replay, state, viewer)
        if replay.broken is not None:
            out.warn(f"railbook: {out.clean(replay.broken.finding.file)}: {out.clean(replay.broken.finding)}")
    return written


def _empty(loaded: Registry, map_id: str, name: str, variants: list[str] | None) -> str:
    """Draw the board of a map, before anything lies on it."""
    from railbook.cli.svg import SvgWriter
    from railbook.engine.state import new_state

    game, game_map = _map_named(loaded, map_id, name)
    rules = game.ruleset(game_map.seats[0], game_map, chosen_variants(loaded, variants))
    picture = rules.picture(new_state(rules), None)
    if not picture.shapes:
        raise out.UsageFault(f"{game.id} draws no board")
    return SvgWriter(game_map.colours).document(picture)


def _map_named(loaded: Registry, map_id: str, name: str) -> tuple[Game, GameMap]:
    """Find a map in a game that is named, or else in the first game that has it."""
    from railbook.plugins.registry import MAP_SUFFIX, NotInstalled
    from railbook.rules.game import MapFault

    if name:
        game = loaded.game(name)
        return game, loaded.map(game, map_id)
    faults: dict[str, str] = {}
    for game in loaded.games().values():
        try:
            return game, loaded.map(game, map_id)
        except (NotInstalled, MapFault) as fault:
            faults.setdefault(str(fault), game.id)
    if not map_id.endswith(MAP_SUFFIX):
        there = sorted({one.id for game in loaded.games().values() for one in loaded.maps(game)})
        raise out.UsageFault(f"unknown map {map_id!r}: installed are {', '.join(there) or 'none'}")
    if len(faults) == 1:
        raise out.UsageFault(next(iter(faults)))
    said = "; ".join(f"for {id}: {fault.removeprefix(f'{map_id}:').strip()}" for fault, id in faults.items())
    raise out.UsageFault(f"{map_id} is a map of no game, name the one it is for with --game ({said})")
