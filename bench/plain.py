"""What a program for one game alone takes to decide: the referee of the tests, who has no engine, beside the engine.

The referee knows Ticket to Ride under default options and nothing else: no layers, options, views, partial logs, agenda
or typed events. It was written to be read, not to be fast, and so were the rules; so it tells what plain Python takes.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.games import Findings
from bench.speed import CORPORA, floor, write_corpus
from bench.steps import Log, decide
from railbook.plugins.registry import Registry
from tests.replays.outcomes import Outcomes
from tests.replays.ttr_table import Board, Table
from tests.replays.usa import Usa

REPETITIONS = 8


class _Uncounted(Table):
    """A table whose pieces are not counted after every ply, as they are in the tests."""

    def check_conservation(self, board: Board) -> None:
        """Believe it."""


def findings() -> Findings:
    """Measure both over the same games, the actions decoded and the boards made before."""
    registry = Registry.installed()
    corpus = next(corpus for corpus in CORPORA if corpus.game == "ttr-usa")
    with tempfile.TemporaryDirectory() as name:
        logs = [Log(path, registry) for path in write_corpus(Path(name), registry, corpus, corpus.games)]
    decoded = [[json.loads(line) for line in log.raw] for log in logs]
    ways: dict[str, Callable[[], float]] = {
        "floor: decode, encode, hash": lambda: _seconds(lambda: floor(log.raw for log in logs)),
        "engine: check and decide, chance believed": lambda: _seconds(lambda: _decide(logs)),
        "referee: the same for this game alone": lambda: _refereed(decoded),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(REPETITIONS):
        for name, way in ways.items():
            best[name] = min(best[name], way())
    plies, lowest = sum(len(log.plies) for log in logs), next(iter(best.values()))
    rows: list[dict[str, str | float]] = [
        {"program": name, "floors": took / lowest, "µs/ply": 1e6 * took / plies} for name, took in best.items()
    ]
    return Findings("A program for one game alone, ttr-usa", rows, [])


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _refereed(logs: list[list[dict[str, Any]]]) -> float:
    games = [Usa(lines[0]) for lines in logs]
    for game in games:
        game.table = _Uncounted(**vars(game.table))
    return _seconds(lambda: _play(games, logs))


def _decide(logs: list[Log]) -> None:
    for log in logs:
        decide(log, checked=True)


def _play(games: list[Usa], logs: list[list[dict[str, Any]]]) -> None:
    for game, lines in zip(games, logs, strict=True):
        for line in lines:
            if line["type"] == "ply":
                game.play(line["seat"], line["action"], Outcomes(line["chance"]))
