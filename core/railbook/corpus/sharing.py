"""Shares work out: long items first and one by one, short ones in batches, so that all workers end at about once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

MOST = 64
"""Items of a batch at most."""

ROUNDS = 4
"""A batch is at most this part of what each worker has left to do: the smaller, the more evenly all end."""

EACH = 1024
"""What an item weighs besides its bytes: there is something to do even for an empty file."""


class Shares:
    """Items that wait, by index: each `take` gives the batch for a worker that is free."""

    def __init__(self, weights: Sequence[int], workers: int, least: int = 0, most: int = MOST) -> None:
        """Put up items for a number of workers; a batch weighs at least so much, and has at most so many items."""
        self._weights = weights
        self._workers = max(1, workers)
        self._least, self._most = least, most
        self._waiting = deque(sorted(range(len(weights)), key=lambda index: (-weights[index], index)))
        self._left = sum(weights[index] + EACH for index in self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self) -> list[int]:
        """Give the heaviest items that are left, one or as many as make up a fair share; none when all are taken."""
        fair = max(self._least, self._left / (ROUNDS * self._workers))
        batch: list[int] = []
        weight = 0
        while self._waiting and len(batch) < self._most:
            more = self._weights[self._waiting[0]] + EACH
            if batch and weight + more > fair:
                break
            batch.append(self._waiting.popleft())
            weight += more
        self._left -= weight
        return batch

    def give_back(self, batch: Sequence[int]) -> None:
        """Take items back, to be the next that are given."""
        self._waiting.extendleft(reversed(batch))
        self._left += sum(self._weights[index] + EACH for index in batch)
