"""How long the exact choice of lent routes takes at the end of the shipped games of Europe (TTR-EUR9)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

from bench.games import Findings, Target
from railbook.audit.replay import Played, Replay
from railbook.plugins.registry import Registry
from railbook_europe.best_choice import best_choice
from railbook_ticket_to_ride.table import Table

REPLAYS = Path(__file__).resolve().parents[1] / "replays" / "ttr-europe"

MOST = 50
"""Milliseconds that the choice of one seat may take in the worst of these games."""

REPETITIONS = 5
"""The fastest of so many counts."""


def findings() -> Findings:
    """Choose for every seat at the end of every game; the row of a game is its slowest seat."""
    registry = Registry.installed()
    rows: list[dict[str, str | float]] = []
    for log in sorted(REPLAYS.glob("*.jsonl")):
        replay = Replay(log, registry)
        table = cast(Table, [played.state for played in replay.plies() if isinstance(played, Played)][-1])
        slowest = max(_milliseconds(replay, table, seat) for seat in range(replay.rules.seats))
        rows.append({"game": log.stem, "seats": replay.rules.seats, "ms": slowest})
    worst = max(float(row["ms"]) for row in rows)
    return Findings(
        "The choice of lent routes",
        rows,
        [Target(f"milliseconds left of the {MOST} that the slowest may take", 0, MOST - worst)],
    )


def _milliseconds(replay: Replay, table: Table, seat: int) -> float:
    took = []
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        best_choice(replay.rules, table, seat, frozenset())
        took.append(time.perf_counter() - began)
    return 1000 * min(took)
