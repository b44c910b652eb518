"""The last words of a recording: the final sheet of a game that is over, or how to go on with one that is not."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from railbook.cli import out
from railbook.cli.screen import named, show_panels
from railbook.engine.score import score
from railbook.log.records import End
from railbook.recording.session import Session


def farewell(session: Session, seats: str, plugins: Sequence[str], *, played_out: bool) -> None:
    """Close the log of a game that was played out, or say how to go on with it, and how to check it."""
    file = shlex.quote(f"./{session.path}" if str(session.path).startswith("-") else str(session.path))
    named_plugins = "".join(f" -p {shlex.quote(plugin)}" for plugin in plugins)
    out.say()
    if played_out:
        show_sheet(session, session.end())
        out.say(f"recorded in {out.clean(session.path)}")
    else:
        out.say(f"the game is kept in {out.clean(session.path)}; ply {session.game.state.ply} is due")
        again = f" --seats {shlex.quote(seats)}" if seats else ""
        out.say(f"  go on:  railbook record {out.clean(file + again + named_plugins)}")
    out.say(f"  check:  railbook verify {out.clean(file + named_plugins)}")


def show_sheet(session: Session, end: End) -> None:
    """Show the final table, how each line of the score arises, and who won."""
    game, names = session.game, session.names
    rules, state = game.rules, game.state
    # A game that somebody left reveals nothing: only one that was played out turns everything up.
    shown = state if end.standings else session.view(None)
    show_panels([panel for panel in rules.screen(shown, None) if not panel.reference], names)
    out.say(f"\nthe game is over: {out.clean(end.reason)}")
    if not end.standings:
        out.say("nothing is scored")
        return
    rows: list[list[object]] = []
    for id, line in score(rules, state):
        how = [f" ({named(text, names)})" for text in line.how] or [""] * rules.seats
        rows.append([id, *(f"{points}{text}" for points, text in zip(line.points, how, strict=True))])
    by_seat = sorted(end.standings, key=lambda place: place.seat)
    rows.append(["total", *(place.total for place in by_seat)])
    rows.append(["rank", *(place.rank for place in by_seat)])
    out.table(("", *names), rows)
    winners = [f"seat {place.seat}" for place in end.standings if place.rank == 1]
    out.say(named(f"{' and '.join(winners)} win{'s' * (len(winners) == 1)}", names))
