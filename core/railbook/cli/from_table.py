"""`railbook record --from-table`: somebody types in a game that is played at a real table, and it is audited."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import typer

from railbook.audit.findings import EXIT_CODES, Report, Verdict
from railbook.audit.verify import verify
from railbook.cli import out
from railbook.cli.screen import named, show_panels
from railbook.cli.terminal import Leaving, read
from railbook.engine.view import view
from railbook.log.records import Ply
from railbook.plugins.registry import Registry
from railbook.recording.at_table import TableGame
from railbook.recording.game import Illegal
from railbook.rules.notation import NotationError, one_of

HELP = """also: undo takes the last ply back, show shows the table, q leaves (the game is kept), ? is this help;
cancel, typed as an answer, lets you type the action anew; ? as an answer says that you did not see it"""

QUIT = ("q", "quit")


def seat_of(me: str, names: Sequence[str]) -> int | None:
    """Give the seat of the recorder by name or number; `None` where nothing is said: he only watches."""
    if not me:
        return None
    if me.isdecimal() and me not in names:
        if int(me) >= len(names):
            raise out.UsageFault(f"--me {me[:20]}: the seats are 0 to {len(names) - 1}")
        return int(me)
    try:
        return int(one_of(me, {name: str(seat) for seat, name in enumerate(names)}, "player"))
    except NotationError as fault:
        raise out.UsageFault(f"--me: {fault}") from None


def ask(question: str) -> str:
    """Ask for a line; raises `Leaving` where the input ends or somebody wants to leave."""
    typed = read(out.clean(question))
    if typed.casefold() in QUIT:
        raise Leaving
    return typed


def type_in(table: TableGame) -> bool:
    """Ask for actions until the game is over; tells whether all was typed, with what is laid open at the end."""
    names = [seat.name for seat in table.game.header.seats]
    shown = ""
    while not table.game.over:
        state = table.game.state
        status = table.words.status(state)
        if status and status != shown:
            out.say(named(status, names))
            shown = status
        _obey(table, ask(f"{names[table.asked]}> "), names)
    return table.end() is not None


def _obey(table: TableGame, text: str, names: Sequence[str]) -> None:
    """Do what a line says; what is wrong with it is said in one line."""
    word = text.casefold()
    if word in ("?", "help", ""):
        out.say(f"{table.words.how}\n{HELP}")
    elif word == "show":
        state = view(table.rules, table.game.state, table.me)
        show_panels([panel for panel in table.rules.screen(state, table.me) if not panel.reference], names)
    elif word == "undo":
        try:
            out.say(f"taken back: ply {table.undo()} is due again")
        except Illegal as fault:
            out.say(named(f"no: {fault}", names))
    else:
        try:
            for ply in table.type(text):
                _tell(table, ply, names)
        except NotationError as fault:
            out.say(named(f"no: {fault}", names))


def _tell(table: TableGame, ply: Ply[Any, Any], names: Sequence[str]) -> None:
    said = [table.rules.say(event) for event in ply.events if event.__struct_config__.tag != "core.waits"]
    out.say(named(f"  #{ply.ply} {'; '.join(said)}", names))


def audit(table: TableGame, registry: Registry, plugins: Sequence[str], *, whole: bool) -> None:
    """Verify what was recorded; show the verdict, what stays hidden, and the checks; exits 1 where it diverged."""
    from railbook.audit.replay import Played, Replay

    path = str(table.path)
    report = verify(path, registry)
    out.say()
    _show_verdict(report)
    game = Replay(path, registry)
    plies = ((one.record, one.state) if isinstance(one, Played) else (one, game.state) for one in game.plies())
    for line in table.words.checks(plies, finished=report.finished):
        out.say(f"    {out.clean(line)}")
    file = shlex.quote(f"./{path}" if path.startswith("-") else path)
    named_plugins = "".join(f" -p {shlex.quote(plugin)}" for plugin in plugins)
    if not whole and report.verdict is not Verdict.DIVERGED:
        out.say(f"  go on:  railbook record {out.clean(file + named_plugins)}")
    out.say(f"  check:  railbook verify {out.clean(file + named_plugins)}")
    if report.verdict is Verdict.DIVERGED:
        raise typer.Exit(EXIT_CODES[Verdict.DIVERGED])


def _show_verdict(report: Report) -> None:
    scores = [f"{name} {total}" for name, total in zip(report.players, report.totals, strict=False)]
    score = f"; {', '.join(scores)}" if scores else ""
    out.say(f"{out.clean(report.file)}: {report.words}, {report.plies} plies{out.clean(score)}")
    for line in (*report.findings, *report.hidden):
        out.say(f"    {out.clean(line)}")
