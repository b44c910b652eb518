"""Who holds how many unknown cards, what payments say they were, and what each pile can have given."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

DISPLAY = -1
"""The holder that stands for the face-up cards, beside the seats; after a flush there is a new one."""
REVEALED = -1000
"""The holder that stands for cards revealed for tunnels."""


Rooms = Sequence[Mapping[str, int]]
"""By epoch: how many cards of each kind may be among the unknown ones."""


class Unit(NamedTuple):
    """One unknown card of a holder that must have been of a kind.

    `room` is how many unknown cards the holder had received by then, by epoch: it is one of those.
    """

    holder: int
    kind: str
    room: tuple[int, ...]


class Epoch(msgspec.Struct):
    """A stretch between two reshuffles: at most so many cards of each kind in its pile, and those known to have left.

    Of a pile made of cards that were discarded unseen, only an upper bound by kind is known: it is not `exact`.
    """

    pile: dict[str, int]
    exact: bool = True
    left: dict[str, int] = msgspec.field(default_factory=dict)

    def room(self, kind: str) -> int:
        """How many cards of a kind may have left it unknown, or lie there still."""
        return self.pile.get(kind, 0) - self.left.get(kind, 0)

    def copy(self) -> Epoch:
        """Give an independent copy."""
        return Epoch(self.pile, self.exact, dict(self.left))


class Holder(msgspec.Struct):
    """Cards of one holder: known ones by kind, below zero where unknown cards were paid; unknown ones by epoch."""

    known: dict[str, int] = msgspec.field(default_factory=dict)
    need: dict[str, int] = msgspec.field(default_factory=dict)
    """How many of the unknown cards received must have been of each kind by now: it never falls."""
    unknown: list[int] = msgspec.field(default_factory=lambda: [0])

    @property
    def received(self) -> int:
        """Unknown cards received so far."""
        return sum(self.unknown)

    @property
    def needed(self) -> int:
        """Unknown cards whose kind follows from what was paid."""
        return sum(self.need.values())

    def copy(self) -> Holder:
        """Give an independent copy."""
        return Holder(dict(self.known), dict(self.need), list(self.unknown))


class World:
    """One way to read what was laid unseen: holders, the units that they need, and a choice of epochs that works."""

    def __init__(self) -> None:
        self.holders: dict[int, Holder] = {}
        self.units: list[Unit] = []
        self.choice: list[int] = []
        """By unit: the epoch that can serve it, as far as that was worked out."""
        self.served: dict[tuple[int, str], int] = defaultdict(int)
        """By epoch and kind: how many units that choice serves there."""
        self.used: dict[tuple[int, int], int] = defaultdict(int)
        """By epoch and holder: the same."""
        self.laid: dict[str, int] = {}
        """Cards laid for a tunnel, in this world."""

    def copy(self) -> World:
        """Give an independent copy."""
        world = World()
        world.holders = {name: holder.copy() for name, holder in self.holders.items()}
        world.units = list(self.units)
        world.choice = list(self.choice)
        world.served, world.used = self.served.copy(), self.used.copy()
        world.laid = dict(self.laid)
        return world

    def holder(self, name: int, epochs: int) -> Holder:
        """Give a holder, who has received nothing where it is new."""
        if name not in self.holders:
            self.holders[name] = Holder(unknown=[0] * epochs)
        return self.holders[name]

    def lose(self, name: int, kind: str, count: int, epochs: int) -> None:
        """Let a holder give cards of a kind away: what it is not known to have must have been among its unknown."""
        holder = self.holder(name, epochs)
        left = holder.known.get(kind, 0) - count
        holder.known[kind] = left
        more = -left - holder.need.get(kind, 0)
        if more > 0:
            holder.need[kind] = -left
            self.units += [Unit(name, kind, tuple(holder.unknown))] * more

    def extend(self, rooms: Rooms) -> bool:
        """Go on with the choice for new units, latest epoch first; tells whether all of it works."""
        last = len(rooms) - 1
        if any(self.served[last, kind] > room for kind, room in rooms[last].items()):
            return False
        for unit in self.units[len(self.choice) :]:
            for epoch in range(len(unit.room) - 1, -1, -1):
                if self.used[epoch, unit.holder] < unit.room[epoch] and (
                    self.served[epoch, unit.kind] < rooms[epoch].get(unit.kind, 0)
                ):
                    break
            else:
                return False
            self.serve(unit, epoch)
        return True

    def serve(self, unit: Unit, epoch: int) -> None:
        """Let an epoch serve the next unit."""
        self.served[epoch, unit.kind] += 1
        self.used[epoch, unit.holder] += 1
        self.choice.append(epoch)

    def choose(self, choice: Sequence[int]) -> None:
        """Take another choice for all units."""
        self.choice = []
        self.served.clear()
        self.used.clear()
        for unit, epoch in zip(self.units, choice, strict=True):
            self.serve(unit, epoch)

    def asks_no_more_than(self, other: World) -> bool:
        """Tell whether each unit of this world is one of the other too, or due later: then the other is not needed."""
        if any(holder.known != other.holders[name].known for name, holder in self.holders.items()):
            return False
        own, others = _by_need(self.units), _by_need(other.units)
        return all(
            len(due) <= len(others.get(key, ())) and all(map(operator.ge, due, others[key])) for key, due in own.items()
        )

    def needed(self, kind: str, but: int | None = None) -> int:
        """How many unknown cards of a kind all holders, `but` one, need."""
        return sum(holder.need.get(kind, 0) for name, holder in self.holders.items() if name != but)

    def most(self, name: int, kind: str, room: int) -> int:
        """Give the most of a holder's unknown cards that can be of a kind, of which there is so much room for all."""
        holder = self.holders[name]
        others = holder.needed - holder.need.get(kind, 0)
        return max(0, min(holder.received - others, room - self.needed(kind, but=name)))

    def least(self, name: int, kind: str, room: dict[str, int]) -> int:
        """Give the least number of a holder's unknown cards that must be of a kind, with no reshuffle so far."""
        others = sum(room[other] - self.needed(other, but=name) for other in room if other != kind)
        return max(self.holders[name].need.get(kind, 0), self.holders[name].received - others)


def _by_need(units: Sequence[Unit]) -> dict[tuple[int, str], list[int]]:
    """Give, by holder and kind, how many unknown cards were received when each unit was due."""
    due: dict[tuple[int, str], list[int]] = defaultdict(list)
    for unit in units:
        due[unit.holder, unit.kind].append(sum(unit.room))
    return due


def rows_hold(holders: Iterable[Holder]) -> bool:
    """Tell whether nobody needs more unknown cards than were received (section 8, rows)."""
    return all(holder.needed <= holder.received for holder in holders)
