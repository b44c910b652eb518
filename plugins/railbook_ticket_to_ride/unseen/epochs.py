"""Which epoch's cards served which payment: by flow for two epochs, by search for more (rows and columns)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from railbook_ticket_to_ride.unseen.ledger import Rooms, Unit
from railbook_ticket_to_ride.unseen.shifting import Shifting

STEP_LIMIT = 200_000
"""Steps after which a search gives up: the answer is then `Undecided`."""

TWO = 2
"""So many epochs a flow decides."""


class Undecided(Exception):
    """The search was given up."""


def choose(units: Sequence[Unit], rooms: Rooms, limit: int = STEP_LIMIT) -> list[int] | None:
    """Give an epoch for each unit so that rows and columns hold, or `None` if there is no way.

    Raises `Undecided` when that took more than `limit` steps: two epochs are always decided.
    """
    if any(min(room.values(), default=0) < 0 for room in rooms):
        return None
    shifted = Shifting(units, rooms).choice()  # mostly found, and much quicker than what proves that there is none
    if shifted is not None:
        return shifted
    return _by_flow(units, rooms) if len(rooms) == TWO else _by_search(units, rooms, limit)


def _by_search(units: Sequence[Unit], rooms: Rooms, limit: int) -> list[int] | None:
    """Depth first, latest epoch first; equal units in one order only."""
    left = [dict(room) for room in rooms]
    used: dict[tuple[int, int], int] = defaultdict(int)
    chosen: list[int] = []
    steps = 0
    upper = len(rooms) - 1
    following = upper
    while len(chosen) < len(units):
        unit = units[len(chosen)]
        if chosen and units[len(chosen) - 1] == unit:
            following = min(following, chosen[-1])
        epoch = min(following, len(unit.room) - 1)
        while epoch >= 0 and not (used[unit.holder, epoch] < unit.room[epoch] and left[epoch].get(unit.kind, 0) > 0):
            epoch -= 1
        steps += 1
        if steps > limit:
            raise Undecided
        if epoch >= 0:
            left[epoch][unit.kind] -= 1
            used[unit.holder, epoch] += 1
            chosen.append(epoch)
            following = upper
            continue
        if not chosen:
            return None
        epoch = chosen.pop()
        back = units[len(chosen)]
        left[epoch][back.kind] += 1
        used[back.holder, epoch] -= 1
        following = epoch - 1
    return chosen


def _by_flow(units: Sequence[Unit], rooms: Rooms) -> list[int] | None:
    """Two epochs: how many of each holder's first units the first epoch serves has a least and a greatest number.

    The same holds for each kind; both families are nested, so a flow with bounds decides it.
    """
    network = _Network()
    own: dict[int, list[int]] = defaultdict(list)
    kinds: dict[str, int] = defaultdict(int)
    for index, unit in enumerate(units):
        own[unit.holder].append(index)
        kinds[unit.kind] += 1
    edges: dict[int, int] = {}
    for holder, indices in own.items():
        above: object = "source"
        for place in range(len(indices), 0, -1):
            index = indices[place - 1]
            room = (*units[index].room, 0)
            # The same deadline has the same room, so the bound of the whole prefix is the tightest that counts.
            if not network.bounded(above, (holder, place), max(0, place - room[1]), min(place, room[0])):
                return None
            edges[index] = network.edge((holder, place), units[index].kind, 1)
            above = (holder, place)
    for kind, count in kinds.items():
        least, most = count - rooms[1].get(kind, 0), rooms[0].get(kind, 0)
        if not network.bounded(kind, "sink", max(0, least), min(count, most)):
            return None
    if not network.feasible():
        return None
    return [0 if network.flows(edges[index]) else 1 for index in range(len(units))]


class _Network:
    """A circulation with bounds, made a maximum flow in the usual way."""

    def __init__(self) -> None:
        self.ends: list[object] = []
        self.capacity: list[int] = []
        self.out: dict[object, list[int]] = defaultdict(list)
        self.due = 0
        self.edge("sink", "source", 1 << 30)

    def edge(self, start: object, end: object, capacity: int) -> int:
        number = len(self.ends)
        self.ends += [end, start]
        self.capacity += [capacity, 0]
        self.out[start].append(number)
        self.out[end].append(number + 1)
        return number

    def bounded(self, start: object, end: object, least: int, most: int) -> bool:
        if least > most:
            return False
        self.edge(start, end, most - least)
        if least:
            self.edge("first", end, least)
            self.edge(start, "last", least)
            self.due += least
        return True

    def flows(self, number: int) -> bool:
        return self.capacity[number] == 0

    def feasible(self) -> bool:
        left = self.due
        while left:
            more = self._augment()
            if not more:
                return False
            left -= more
        return True

    def _augment(self) -> int:
        """Let as much more flow as the shortest way allows; gives how much."""
        came: dict[object, int] = {"first": -1}
        queue: list[object] = ["first"]
        for node in queue:
            for number in self.out[node]:
                end = self.ends[number]
                if self.capacity[number] and end not in came:
                    came[end] = number
                    queue.append(end)
            if "last" in came:
                break
        if "last" not in came:
            return 0
        way, node = [], "last"
        while node != "first":
            way.append(came[node])
            node = self.ends[came[node] ^ 1]
        more = min(self.capacity[number] for number in way)
        for number in way:
            self.capacity[number] -= more
            self.capacity[number ^ 1] += more
        return more
