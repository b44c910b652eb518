"""Writes what the commands and queries of the page about statistics answer into it.

python -m tests.docs.stats        writes the figures in docs/stats.md
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from railbook.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "stats.md"
COMMAND = re.compile(r"^    railbook ([^\n]*)\n\n```text\n(.*?)```", re.MULTILINE | re.DOTALL)
QUERY = re.compile(r"```sql\n(.*?)```\n(?:\n(?:\|[^\n]*\n)+)?", re.DOTALL)
ROWS = "rows.parquet"


def printed(arguments: Sequence[str]) -> str:
    """Run a command where the page runs it, and give what it prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.chdir(ROOT):
        code = run([*arguments])
    assert code == 0
    return said.getvalue()


def answer(connection: Any, query: str) -> str:
    """Give what DuckDB answers as a table of the page."""
    asked = connection.execute(query)
    titles = [column[0] for column in asked.description]
    lines = [titles, ["---"] * len(titles), *(map(_cell, row) for row in asked.fetchall())]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cell(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def page(text: str, folder: Path) -> str:
    """Give the page with the figures that the shipped games have now; `folder` is where rows may lie."""
    import duckdb

    text = COMMAND.sub(lambda found: f"    railbook {found[1]}\n\n```text\n{printed(shlex.split(found[1]))}```", text)
    rows = folder / ROWS
    printed(["stats", "replays", "--rows", str(rows)])
    with contextlib.chdir(folder), duckdb.connect() as connection:
        return QUERY.sub(lambda found: f"```sql\n{found[1]}```\n\n{answer(connection, found[1])}\n", text)


def main() -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
