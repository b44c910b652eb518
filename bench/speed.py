"""How fast logs are read, replayed and verified: ratios to a floor that is measured in the same run.

The floor does with the very same lines what nobody can leave out: decode them with msgspec, encode them again in sorted
order and hash them in a chain. Seconds say more about the machine than about railbook; ratios stay.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from railbook.audit.findings import Verdict
from railbook.audit.replay import Played, Replay
from railbook.audit.verify import verify
from railbook.engine.fold import fold
from railbook.engine.state import new_state
from railbook.log.canonical import Codec
from railbook.log.records import Header, Ply
from railbook.plugins.registry import Registry
from railbook.recording.header import ruleset_of
from railbook.recording.simulation import Table, play
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event

REPETITIONS = 5
"""Every measurement is taken so often, in turn with the others; the fastest counts."""


@dataclasses.dataclass(frozen=True)
class Corpus:
    """Games to be written: which, who plays them, one table after another, and how many of them are usual."""

    game: str
    tables: tuple[str, ...]
    games: int


CORPORA = (
    Corpus(
        "ttr-usa",
        ("greedy,random", "greedy,greedy,random", "random,greedy,random,greedy", "greedy,random,greedy,random,greedy"),
        40,
    ),
    Corpus(
        "age-of-steam",
        ("greedy,random,greedy", "greedy,greedy,greedy,greedy", "greedy,greedy,random,greedy,greedy"),
        12,
    ),
)


@dataclasses.dataclass(frozen=True)
class Measured:
    """The seconds of the processor that one way through the whole corpus took, at best."""

    name: str
    seconds: float


@dataclasses.dataclass(frozen=True)
class Speed:
    """What was measured over a corpus; the floor comes first."""

    logs: int
    lines: int
    plies: int
    bytes: int
    rows: tuple[Measured, ...]

    def ratio(self, row: Measured) -> float:
        """How many times as long as the floor it took."""
        return row.seconds / self.rows[0].seconds

    def plies_a_second(self, row: Measured) -> float:
        """How many plies it took in a second."""
        return self.plies / row.seconds


def write_corpus(folder: Path, registry: Registry, corpus: Corpus, games: int) -> list[Path]:
    """Let bots play games with the seeds from 0 and write their logs."""
    tables = [Table.of(registry, corpus.game, names.split(",")) for names in corpus.tables]
    paths = []
    for seed in range(games):
        path = folder / f"{corpus.game}-{seed}.jsonl"
        path.write_bytes(play(tables[seed % len(tables)], seed))
        paths.append(path)
    return paths


def measure(paths: Sequence[Path], repetitions: int = REPETITIONS) -> Speed:
    """Go through the logs of a corpus in each way."""
    registry = Registry.installed()
    logs = [path.read_bytes().splitlines() for path in paths]
    decoded = [_decoded(registry, lines) for lines in logs]
    plies = sum(len(events) for _, events in decoded)

    def verify_all() -> None:
        reports = [verify(path, registry) for path in paths]
        assert all(report.verdict is Verdict.EXACT for report in reports)
        assert sum(report.plies for report in reports) == plies

    def replay_all() -> None:
        assert sum(isinstance(ply, Played) for path in paths for ply in Replay(path, registry).plies()) == plies

    ways: dict[str, Callable[[], None]] = {
        "floor: decode, encode, hash": lambda: floor(logs),
        "fold: evolve the events, decoded before": lambda: _fold(decoded),
        "compose: the rules of each log": lambda: _compose(registry, logs),
        "replay: read, check the chain, fold": replay_all,
        "verify: decide every ply again": verify_all,
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(repetitions):
        for name, way in ways.items():
            start = time.process_time()
            way()
            best[name] = min(best[name], time.process_time() - start)
    return Speed(
        logs=len(logs),
        lines=sum(len(lines) for lines in logs),
        plies=plies,
        bytes=sum(len(line) + 1 for lines in logs for line in lines),
        rows=tuple(Measured(name, seconds) for name, seconds in best.items()),
    )


def floor(logs: Iterable[Sequence[bytes]]) -> None:
    """Do with these lines what nobody can leave out."""
    decode = msgspec.json.Decoder().decode
    encode = msgspec.json.Encoder(order="sorted").encode
    for lines in logs:
        digest = b""
        for line in lines:
            digest = hashlib.blake2b(digest + encode(decode(line)), digest_size=16).digest()


def _header(line: bytes) -> Header:
    record = Codec().read(line).record
    assert isinstance(record, Header)
    return record


def _decoded(registry: Registry, lines: Sequence[bytes]) -> tuple[Ruleset, list[list[Event]]]:
    """Give the rules of a log and the events of each ply."""
    rules = ruleset_of(registry, _header(lines[0]))
    codec = Codec(rules)
    records = [codec.read(line).record for line in lines]
    return rules, [record.events for record in records if isinstance(record, Ply)]


def _fold(decoded: Iterable[tuple[Ruleset, list[list[Event]]]]) -> None:
    for rules, plies in decoded:
        state = new_state(rules)
        for events in plies:
            fold(rules, state, events)
        assert state.ended


def _compose(registry: Registry, logs: Iterable[Sequence[bytes]]) -> None:
    for lines in logs:
        Codec(ruleset_of(registry, _header(lines[0])))
