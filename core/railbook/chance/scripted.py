"""Outcomes that a test or an importer writes down beforehand, label by label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from railbook.chance.draw import Address, Source
from railbook.rules.types import Outcome, RulesError


class Scripted:
    """Hands out outcomes by label, in order; what the script does not say comes from `otherwise`, if given."""

    def __init__(self, script: Mapping[str, Iterable[Outcome]], otherwise: Source | None = None) -> None:
        self._script = {label: list(outcomes) for label, outcomes in script.items()}
        self._otherwise = otherwise

    def left(self) -> dict[str, list[Outcome]]:
        """Give what the script holds that nobody has asked for yet."""
        return {label: outcomes for label, outcomes in self._script.items() if outcomes}

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Give the next outcome written for this label."""
        if self._has(address):
            return self._script[address.label].pop(0)  # type: ignore[return-value]  # checked by `Chance.draw`
        return self._other(address).draw(address, bag)

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Give the next dice written for this label."""
        if self._has(address):
            return self._script[address.label].pop(0)  # type: ignore[return-value]  # checked by `Chance.roll`
        return self._other(address).roll(address, sides, count)

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Give the next order written for this label."""
        if self._has(address):
            return self._script[address.label].pop(0)  # type: ignore[return-value]  # checked by `Chance.shuffle`
        return self._other(address).shuffle(address, items)

    def _has(self, address: Address) -> bool:
        return bool(self._script.get(address.label))

    def _other(self, address: Address) -> Source:
        if self._otherwise is None:
            raise RulesError(f"the script says nothing about {address.label} number {address.number}")
        return self._otherwise
