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

    def _next(self, label: str) -> Any:
        if not self._entries:
            raise Fault(f"{label} must be drawn here, but no outcome is recorded for it")
        recorded, item = self._entries.pop(0)
        if recorded != label:
            raise Fault(f"{label} must be drawn here, but the outcome recorded is one of {recorded}")
        return item

    def draw(self, label: str, bag: Counter[str]) -> str:
        """Give the next outcome, which must have this label and be something that lies in the bag."""
        item = self._next(label)
        if not isinstance(item, str) or bag[item] < 1:
            raise Fault(f"{label} answered {item!r}, of which none is left")
        return item

    def roll(self, label: str, sides: int, count: int) -> list[int]:
        """Give the next outcome, which must have this label and be so many dice."""
        dice: list[int] = self._next(label)
        if len(dice) != count or any(not 1 <= die <= sides for die in dice):
            raise Fault(f"{label} answered {dice!r}, which are not {count} dice of {sides} sides")
        return list(dice)

    def shuffle(self, label: str, items: list[str]) -> list[str]:
        """Give the next outcome, which must have this label and be these things in some order."""
        order: list[str] = self._next(label)
        if sorted(order) != sorted(items):
            raise Fault(f"{label} answered {order!r}, which is no order of {items}")
        return list(order)

    def finish(self) -> None:
        """Refuse outcomes that are left over."""
        if self._entries:
            raise Fault(f"an outcome is recorded that nothing draws: {self._entries[0]}")
