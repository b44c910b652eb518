"""Outcomes that follow from a key: BLAKE2b over the address, uniform by rejection, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from railbook.chance.draw import Address
from railbook.rules.types import RulesError

PROCEDURE = "blake2b-1"
"""The version of this procedure, written into each header: a seed means something only together with it."""

SEED_LIMIT = 2**64
"""Seeds are whole numbers from 0 up to, but not including, this."""

_RANGE = 2**64
_number = int.from_bytes


class Seeded:
    """The source of outcomes that belongs to a 256-bit key, or to a seed under scheme `open`."""

    __slots__ = ("_key", "_keyed")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._keyed = hashlib.blake2b(digest_size=8, key=key)

    @classmethod
    def of_seed(cls, seed: int) -> Seeded:
        """The source of a seed: its key is BLAKE2b-256 of the seed's decimal digits, personalised `railbook-seed`."""
        return cls(_of_seed(seed, b"railbook-seed", 32))

    def below(self, address: Address, bound: int, part: int = 0) -> int:
        """Give a whole number from 0 to `bound` - 1, each equally likely; `part` numbers the parts of one outcome."""
        attempt = 0
        while True:
            keyed = self._keyed.copy()
            keyed.update(f"{address.scope}\n{address.label}\n{address.number}\n{part}\n{attempt}".encode())
            number = _number(keyed.digest(), "big")
            answer = number % bound
            if number - answer <= _RANGE - bound:  # else it is above the last whole multiple, which would favour some
                return answer
            attempt += 1

    def draw(self, address: Address, bag: Mapping[str, int]) -> str:
        """Take the item at a random index of the bag laid out in order of its items' UTF-8 text."""
        at = self.below(address, sum(bag.values()))
        for item in sorted(bag):
            at -= bag[item]
            if at < 0:
                return item
        raise RulesError(f"{address.label}: less than nothing of a kind")

    def roll(self, address: Address, sides: int, count: int) -> list[int]:
        """Roll dice: die *i* is part *i* of the outcome."""
        return [1 + self.below(address, sides, die) for die in range(count)]

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str]:
        """Take, place by place, one of the items left, in their given order; place *i* is part *i* of the outcome."""
        left = list(items)
        return [left.pop(self.below(address, len(left), place)) for place in range(len(items))]


def salt_of_seed(seed: int) -> str:
    """The header's salt under scheme `open`: it follows from the seed, so that the same seed gives the same bytes."""
    return _of_seed(seed, b"railbook-salt", 16).hex()


def _of_seed(seed: int, person: bytes, size: int) -> bytes:
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    return hashlib.blake2b(str(seed).encode(), digest_size=size, person=person).digest()
