"""What the tests of `railbook record` share: running the command with lines typed, and looking at the log it wrote."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from railbook.audit.findings import Report
from railbook.audit.verify import verify
from railbook.cli.main import run
from railbook.plugins.registry import Registry

SHORT = ("-o", "end.trains_at_most=43")
"""Options of a game that ends a round after somebody laid two trains."""


class Answer(NamedTuple):
    """What a command did: exit code, standard output and standard error."""

    code: int
    out: str
    err: str


class Keyboard(io.TextIOWrapper):
    """Standard input that calls a function before each line is read."""

    def __init__(self, lines: Iterable[str], before: Callable[[], None] = lambda: None) -> None:
        super().__init__(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), encoding="utf-8")
        self.before = before

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as TextIOWrapper has it
        """Give the next line."""
        self.before()
        return super().readline(size)


class Recorder:
    """Runs the command in an empty folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        monkeypatch.chdir(folder)

    def __call__(self, *arguments: str, typed: Iterable[str] = (), before: Callable[[], None] = lambda: None) -> Answer:
        """Run `railbook` with these arguments and lines."""
        self.monkeypatch.setattr("sys.stdin", Keyboard(typed, before))
        code = run(list(arguments))
        out, err = self.capsys.readouterr()
        return Answer(code, out, err)

    def one_log(self) -> Path:
        """Give the only log in the folder."""
        (path,) = self.folder.glob("*.jsonl")
        return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Give the lines of a log as plain values."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def verdict(path: Path) -> Report:
    """Verify a log with what is installed."""
    return verify(path, Registry.installed())
