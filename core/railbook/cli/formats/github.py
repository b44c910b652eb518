"""Annotations of GitHub: workflow commands that a run prints, shown beside the lines of the files they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railbook.cli import out
from railbook.cli.formats import Notice

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""What a level is called there."""


def commands(notices: Iterable[Notice]) -> Iterator[str]:
    """Give one line for each notice; nothing in it can end the line, a property or the command."""
    for notice in notices:
        line = f",line={notice.line}" if notice.line else ""
        title = " ".join(filter(None, (notice.kind, notice.rule)))
        place = f"file={_property(notice.place)}{line},title={_property(title)}"
        yield f"::{COMMANDS[notice.level]} {place}::{_data(notice.message)}"


def _data(text: str) -> str:
    """Escape the text of a command; `clean` has made line breaks visible before."""
    return out.clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
