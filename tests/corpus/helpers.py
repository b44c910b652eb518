"""Tasks for the tests of corpora: they say which process worked, or hang, die and fail as the name of a log says."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from railbook.corpus.places import LogPath
from railbook.corpus.tasks import Task, Trouble
from railbook.plugins.registry import Registry
from tests.cli.running import Result, command

LONG = "long"
WAIT = 60
"""Seconds after which something never happens."""


class Seen(msgspec.Struct):
    """What became of a log: which process worked on it, or what went wrong."""

    file: str
    process: int = 0
    kind: str = ""
    said: str = ""


class Witness(Task[LogPath, Seen], frozen=True):
    """Leaves a mark for each log; the one called `long` is not done before all others are."""

    marks: str = ""
    others: int = 0

    name: ClassVar[str] = "witness"
    result: ClassVar[type[Any]] = Seen

    def do(self, registry: Registry, item: LogPath) -> Seen:
        """Work on a log."""
        until = time.monotonic() + WAIT
        while item.name == LONG and len(os.listdir(self.marks)) < self.others:
            assert time.monotonic() < until, "a short log waits behind the long one"
            time.sleep(0.01)
        Path(self.marks, item.name).touch()
        return Seen(item.name, os.getpid())

    def failed(self, item: LogPath, trouble: Trouble) -> Seen:
        """Say what went wrong."""
        return Seen(item.name, 0, trouble.kind, trouble.said)


class Trying(Task[LogPath, Seen], frozen=True):
    """Does to the process what the name of a log says."""

    marks: str = ""

    name: ClassVar[str] = "trying"
    result: ClassVar[type[Any]] = Seen

    def do(self, registry: Registry, item: LogPath) -> Seen:
        """Work on a log."""
        what = item.name.partition("-")[0]
        first = not Path(self.marks, item.name).exists()
        Path(self.marks, item.name).touch()
        if what == "hangs":
            while True:
                pass
        if what == "killed" or (what == "unlucky" and first):
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "exits":
            os._exit(3)
        if what == "raises":
            raise LookupError(f"no {item.name}")
        return Seen(item.name, 0, said=(lambda: "not to be sent") if what == "unsendable" else "")  # type: ignore[arg-type]

    def failed(self, item: LogPath, trouble: Trouble) -> Seen:
        """Say what went wrong."""
        return Seen(item.name, 0, trouble.kind, trouble.said)


def interrupted(arguments: Sequence[str | Path], when: Any, **settings: str) -> Result:
    """Start a command as leader of its own group, interrupt all of it as a terminal does, and give what it said."""
    running = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **settings},
        start_new_session=True,
        text=True,
    )
    until = time.monotonic() + WAIT
    while not when() and running.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    printed, complained = running.communicate(timeout=WAIT)
    return Result(running.returncode, printed, complained)
