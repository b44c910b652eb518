"""How long it takes to list all legal actions in average positions of games between bots."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from bench.games import Findings, Target
from bench.speed import CORPORA, Corpus, write_corpus
from railbook.audit.replay import Played, Replay
from railbook.engine.play import legal_actions
from railbook.engine.state import State, copy
from railbook.plugins.registry import Registry
from railbook.rules.ruleset import Ruleset

GAMES = 6
EVERY = 7
"""Of the positions in which the step asks, one in so many is looked at."""

REPETITIONS = 3

POSITIONS = (("ttr-usa", "ttr.turn", 0.3), ("age-of-steam", "aos.ask-build", 20.0))
"""Game, the step that asks, and the milliseconds that an average position may take."""


def findings(games: int = GAMES) -> Findings:
    """Measure, by game, the milliseconds for all legal actions of a position in which nothing was worked out yet."""
    registry = Registry.installed()
    rows: list[dict[str, str | float]] = []
    targets = []
    for game, step, most in POSITIONS:
        corpus = next(corpus for corpus in CORPORA if corpus.game == game)
        times, counts = _measure(registry, corpus, step, games)
        mean = statistics.mean(times)
        rows.append(
            {
                "positions": f"{game}, {step}",
                "number": len(times),
                "actions": statistics.mean(counts),
                "ms, mean": mean,
                "ms, median": statistics.median(times),
                "ms, greatest": max(times),
            }
        )
        targets.append(Target(f"{game}: at most so many ms for all legal actions, as a share", 1.0, most / mean))
    return Findings("Legal actions", rows, targets)


def _measure(registry: Registry, corpus: Corpus, step: str, games: int) -> tuple[list[float], list[int]]:
    with tempfile.TemporaryDirectory() as name:
        positions = [
            position
            for path in write_corpus(Path(name), registry, corpus, games)
            for position in _positions(Replay(path, registry), step)
        ]
    times, counts = [], []
    for rules, state in positions[::EVERY]:
        found = [_time(rules, copy(rules, state)) for _ in range(REPETITIONS)]
        times.append(min(seconds for seconds, _ in found) * 1000)
        counts.append(found[0][1])
    return times, counts


def _positions(replay: Replay, step: str) -> list[tuple[Ruleset, State]]:
    return [
        (replay.rules, copy(replay.rules, played.state))
        for played in replay.plies()
        if isinstance(played, Played) and played.state.asked == step
    ]


def _time(rules: Ruleset, state: State) -> tuple[float, int]:
    """Give the seconds of the processor, and how many legal actions there are."""
    seat = state.to_act[0]
    start = time.process_time()
    count = sum(1 for _ in legal_actions(rules, state, seat))
    return time.process_time() - start, count
