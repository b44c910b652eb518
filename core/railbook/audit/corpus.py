"""A corpus: the logs that paths, folders and patterns stand for, and running a function over all of them."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

R = TypeVar("R")

SUFFIXES = (".jsonl", ".jsonl.gz")
"""How the names of logs end, in folders."""


class LogPath(NamedTuple):
    """Where a log is, and how reports call it: never by an absolute path, so that they are the same everywhere."""

    path: str
    name: str


def logs_in(places: Sequence[str]) -> list[LogPath]:
    """Give the logs that files, folders and glob patterns stand for, each once, sorted by name.

    A place that does not exist is given as it is: reading it says so. An empty folder gives nothing.
    """
    found: dict[str, LogPath] = {}
    for place in places:
        for log in _expand(place):
            found.setdefault(os.path.abspath(log.path) if log.path != "-" else "-", log)
    return sorted(found.values(), key=lambda log: (log.name, log.path))


def _expand(place: str) -> Iterator[LogPath]:
    if place == "-":
        yield LogPath("-", "standard input")
    elif os.path.isdir(place):
        top = Path(os.path.abspath(place))
        for folder, folders, files in os.walk(place):
            folders.sort()
            for file in sorted(files):
                if file.endswith(SUFFIXES):
                    path = os.path.join(folder, file)
                    yield LogPath(path, str(Path(os.path.abspath(path)).relative_to(top.parent).as_posix()))
    elif any(character in place for character in "*?[") and not os.path.lexists(place):
        for path in sorted(glob.glob(place, recursive=True)):
            yield from _expand(path)
    else:
        yield LogPath(place, os.path.basename(place) if os.path.isabs(place) else Path(place).as_posix())


def over(
    logs: Sequence[LogPath], work: Callable[[LogPath], R], jobs: int, done: Callable[[], None] = lambda: None
) -> list[R]:
    """Run a function over all logs, in processes where there are many, and give the results in their order."""
    if min(jobs, len(logs)) <= 1:
        results = []
        for log in logs:
            results.append(work(log))
            done()
        return results
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(logs))) as pool:
        results = []
        for result in pool.map(work, logs, chunksize=max(1, min(16, len(logs) // (4 * jobs)))):
            results.append(result)
            done()
        return results
