"""What it costs that a log may come from anywhere: verifying as it is, and with readers that trust the file.

The trusting readers do what the format asks of every reader: they split the file into lines, decode each into the types
of its ruleset, and encode it again to see that it is canonical. They look for no limit, no long number, no deep
nesting, no torn line and no pipe that stays silent. Both ways take turns on the same logs; the ratio tells the cost.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

from bench import speed
from bench.games import Findings, Target
from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.log import revealed
from railbook.log.canonical import Codec, Line, body_of
from railbook.log.reader import RawLine
from railbook.log.records import FORMAT
from railbook.plugins.registry import Registry

REPETITIONS = 7
"""Every measurement is taken so often, in turn with the other; the fastest counts."""

GAMES = 8
"""Games of each kind."""

RATIO = 1.10
"""How many times as long as with trusting readers verifying may take."""

_TAIL = len(b',"digest":"') + 32 + len(b'"}')


def findings(games: int = GAMES, repetitions: int = REPETITIONS) -> Findings:
    """Measure each game."""
    registry = Registry.installed()
    rows: list[dict[str, str | float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for corpus in speed.CORPORA:
            paths = speed.write_corpus(Path(folder), registry, corpus, games)
            # Log by log: a pause of the machine then spoils one of many measurements, and another one counts.
            times = [_times(path, registry, repetitions) for path in paths]
            robust, trusting = (sum(seconds) for seconds in zip(*times, strict=True))
            rows.append(
                {
                    "game": corpus.game,
                    "logs": len(paths),
                    "ms/log": 1e3 * robust / len(paths),
                    "trusting ms/log": 1e3 * trusting / len(paths),
                    "ratio": robust / trusting,
                }
            )
    targets = [
        Target(f"{row['game']}: ratio left of the {RATIO} that it may take", 0, RATIO - float(row["ratio"]))
        for row in rows
    ]
    return Findings("The cost of reading what may be hostile", rows, targets)


def _times(path: Path, registry: Registry, repetitions: int) -> tuple[float, float]:
    """Give the fewest CPU seconds that a log takes as it is, and with trusting readers."""
    best = [float("inf"), float("inf")]
    for _ in range(repetitions):
        for way, trusting in enumerate((False, True)):
            with ExitStack() as stack:
                if trusting:
                    stack.enter_context(mock.patch.object(Codec, "read", _read))
                    stack.enter_context(mock.patch.object(revealed, "raw_lines", _lines))
                begun = time.process_time()
                assert verify(path, registry).verdict is Verdict.EXACT
                best[way] = min(best[way], time.process_time() - begun)
    return best[0], best[1]


def _lines(path: Path | str, within: str = "log") -> Iterator[RawLine]:
    with Path(path).open("rb") as stream:
        for number, raw in enumerate(stream, 1):
            yield RawLine(number, raw[:-1], True)


def _read(codec: Any, raw: bytes) -> Line:
    body = raw[:-_TAIL] + b"}"
    record = codec._decoder.decode(body)  # noqa: SLF001 - it does what the reader does, less its checks
    return Line(record, body, raw[-34:-2].decode(), "", body_of(record) == body, FORMAT)
