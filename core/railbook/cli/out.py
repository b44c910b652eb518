"""What people see: tables and lines, coloured on a terminal, plain when piped, harmless whatever a log says."""

from __future__ import annotations

import os
import sys
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


MOST_MARKS = 4
"""Combining marks on one letter that are shown; more would cover other lines."""


class UsageFault(Exception):
    """Wrong usage: one clear line, exit code 2."""


def clean(text: object) -> str:
    """Escape what could move a cursor, fake a line or turn the direction of text; other text stays readable."""
    shown: list[str] = []
    marks = 0
    for character in str(text):
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
def progress(title: str, total: int) -> Iterator[Progress]:
    """Show a bar on a terminal while long work goes on; nothing when piped."""
    bar = Progress(title, total)
    try:
        yield bar
    finally:
        bar.close()


class Progress:
    """A bar that grows on standard error, where that is a terminal."""

    def __init__(self, title: str, total: int) -> None:
        self._bar = None
        if total > 1 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            # Without a thread that redraws it: processes are forked while the bar is shown.
            self._bar = Bar(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._task = self._bar.add_task(title, total=total)
            self._bar.start()

    def step(self) -> None:
        """Say that one piece of work is done."""
        if self._bar is not None:
            self._bar.update(self._task, advance=1, refresh=True)

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
