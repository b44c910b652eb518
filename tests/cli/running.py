"""Runs the command line for tests, inside this process or in one of its own, and rewrites logs."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from railbook.cli.main import run
from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain

TIME = 60
"""Seconds after which a command hangs."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What a command answered: exit code, and what it printed to standard output and to standard error."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on standard error; fails where there is another number of lines."""
        (line,) = self.err.splitlines()
        assert "Traceback" not in line
        return line


def railbook(*arguments: str | Path, folder: Path | None = None) -> Result:
    """Run a command inside this process, in a folder of its own if one is given."""
    printed, complained = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(complained),
        contextlib.chdir(folder or Path.cwd()),
    ):
        code = run([str(argument) for argument in arguments])
    return Result(code, printed.getvalue(), complained.getvalue())


def command(*arguments: str | Path) -> list[str]:
    """Give the words that start a command in a process of its own."""
    return [sys.executable, "-m", "railbook", *map(str, arguments)]


def process(
    *arguments: str | Path, folder: Path | None = None, env: Mapping[str, str] | None = None, stdin: bytes = b""
) -> Result:
    """Run a command in a process of its own."""
    done = subprocess.run(
        command(*arguments),
        check=False,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **(env or {})},
        input=stdin,
        timeout=TIME,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def records_of(log: Path | bytes) -> list[dict[str, Any]]:
    """Give the lines of a log as plain values, without digests."""
    data = log if isinstance(log, bytes) else log.read_bytes()
    records = [json.loads(line) for line in data.splitlines()]
    for record in records:
        record.pop("digest", None)
    return records


def log_of(records: Sequence[dict[str, Any]]) -> bytes:
    """Write records as a log with a chain that fits them, whatever they say; comments stay outside of the chain."""
    chain = Chain(records[0]["salt"])
    lines = []
    for record in records:
        body = body_of(record)
        lines.append(line_of(body, "" if record["type"] == "comment" else chain.link(body)))
    return b"".join(lines)


def rewritten(log: Path, target: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """Change the records of a log and write them, with a recomputed chain, to another file."""
    records = records_of(log)
    change(records)
    target.write_bytes(log_of(records))
    return target
