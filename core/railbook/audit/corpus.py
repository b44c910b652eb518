"""A corpus: the logs that paths, folders and patterns stand for, and running a function over all of them."""

from __future__ import annotations

import collections
import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from railbook.log.reader import FileFault

R = TypeVar("R")

SUFFIXES = (".jsonl", ".jsonl.gz")
"""How the names of logs end, in folders."""


class LogPath(NamedTuple):
    """Where a log is, and how reports call it: never by an absolute path, so that they are the same everywhere."""

    path: str
    name: str


def name_of(path: str) -> str:
    """Give the name by which reports call a log: a relative path as it was typed, of an absolute one the last part."""
    if path == "-":
        return "standard input"
    parts = [part for part in path.replace(os.sep, "/").split("/") if part not in ("", ".")] or ["."]
    return parts[-1] if os.path.isabs(path) else "/".join(parts)


def names_of(paths: Sequence[str]) -> list[str]:
    """Give the names of logs by which they can be told apart."""
    apart = {os.path.abspath(path): LogPath(path, name_of(path)) for path in paths}
    names = dict(zip(apart, (log.name for log in _told_apart(list(apart.values()))), strict=True))
    return [names[os.path.abspath(path)] for path in paths]


def logs_in(places: Sequence[str]) -> list[LogPath]:
    """Give the logs that files, folders and glob patterns stand for, each once, sorted by name.

    A place that does not exist is given as it is: reading it says so. An empty folder gives nothing, and one that
    cannot be listed raises `FileFault`.
    """
    found: dict[str, LogPath] = {}
    for place in places:
        for log in _expand(place):
            found.setdefault(os.path.abspath(log.path) if log.path != "-" else "-", log)
    return sorted(_told_apart(list(found.values())), key=lambda log: (log.name, log.path))


def _expand(place: str) -> Iterator[LogPath]:
    if os.path.isdir(place):
        from pathlib import Path

        for folder, folders, files in os.walk(place, onerror=_refuse):
            folders.sort()
            for file in sorted(files):
                if file.endswith(SUFFIXES):
                    path = os.path.join(folder, file)
                    yield LogPath(path, Path(name_of(place), os.path.relpath(path, place)).as_posix())
    elif any(character in place for character in "*?[") and not os.path.lexists(place):
        import glob

        for path in sorted(glob.glob(place, recursive=True)):
            yield from _expand(path)
    else:
        yield LogPath(place, name_of(place))


def _refuse(error: OSError) -> None:
    raise FileFault(f"{error.filename} cannot be listed: {error.strerror or error}")


def _told_apart(logs: list[LogPath]) -> list[LogPath]:
    """Name logs by more of their path, from behind, as long as two of them are called the same."""
    if len(logs) == 1:
        return logs
    from pathlib import Path

    for parts in range(2, max((len(Path(os.path.abspath(log.path)).parts) for log in logs), default=0)):
        often = collections.Counter(log.name for log in logs)
        if max(often.values()) == 1:
            break
        logs = [
            LogPath(log.path, "/".join(Path(os.path.abspath(log.path)).parts[-parts:])) if often[log.name] > 1 else log
            for log in logs
        ]
    return logs


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
