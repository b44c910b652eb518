"""Writes the table of `docs/forgeries.md` from the expectations that the tests check cell by cell.

python -m tests.trust.table
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.trust import in_chance, in_key, in_play, in_record
from tests.trust.catalogue import CATALOGUE, KEYS
from tests.trust.expected import EXPECTED, EXPECTED_OF_KEYS, UNDETECTABLE

DOCUMENT = Path(__file__).parents[2] / "docs" / "forgeries.md"
REMEDY = "the table in docs/forgeries.md is not that of tests/trust/expected.py: run python -m tests.trust.table"
BEGIN, END = "<!-- table: written by python -m tests.trust.table -->", "<!-- end of table -->"
CHAPTERS = {
    "draw-outcome": "Chance and events",
    "payment-action": "What seats did",
    "score": "The end line",
    "ply-deleted": "The order of lines",
    "name": "The header",
    "comment": "Outside the game, and how lines are written",
}
"""The first forgery of each part of the table."""

FORGERS = (in_chance, in_play, in_record, in_key)
"""The modules that fill the catalogue when they are imported, in the order of the table."""


def rows() -> Iterator[str]:
    """Give the lines of the table."""
    for id, forgery in CATALOGUE.items():
        if id in CHAPTERS:
            yield from ("", f"### {CHAPTERS[id]}", "")
            yield "| forgery | `open`, old chain | `open`, new chain | `none`, old chain | `none`, new chain |"
            yield "| --- | --- | --- | --- | --- |"
        cases = f" ({', '.join(forgery.cases)})" if forgery.cases else ""
        yield f"| {forgery.words}{cases} | {' | '.join(map(_shown, EXPECTED[id]))} |"
    yield from ("", "### The key", "")
    yield "| forgery | `committed`, old chain | `committed`, new chain |"
    yield "| --- | --- | --- |"
    for id, forgery in KEYS.items():
        cases = f" ({', '.join(forgery.cases)})" if forgery.cases else ""
        yield f"| {forgery.words}{cases} | {' | '.join(map(_shown, EXPECTED_OF_KEYS[id]))} |"
    yield ""


def _shown(cell: str) -> str:
    """Set kinds and rule ids apart from the words of a cell."""
    if cell == UNDETECTABLE:
        return f"**{cell}**"
    found, comma, place = cell.partition(", ")
    found = re.sub(r"[a-z]+(-[a-z]+)+|truncated|unreadable", r"`\g<0>`", found) if comma else f"`{found}`"
    return re.sub(r"`([a-z-]+)` ([a-z]+)\.`?([a-z-]+)`?", r"`\1` [`\2.\3`]", found) + comma + place


def written(document: str) -> str:
    """Give the document with the table as it must be."""
    head, _, rest = document.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + BEGIN + "\n" + "\n".join(rows()) + "\n" + END + tail


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
