"""What chance answered in a choochoo game: the set-up from the start state, the rest from the seeds of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from railbook.chance import Address
from railbook.rules.types import Event
from railbook_age_of_steam.choochoo.boards import PARTS, cubes_on, held
from railbook_age_of_steam.choochoo.recording import GOODS, Recorded, Start
from railbook_age_of_steam.choochoo.seedrandom import SeedRandom
from railbook_age_of_steam.events import CubesReturned
from railbook_age_of_steam.map_format import HexMap
from railbook_age_of_steam.setting_up import CHART, CITY, reading_order


class NoSeed(Exception):
    """An action needs random numbers, but its record has no seed."""


class RecordedChance:
    """Outcomes as choochoo drew them; `bag` holds the cubes in its order, which decides what is drawn."""

    def __init__(self, start: Start, board: HexMap) -> None:
        on = cubes_on(start)
        waiting: dict[tuple[str, str, int], list[list[str]]] = {}
        for city, column in held(start):
            cubes = [GOODS[cube] for cube in reversed(column.goods)]
            waiting.setdefault((city, PARTS[column.group], column.onRoll), []).append(cubes)
        chart = {column.id: waiting[column.city, column.part, column.die].pop(0) for column in board.columns}
        self._set_up = {
            CHART: [
                chart[id][box - 1] for id, box in reading_order(board.columns, {city.hex for city in board.cities})
            ],
            CITY: [cube for city in board.cities for cube in on[city.hex]],
        }
        self.bag = [GOODS[cube] for cube in start.bag]
        self.seed: SeedRandom | None = None

    def begin(self, recorded: Recorded) -> None:
        """Take the seed of an action: each that has one gets a generator of its own."""
        self.seed = SeedRandom(recorded.seed) if recorded.seed is not None else None

    def follow(self, events: Iterable[Event]) -> None:
        """Keep the ordered bag: cubes of Production that were not placed come last."""
        for event in events:
            if isinstance(event, CubesReturned):
                self.bag += event.cubes

    def _random(self, address: Address) -> SeedRandom:
        if self.seed is None:
            raise NoSeed(f"{address.label} needs random numbers, but there is no seed")
        return self.seed

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Take the next cube of the set-up, or one that the generator names."""
        waiting = self._set_up.get(address.label)
        if waiting:
            return waiting.pop(0)
        return self.bag.pop(self._random(address).below(len(self.bag)))

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Roll dice with the generator."""
        random = self._random(address)
        return [random.below(sides) + 1 for _ in range(count)]

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """The first order: seats are numbered by it."""
        return sorted(items, key=int)
