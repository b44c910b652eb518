"""Records the games under `replays/` that are missing, with their transcripts, and writes `replays/COVERAGE.toml`.

    python -m tests.replays.record                       # what is missing; a recorded game is never changed
    python -m tests.replays.record --again               # all games anew: only before they are published
    python -m tests.replays.record --again age-of-steam  # those of one game anew

Which games: `RECIPES`. Each names the bots by seat and the situation for whose sake it is kept, and a seed to begin
with; the first game from there on that shows the situation is taken, so that the list stays good when a bot learns to
play better. The name of a game says all of it: seats, variant, edition, bots and situation.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from railbook.audit.replay import Replay
from railbook.audit.transcript import transcript_of
from railbook.bots import RANDOM
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
from tests.replays.corpus import COVERAGE, REPLAYS, logs, transcript_beside
from tests.replays.coverage import read_table, seen_in, table_of
from tests.replays.referee import judge
from tests.replays.situations import SITUATIONS, first_plies
from tests.replays.tinkerer import TINKERER

TRIES = 1000
"""So many games at most are played to find one that shows what it should."""


LOCAL = {TINKERER.name: TINKERER}
"""Bots that play recorded games and nothing else."""


class Recipe(NamedTuple):
    """A game to record: which, the bots by seat, the situation it must show, and the first seed to try."""

    game: str
    bots: str
    situation: str
    seed: int = 0
    variant: str = ""
    edition: str = ""

    @property
    def variants(self) -> list[str]:
        """The variants that are played: one or none."""
        return [self.variant] if self.variant else []

    @property
    def name(self) -> str:
        """The name of the log, without suffix: seats, variant, edition, bots, situation."""
        return name_for(self.bots.split(","), self.situation, self.variants, self.edition)


def name_for(bots: list[str], situation: str, variants: Sequence[str] = (), edition: str = "") -> str:
    """Name a game after its seats, variants, edition (if not the default), bots, each once, and the situation."""
    editions = (edition,) if edition else ()
    return "-".join((str(len(bots)), *variants, *editions, *dict.fromkeys(bots), situation))


STEAM = "age-of-steam"
ODD = "tinkerer"

RECIPES = [
    Recipe(STEAM, "greedy,greedy,greedy", "reduction-by-10", 2),
    Recipe(STEAM, "greedy,random,greedy", "fewer-places"),
    Recipe(STEAM, "random,random,random", "redirection-and-crossing", 3),
    Recipe(STEAM, f"{ODD},{ODD},{ODD}", "last-survivor-plays-on", 4),
    Recipe(STEAM, f"{ODD},{ODD},{ODD}", "locomotive-for-nothing", 2),
    Recipe(STEAM, f"{ODD},{ODD},{ODD},{ODD},{ODD},{ODD}", "urbanization-gains", 4),
    Recipe(STEAM, "greedy,greedy,greedy,greedy", "reduction-by-8", 15),
    Recipe(STEAM, f"{ODD},greedy,{ODD},greedy", "lost-section"),
    Recipe(STEAM, "random,random,random,random", "dearest-town", 2),
    Recipe(STEAM, "greedy,greedy,greedy,greedy,greedy", "town-entered"),
    Recipe(STEAM, "random,greedy,random,greedy,random", "turn-order-pass"),
    Recipe(STEAM, "greedy,greedy,greedy,greedy,greedy,greedy", "tie-stands", 3),
    Recipe(STEAM, f"{ODD},greedy,{ODD},greedy,{ODD},{ODD}", "redirection-completes", 300),
    Recipe(STEAM, "random,random,random,random,random,random", "takeover"),
    Recipe(STEAM, "greedy,greedy,greedy", "reduction-at-50", 14, edition="deluxe"),
    Recipe(STEAM, "random,random,random,random", "production", 20, edition="deluxe"),
    Recipe(STEAM, f"{ODD},greedy,{ODD},greedy", "cubes-returned", 9, edition="deluxe"),
    Recipe(STEAM, f"{ODD},greedy,{ODD},greedy,{ODD}", "urbanization-completes", 2, edition="deluxe"),
    Recipe(STEAM, "random,greedy,random,greedy,random,greedy", "income-exactly-zero", edition="deluxe"),
    Recipe(STEAM, f"{ODD},{ODD},{ODD}", "last-survivor-ends-it", edition="choochoo"),
    Recipe(STEAM, f"{ODD},greedy,{ODD},greedy", "ownerless-link", 3, edition="choochoo"),
    Recipe(STEAM, "random,random,random,random,random", "urbanization-after-builds", 2, edition="choochoo"),
    Recipe(STEAM, "greedy,greedy,greedy,greedy,greedy,greedy", "town-tile-pooled", 1, edition="choochoo"),
    Recipe("ttr-europe", "greedy,greedy", "locomotive-tunnel", 7),
    Recipe("ttr-europe", "greedy,random", "declined-tunnel", 2),
    Recipe("ttr-europe", "greedy,greedy,greedy", "station-saves-ticket"),
    Recipe("ttr-europe", "random,random,random", "three-stations"),
    Recipe("ttr-europe", "greedy,greedy,greedy,greedy", "surcharge-of-three"),
    Recipe("ttr-europe", "greedy,random,greedy,random", "tie-broken", 7),
    Recipe("ttr-europe", "greedy,greedy,greedy,greedy,greedy", "unpayable-tunnel"),
    Recipe("ttr-europe", "random,random,random,random,random", "reveal-reshuffles"),
    Recipe("ttr-old-west", "greedy,greedy", "another-scores-twice", 4),
    Recipe("ttr-old-west", "random,greedy", "claimer-scores-twice"),
    Recipe("ttr-old-west", "greedy,greedy,greedy", "globetrotters", 2),
    Recipe("ttr-old-west", "random,random,random,random", "three-owners"),
    Recipe("ttr-old-west", "greedy,random,greedy,random,greedy", "marker-for-locomotives", 1),
    Recipe("ttr-old-west", "greedy,greedy,greedy,greedy,greedy,greedy", "six-seats"),
    Recipe("ttr-old-west", "greedy,random", "first-capture", 0, "alvin"),
    Recipe("ttr-old-west", "greedy,random,greedy", "capture-in-last-round", 3, "alvin"),
    Recipe("ttr-old-west", "random,random,random,random", "several-captures", 1, "alvin"),
    Recipe("ttr-old-west", "greedy,greedy,greedy,greedy,greedy", "never-captured", 0, "alvin"),
    Recipe("ttr-old-west", "random,random,random,random,random", "on-the-new-marker", 0, "alvin"),
    Recipe("ttr-old-west", "greedy,greedy,greedy,greedy,greedy,greedy", "captured-again", 0, "alvin"),
    Recipe("ttr-usa", "greedy,random", "flush", 11),
    Recipe("ttr-usa", "greedy,greedy", "bonus-decides", 5),
    Recipe("ttr-usa", "random,random", "longest-path-tie", 16),
    Recipe("ttr-usa", "greedy,random,greedy", "last-round-by-another"),
    Recipe("ttr-usa", "random,greedy,greedy", "flush-between-picks", 12),
    Recipe("ttr-usa", "random,greedy,random", "flush-in-set-up", 93),
    Recipe("ttr-usa", "random,random,random", "tie-broken", 63),
    Recipe("ttr-usa", "greedy,greedy,greedy,greedy", "two-owners"),
    Recipe("ttr-usa", "random,random,greedy,random", "repeated-flush", 129),
    Recipe("ttr-usa", "random,random,random,random", "ticket-pile-empty"),
    Recipe("ttr-usa", "greedy,greedy,greedy,greedy,greedy", "path-leaves-out"),
    Recipe("ttr-usa", "greedy,random,random,greedy,random", "reshuffle"),
    Recipe("ttr-usa", "random,random,random,random,random", "passing", 209),
    Recipe("ttr-usa", "random,random,random,random,random", "shared-rank", 12),
    Recipe("ttr-usa", "random,random,random,random,random", "one-card-only", 575),
]


def record(recipe: Recipe, registry: Registry) -> bytes:
    """Play games from the recipe's seed on until one shows its situation; gives the bytes of the log."""
    table = table_for(recipe, registry)
    for seed in range(recipe.seed, recipe.seed + TRIES):
        log = play(table, seed)
        if recipe.situation in first_plies(judge(log.splitlines())):
            return log
    raise SystemExit(f"{recipe.name}: none of {TRIES} games from seed {recipe.seed} on shows it")


def table_for(recipe: Recipe, registry: Registry) -> Table:
    """Seat the bots of a recipe: those that are installed, and those that only play here."""
    variants = [registry.variant(name) for name in recipe.variants]
    bots = recipe.bots.split(",")
    seats = [name if name not in LOCAL else RANDOM.name for name in bots]
    table = Table.of(registry, recipe.game, seats, variants, edition=recipe.edition)
    return dataclasses.replace(table, bots=tuple(LOCAL.get(*pair) for pair in zip(bots, table.bots, strict=True)))


def write_transcript(log: Path, registry: Registry) -> None:
    """Write the transcript of a log beside it, as `railbook replay --transcript` shows it."""
    transcript_beside(log).write_text("".join(f"{line}\n" for line in transcript_of(Replay(log, registry))), "utf-8")


def write_coverage() -> list[str]:
    """Write the coverage table, keeping the reasons for what is missing; gives the situations that no game shows."""
    path = REPLAYS / COVERAGE
    found = seen_in(logs(), REPLAYS)
    reasons = {id: reason for id, reason in read_table(path).get("missing", {}).items() if id not in found}
    path.write_text(table_of(found, reasons), "utf-8")
    return [id for id in SITUATIONS if id not in found and id not in reasons]


def main(*, again: bool, games: Sequence[str] = ()) -> None:
    """Record what is missing, or everything again; of some games, or of all."""
    registry = Registry.installed()
    for recipe in RECIPES:
        path = REPLAYS / recipe.game / f"{recipe.name}.jsonl"
        if games and recipe.game not in games:
            continue
        if again or not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(record(recipe, registry))
            transcript_beside(path).unlink(missing_ok=True)
            print(f"recorded {path.relative_to(REPLAYS)}")
        if not transcript_beside(path).exists():
            write_transcript(path, registry)
    for id in write_coverage():
        print(f"no game shows {id}: record one, or say why under [missing] in {COVERAGE}")


if __name__ == "__main__":
    main(again="--again" in sys.argv[1:], games=[name for name in sys.argv[1:] if name != "--again"])
