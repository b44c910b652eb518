"""A disk that fails: the calls with which files are written, counted, of which one, or all from one on, fail.

`python -m tests.trust.faulty` lets every call of every command that writes fail, in every way, and prints the figures.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import railbook.log.writer
import railbook.recording.keyfile
from railbook.audit.verify import verify
from railbook.cli.options import registry
from railbook.plugins.registry import Registry
from tests.cli.running import railbook as command
from tests.cli.running import rewritten

ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO)
CALLS = ("open", "write", "fsync", "fstat", "ftruncate", "close", "stat", "chmod", "link", "replace", "unlink")


class Disk:
    """Stands in for the module `os` where files are written. `failing` is the number of the call that fails, from 0.

    A write that fails has written half. With `dead`, all calls behind it fail, too, those that would clean up as well.
    """

    def __init__(self, failing: int = -1, error: int = errno.EIO, *, dead: bool = False) -> None:
        self.failing, self.error, self.dead = failing, error, dead
        self.calls: list[str] = []
        self.failed = ""
        for name in CALLS:
            setattr(self, name, self._counted(name, getattr(os, name)))
        self.mkstemp = self._counted("mkstemp", tempfile.mkstemp)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            number = len(self.calls)
            self.calls.append(name)
            if number != self.failing and not (self.dead and number > self.failing >= 0):
                return real(*arguments, **named)
            self.failed = self.failed or name
            if name == "write" and number == self.failing:
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            elif name == "close":
                real(*arguments)  # the system lets go of a file whatever it says
            raise OSError(self.error, os.strerror(self.error))

        return call


@contextmanager
def disk(failing: int = -1, error: int = errno.EIO, *, dead: bool = False) -> Iterator[Disk]:
    """Let files be written to a disk that fails."""
    faulty = Disk(failing, error, dead=dead)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(railbook.log.writer, "os", faulty)
        patch.setattr(tempfile, "mkstemp", faulty.mkstemp)
        patch.setattr(railbook.recording.keyfile, "os", faulty)
        yield faulty


PEBBLES = ("-p", "tests.core.tiny")
GAME = "game.jsonl"


class Left(AssertionError):
    """A fault of the disk left something that it must not."""


class Scenario(NamedTuple):
    """A command that writes: what lies in its folder before, what it writes, and what to do where there is none."""

    arguments: tuple[str, ...]
    output: str
    prepare: Callable[[Path], object] = lambda folder: None
    log: bool = False
    """Whether the output is a log that grows: then what is left can be gone on with."""


def recorded(folder: Path, *more: str) -> Path:
    """Record a game between bots on a disk that works."""
    done = command("record", "pebbles", *PEBBLES, "--seats", "random,random", *more, "--out", GAME, folder=folder)
    assert done.code == 0, done.err
    return folder / GAME


def torn(folder: Path) -> None:
    """Leave a game that was cut off in a line."""
    log = recorded(folder, "--seed", "1")
    data = log.read_bytes()
    log.write_bytes(data[: data.index(b"\n", len(data) // 2) + 100])


def whole(folder: Path) -> Path:
    """Leave a whole game of bots, the same bytes every time."""
    done = command("simulate", "pebbles", *PEBBLES, "--seats", "random,random", "--out", ".", folder=folder)
    assert done.code == 0, done.err
    return (folder / "pebbles-0.jsonl").rename(folder / GAME)


def older(folder: Path) -> None:
    """Leave a game of older rules."""
    log = whole(folder)
    rewritten(log, log, lambda records: records[0].update(rules="0.9"))


NEW = ("record", "pebbles", *PEBBLES, "--seats", "random,random", "--out", GAME)
SCENARIOS: dict[str, Scenario] = {
    "record with a seed": Scenario((*NEW, "--seed", "1"), GAME, log=True),
    "record with a key": Scenario(NEW, GAME, log=True),
    "record a torn log": Scenario(("record", GAME, *PEBBLES), GAME, torn, log=True),
    "simulate": Scenario(
        ("simulate", "pebbles", *PEBBLES, "--seats", "random,random", "--out", "."), "pebbles-0.jsonl"
    ),
    "extract": Scenario(("extract", GAME, *PEBBLES, "--at", "3", "--out", "case.json"), "case.json", whole),
    "draw": Scenario(("draw", "--map", "usa", "--game", "ttr-usa", "--out", "board.svg"), "board.svg"),
    "page": Scenario(("page", GAME, *PEBBLES, "--out", "game.html"), "game.html", whole),
    "repair": Scenario(("repair", GAME, *PEBBLES), GAME, older),
}


def prepared(name: str, folder: Path) -> dict[str, bytes]:
    """Lay out the folder of a scenario; gives what lies in it."""
    SCENARIOS[name].prepare(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def calls_of(name: str, folder: Path) -> tuple[list[str], bytes]:
    """Run a scenario on a disk that works; gives its calls, and what it writes."""
    prepared(name, folder)
    with disk() as working:
        done = command(*SCENARIOS[name].arguments, folder=folder)
    if done.code > 1:
        raise Left(f"{name}: {done.err}")
    return working.calls, (folder / SCENARIOS[name].output).read_bytes()


def fails(name: str, folder: Path, failing: int, error: int, due: bytes, *, dead: bool) -> str:
    """Run a scenario with one fault and check what it says and leaves; gives the call that failed. Raises `Left`."""
    scenario, before = SCENARIOS[name], prepared(name, folder)
    with disk(failing, error, dead=dead) as faulty:
        done = command(*scenario.arguments, folder=folder)
    said = f"{name}, call {failing} ({faulty.failed}), {os.strerror(error)}{', dead' if dead else ''}"
    output = folder / scenario.output
    found = output.read_bytes() if output.exists() else None
    if done.code != 2 and not (done.code <= 1 and found is not None and (found == due or scenario.log)):
        raise Left(f"{said}: exit code {done.code}: {done.err}")
    if done.code == 2 and (done.err.count("\n") != 1 or os.strerror(error) not in done.err):
        raise Left(f"{said}: {done.err}")
    if scenario.log:
        _check_log(said, folder, over=done.code == 0, begun=GAME in before, dead=dead)
    elif found not in (due, before.get(scenario.output)):
        raise Left(f"{said}: half of {scenario.output} was written")
    known = {scenario.output, *before, f"{GAME}.key"} | ({f"{GAME}.orig"} if name == "repair" else set())
    left = {path.name for path in folder.iterdir()} - known
    # What cannot be removed stays, and says by its name what it is.
    tidy = faulty.failed == "unlink" or dead
    if left and not (tidy and all(one.startswith(".") and one.endswith(".partial") for one in left)):
        raise Left(f"{said}: {sorted(left)} are left")
    return faulty.failed


def _check_log(said: str, folder: Path, *, over: bool, begun: bool, dead: bool) -> None:
    """Check that a log is exact up to its last whole line, and that the game goes on from there to its end."""
    log = folder / GAME
    if not log.exists():
        if begun:
            raise Left(f"{said}: the log is gone")
        if not dead:
            recorded(folder)
        return
    report = verify(log, _registry())
    if [finding.kind for finding in report.findings] not in ([], ["truncated"]):
        raise Left(f"{said}: {[str(finding) for finding in report.findings]}")
    if report.findings:
        data = log.read_bytes()
        log.write_bytes(data[: data.rindex(b"\n") + 1])
        report = verify(log, _registry())
    if report.words not in ("exact", "exact so far") or (over and not report.finished):
        raise Left(f"{said}: the log is {report.words}")
    if not report.finished:
        done = command("record", GAME, *PEBBLES, folder=folder)
        if done.code or verify(log, _registry()).words != "exact":
            raise Left(f"{said}: the game does not go on: {done.err}")


@cache
def _registry() -> Registry:
    return registry(["tests.core.tiny"])


def every_fault(names: Sequence[str], folder: Path, step: int = 1) -> Counter[str]:
    """Let every call of these scenarios fail (or every `step`th), in every way; gives how often each did."""
    figures: Counter[str] = Counter()
    for name in names:
        place_of_all = folder / f"{name} whole"
        place_of_all.mkdir()
        calls, due = calls_of(name, place_of_all)
        for failing in range(0, len(calls), step):
            for error in ERRORS[failing % len(ERRORS) :: len(ERRORS)] if step > 1 else ERRORS:
                for dead in (False, True):
                    with tempfile.TemporaryDirectory(dir=folder) as place:
                        figures[fails(name, Path(place), failing, error, due, dead=dead)] += 1
    figures.pop("", None)  # a game with a key has another length every time: its last calls may never be made
    return figures


def main() -> None:
    """Let everything fail, or what is named, and print how often what did."""
    for name in sys.argv[1:] or SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            figures = every_fault([name], Path(folder))
        print(
            json.dumps({"command": name, "faults": sum(figures.values()), **dict(sorted(figures.items()))}), flush=True
        )


if __name__ == "__main__":
    main()
