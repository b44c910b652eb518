"""`railbook simulate`: bots play games, each recorded in a file of its own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import (
    Edition,
    Jobs,
    MapName,
    Plugins,
    RuleOptions,
    Variants,
    named_plugins,
    registry,
)
from railbook.cli.running import INTERRUPTED, processors


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, for instance ttr-usa.")],
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where to write the logs, a file each.")],
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, max=1_000_000, help="How many games.")] = 1,
    seats: Annotated[str, typer.Option("--seats", metavar="BOT,BOT,...", help="Who plays, by seat.")] = "greedy,random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the first game; the others count up.")] = 0,
    map_id: MapName = "",
    variants: Variants = None,
    options: RuleOptions = None,
    edition: Edition = "",
    plugins: Plugins = None,
    jobs: Jobs = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="SECONDS", min=0, help="How long one game may take; 600, and 0 is no limit."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Keep the games that lie there already.")] = False,
) -> None:
    """Let bots play and record their games; the same seed gives the same bytes, in however many processes."""
    from railbook.chance.seeded import SEED_LIMIT
    from railbook.corpus.simulating import SimulateTask, Simulation
    from railbook.corpus.tasks import CorpusFault
    from railbook.log.writer import make_folder

    if not 0 <= seed < SEED_LIMIT:
        raise out.UsageFault(f"seeds are whole numbers from 0 to {SEED_LIMIT - 1}, not {seed}")
    if seed + games > SEED_LIMIT:
        raise out.UsageFault(f"{games} games count seeds up from {seed}: the last would be above {SEED_LIMIT - 1}")
    bots = tuple(bot.strip() for bot in seats.split(","))
    chosen, set_to = tuple(variants or ()), tuple(options or ())
    task = SimulateTask(named_plugins(plugins), game, bots, chosen, set_to, edition, map_id, resume)
    loaded = registry(plugins)
    table = task.table(loaded)  # what the user named is refused before anything is written
    make_folder(folder, "logs")
    playing = Simulation(task, folder, range(seed, seed + games), loaded)
    playing.refuse_what_is_there(table)
    try:
        with out.progress("playing", games) as bar:
            for given_up in playing.play(jobs or processors(), time_limit, bar.tick):
                if given_up:
                    out.warn(f"railbook: {out.clean(given_up)}")
                bar.step()
    except KeyboardInterrupt:
        done = f"{playing.done} of {games} games are written to {folder}"
        out.warn(f"railbook: stopped: {done}; the same command with --resume goes on")
        raise typer.Exit(INTERRUPTED) from None
    except CorpusFault as fault:
        raise out.UsageFault(str(fault)) from None
    if playing.kept:
        out.warn(f"railbook: {playing.kept} of {games} games were there already")
    check = f"railbook verify {shlex.quote(str(folder))}"
    written = games - playing.given_up
    out.say(f"{written} game{'s' * (written != 1)} of {game} written to {folder}; check with: {check}")
    raise typer.Exit(1 if playing.given_up else 0)
