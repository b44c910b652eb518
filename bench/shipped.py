"""The shipped game that takes longest a ply to verify, beside the median of all."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from bench.games import Findings, Target
from railbook.audit.verify import verify
from railbook.plugins.registry import Registry

FOLDER = Path(__file__).resolve().parents[1] / "replays"
REPETITIONS = 5

MOST = 3.0
"""So many times the median a ply of the worst game may take."""


def findings() -> Findings:
    """Measure, by game, the microseconds a ply of the median and of the worst shipped log."""
    registry = Registry.installed()
    best: dict[Path, float] = {}
    for _ in range(REPETITIONS):
        for path in sorted(FOLDER.rglob("*.jsonl*")):
            start = time.process_time()
            plies = verify(path, registry).plies
            best[path] = min(best.get(path, float("inf")), 1e6 * (time.process_time() - start) / plies)
    rows: list[dict[str, str | float]] = []
    targets = []
    for game in [*sorted({path.parent.name for path in best}), "all"]:
        figures = {path: took for path, took in best.items() if game in ("all", path.parent.name)}
        median, worst = statistics.median(figures.values()), max(figures, key=lambda path: figures[path])
        rows.append(
            {
                "logs of": game,
                "number": len(figures),
                "µs/ply, median": median,
                "µs/ply, worst": figures[worst],
                "ratio": figures[worst] / median,
                "worst": worst.name,
            }
        )
        targets.append(
            Target(f"{game}: worst within {MOST:.0f} medians, as a share", 1.0, MOST * median / figures[worst])
        )
    return Findings("Shipped games, verified", rows, targets)
