"""`railbook legal`: what may be done at a ply of a recorded game."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Format, Plugins, one_of, registry
from railbook.cli.replay import seek


def legal(
    log: Annotated[str, typer.Argument(help="A recorded game.")],
    at: Annotated[int, typer.Option("--at", help="Before the ply of this number; the default is the end.", min=1)] = 0,
    seat: Annotated[int, typer.Option("--as", metavar="SEAT", help="For this seat; the default is who may act.")] = -1,
    most: Annotated[int, typer.Option("--most", help="Stop after so many; 0 shows all.", min=0)] = 0,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """List the legal actions of a position, for the seat that may act or another one."""
    one_of(form, ("text", "json"), "format")
    import msgspec

    from railbook.engine.play import legal_actions

    rules, header, state, played = seek(log, registry(plugins), at - 1 if at else None)
    if seat >= len(header.seats) or seat < -1:
        raise out.UsageFault(f"there is no seat {seat}: the seats are 0 to {len(header.seats) - 1}")
    if state.ended:
        out.say(f"the game is over ({out.clean(state.ended)}): nothing is legal")
        return
    for number in [seat] if seat >= 0 else list(state.to_act):
        found = legal_actions(rules, state, number)
        if form == "json":
            for action in islice(found, most or None):
                line = {"seat": number, "action": msgspec.to_builtins(action)}
                out.say(msgspec.json.encode(line, order="sorted").decode())
            continue
        name = out.clean(header.seats[number].name)
        out.say(f"before ply {played}, seat {number} ({name}):")
        count = 0
        for count, action in enumerate(islice(found, most or None), 1):
            out.say(f"  {count:>3}  {out.clean(rules.say(action))}")
        if not count:
            out.say("  nothing: it is not asked now")
