"""What people see: tables and lines, coloured on a terminal, plain when piped, harmless whatever a log says."""

from __future__ import annotations

import os
import re
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


COLOURS = {
    "exact": "green",
    "exact so far": "cyan",
    "unverified": "yellow",
    "diverged": "bold red",
    "unreadable": "red",
    "same": "green",
    "same so far": "cyan",
    "other score": "yellow",
    "other winner": "bold red",
}


_NOT_PLAIN = re.compile(r"[^ -~]+")

MOST_MARKS = 4
"""Combining marks on one letter that are shown; more would cover other lines."""


class UsageFault(Exception):
    """Wrong usage: one clear line, exit code 2."""


def clean(text: object) -> str:
    """Escape what could move a cursor, fake a line or turn the direction of text; other text stays readable."""
    return _NOT_PLAIN.sub(_escaped, str(text))


def _escaped(found: re.Match[str]) -> str:
    shown: list[str] = []
    marks = 0
    for character in found[0]:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        harmful = category[0] == "C" or category in ("Zl", "Zp") or marks > MOST_MARKS
        shown.append(character.encode("unicode_escape").decode() if harmful else character)
    return "".join(shown)


def on_terminal() -> bool:
    """Tell whether people read the output as it appears."""
    return sys.stdout.isatty()


def console() -> Console:
    """Give the console for standard output; no colours where `NO_COLOR` asks for none."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not on_terminal())


def say(text: str = "") -> None:
    """Print one line, as it is: clean what comes from a log before."""
    print(text)  # noqa: T201 - the one place where results are printed


def as_json(value: object, *, pretty: bool = False) -> str:
    """Give JSON with sorted keys and nothing but ASCII: the same bytes in every locale, harmless on a terminal."""
    import json

    import msgspec

    plain = msgspec.to_builtins(value, str_keys=True)
    return json.dumps(plain, sort_keys=True, indent=2 if pretty else None, separators=None if pretty else (",", ":"))


def warn(text: str) -> None:
    """Print one line to standard error."""
    print(text, file=sys.stderr)  # noqa: T201 - the one place where complaints are printed


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> None:
    """Show a table: drawn on a terminal, aligned columns when piped. All is cleaned; `right` names number columns."""
    cells = [[clean(cell) for cell in row] for row in rows]
    titles = [clean(column) for column in columns]
    numbers = [column in right for column in columns]
    if on_terminal():
        from rich.table import Table
        from rich.text import Text

        drawn = Table(box=None, header_style="bold", pad_edge=False)
        for title, number in zip(titles, numbers, strict=True):
            drawn.add_column(Text(title), justify="right" if number else "left", overflow="fold")
        for row in cells:
            drawn.add_row(*(Text(cell, style=COLOURS.get(cell, "")) for cell in row))
        console().print(drawn)
        return
    lines = [titles, *cells]
    widths = [max(width_of(line[column]) for line in lines) for column in range(len(titles))]
    for line in lines:
        padded = []
        for cell, width, number in zip(line, widths, numbers, strict=True):
            space = " " * (width - width_of(cell))
            padded.append(space + cell if number else cell + space)
        say("  ".join(padded).rstrip())


def width_of(text: str) -> int:
    """Tell how many columns a text takes: two for wide letters, none for marks that stand on others."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


@contextmanager
def progress(title: str, total: int, work: int = 0) -> Iterator[Progress]:
    """Show a bar, with the time left, on a terminal while long work goes on; nothing when piped.

    `total` counts what is to be done; `work` says how much it is in all, where some takes longer than other.
    """
    bar = Progress(title, total, work or total)
    try:
        yield bar
    finally:
        bar.close()


REDRAWN = 0.1
"""Seconds between two drawings of a bar: to draw it takes longer than to do some of the work."""


class Progress:
    """A bar that grows on standard error, where that is a terminal."""

    def __init__(self, title: str, total: int, work: int) -> None:
        self._bar = None
        self._title, self._total, self._done = title, total, 0
        self._drawn = 0.0
        if total > 1 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
            # Without a thread that redraws it: who does the work says when time has gone by.
            self._bar = Bar(
                *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, auto_refresh=False
            )
            self._task = self._bar.add_task(f"{title} 0/{total}", total=work)
            self._bar.start()

    def step(self, work: int = 1) -> None:
        """Say that one piece is done, and how much work it was."""
        self._done += 1
        if self._bar is not None:
            self._bar.update(self._task, advance=work, description=f"{self._title} {self._done}/{self._total}")
            self.tick()

    def tick(self) -> None:
        """Say that time has gone by."""
        if self._bar is not None and time.monotonic() - self._drawn >= REDRAWN:
            self._drawn = time.monotonic()
            self._bar.refresh()

    def say(self, line: str) -> None:
        """Show a line above the bar, where there is one: a result that is known early."""
        if self._bar is not None:
            self._bar.console.print(line, markup=False, highlight=False, emoji=False)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


def make_output_safe() -> None:
    """Let any text be printed in any locale: what cannot be encoded is escaped readably."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def for_machines() -> None:
    """Write UTF-8 from here on: machines get the same bytes in every locale."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def finish_writing() -> None:
    """Write what waits to be; where the output cannot take it, which was said already, drop it."""
    try:
        sys.stdout.flush()
    except OSError:
        stop_writing()


def stop_writing() -> None:
    """Leave quietly when whoever read the output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
