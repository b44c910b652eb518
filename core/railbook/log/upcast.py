"""Brings lines of older formats up to date in memory: a chain of steps, each from one published format to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railbook.log.records import FORMAT

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Takes one line of a format as plain values, without digest and time, and gives the line of the next format.

It knows nothing but this line, and it may change the values that it gets. `format` of a header is counted up for it.
"""

UPCASTERS: dict[int, Upcaster] = {}
"""By the format from which each leads to the next: one for every published format but the newest, for ever."""


class NewerFormat(ValueError):
    """A log of a format that is not installed."""


def is_older(written: object) -> bool:
    """Tell whether lines of a format must be brought up to date; raises `NewerFormat` or, for no format, nothing."""
    if isinstance(written, bool) or not isinstance(written, int):
        return False
    if written > FORMAT:
        raise NewerFormat(written)
    return written < FORMAT and written in UPCASTERS


def upcast(values: dict[str, Any], written: int) -> dict[str, Any]:
    """Bring one line of an older format up to date, step by step."""
    for number in range(written, FORMAT):
        values = UPCASTERS[number](values)
        if values.get("type") == "header":
            values["format"] = number + 1
    return values
