"""Outcomes as a log recorded them, checked against its key where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from railbook.chance.draw import Address, ChanceFault
from railbook.chance.seeded import Seeded
from railbook.rules.types import Outcome


class Recorded(msgspec.Struct):
    """Hands out the outcomes of one ply in their recorded order; with a key, each must be the one that follows."""

    entries: Sequence[tuple[str, Outcome]]
    key: Seeded | None = None
    at: int = 0
    """How many have been handed out."""

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Give the next recorded item."""
        answer = self._take(address)
        if type(answer) is not str:
            if answer is None:
                return None
            raise ChanceFault("impossible-chance", f"{address.label}: {answer!r} is not one item", None, answer)
        key = self.key
        if key is not None:
            due = key.draw(address, bag)
            if due != answer and bag.get(answer, 0) > 0:  # else it is impossible, which says more
                raise _mismatch(address, due, answer)
        return answer

    def tells(self, label: str) -> bool:
        """Tell whether the next outcome is one of this label."""
        return self.at < len(self.entries) and self.entries[self.at][0] == label

    def hides(self, label: str) -> bool:
        """Tell whether the next outcome is one of this label that nobody saw."""
        return self.tells(label) and self.entries[self.at][1] is None

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Give the next recorded dice."""
        answer = self._list(address)
        if answer is not None and self.key is not None:
            _compare(address, self.key.roll(address, sides, count), answer)
        return answer  # type: ignore[return-value]  # what is in the list is checked by `Chance.roll`

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Give the next recorded order."""
        answer = self._list(address)
        if answer is not None and self.key is not None:
            _compare(address, self.key.shuffle(address, items), answer)
        return answer  # type: ignore[return-value]  # what is in the list is checked by `Chance.shuffle`

    def finish(self) -> None:
        """Refuse outcomes that the ply did not need."""
        if self.at < len(self.entries):
            label, outcome = self.entries[self.at]
            raise ChanceFault(
                "impossible-chance",
                f"the log records an outcome of {label} that nothing in this ply draws",
                f"{self.at} outcomes",
                f"{len(self.entries)} outcomes, the next {outcome!r}",
            )

    def _take(self, address: Address) -> Outcome:
        try:
            label, outcome = self.entries[self.at]
        except IndexError:
            raise ChanceFault(
                "impossible-chance", f"the ply draws {address.label}, but the log records no outcome for it"
            ) from None
        if label != address.label:
            raise ChanceFault(
                "impossible-chance",
                f"the ply draws {address.label} where the log records an outcome of {label}",
                address.label,
                label,
            )
        self.at += 1
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
