"""Chance for a game that is followed under other rules: recorded outcomes by their addresses, else the key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railbook.chance import Address, Seeded, Source, UnknownOutcome


class Noted:
    """A source that notes each outcome under its address."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.noted: dict[Address, Any] = {}

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Take one item from a bag."""
        self.noted[address] = answer = self._source.draw(address, bag)
        return answer

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Roll dice."""
        self.noted[address] = answer = self._source.roll(address, sides, count)
        return answer

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Put items into an order."""
        self.noted[address] = answer = self._source.shuffle(address, items)
        return answer


class Matched:
    """Recorded outcomes by address, where they are possible; else what the key says; else unknown."""

    def __init__(self, noted: Mapping[Address, Any], key: Seeded | None) -> None:
        self._noted = noted
        self._key = key
        self.missed = ""
        """The label of the outcome that nobody knows, once one was asked for."""

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Take one item from a bag."""
        answer = self._noted.get(address)
        if isinstance(answer, str) and bag.get(answer, 0) > 0:
            return answer
        self._look_for(address)
        if self._key is None and address not in self._noted:
            # Rules that go on without an outcome do so where the record hides it, not where there is no record.
            raise UnknownOutcome(f"what {address.label} would have answered is unknown")
        return self._key.draw(address, bag) if self._key else None

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Roll dice."""
        answer = self._noted.get(address)
        if isinstance(answer, list) and len(answer) == count and all(1 <= face <= sides for face in answer):
            return answer
        self._look_for(address)
        return self._key.roll(address, sides, count) if self._key else None

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Put items into an order."""
        answer = self._noted.get(address)
        if isinstance(answer, list) and sorted(answer) == sorted(items):
            return answer
        self._look_for(address)
        return self._key.shuffle(address, items) if self._key else None

    def _look_for(self, address: Address) -> None:
        if self._key is None:
            self.missed = address.label.partition("@")[0]
