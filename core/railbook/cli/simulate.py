"""`railbook simulate`: bots play games, each recorded in a file of its own."""

from __future__ import annotations

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
    game: Annotated[str, typer.Argument(help="Which game, for instance ttr-usa.")],
    folder: Annotated[Path, typer.Option("--out", help="The folder to write the logs into.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1_000_000, help="How many games.")] = 1,
    seats: Annotated[str, typer.Option("--seats", help="The bots by seat, with commas between.")] = "greedy,random",
    seed: Annotated[int, typer.Option("--seed", help="Seed of the first game; the others count up.")] = 0,
    map_id: MapName = "",
    variants: Variants = None,
    options: RuleOptions = None,
    edition: Edition = "",
    plugins: Plugins = None,
) -> None:
    """Let bots play and record their games; the same seed gives the same bytes."""
    from railbook.chance.seeded import SEED_LIMIT
    from railbook.log.writer import OutputFault, write_whole
    from railbook.recording.simulation import Table, play

    if not 0 <= seed <= SEED_LIMIT - games:
        raise out.UsageFault(
            f"seeds are whole numbers from 0 to {SEED_LIMIT - 1}: {seed} with {games} games does not fit"
        )
    loaded = registry(plugins)
    chosen = chosen_variants(loaded, variants)
    table = Table.of(loaded, game, seats.split(","), chosen, rule_options(options), edition, map_id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFault(f"{folder} cannot be made: {error.strerror or error}") from None
    names = [folder / f"{game}-{seed + number:0{len(str(seed + games - 1))}}.jsonl" for number in range(games)]
    for path in names:
        if path.exists():
            raise OutputFault(f"{path} exists: choose another folder or remove it first")
    with out.progress("playing", games) as bar:
        for number, path in enumerate(names):
            write_whole(path, play(table, seed + number))
            bar.step()
    out.say(f"{games} game{'s' * (games != 1)} of {game} written to {folder}; check with: railbook verify {folder}")
