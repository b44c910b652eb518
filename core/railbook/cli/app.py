"""The verbs of the `railbook` command put together with typer, which reads what is typed behind them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.diff import diff
from railbook.cli.draw import draw
from railbook.cli.extract import extract
from railbook.cli.games import games
from railbook.cli.impact import impact
from railbook.cli.importing import import_game
from railbook.cli.legal import legal
from railbook.cli.new import new
from railbook.cli.page import page
from railbook.cli.record import record
from railbook.cli.redact import redact
from railbook.cli.repair import repair
from railbook.cli.replay import replay
from railbook.cli.schema import schema
from railbook.cli.seal import seal
from railbook.cli.simulate import simulate
from railbook.cli.stats import stats
from railbook.cli.verify_options import verify

app = typer.Typer(
    name="railbook",
    help="Record, replay, verify and compare games of railway board games.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
VERBS: dict[Callable[..., Any], str] = {
    games: "List the games, or all that is in force in one.",
    record: "Play at the terminal and record the game.",
    simulate: "Let bots play and record their games.",
    replay: "Show a recorded game.",
    verify: "Decide every ply of recorded games again.",
    seal: "Print the last digest of a game, and sign it.",
    diff: "Show where two games part.",
    impact: "Show what changed rules do to recorded games.",
    stats: "Count recorded games: length, scores, winners.",
    draw: "Draw the board of a recorded game, or of a map.",
    page: "Write recorded games as pages that play them.",
    legal: "List the legal actions in a recorded game.",
    extract: "Write one ply of a recorded game as a case.",
    redact: "Write what one seat could know of a game as a log.",
    repair: "Rewrite logs of older rules under the installed ones.",
    new: "Write a repository for a house rule or a game.",
    import_game: "Import a recorded game of another platform.",
    schema: "Write or check the JSON Schemas of logs.",
}
for _verb, _about in VERBS.items():
    app.command(_verb.__name__.removesuffix("_game"), short_help=_about)(_verb)

THREE_TO_TRY = """railbook: a book of recorded railway games. Three commands to try:

    railbook record ttr-usa                               play Ticket to Ride against a bot, recorded as you go
    railbook simulate ttr-usa --games 3 --out games       let bots play three games
    railbook verify games                                 decide every ply of them again

`railbook --help` lists all commands, `railbook games` all games."""


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Record, replay, verify and compare games of railway board games."""
    if version:
        from importlib.metadata import version as version_of

        out.say(f"railbook {version_of('railbook')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        out.say(THREE_TO_TRY)


def run_typed(arguments: Sequence[str]) -> int:
    """Read what was typed, run the command and give its exit code."""
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    try:
        code = _command(wanted)(arguments, prog_name="railbook", standalone_mode=False)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise out.UsageFault("stopped") from None
    except SystemExit as done:
        if isinstance(done.__context__, BrokenPipeError):  # typer would exit with 1, which is a verdict here
            raise done.__context__ from None
        raise
    return code if isinstance(code, int) else 0


@functools.cache
def _command(wanted: str) -> Callable[..., Any]:
    """Give the command with the verb that is wanted: to build all of them, as for help, takes longer than most work.

    Plugins are loaded only for a verb that is not ours.
    """
    own = [command for command in app.registered_commands if command.name == wanted]
    if own:
        narrow = copy.copy(app)
        narrow.registered_commands = own
        return typer.main.get_command(narrow)
    if wanted:
        from railbook.cli.options import registry

        registry(None).add_commands(app)
    return typer.main.get_command(app)
