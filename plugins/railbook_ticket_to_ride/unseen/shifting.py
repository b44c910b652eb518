"""A quick way to find epochs for units: put each where there is room, and shift others where there is none."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence

from railbook_ticket_to_ride.unseen.ledger import Unit

DEPTH = 8
"""So many units are shifted at most to make room for one."""


class Shifting:
    """Finds a choice often and quickly; that it finds none proves nothing."""

    def __init__(self, units: Sequence[Unit], rooms: Sequence[Mapping[str, int]]) -> None:
        self.units = units
        self.left = [dict(room) for room in rooms]
        self.at: list[int] = [-1] * len(units)
        self.row: dict[tuple[int, int], list[int]] = defaultdict(list)
        """By holder and epoch: the units served, by deadline."""
        self.column: dict[tuple[str, int], set[int]] = defaultdict(set)
        self.tried: set[tuple[int, int]] = set()

    def choice(self) -> list[int] | None:
        """Give an epoch for each unit, or `None` if none was found."""
        for index in range(len(self.units)):
            self.tried.clear()
            if not self.place(index, DEPTH):
                return None
        return self.at

    def place(self, index: int, depth: int, but: int = -1) -> bool:
        """Serve a unit by some epoch but one, shifting others if need be."""
        unit = self.units[index]
        epochs = [epoch for epoch in range(len(unit.room) - 1, -1, -1) if epoch != but and unit.room[epoch]]
        for epoch in epochs:
            if self.left[epoch].get(unit.kind, 0) > 0 and self.row_holds(unit.holder, epoch, index):
                self.put(index, epoch)
                return True
        return depth > 0 and any(self.make_room(index, epoch, depth) for epoch in epochs)

    def make_room(self, index: int, epoch: int, depth: int) -> bool:
        """Shift one unit out of an epoch so that another fits in, if that one finds another place."""
        unit = self.units[index]
        if (index, epoch) in self.tried:
            return False
        self.tried.add((index, epoch))
        full = self.left[epoch].get(unit.kind, 0) <= 0
        others = self.column[unit.kind, epoch] if full else self.row[unit.holder, epoch]
        for other in list(others):
            self.take(other)
            if self.left[epoch].get(unit.kind, 0) > 0 and self.row_holds(unit.holder, epoch, index):
                self.put(index, epoch)
                if self.place(other, depth - 1, epoch):
                    return True
                self.take(index)
            self.put(other, epoch)
        return False

    def row_holds(self, holder: int, epoch: int, index: int) -> bool:
        """Tell whether a holder received enough unknown cards of an epoch in time for one unit more."""
        row = self.row[holder, epoch]
        place = bisect.bisect(row, index)
        if self.units[index].room[epoch] < place + 1:
            return False
        return all(self.units[row[at]].room[epoch] >= at + 2 for at in range(place, len(row)))

    def put(self, index: int, epoch: int) -> None:
        """Let an epoch serve a unit."""
        unit = self.units[index]
        self.at[index] = epoch
        self.left[epoch][unit.kind] -= 1
        bisect.insort(self.row[unit.holder, epoch], index)
        self.column[unit.kind, epoch].add(index)

    def take(self, index: int) -> None:
        """Let a unit be served no longer."""
        unit, epoch = self.units[index], self.at[index]
        self.left[epoch][unit.kind] += 1
        self.row[unit.holder, epoch].remove(index)
        self.column[unit.kind, epoch].remove(index)
