"""`railbook replay`: shows a recorded game from its events, whole or in part, as all or one seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.logs import Viewer, no_such_ply, replaying, showing_what_was_recorded, viewer_of
from railbook.cli.options import Format, Plugins, one_of, registry
from railbook.cli.showing import (
    EVERYTHING,
    seen_by,
    show_end,
    show_header,
    show_notation,
    show_ply,
    show_table,
    show_undo,
)

if TYPE_CHECKING:
    from railbook.audit.replay import Played, Replay


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A recorded game; - is standard input.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help="Show this ply and the table after it.")
    ] = None,
    first: Annotated[int | None, typer.Option("--from", metavar="PLY", min=0, help="Begin with this ply.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="PLY", min=0, help="End with this ply.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through it ply by ply.")] = False,
    seat: Viewer = None,
    board: Annotated[bool, typer.Option("--board", help="With --at: show the whole board too.")] = False,
    notation: Annotated[
        bool, typer.Option("--notation", help="Show the actions only, as they are typed when a game is recorded.")
    ] = False,
    transcript: Annotated[bool, typer.Option("--transcript", help="Show a table with a line for each round.")] = False,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """Show a recorded game in words, or as JSON, from what was recorded: no rule is applied."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.replay import Replay
    from railbook.corpus.places import name_of

    ways = {
        "--at": at is not None,
        "--step": step,
        "--notation": notation,
        "--transcript": transcript,
        "--from/--to": (first, last) != (None,) * 2,
    }
    if sum(ways.values()) > 1:
        raise out.UsageFault(f"choose one of {', '.join(ways)}")
    if first is not None and last is not None and first > last:
        raise out.UsageFault(f"--from {first} lies behind --to {last}")
    if board and at is None:
        raise out.UsageFault("--board goes with --at")
    if form == "json" and (step or notation or transcript):
        raise out.UsageFault("--step, --notation and --transcript are for people: leave out --format json")
    if transcript and seat is not None:
        raise out.UsageFault("a transcript shows all seats: leave out --as")
    with replaying(log):
        game = Replay(log, registry(plugins), name_of(log))
    viewer = viewer_of(seat, game.header)
    with replaying(log), showing_what_was_recorded(game):
        if transcript:
            from railbook.audit.transcript import transcript_of

            for line in transcript_of(game):
                out.say(out.clean(line))
        elif at is not None:
            _show_at(game, at, viewer, form, whole=board)
        elif notation:
            show_notation(game, viewer)
        elif step:
            from railbook.cli.stepping import step_through

            step_through(game, viewer)
        else:
            _show_plies(game, first or 0, last, viewer, form)


def _show_at(game: Replay, at: int, viewer: int | None, form: str, *, whole: bool) -> None:
    found = game.at(at)
    if found is None:
        raise no_such_ply(at, game.state.ply)
    if form == "json":
        out.say(out.as_json(seen_by(game.rules, found.state, viewer)))
    else:
        game.number, game.ply = found.line, at  # where a fault would be
        show_ply(game, found, viewer)
        show_table(game, found.state, viewer, whole=whole)
    if game.broken is not None:
        raise game.broken


def _show_plies(game: Replay, first: int, last: int | None, viewer: int | None, form: str) -> None:
    from railbook.audit.replay import Played

    if form == "text":
        show_header(game.header)
    shown = 0
    for played in game.plies():
        ply = played.record.ply if isinstance(played, Played) else played.to
        if ply < first or (last is not None and ply > last):
            continue
        shown += 1
        if form == "json":
            out.say(out.as_json(_line(game, played, viewer) if isinstance(played, Played) else played))
        elif isinstance(played, Played):
            show_ply(game, played, viewer)
        else:
            show_undo(played)
    if not shown:
        raise no_such_ply(first, game.state.ply)
    if last is not None:
        return
    if form == "text":
        show_end(game)
    elif game.end is not None:
        from msgspec import UNSET
        from msgspec.structs import replace

        out.say(out.as_json(game.end if viewer == EVERYTHING else replace(game.end, key=UNSET)))


def _line(game: Replay, played: Played, viewer: int | None) -> Any:
    """Give a ply as JSON has it: the record itself, or what the viewer sees of it."""
    from railbook.engine.view import view_of_action, view_of_chance, view_of_events

    rules, record = game.rules, played.record
    if viewer == EVERYTHING:
        return record
    return {
        "type": "ply",
        "ply": record.ply,
        "seat": record.seat,
        "action": view_of_action(rules, record.seat, record.action, record.events, viewer),
        "chance": view_of_chance(rules, record.seat, record.chance, viewer),
        "events": view_of_events(rules, record.seat, record.events, viewer),
    }
