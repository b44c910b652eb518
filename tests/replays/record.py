"""Records the games under `replays/` that are missing, with their transcripts, and writes `replays/COVERAGE.toml`.

    python -m tests.replays.record          # what is missing; a recorded game is never changed
    python -m tests.replays.record --again  # all games anew: only before they are published

Which games: `RECIPES`. Each names the bots by seat and the situation for whose sake it is kept, and a seed to begin
with; the first game from there on that shows the situation is taken, so that the list stays good when a bot learns to
play better. The name of a game says all of it: seats, variant, bots and situation.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from railbook.audit.replay import Replay
from railbook.audit.transcript import transcript_of
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
from tests.replays.corpus import COVERAGE, REPLAYS, logs, transcript_beside
from tests.replays.coverage import read_table, seen_in, table_of
from tests.replays.referee import judge
from tests.replays.situations import SITUATIONS, first_plies

TRIES = 1000
"""So many games at most are played to find one that shows what it should."""


class Recipe(NamedTuple):
    """A game to record: which, the bots by seat, the situation it must show, and the first seed to try."""

    game: str
    bots: str
    situation: str
    seed: int = 0
    variant: str = ""

    @property
    def variants(self) -> list[str]:
        """The variants that are played: one or none."""
        return [self.variant] if self.variant else []

    @property
    def name(self) -> str:
        """The name of the log, without suffix: seats, variant, bots, situation."""
        return name_for(self.bots.split(","), self.situation, self.variants)


def name_for(bots: list[str], situation: str, variants: Sequence[str] = ()) -> str:
    """Name a game after its number of seats, its variants, the bots that play, each once, and the situation."""
    return "-".join((str(len(bots)), *variants, *dict.fromkeys(bots), situation))


RECIPES = [
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
    variants = [registry.variant(name) for name in recipe.variants]
    table = Table.of(registry, recipe.game, recipe.bots.split(","), variants)
    for seed in range(recipe.seed, recipe.seed + TRIES):
        log = play(table, seed)
        if recipe.situation in first_plies(judge(log.splitlines())):
            return log
    raise SystemExit(f"{recipe.name}: none of {TRIES} games from seed {recipe.seed} on shows it")


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


def main(*, again: bool) -> None:
    """Record what is missing, or everything again."""
    registry = Registry.installed()
    for recipe in RECIPES:
        path = REPLAYS / recipe.game / f"{recipe.name}.jsonl"
        if again or not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(record(recipe, registry))
            write_transcript(path, registry)
            print(f"recorded {path.relative_to(REPLAYS)}")
    for id in write_coverage():
        print(f"no game shows {id}: record one, or say why under [missing] in {COVERAGE}")


if __name__ == "__main__":
    main(again="--again" in sys.argv[1:])
