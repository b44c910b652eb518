"""A log of the tiny game, and what forgers need: to change it anywhere and to make the chain anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.tables import Document, chained, documents, played

LOG = played(seed=1)
LINES = documents(LOG)
LAST = len(LINES) - 1
Edit = Callable[[list[Document]], object]


def ply_of(action: str, after: int = 0) -> int:
    """Give the first ply, from one on, in which a seat took an action of this kind."""
    return next(int(line["ply"]) for line in LINES[1 + after : -1] if line["action"]["type"] == f"peb.{action}")


def forged(edit: Edit, *, chain: bool = True) -> bytes:
    """Give the log with something changed, and with a chain that fits the change, or with the old one."""
    lines = documents(LOG)
    edit(lines)
    if chain:
        return chained(lines)
    return b"".join(
        new[:-46] + old[-46:] + b"\n" for new, old in zip(chained(lines).splitlines(), LOG.splitlines(), strict=True)
    )


def event(line: Document, tag: str) -> Document:
    """Give the first event of this kind in a ply."""
    return next(event for event in line["events"] if event["type"] == tag)


def put(ply: int, *path: Any, value: Any) -> Edit:
    """Change one value of a ply; the set-up is ply 0, and the header -1."""

    def edit(lines: list[Document]) -> None:
        inside: Any = lines[ply + 1]
        for step in path[:-1]:
            inside = inside[step]
        assert inside.get(path[-1]) != value if isinstance(inside, dict) else inside[path[-1]] != value
        inside[path[-1]] = value

    return edit


def swap(lines: list[Document], one: int) -> None:
    """Let two neighbouring plies change places."""
    lines[one + 1], lines[one + 2] = lines[one + 2], lines[one + 1]


def header(**fields: Any) -> Edit:
    """Change fields of the header."""
    return lambda lines: lines[0].update(fields)


def variant(name: str, version: str = "1.0", **options: Any) -> Document:
    """Make the reference to a variant as a header has it."""
    return {"name": name, "version": version, "distribution": "tests", "options": options}
