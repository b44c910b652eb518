"""What chance answered in one ply of a log, handed out in order and checked against what could have come."""

from __future__ import annotations

from collections import Counter
from typing import Any


class Fault(Exception):
    """Something in a log that cannot be, or is not what follows: says what, in one sentence."""


class Outcomes:
    """The recorded outcomes of one ply, each with its label."""

    def __init__(self, entries: list[list[Any]]) -> None:
        self._entries = list(entries)

    def draw(self, label: str, bag: Counter[str]) -> str:
        """Give the next outcome, which must have this label and be something that lies in the bag."""
        if not self._entries:
            raise Fault(f"{label} must be drawn here, but no outcome is recorded for it")
        recorded, item = self._entries.pop(0)
        if recorded != label:
            raise Fault(f"{label} must be drawn here, but the outcome recorded is one of {recorded}")
        if not isinstance(item, str) or bag[item] < 1:
            raise Fault(f"{label} answered {item!r}, of which none is left")
        return item

    def finish(self) -> None:
        """Refuse outcomes that are left over."""
        if self._entries:
            raise Fault(f"an outcome is recorded that nothing draws: {self._entries[0]}")
