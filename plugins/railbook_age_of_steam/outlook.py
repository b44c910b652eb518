"""What a bot makes of a position: what may be spent, and which stretches are worth building in this turn."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import Limits, board_of
from railbook_age_of_steam.money import expenses_of
from railbook_age_of_steam.prospects import Link, Promise, Prospects, Settled
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.surveying import Stretch, Surveyor

STEP, STEP_LATER = 300, 80
"""What a step of income is worth in hundredths of points, and more for each turn that follows: it pays in each."""

SHARE = 300
"""What a share costs at the end, in hundredths of points."""

MISSING = 1000
"""What a dollar costs, in hundredths of points, that is missing for expenses: a step of income, and the danger."""

CLOSELY = 14
"""So many stretches are looked at closely."""

GROWTH = 60
"""What a link is worth for each turn that follows, whatever can be carried over it: networks grow."""

PATH = 100
"""What a path in a link scores, in hundredths of points."""


class Works(Struct, frozen=True):
    """What to build in a turn: stretches, the tiles of them that this turn allows, and what it is worth."""

    stretches: tuple[Stretch, ...] = ()
    tiles: int = 0
    price: int = 0
    links: tuple[Link, ...] = ()
    """Links that are complete at the end of the turn."""
    worth: int = 0
    """Hundredths of points, without the price."""


class Outlook:
    """A position as one player rates it, in hundredths of points.

    Args:
        rules: The composed rules.
        view: The position.
        seat: The player.
    """

    def __init__(self, rules: Ruleset, view: Line, seat: int) -> None:
        self.rules = rules
        self.view = view
        self.seat = seat
        self.own = view.players[seat]
        self.turns = view.last_turn - view.turn + 1
        self.prospects = Prospects(rules, view, seat, self.turns)
        self.step = STEP + STEP_LATER * (self.turns - 1)
        self.dollar = 0 if self.turns == 1 else SHARE // max(1, rules.options(Limits).share_price)
        self._works: dict[int, list[Works]] = {}
        self._promises: dict[tuple[int, tuple[Link, ...], Settled | None], Promise] = {}

    def promise(self, stronger: int = 0, planned: Sequence[Link] = (), settled: Settled | None = None) -> Promise:
        """Give what the network promises, with a locomotive so many steps stronger; looked at once."""
        key = stronger, tuple(planned), settled
        if key not in self._promises:
            self._promises[key] = self.prospects.of(self.own.locomotive + stronger, planned, settled)
        return self._promises[key]

    def rated(self, stronger: int = 0, planned: Sequence[Link] = (), settled: Settled | None = None) -> int:
        """Rate the deliveries to come."""
        return self.promise(stronger, planned, settled).worth * self.step // 40

    def missing(self, spent: int, planned: Sequence[Link] = (), *, issued: int = 0, stronger: int = 0) -> int:
        """Estimate how many dollars are missing for this turn's expenses, if so much is spent before.

        Of the income that deliveries promise only half is counted on: others may be quicker.
        """
        cash = self.own.cash - spent + self.own.income + self.promise(0, planned).income // 2
        return max(0, expenses_of(self.rules, self.view, self.own) + issued + stronger - cash)

    def works(self, builds: int) -> list[Works]:
        """Give what could be built with so many tiles, from nothing to the whole, each a bit more than the one before.

        What is best in itself comes first, as far as it can be paid from any purse: the purse is looked at later.
        """
        if builds not in self._works:
            self._works[builds] = self._plan(builds)
        return self._works[builds]

    def best(self, builds: int, cash: int, issued: int = 0) -> tuple[int, Works]:
        """Give the best works that can be paid with so much cash, with what they are worth after their price."""
        rated = []
        for works in self.works(builds):
            if works.price <= cash:
                short = self.missing(works.price - cash + self.own.cash, works.links, issued=issued)
                rated.append((works.worth - self.dollar * works.price - MISSING * short, works))
        return max(rated, key=lambda one: one[0])

    def _plan(self, builds: int) -> list[Works]:
        if builds <= 0:
            return [Works()]
        candidates = self._candidates(builds)
        singles = [self._added(Works(), stretch, builds) for stretch in candidates]
        singles.sort(key=lambda works: works.worth - self.dollar * works.price, reverse=True)
        found = [Works(), *singles]
        last = singles[0] if singles else Works()
        while last.tiles < builds:
            hexes = {hex for stretch in last.stretches for hex, _, _ in stretch.tiles}
            apart = [
                works.stretches[0]
                for works in singles
                if hexes.isdisjoint(hex for hex, _, _ in works.stretches[0].tiles)
            ]
            if not apart:
                break
            more = [self._added(last, stretch, builds) for stretch in apart[: CLOSELY // 2]]
            last = max(more, key=lambda works: works.worth - self.dollar * works.price)
            found.append(last)
        return found

    def _added(self, before: Works, stretch: Stretch, builds: int) -> Works:
        """Add a stretch to works, or its first tiles, as far as builds are left."""
        left = builds - before.tiles
        complete = len(stretch.tiles) <= left
        links = (*before.links, *stretch.links)
        worth = self.rated(0, links) - self.rated(0, before.links)
        worth += PATH * len(stretch.tiles) + GROWTH * (self.turns - 1) * len(stretch.links)
        if not complete:
            worth = worth * left // (2 * len(stretch.tiles)) if self.turns > 1 else 0
        return Works(
            (*before.stretches, stretch),
            before.tiles + min(left, len(stretch.tiles)),
            before.price + sum(stretch.prices[:left]),
            links if complete else before.links,
            before.worth + worth,
        )

    def _candidates(self, most: int) -> list[Stretch]:
        """Give the stretches that look good at first sight: cheap, and cubes that wait to be carried over them."""
        board = board_of(self.rules)
        surveyor = Surveyor(self.rules, self.view, self.seat, most)
        found: dict[tuple[tuple[str, str, int], ...], tuple[int, Stretch]] = {}
        for source in (*board.cities, *sorted(self.view.new_cities), *filter(self.prospects.has, board.towns)):
            for stretch in surveyor.stretches(source).values():
                found.setdefault(stretch.tiles, (self._at_first_sight(stretch), stretch))
        ranked = sorted(found.values(), key=lambda one: -one[0])
        return [stretch for _, stretch in ranked[:CLOSELY]]

    def _at_first_sight(self, stretch: Stretch) -> int:
        prospects = self.prospects
        start, end = stretch.links[0][0], stretch.links[-1][1]
        waiting = sum(
            min(count, 2)
            for one, other in ((start, end), (end, start))
            for colour, count in prospects.cubes.get(one, {}).items()
            if prospects.takes(other, colour)
        )
        joins = prospects.has(start) + prospects.has(end)
        return 4 * waiting + 5 * joins + 3 * len(stretch.links) - stretch.weight
