"""The only door to randomness: rules draw, roll and shuffle here, and every outcome is noted under its address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from railbook.rules.types import Outcome, RulesError


class Address(msgspec.Struct, frozen=True, gc=False):
    """Where an outcome belongs: the scope that the game declared, the label, and its number within the label.

    No global counter takes part, so a variant that draws more elsewhere does not shift the rest.
    """

    scope: str
    label: str
    number: int


class ChanceFault(Exception):
    """A recorded outcome that cannot be: `kind` is the kind of finding it makes."""

    def __init__(self, kind: str, message: str, expected: object = None, actual: object = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.expected = expected
        self.actual = actual


class UnknownOutcome(Exception):
    """An outcome that is needed is unknown to whoever recorded the log."""


class Source(Protocol):
    """Where outcomes come from; `None` says that the outcome is unknown."""

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Take one item from a bag, given as counts by item."""
        ...

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Roll `count` dice with faces 1 to `sides`."""
        ...

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Put items, given in canonical order, into a random order."""
        ...


class Chance(msgspec.Struct):
    """What rules get: answers under a label, and the notes of one ply (`entries`) for the log.

    A label that is private to a seat is written `label@seat`. `scope` and `counts` go on from ply to ply.
    """

    source: Source
    scope: str = ""
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    """How many outcomes each label has had in this scope: replaced when it changes, so that it can be shared."""
    entries: list[tuple[str, Outcome]] = msgspec.field(default_factory=list)
    unseen: int = 0
    """Outcomes that were not recorded, and without which the rules went on."""

    def enter(self, scope: str) -> None:
        """Begin a scope: labels are numbered from 0 again."""
        if scope != self.scope:
            self.scope = scope
            self.counts = {}

    def draw(self, label: str, bag: Mapping[str, int], seat: int | None = None) -> str:
        """Take one item from a bag (counts by item); the bag itself is changed by events, not here."""
        address = self._address(label, seat)
        if sum(bag.values()) < 1 or min(bag.values()) < 0:
            raise RulesError(f"{address.label}: nothing to draw from, or less than nothing of a kind")
        answer = self.source.draw(address, bag)
        self.entries.append((address.label, answer))
        if answer is None:
            raise UnknownOutcome(f"what {address.label} answered is unknown")
        if bag.get(answer, 0) < 1:
            raise ChanceFault(
                "impossible-chance", f"{address.label} answered {answer!r}, which is not there", None, answer
            )
        return answer

    def draw_unseen(
        self, label: str, bag: Mapping[str, int], seat: int | None = None, *, whole: bool = True
    ) -> str | None:
        """Take one item from a bag, or `None` where the record does not say which: for rules that go on without.

        With `whole` false the bag may hold more than is known to be in it.
        """
        address = self._address(label, seat)
        answer = self.source.draw(address, bag)
        self.entries.append((address.label, answer))
        if answer is None:
            self.unseen += 1
        elif whole and bag.get(answer, 0) < 1:
            raise ChanceFault(
                "impossible-chance", f"{address.label} answered {answer!r}, which is not there", None, answer
            )
        return answer

    def draw_if_told(self, label: str, bag: Mapping[str, int], seat: int | None = None) -> str | None:
        """Give what a partial record tells of something that is no chance to who knows all, such as a hidden order.

        Raises `UnknownOutcome` where it tells nothing; `None` is that nobody saw it.
        """
        tells = getattr(self.source, "tells", None)
        full = label if seat is None else f"{label}@{seat}"
        if tells is None or not tells(full):
            raise UnknownOutcome(f"what {full} would tell is unknown to whoever recorded it")
        return self.draw_unseen(label, bag, seat, whole=False)

    def hides(self, label: str, seat: int | None = None) -> bool:
        """Tell whether a partial record says that nobody saw what comes next, although it could be known."""
        hides = getattr(self.source, "hides", None)
        return hides is not None and bool(hides(label if seat is None else f"{label}@{seat}"))

    def roll(self, label: str, sides: int, count: int = 1, seat: int | None = None) -> list[int]:
        """Roll `count` dice with faces 1 to `sides`."""
        address = self._address(label, seat)
        if sides < 1 or count < 0:
            raise RulesError(f"{address.label}: there are no {count} dice with {sides} sides")
        answer = self.source.roll(address, sides, count)
        self.entries.append((address.label, answer if answer is None else list(answer)))
        if answer is None:
            raise UnknownOutcome(f"what {address.label} answered is unknown")
        if len(answer) != count or any(type(face) is not int or not 1 <= face <= sides for face in answer):
            raise ChanceFault("impossible-chance", f"{address.label}: {answer} is no roll of {count} dice of {sides}")
        return answer

    def shuffle(self, label: str, items: Sequence[str], seat: int | None = None) -> list[str]:
        """Put items into a random order: only for orders that become public at once, a hidden pile is a bag."""
        address = self._address(label, seat)
        items = sorted(items)
        answer = self.source.shuffle(address, items)
        self.entries.append((address.label, answer if answer is None else list(answer)))
        if answer is None:
            raise UnknownOutcome(f"what {address.label} answered is unknown")
        if any(not isinstance(item, str) for item in answer) or sorted(answer) != items:
            raise ChanceFault("impossible-chance", f"{address.label}: {answer} is no order of {items}")
        return answer

    def _address(self, label: str, seat: int | None) -> Address:
        if seat is not None:
            label = f"{label}@{seat}"
        counts = self.counts.copy()
        number = counts.get(label, 0)
        counts[label] = number + 1
        self.counts = counts
        return Address(self.scope, label, number)
