"""What a network is worth to a player: the deliveries that it makes possible, with links that are only planned too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.moving import takes
from railbook_age_of_steam.network import links_from
from railbook_age_of_steam.state import Line

OWN, OTHERS = 4, -1
"""What a link of a delivery is worth: the player's own, and one that pays somebody else."""

NOW, SOON = 10, 6
"""How much a delivery counts that the locomotive reaches, and one that the next stronger one would."""

TAPER = (10, 10, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1)
"""How much the best delivery counts, the second best, and so on: later ones others may spoil; two are made a turn."""

FAR = 300
"""So many steps at most are looked at from one city."""

Link = tuple[str, str]
Settled = tuple[str, frozenset[str]]


class Promise(NamedTuple):
    """What the deliveries of a network promise: in all, in fortieths of a step of income, and in steps this turn."""

    worth: int
    income: int


class Prospects:
    """The cubes that a player could carry over links that there are, for one position.

    Args:
        rules: The composed rules.
        state: The position.
        seat: The player.
        turns: How many turns are left, this one included.
    """

    def __init__(self, rules: Ruleset, state: Line, seat: int, turns: int) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat
        self._turns = turns
        board = board_of(rules)
        self._colours = sorted(board.map.bag)
        self._takers = {
            place: frozenset(colour for colour in self._colours if takes(rules, state, place, colour))
            for place in (*board.cities, *sorted(state.new_cities))
        }
        self._links: dict[str, list[tuple[str, int]]] = {}
        for place in (*self._takers, *(hex for hex in board.towns if hex in state.tiles)):
            for link in links_from(board, state, place):
                self._links.setdefault(place, []).append((link.to, self._pay(link.owner)))
        self.cubes: dict[str, dict[str, int]] = {city: dict(there) for city, there in sorted(state.cubes.items())}

    def _pay(self, owner: int | None) -> int:
        if owner is None or self._state.players[owner].out:
            return 0
        return OWN if owner == self._seat else OTHERS

    def has(self, place: str) -> bool:
        """Tell whether a link of the player's ends at a place."""
        return any(pay == OWN for _, pay in self._links.get(place, ()))

    def takes(self, place: str, colour: str) -> bool:
        """Tell whether a place takes cubes of a colour."""
        return colour in self._takers.get(place, ())

    def of(self, locomotive: int, planned: Sequence[Link] = (), settled: Settled | None = None) -> Promise:
        """Rate the deliveries of the turns that are left.

        `planned` are own links that would be built, `settled` is a town that would be a city with these colours.
        """
        takers = self._takers if settled is None else {**self._takers, settled[0]: settled[1]}
        search = _Search(self._with(planned), takers, self._colours, locomotive)
        rated: list[int] = []
        pays: list[int] = []
        for start, cubes in self.cubes.items():
            for colour, (now, soon) in search.best(start, cubes).items():
                worth = max(NOW * now, SOON * soon)
                if worth > 0:
                    rated += [worth] * cubes[colour]
                    pays += [(now + OWN - 1) // OWN] * cubes[colour]
        rated.sort(reverse=True)
        pays.sort(reverse=True)
        tapered = sum(worth * part for worth, part in zip(rated, TAPER[: 2 * self._turns], strict=False))
        return Promise(tapered // 10, sum(pays[:2]))

    def _with(self, planned: Iterable[Link]) -> dict[str, list[tuple[str, int]]]:
        links = dict(self._links)
        for one, other in planned:
            links[one] = [*links.get(one, ()), (other, OWN)]
            links[other] = [*links.get(other, ()), (one, OWN)]
        return links


class _Search:
    """Looks for the best delivery of each cube of a city. Places and colours are bits, since this is done so often."""

    def __init__(
        self,
        links: Mapping[str, Sequence[tuple[str, int]]],
        takers: Mapping[str, frozenset[str]],
        colours: Sequence[str],
        locomotive: int,
    ) -> None:
        self._colours = {colour: 1 << number for number, colour in enumerate(colours)}
        self._places = {place: 1 << number for number, place in enumerate(links)}
        taken = {place: sum(self._colours[colour] for colour in takes) for place, takes in takers.items()}
        self._links = {
            self._places[place]: [(self._places[to], taken.get(to, 0), pay) for to, pay in others]
            for place, others in links.items()
        }
        self._locomotive = locomotive
        self._steps = 0
        self._now: dict[int, int] = {}
        self._soon: dict[int, int] = {}

    def best(self, start: str, cubes: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Give by colour the most that a delivery pays: with the locomotive as it is, and with one a step stronger."""
        if start not in self._places:
            return {}
        self._steps, self._now, self._soon = 0, {}, {}
        self._look(self._places[start], self._places[start], sum(self._colours[cube] for cube in cubes), 1, 0)
        found = {cube: self._colours[cube] for cube in cubes}
        return {cube: (self._now.get(bit, 0), self._soon[bit]) for cube, bit in found.items() if bit in self._soon}

    def _look(self, place: int, seen: int, cubes: int, used: int, pay: int) -> None:
        """Carry cubes on from a place, each to the first city that takes it, over one more link."""
        near = used <= self._locomotive
        for to, taken, pays in self._links[place]:
            if seen & to:
                continue
            self._steps += 1
            ending = cubes & taken
            if ending:
                for bit in _bits(ending):
                    if near and pay + pays > self._now.get(bit, 0):
                        self._now[bit] = pay + pays
                    if pay + pays > self._soon.get(bit, 0):
                        self._soon[bit] = pay + pays
            if near and cubes != ending and self._steps < FAR:
                self._look(to, seen | to, cubes ^ ending, used + 1, pay + pays)


@cache
def _bits(value: int) -> tuple[int, ...]:
    return tuple(1 << number for number in range(value.bit_length()) if value >> number & 1)
