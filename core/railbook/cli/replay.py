"""`railbook replay`: shows a recorded game from its events, whole or in part, as all or one seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import Format, Plugins, one_of, registry
from railbook.cli.showing import EVERYTHING, seen_by, show_end, show_header, show_ply, show_table, show_undo

if TYPE_CHECKING:
    from railbook.audit.replay import Played, Replay
    from railbook.engine.state import State
    from railbook.log.records import Header
    from railbook.plugins.registry import Registry
    from railbook.rules.ruleset import Ruleset


def replay(
    log: Annotated[str, typer.Argument(help="A recorded game; - is standard input.")],
    at: Annotated[int, typer.Option("--at", min=0, help="Show the table after the ply of this number.")] = -1,
    first: Annotated[int, typer.Option("--from", min=0, help="Begin with this ply.")] = 0,
    last: Annotated[int, typer.Option("--to", min=0, help="End with this ply.")] = -1,
    step: Annotated[bool, typer.Option("--step", help="Go through it ply by ply.")] = False,
    seat: Annotated[
        int, typer.Option("--as", metavar="SEAT", min=0, help="Show only what this seat knew.")
    ] = EVERYTHING,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Only a short table, a line for each round.")
    ] = False,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """Show a recorded game in words, or as JSON, from what was recorded: no rule is applied."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.replay import Replay, ReplayFault

    if sum((at >= 0, step, transcript, bool(first) or last >= 0)) > 1:
        raise out.UsageFault("choose one of --at, --step, --transcript and --from/--to")
    try:
        game = Replay(log, registry(plugins))
        if seat >= len(game.header.seats):
            raise out.UsageFault(f"there is no seat {seat}: the seats are 0 to {len(game.header.seats) - 1}")
        viewer = seat
        if transcript:
            from railbook.audit.transcript import transcript_of

            out.say("\n".join(out.clean(line) for line in transcript_of(game)))
        elif at >= 0:
            _show_at(game, at, viewer, form)
        elif step:
            from railbook.cli.stepping import step_through

            step_through(game, viewer)
        else:
            _show_plies(game, first, last, viewer, form)
    except ReplayFault as fault:
        out.warn(f"railbook: {out.clean(fault.finding.file)}: {out.clean(fault.finding)}")
        raise typer.Exit(3 if fault.finding.kind.startswith("unknown") else 1) from None


def seek(log: str, loaded: Registry, ply: int | None) -> tuple[Ruleset, Header, State, int]:
    """Give rules, header and state after a ply (`None`: the last), and the ply that is due then."""
    from railbook.audit.replay import Played, Replay, ReplayFault

    try:
        game = Replay(log, loaded)
        state: State | None = None
        for played in game.plies():
            if isinstance(played, Played):
                state = played.state
                if played.record.ply == ply:
                    return game.rules, game.header, state, ply + 1
    except ReplayFault as fault:
        out.warn(f"railbook: {out.clean(fault.finding.file)}: {out.clean(fault.finding)}")
        raise typer.Exit(3 if fault.finding.kind.startswith("unknown") else 1) from None
    if state is None or ply is not None:
        raise out.UsageFault(f"{log} has no ply {ply if ply is not None else 0}")
    return game.rules, game.header, state, state.ply


def _show_at(game: Replay, at: int, viewer: int, form: str) -> None:
    from railbook.audit.replay import Played

    found: Played | None = None
    for played in game.plies():
        if isinstance(played, Played):
            found = played
            if played.record.ply == at:
                break
    if found is None or found.record.ply != at:
        raise out.UsageFault(f"there is no ply {at}: the log has plies 0 to {found.record.ply if found else 'none'}")
    seen = seen_by(game.rules, found.state, viewer)
    if form == "json":
        import msgspec

        out.say(msgspec.json.encode(seen, order="sorted").decode())
        return
    show_ply(game, found, viewer)
    show_table(game.rules, found.state, viewer)


def _show_plies(game: Replay, first: int, last: int, viewer: int, form: str) -> None:
    from railbook.audit.replay import Played

    if form == "text":
        show_header(game.header)
    for played in game.plies():
        if isinstance(played, Played):
            if played.record.ply < first or 0 <= last < played.record.ply:
                continue
            if form == "json":
                _say_json(game, played, viewer)
            else:
                show_ply(game, played, viewer)
        elif form == "text":
            show_undo(played)
    if form == "text" and last < 0:
        show_end(game)


def _say_json(game: Replay, played: Played, viewer: int) -> None:
    import msgspec

    from railbook.engine.view import view_of_action, view_of_chance, view_of_events

    record = played.record
    action: Any = record.action
    chance, events = record.chance, record.events
    if viewer >= 0:
        action = view_of_action(game.rules, record.seat, action, events, viewer)
        chance = view_of_chance(game.rules, record.seat, chance, viewer)
        events = view_of_events(game.rules, record.seat, events, viewer)
    line = {"ply": record.ply, "seat": record.seat, "action": action, "chance": chance, "events": events}
    out.say(msgspec.json.encode(line, order="sorted").decode())
