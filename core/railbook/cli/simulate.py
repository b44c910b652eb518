"""`railbook simulate`: bots play games, each recorded in a file of its own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.options import (
    Edition,
    MapName,
    Plugins,
    RuleOptions,
    Variants,
    chosen_variants,
    registry,
    rule_options,
)


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
) -> None:
    """Let bots play and record their games; the same seed gives the same bytes."""
    from railbook.chance.seeded import SEED_LIMIT
    from railbook.log.writer import OutputFault, make_folder, write_whole
    from railbook.recording.simulation import Table, play

    if not 0 <= seed < SEED_LIMIT:
        raise out.UsageFault(f"seeds are whole numbers from 0 to {SEED_LIMIT - 1}, not {seed}")
    if seed + games > SEED_LIMIT:
        raise out.UsageFault(f"{games} games count seeds up from {seed}: the last would be above {SEED_LIMIT - 1}")
    loaded = registry(plugins)
    chosen = chosen_variants(loaded, variants)
    bots = [bot.strip() for bot in seats.split(",")]
    table = Table.of(loaded, game, bots, chosen, rule_options(options), edition, map_id)
    make_folder(folder, "logs")
    names = [folder / f"{game}-{seed + number:0{len(str(seed + games - 1))}}.jsonl" for number in range(games)]
    for path in names:
        if path.exists():
            raise OutputFault(f"{path} exists: choose another folder or remove it first")
    with out.progress("playing", games) as bar:
        for number, path in enumerate(names):
            write_whole(path, play(table, seed + number))
            bar.step()
    check = f"railbook verify {shlex.quote(str(folder))}"
    out.say(f"{games} game{'s' * (games != 1)} of {game} written to {folder}; check with: {check}")
