"""Where the time of verification goes: each of its steps alone over the same games, in floors of the same run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.games import Findings
from bench.speed import CORPORA, floor, write_corpus
from railbook.audit.verify import verify
from railbook.chance import Chance, Recorded, Seeded
from railbook.engine.fold import fold
from railbook.engine.play import advance, check
from railbook.engine.state import new_state
from railbook.log.canonical import Codec, codec_of
from railbook.log.chain import Chain
from railbook.log.reader import raw_lines
from railbook.log.records import Header, Ply
from railbook.log.stretch import Stretch
from railbook.plugins.registry import Registry
from railbook.recording.header import ruleset_of
from railbook.rules.ruleset import Ruleset

REPETITIONS = 8


class Log:
    """A log with all that its steps need, worked out before anything is measured."""

    def __init__(self, path: Path, registry: Registry) -> None:
        self.path = path
        self.raw = path.read_bytes().splitlines()
        header = Codec().read(self.raw[0])
        assert isinstance(header.record, Header)
        self.salt, self.first = header.record.salt, header.body
        assert isinstance(header.record.chance.seed, int)
        self.seed = header.record.chance.seed
        self.rules: Ruleset = ruleset_of(registry, header.record)
        self.codec = codec_of(self.rules)
        read = [self.codec.read(raw) for raw in self.raw]
        self.plies: list[Ply[Any, Any]] = [line.record for line in read if isinstance(line.record, Ply)]
        self.stretches: list[tuple[Stretch, list[Ply[Any, Any]]]] = []
        for raw, line in zip(raw_lines(path), read, strict=True):
            if isinstance(line.record, Ply):
                if not self.stretches or self.stretches[-1][0].full:
                    self.stretches.append((Stretch(self.codec), []))
                assert self.stretches[-1][0].takes(raw)
                self.stretches[-1][1].append(line.record)


def findings() -> list[Findings]:
    """Measure the steps for each game."""
    registry = Registry.installed()
    found = []
    for corpus in CORPORA:
        with tempfile.TemporaryDirectory() as name:
            paths = write_corpus(Path(name), registry, corpus, corpus.games)
            found.append(_findings(corpus.game, [Log(path, registry) for path in paths], registry))
    return found


def _findings(game: str, logs: Sequence[Log], registry: Registry) -> Findings:
    ways: dict[str, Callable[[Log], object]] = {
        "floor: decode, encode, hash": lambda log: floor([log.raw]),
        "split the file into lines": lambda log: sum(1 for _ in raw_lines(log.path)),
        "read each ply without its events": lambda log: [stretch.claims() for stretch, _ in log.stretches],
        "write each ply, compare, chain": _write,
        "evolve the state by the events": _fold,
        "decide each ply, chance believed": decide,
        "decide, each outcome drawn again": lambda log: decide(log, key=True),
        "decide, drawn again, the action checked": lambda log: decide(log, key=True, checked=True),
        "verify: all of these, the rules, the score": lambda log: verify(log.path, registry),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(REPETITIONS):
        for name, way in ways.items():
            start = time.process_time()
            for log in logs:
                way(log)
            best[name] = min(best[name], time.process_time() - start)
    plies, lowest = sum(len(log.plies) for log in logs), next(iter(best.values()))
    rows: list[dict[str, str | float]] = [
        {"step": name, "floors": took / lowest, "µs/ply": 1e6 * took / plies} for name, took in best.items()
    ]
    return Findings(f"Steps of verification, {game}", rows, [])


def _write(log: Log) -> None:
    chain = Chain(log.salt)
    chain.link(log.first)
    for stretch, plies in log.stretches:
        assert stretch.is_written(plies, chain)


def decide(log: Log, *, key: bool = False, checked: bool = False) -> None:
    """Decide the plies of a log: with the key outcomes are drawn again, and actions may be checked first."""
    rules, state = log.rules, new_state(log.rules)
    source = Seeded.of_seed(log.seed) if key else None
    for ply in log.plies:
        if checked and ply.seat is not None:
            assert check(rules, state, ply.seat, ply.action) is None
        advance(rules, state, ply.seat, ply.action, Chance(Recorded(ply.chance, source), state.scope, state.counts))


def _fold(log: Log) -> None:
    state = new_state(log.rules)
    for ply in log.plies:
        fold(log.rules, state, ply.events)
