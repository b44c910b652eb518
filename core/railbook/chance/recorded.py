"""Outcomes as a log recorded them, checked against its key where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbook.chance.draw import Address, ChanceFault
from railbook.chance.seeded import Seeded
from railbook.rules.types import Outcome


class Recorded:
    """Hands out the outcomes of one ply in their recorded order; with a key, each must be the one that follows."""

    __slots__ = ("_entries", "_key", "_next")

    def __init__(self, entries: Sequence[tuple[str, Outcome]], key: Seeded | None = None) -> None:
        self._entries = entries
        self._key = key
        self._next = 0

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Give the next recorded item."""
        answer = self._take(address)
        if answer is None:
            return None
        if not isinstance(answer, str):
            raise ChanceFault("impossible-chance", f"{address.label}: {answer!r} is not one item", None, answer)
        if self._key is not None and bag.get(answer, 0) > 0:
            due = self._key.draw(address, bag)
            if due != answer:
                raise _mismatch(address, due, answer)
        return answer

    def tells(self, label: str) -> bool:
        """Tell whether the next outcome is one of this label."""
        return self._next < len(self._entries) and self._entries[self._next][0] == label

    def hides(self, label: str) -> bool:
        """Tell whether the next outcome is one of this label that nobody saw."""
        return self.tells(label) and self._entries[self._next][1] is None

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Give the next recorded dice."""
        answer = self._list(address)
        if answer is not None and self._key is not None:
            _compare(address, self._key.roll(address, sides, count), answer)
        return answer  # type: ignore[return-value]  # what is in the list is checked by `Chance.roll`

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Give the next recorded order."""
        answer = self._list(address)
        if answer is not None and self._key is not None:
            _compare(address, self._key.shuffle(address, items), answer)
        return answer  # type: ignore[return-value]  # what is in the list is checked by `Chance.shuffle`

    def finish(self) -> None:
        """Refuse outcomes that the ply did not need."""
        if self._next < len(self._entries):
            label, outcome = self._entries[self._next]
            raise ChanceFault(
                "impossible-chance",
                f"the log records an outcome of {label} that nothing in this ply draws",
                f"{self._next} outcomes",
                f"{len(self._entries)} outcomes, the next {outcome!r}",
            )

    def _take(self, address: Address) -> Outcome:
        at = self._next
        if at >= len(self._entries):
            raise ChanceFault(
                "impossible-chance", f"the ply draws {address.label}, but the log records no outcome for it"
            )
        label, outcome = self._entries[at]
        if label != address.label:
            raise ChanceFault(
                "impossible-chance",
                f"the ply draws {address.label} where the log records an outcome of {label}",
                address.label,
                label,
            )
        self._next = at + 1
        return outcome

    def _list(self, address: Address) -> Sequence[object] | None:
        answer = self._take(address)
        if answer is not None and not isinstance(answer, list):
            raise ChanceFault("impossible-chance", f"{address.label}: {answer!r} is not a list", None, answer)
        return answer


def _compare(address: Address, expected: object, actual: object) -> None:
    if expected != actual:
        raise _mismatch(address, expected, actual)


def _mismatch(address: Address, expected: object, actual: object) -> ChanceFault:
    where = f"{address.label} number {address.number} of {address.scope or 'the set-up'}"
    return ChanceFault("chance-mismatch", f"{where} does not follow from the key", expected, actual)
