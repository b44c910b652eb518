"""Gives spoilt files to a reader and watches it: which answers, which kinds, how long, and what goes wrong."""

from __future__ import annotations

import dataclasses
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutators import spoilt
from tests.fuzz.readers import HEARD, READERS, Reader, answer_of, rechained

SEED = 6
HANGS = 30
"""Seconds after which a reader hangs."""

MEMORY = 2**30
"""Bytes of memory that a campaign may take."""

NOTICED = 0.1
"""Seconds from which on an input seems to be slow."""

WHOLE = 1 / 20
"""The part of the inputs that is made of long files."""

SHOWN = 20
"""Lost inputs of which a campaign keeps the bytes."""


class Hung(BaseException):
    """A reader takes too long; nothing may catch it."""


@dataclasses.dataclass
class Figures:
    """What a campaign over one reader found."""

    reader: str
    inputs: int = 0
    kinds: Counter[str] = dataclasses.field(default_factory=Counter)
    answers: Counter[str] = dataclasses.field(default_factory=Counter)
    heard: list[str] = dataclasses.field(default_factory=list)
    """What was complained of: the kinds of findings with their rules, and other faults."""
    lost: list[tuple[str, str, bytes]] = dataclasses.field(default_factory=list)
    """Inputs that were answered by something else than a documented answer: kind, what happened, the bytes."""
    hung: int = 0
    seconds: float = 0
    slowest: float = 0
    """Seconds of the slowest input; those that are long, by the CPU."""
    peak: int = 0
    """Megabytes of memory that the process took at its peak."""

    def plain(self) -> dict[str, Any]:
        """Give the figures as plain values."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        lost = [(kind, what, data[:2000].hex()) for kind, what, data in self.lost[:SHOWN]]
        return {**values, "kinds": dict(self.kinds), "answers": dict(self.answers), "lost": lost}


def inputs(name: str, count: int, seed: int = SEED) -> Iterator[tuple[str, bytes]]:
    """Give spoilt files for a reader, the same ones for the same seed, each with its kind."""
    reader = READERS[name]
    random = Random(f"{name} {seed}")
    short, whole = reader.short(), reader.whole()
    for _ in range(count):
        kind, data = spoilt(random, whole if whole and random.random() < WHOLE else short)
        yield kind, rechained(data) if reader.chained and random.random() < 0.7 else data


def run(name: str, count: int, seed: int = SEED) -> Figures:
    """Give so many spoilt files to a reader."""
    figures = Figures(name)
    reader = READERS[name]
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as folder, _watched(), ExitStack() as stack:
        path = Path(folder) / reader.file
        for base in reader.bases():
            path.write_bytes(base)
            answer_of(reader, path)  # what is loaded once is no matter of the first input
        HEARD.clear()
        stream = stack.enter_context(path.open("r+b", buffering=0))
        began = time.process_time()
        for kind, data in inputs(name, count, seed):
            figures.inputs += 1
            figures.kinds[kind] += 1
            os.pwrite(stream.fileno(), data, 0)  # into the same file: to open it anew takes longer than to read it
            os.ftruncate(stream.fileno(), len(data))
            _one(reader, path, kind, data, figures)
        figures.seconds = time.process_time() - began
    figures.heard = sorted(HEARD)
    figures.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**10 if sys.platform == "linux" else 2**20)
    return figures


def figures_of(name: str, count: int, seed: int) -> dict[str, Any]:
    """Run a campaign and give its figures as plain values, for another process."""
    return run(name, count, seed).plain()


def limit_memory() -> None:
    """Let this process have no more memory than `MEMORY`."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _one(reader: Reader, path: Path, kind: str, data: bytes, figures: Figures) -> None:
    began = time.perf_counter()
    answer, lost = _answer(reader, path)
    took = time.perf_counter() - began
    if took > max(figures.slowest, NOTICED):  # others may have had the time: again, by what it takes itself
        started = time.process_time()
        _answer(reader, path)
        took = time.process_time() - started
    figures.answers[answer] += 1
    figures.hung += answer == "hung"
    if lost:
        figures.lost.append((kind, lost, data))
    figures.slowest = max(figures.slowest, took)


def _answer(reader: Reader, path: Path) -> tuple[str, str]:
    """Give the answer to a file and, for one that is not documented, what happened."""
    signal.alarm(HANGS)
    try:
        return answer_of(reader, path), ""
    except Hung:
        return "hung", "hung"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return "lost", f"{type(error).__name__}: {str(error)[:300]}"
    finally:
        signal.alarm(0)


@contextmanager
def _watched() -> Iterator[None]:
    """Interrupt what hangs."""

    def interrupt(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def _fast_folder() -> str | None:
    """Give a folder in memory where there is one: millions of small files need no disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of our own is made in it
