"""Which logs a corpus has: those that paths, folders, patterns, lists and addresses stand for, and their names."""

from __future__ import annotations

import collections
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbook.log.reader import PACKED, FileFault
from railbook.log.remote import found_at, is_address

SUFFIXES = (".jsonl", ".jsonl.gz")
"""How the names of logs end, in folders."""


class LogPath(NamedTuple):
    """Where a log is, and how reports call it: never by an absolute path, so that they are the same everywhere."""

    path: str
    name: str
    size: int | None = None
    """Its bytes, where the list of a remote folder told them; a file here is asked when they are wanted."""


PACKS = 6
"""So many times as long as its file a packed log counts, about: it is work that is shared out, not bytes."""


def name_of(path: str) -> str:
    """Give the name by which reports call a log: a relative path as it was typed, of an absolute one the last part."""
    if path == "-":
        return "standard input"
    if is_address(path):
        return path.rstrip("/").rpartition("/")[2] or path
    parts = _parts_of(path)
    return parts[-1] if os.path.isabs(path) else "/".join(parts)


def _parts_of(path: str) -> list[str]:
    """Give the names in a path, or the dot that stands for no name at all."""
    return [part for part in path.replace(os.sep, "/").split("/") if part not in ("", ".")] or ["."]


def names_of(paths: Sequence[str]) -> list[str]:
    """Give the names of logs by which they can be told apart."""
    apart = {_whole(path): LogPath(path, name_of(path)) for path in paths}
    names = dict(zip(apart, (log.name for log in _told_apart(list(apart.values()))), strict=True))
    return [names[_whole(path)] for path in paths]


def listed(source: str) -> list[str]:
    """Give the places that a file names, one a line; `-` is standard input. Raises `FileFault`."""
    try:
        if source == "-":
            lines = sys.stdin.read().splitlines()
        else:
            with open(source, encoding="utf-8", errors="surrogateescape") as file:
                lines = file.read().splitlines()
    except OSError as error:
        raise FileFault(f"{source} cannot be read: {error.strerror or error}") from None
    return [line for line in lines if line.strip()]


def logs_in(places: Sequence[str]) -> list[LogPath]:
    """Give the logs that files, folders and glob patterns stand for, each once, sorted by name.

    A place that does not exist is given as it is: reading it says so. An empty folder gives nothing, and one that
    cannot be listed raises `FileFault`.
    """
    found: dict[str, LogPath] = {}
    for place in places:
        for log in _expand(place):
            found.setdefault(_whole(log.path), log)
    return sorted(_told_apart(list(found.values())), key=lambda log: (log.name, log.path))


def weigh(log: LogPath) -> int:
    """Tell about how much work a log is: its bytes, those of a packed one several times."""
    size = log.size
    if size is None:
        try:
            size = os.stat(log.path).st_size
        except (OSError, ValueError):
            size = 0
    return size * PACKS if log.path.endswith(PACKED) else size


def only_here(log: LogPath) -> bool:
    """Tell whether only the process that was started can read it: standard input, or a pipe that it was handed."""
    if log.path == "-":
        return True
    try:
        return not (is_address(log.path) or stat.S_ISREG(os.stat(log.path).st_mode))
    except (OSError, ValueError):
        return False


def is_missing(log: LogPath) -> bool:
    """Tell whether there is no such file; what lies elsewhere is found missing when it is read."""
    return log.path != "-" and not os.path.lexists(log.path) and not is_address(log.path)


def _whole(path: str) -> str:
    return path if path == "-" or is_address(path) else os.path.abspath(path)


def _expand(place: str) -> Iterator[LogPath]:
    if is_address(place):
        yield from _remote(place)
    elif os.path.isdir(place):
        for folder, folders, files in os.walk(place, onerror=_refuse):
            folders.sort()
            for file in sorted(files):
                if file.endswith(SUFFIXES):
                    path = os.path.join(folder, file)
                    yield LogPath(path, "/".join(_parts_of(f"{name_of(place)}/{os.path.relpath(path, place)}")))
    elif any(character in place for character in "*?[") and not os.path.lexists(place):
        import glob

        for path in sorted(glob.glob(place, recursive=True)):
            yield from _expand(path)
    else:
        yield LogPath(place, name_of(place))


def _remote(place: str) -> Iterator[LogPath]:
    """Give what an address stands for: one log, those below a folder, or those that fit a pattern."""
    pattern = any(character in place for character in "*?[")
    found = None if place.endswith(SUFFIXES) and not pattern else found_at(place, SUFFIXES)
    if found is None:
        yield LogPath(place, name_of(place))
    else:
        yield from (LogPath(address, name, size) for address, name, size in found)


def _refuse(error: OSError) -> None:
    raise FileFault(f"{error.filename} cannot be listed: {error.strerror or error}")


def _told_apart(logs: list[LogPath]) -> list[LogPath]:
    """Name logs by more of their path, from behind, as long as two of them are called the same."""
    often = collections.Counter(log.name for log in logs)
    parts = 2
    while often and max(often.values()) > 1:
        longer = [_with_more(log, parts) if often[log.name] > 1 else log for log in logs]
        if parts > max(len(_parts(log.path)) for log in logs if often[log.name] > 1):
            break
        logs, parts = longer, parts + 1
        often = collections.Counter(log.name for log in logs)
    return logs


def _with_more(log: LogPath, parts: int) -> LogPath:
    return log._replace(name="/".join(_parts(log.path)[-parts:]))


def _parts(path: str) -> tuple[str, ...]:
    from pathlib import Path

    return Path(_whole(path)).parts
