"""Runs the transcripts of docs/record-a-real-game.md again: what was typed in them is typed, and all is compared."""

from __future__ import annotations

import io
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from railbook.cli.main import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "record-a-real-game.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
ASKED = re.compile(
    r"^(?:\w+>|your first cards|new face-up card|tickets offered|the card that|cards revealed|the \d+ tickets)"
)


def blocks() -> list[str]:
    """Give the transcripts of the page, in order."""
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def commands(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """Part a transcript into commands and what follows each."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    for part in parts:
        first, *rest = part.splitlines()
        yield shlex.split(first)[1:], rest


def typed_in(lines: list[str]) -> list[str]:
    """Give what was typed: what stands behind a prompt."""
    return [line.partition("> " if re.match(r"^\w+> ", line) else ": ")[2] for line in lines if ASKED.match(line)]


def again(arguments: list[str], typed: list[str], folder: Path) -> list[str]:
    """Run a command with these lines typed; gives what it printed."""
    printed = io.StringIO()
    keyboard = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in typed).encode()), encoding="utf-8")
    with (
        chdir(folder),
        redirect_stdout(printed),
        redirect_stderr(printed),
        patch("sys.stdin", keyboard),
        patch.dict(os.environ, {"COLUMNS": "100"}),
    ):
        run(arguments)
    return [line.rstrip() for line in printed.getvalue().splitlines()]
