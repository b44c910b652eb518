"""What a network is worth to a player: the deliveries that it makes possible, with links that are only planned too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.moving import takes
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.track import links_from

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
    """What the deliveries of a network promise: all of them, in fortieths of a step of income, and this turn's steps."""

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
        colours = sorted(board.map.bag)
        self._takers = {
            place: frozenset(colour for colour in colours if takes(rules, state, place, colour))
            for place in (*board.cities, *state.new_cities)
        }
        self._links: dict[str, list[tuple[str, int]]] = {}
        for place in (*self._takers, *(hex for hex in state.tiles if hex in board.towns)):
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
        links = self._with(planned)
        rated: list[int] = []
        pays: list[int] = []
        for start, cubes in self.cubes.items():
            if cubes and start in links:
                best = _Best(links, takers, locomotive)
                best.look(start, frozenset(cubes))
                for colour, count in cubes.items():
                    worth = max(NOW * best.now.get(colour, 0), SOON * best.soon.get(colour, 0))
                    if worth > 0:
                        rated += [worth] * count
                        pays += [(best.now.get(colour, 0) + OWN - 1) // OWN] * count
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


class _Best:
    """The most that cubes of one city can pay, by colour: with the locomotive as it is, and one step stronger."""

    def __init__(
        self, links: dict[str, list[tuple[str, int]]], takers: dict[str, frozenset[str]], locomotive: int
    ) -> None:
        self._links = links
        self._takers = takers
        self._locomotive = locomotive
        self._steps = 0
        self._seen: list[str] = []
        self.now: dict[str, int] = {}
        self.soon: dict[str, int] = {}

    def look(self, place: str, colours: frozenset[str], used: int = 0, pay: int = 0) -> None:
        """Carry cubes of these colours on from a place, each to the first city that takes it."""
        self._seen.append(place)
        used += 1
        for to, pays in self._links.get(place, ()):
            if to in self._seen:
                continue
            self._steps += 1
            taken = self._takers.get(to)
            left = colours
            if taken is not None and not taken.isdisjoint(colours):
                for colour in taken & colours:
                    if used <= self._locomotive:
                        self.now[colour] = max(self.now.get(colour, 0), pay + pays)
                    self.soon[colour] = max(self.soon.get(colour, 0), pay + pays)
                left = colours - taken
            if left and used <= self._locomotive and self._steps < FAR:
                self.look(to, left, used, pay + pays)
        self._seen.pop()
