"""CSV for spreadsheets: UTF-8, one row a log, no cell that a spreadsheet would run as a formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbook.cli import out

FORMULA = ("=", "+", "-", "@")
"""How cells begin that spreadsheets compute."""


def text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Give the lines, without the last line break; numbers stay numbers, `None` is an empty cell."""
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue().removesuffix("\n")


def _cell(value: object) -> object:
    if value is None or isinstance(value, int | float):
        return value
    shown = out.clean(value)
    return f"'{shown}" if shown.startswith(FORMULA) else shown
