"""Kills recording processes, and commands that write whole files, at random moments, and looks at what is left.

`python -m tests.trust.killing --kills 500` prints the figures; the tests run it with fewer kills. Each process is a
fork of this one, so that the kill falls into its work and not into its start. On every second one the disk is slow:
it takes a line in pieces, so that kills fall into lines, too.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import os
import random
import select
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from railbook.audit.verify import verify
from railbook.cli.main import run
from railbook.plugins.registry import Registry
from railbook.recording.session import Session
from tests.cli.running import records_of, rewritten

SHORT = ("-o", "end.trains_at_most=40")
PIECE = 200
"""Bytes that a slow disk takes at once, at most."""

SLOW = 0.002
"""Seconds that it takes for them."""

SPAN = 0.4
"""Seconds within which a recording process is killed."""

LONGEST = 300.0
"""Seconds after which a process that was not killed hangs."""

GAMES: tuple[tuple[str, ...], ...] = (
    ("ttr-usa", "--seats", "random,random", *SHORT),
    ("ttr-usa", "--seats", "ANNA,random", *SHORT),
    ("ttr-europe", "--seats", "ANNA,random,random", *SHORT),
    ("ttr-old-west", "--variant", "alvin", "--seats", "random,ANNA", *SHORT),
    ("age-of-steam", "--seats", "random,random,random"),
)
"""What is recorded: by bots alone, and by people whose answers come through a pipe."""


class Witness:
    """Tells, through a pipe that outlives the process, which lines a session began to write and which it had written.

    A line that was written is one that the session has gone on from: whoever plays may have seen it.
    """

    def __init__(self, handle: int) -> None:
        self._say = os.write
        self._handle = handle

    def watch(self) -> None:
        """Look at every line that any session writes from now on."""
        witness, write, begin = self, Session._write, Session.begin.__func__  # type: ignore[attr-defined]

        def watched(session: Session, line: bytes) -> None:
            begun = session._file is not None
            if begun:
                witness.say(b"b")
            write(session, line)
            if begun:
                witness.say(b"w")

        def watched_begin(*arguments: Any) -> Session:
            session: Session = begin(*arguments)
            witness.say(b"bwbw")  # header and set-up, which appear together
            return session

        Session._write = watched  # type: ignore[method-assign,assignment]
        Session.begin = classmethod(watched_begin)  # type: ignore[method-assign,assignment]

    def say(self, word: bytes) -> None:
        """Tell."""
        self._say(self._handle, word)


def slow_disk(draw: random.Random) -> None:
    """Let every write of this process take only a piece, and some time for it."""
    real = os.write

    def write(handle: int, data: bytes | memoryview) -> int:
        time.sleep(SLOW)
        return real(handle, data[: draw.randint(1, PIECE)])

    os.write = write  # type: ignore[assignment]


def forked(work: Callable[[], int], typed: bytes, witness: int) -> int:
    """Start a process that works in silence, with these lines typed; gives its number."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        reading, writing = os.pipe()
        os.write(writing, typed[:60_000])
        os.close(writing)
        os.dup2(reading, 0)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - of a process that ends by `_exit`
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - the same
        if witness >= 0:
            Witness(witness).watch()
        code = work()
    except BaseException:  # noqa: BLE001 - whatever it is, nothing above this may run twice
        traceback.print_exc()
    finally:
        os._exit(code)


def kill(child: int, delay: float) -> tuple[bool, int]:
    """Kill a process after this time; tells whether it was still alive then, and else its exit code."""
    end, hangs = time.monotonic() + delay, time.monotonic() + LONGEST
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return False, os.waitstatus_to_exitcode(status)
        if time.monotonic() >= min(end, hangs):
            break
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert end < hangs, "a process hangs"
        return True, 0
    return False, os.waitstatus_to_exitcode(status)


class Lost(AssertionError):
    """A kill cost more than the ply that was being written."""


def whole_lines(path: Path) -> tuple[int, int]:
    """Give how many whole lines a log has, and how many bytes stand behind them."""
    data = path.read_bytes() if path.exists() else b""
    whole = data.rfind(b"\n") + 1
    return data[:whole].count(b"\n"), len(data) - whole


class Recording:
    """One game that is recorded, killed, and gone on with until it is over."""

    def __init__(self, folder: Path, draw: random.Random, registry: Registry, figures: Counter[str]) -> None:
        self.folder, self.draw, self.registry, self.figures = folder, draw, registry, figures
        self.log = folder / "game.jsonl"
        self.unbroken = False
        """Whether the log ended with a record that lacked its line break."""
        self.span = SPAN
        self.game = draw.choice(GAMES)
        self.seed = ("--seed", str(draw.randrange(1000))) if draw.random() < 0.5 else ()

    def arguments(self) -> list[str]:
        """Give the command: to begin, or to go on where there is a log."""
        if self.log.exists():
            return ["record", str(self.log)]
        (self.folder / "game.jsonl.key").unlink(missing_ok=True)  # a key was kept, and killed before its log
        return ["record", *self.game, *self.seed, "--out", str(self.log)]

    def go_on(self, *, to_the_end: bool) -> bool:
        """Record until a kill, which falls somewhere into a short time, or to the end; tells whether the game is over.

        On a machine that is busy, a process that got nowhere gets more time.
        """
        before, _ = whole_lines(self.log)
        reading, writing = os.pipe()
        arguments, slow = self.arguments(), self.draw.random() < 0.5
        typed = "".join(f"{self.draw.choice(('1', '', '', 'u'))}\n" for _ in range(4000)).encode()
        pieces = random.Random(self.draw.random())

        def work() -> int:
            if slow:
                slow_disk(pieces)
            return run(arguments)

        child = forked(work, typed, writing)
        os.close(writing)
        if self.draw.random() < 0.8:  # the others are killed while they begin, or read what they go on with
            select.select([reading], [], [], LONGEST)
        killed, code = kill(child, math.inf if to_the_end else self.draw.uniform(0, self.span))
        with open(reading, "rb") as pipe:
            said = pipe.read()
        if not killed and code != 0:
            raise Lost(f"{arguments} ended with exit code {code}")
        self.figures["kills"] += killed
        self.look(before, said.count(b"b"), said.count(b"w"))
        self.span = SPAN if b"w" in said else min(self.span * 1.5, 10.0)
        if killed and before:
            self.figures["kills of a resumed game"] += 1
        return bool(self.log.exists() and self.is_over())

    def look(self, before: int, begun: int, written: int) -> None:
        """Check what a process left: every line that it had written, at most one that it was writing, all exact."""
        lines, torn = whole_lines(self.log)
        gained = lines - before
        if not written <= gained <= max(begun, 2) + self.unbroken or gained - written > 2:
            raise Lost(f"{self.log}: {written} lines were written, {begun} begun, {gained} are there")
        if begun - gained > 1:
            raise Lost(f"{self.log}: {begun - gained} lines were lost")
        self.figures["plies lost"] += begun - gained > 0
        self.figures["torn lines"] += torn > 0
        self.figures["plies written"] += written
        if not self.log.exists():
            self.figures["kills before there was a log"] += 1
            return
        report = verify(self.log, self.registry)
        kinds = [finding.kind for finding in report.findings]
        # A record that lacks nothing but its line break is whole to a reader.
        if kinds not in ([["truncated"], []] if torn else [[]]):
            raise Lost(f"{self.log}: {[str(finding) for finding in report.findings]}")
        self.unbroken = bool(torn and not kinds)
        if torn:
            cut = self.folder / "cut.jsonl"
            cut.write_bytes(self.log.read_bytes()[:-torn])
            report = verify(cut, self.registry)
            cut.unlink()
        if report.words not in ("exact", "exact so far"):
            raise Lost(f"{self.log} is {report.words}: {[str(finding) for finding in report.findings]}")

    def is_over(self) -> bool:
        """Tell whether the log has its end line."""
        data = self.log.read_bytes()
        return data.endswith(b"\n") and records_of(data.splitlines()[-1])[0]["type"] == "end"


def warm_up() -> None:
    """Load in this process what recording needs, so that the forks need not."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        for number, game in enumerate(GAMES):
            bots = [*game]
            seats = bots.index("--seats") + 1
            bots[seats] = ",".join(["random"] * len(bots[seats].split(",")))
            run(["record", *bots, "--seed", "1", "--out", f"{folder}/{number}.jsonl"])


def kill_recorders(kills: int, draw: random.Random, registry: Registry, figures: Counter[str]) -> None:
    """Record games and kill them this often; each is gone on with to its end."""
    while figures["kills"] < kills:
        with tempfile.TemporaryDirectory() as folder:
            game = Recording(Path(folder), draw, registry, figures)
            tries = 0
            while not game.go_on(to_the_end=figures["kills"] >= kills):
                tries += 1
                if tries > 400:
                    raise Lost(f"{game.game}: the game never ends")
            figures["games resumed to their end"] += 1
            left = {path.name for path in Path(folder).iterdir() if not path.name.endswith(".partial")}
            if left - {"game.jsonl", "game.jsonl.key"}:
                raise Lost(f"{sorted(left)} are left")


def kill_writers(kills: int, draw: random.Random, figures: Counter[str]) -> None:
    """Kill commands that write whole files: what they write is whole or is not there, and their input is as it was."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _silently(["simulate", "ttr-usa", "--out", str(folder / "in"), "--seed", "3", *SHORT])
        log = folder / "in" / "ttr-usa-3.jsonl"
        old = rewritten(log, folder / "in" / "old.jsonl", lambda records: records[0].update(rules="0.9"))
        commands: dict[str, tuple[list[str], str]] = {
            "simulate": (["simulate", "ttr-usa", "--out", "@", "--seed", "7", *SHORT], "ttr-usa-7.jsonl"),
            "extract": (["extract", str(log), "--at", "9", "--out", "@/case.json"], "case.json"),
            "draw": (["draw", str(log), "--out", "@/board.svg"], "board.svg"),
            "page": (["page", str(log), "--out", "@/game.html"], "game.html"),
            "repair": (["repair", "@/old.jsonl"], "old.jsonl"),
        }
        for number in range(kills):
            verb = sorted(commands)[number % len(commands)]
            arguments, output = commands[verb]
            _kill_writer(folder, verb, arguments, output, (log, old), draw, figures)


def _kill_writer(
    folder: Path,
    verb: str,
    arguments: Sequence[str],
    output: str,
    inputs: tuple[Path, Path],
    draw: random.Random,
    figures: Counter[str],
) -> None:
    old = inputs[1]
    before = {path: path.read_bytes() for path in inputs}
    with tempfile.TemporaryDirectory(dir=folder) as whole_name, tempfile.TemporaryDirectory(dir=folder) as name:
        took, killed = 0.0, False
        for place in (
            whole_name,
            name,
        ):  # once to its end, to know what is due and how long it takes; then to be killed
            Path(place, "old.jsonl").write_bytes(old.read_bytes())
            words = [word.replace("@", place) for word in arguments]
            began = time.monotonic()
            pieces = random.Random(draw.random())
            child = forked(lambda words=words, pieces=pieces: _slowly(words, pieces), b"", -1)  # type: ignore[misc]
            killed, code = kill(child, draw.uniform(0, took) if took else math.inf)
            if not killed and code:
                raise Lost(f"{words} ended with exit code {code}")
            took = took or time.monotonic() - began
        due, there = Path(whole_name, output).read_bytes(), Path(name, output)
        figures["kills of commands that write files"] += killed
        found = there.read_bytes() if there.exists() else None
        if found not in {due, before[old] if verb == "repair" else None}:
            raise Lost(f"{verb} left half of {output}")
        figures["files that were there, whole"] += found == due
        kept = Path(name, "old.jsonl.orig")
        if kept.exists() and kept.read_bytes() != before[old]:
            raise Lost("repair left half of the original")
        known = {output, "old.jsonl", "old.jsonl.orig"}
        left = [path.name for path in Path(name).iterdir() if path.name not in known]
        if not all(one.startswith(".") and one.endswith(".partial") for one in left):
            raise Lost(f"{verb} left {left}")
        figures["files marked as partial"] += len(left)
    if any(path.read_bytes() != data for path, data in before.items()):
        raise Lost(f"{verb} changed its input")


def _slowly(words: list[str], pieces: random.Random) -> int:
    slow_disk(pieces)
    return run(words)


def _silently(words: list[str]) -> None:
    child = forked(lambda: run(words), b"", -1)
    if kill(child, math.inf) != (False, 0):
        raise Lost(f"{words} failed")


def main() -> None:
    """Kill as often as told and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20, help="of recording processes")
    parser.add_argument("--files", type=int, default=10, help="of commands that write whole files")
    parser.add_argument("--seed", type=int, default=0, help="of the moments and games")
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    figures: Counter[str] = Counter()
    registry = Registry.installed()
    warm_up()
    kill_recorders(asked.kills, draw, registry, figures)
    kill_writers(asked.files, draw, figures)
    print(json.dumps(dict(sorted(figures.items())), indent=2))


if __name__ == "__main__":
    main()
