"""`railbook legal`: what may be done at a ply of a recorded game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.logs import Viewer, no_such_ply, replaying, viewer_of
from railbook.cli.options import Format, Plugins, one_of, registry
from railbook.cli.showing import EVERYTHING

if TYPE_CHECKING:
    from railbook.audit.replay import Replay
    from railbook.engine.state import State


def legal(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A recorded game; - is standard input.")],
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="PLY", min=1, help="In the place of this ply; otherwise at the end of the log."),
    ] = None,
    seat: Viewer = None,
    most: Annotated[
        int | None, typer.Option("--most", metavar="N", min=1, help="Stop after so many; otherwise all.")
    ] = None,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """List the legal actions at the end of a recorded game, or in the place of one of its plies.

    They stand there as they may be typed, if the game has a notation, and in words otherwise.
    """
    one_of(form, ("text", "json"), "format")
    from railbook.audit.replay import Replay
    from railbook.corpus.places import name_of
    from railbook.engine.play import legal_actions
    from railbook.engine.view import view
    from railbook.rules.notation import write

    with replaying(log):
        # Under other rules than the recorded ones, what is legal says nothing about this game.
        game = Replay(log, registry(plugins), name_of(log), to_decide=True)
        viewer = viewer_of(seat, game.header)
        if viewer is None:
            raise out.UsageFault("a spectator is never asked: --as names a seat here")
        state = _position(game, at)
        if state.asked and state.asked not in game.rules.steps:
            raise game.fault("different-events", f"there is no step {state.asked!r} to answer")
    if state.ended:
        out.warn(f"railbook: the game is over ({out.clean(state.ended)}): nothing is legal; --at goes back to a ply")
        return
    if viewer != EVERYTHING:
        state = view(game.rules, state, viewer)
    for number in [viewer] if viewer != EVERYTHING else list(state.to_act):
        found = islice(legal_actions(game.rules, state, number), most)
        if form == "json":
            for action in found:
                out.say(out.as_json({"seat": number, "action": action}))
            continue
        out.say(f"ply {state.ply}, seat {number} ({out.clean(game.header.seats[number].name)}):")
        count = 0
        for count, action in enumerate(found, 1):
            said = write(game.rules, state, number, action) or game.rules.say(action)
            out.say(f"  {count:>3}  {out.clean(said)}")
        if not count:
            out.say("  nothing: this seat is not asked now")


def _position(game: Replay, at: int | None) -> State:
    """Give the state before a ply, or at the end of the log."""
    if at is not None:
        before = game.at(at - 1)
        if before is None:
            raise no_such_ply(at, game.state.ply)
        return before.state
    for _ in game.plies():
        pass
    return game.state
