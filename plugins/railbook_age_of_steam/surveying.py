"""Where a player could build links: for a bot, which then asks the rules; nothing here decides what is legal."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import count

from msgspec import Struct

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.changes import Laid, all_laid
from railbook_age_of_steam.layer import Rules, board_of
from railbook_age_of_steam.plans import price_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, Path, by_edge, kinds, paths
from railbook_age_of_steam.track import Track

PER_TILE = 3
"""What a tile weighs on top of its price in dollars: builds are as scarce as money."""


class Stretch(Struct, frozen=True):
    """Tiles that together make one or more links, in the order in which they have to be built."""

    tiles: tuple[tuple[str, str, int], ...]
    """Hex, kind of tile and rotation."""
    prices: tuple[int, ...]
    """Dollars for each of them."""
    links: tuple[tuple[str, str], ...]
    """The places that they link."""
    weight: int


class _Way(Struct, frozen=True):
    """How far a search has come: over which tile, and from which place the next link starts."""

    place: str
    behind: _Way | None = None
    hex: str = ""
    laid: Laid = ("", 0)
    price: int = 0
    count: int = 0
    weight: int = 0
    link: tuple[str, str] | None = None
    """The link that was completed on this hex, if it is a town."""

    def stretch(self, place: str) -> Stretch:
        """Give the tiles and links up to a place that is reached."""
        steps: list[_Way] = []
        at: _Way | None = self
        while at is not None and at.behind is not None:
            steps.append(at)
            at = at.behind
        steps.reverse()
        links = [step.link for step in steps if step.link is not None]
        return Stretch(
            tuple((step.hex, *step.laid) for step in steps),
            tuple(step.price for step in steps),
            tuple(links) if self.place == place else (*links, (self.place, place)),
            self.weight,
        )

    def has(self, hex: str) -> bool:
        """Tell whether a tile is laid on a hex."""
        at: _Way | None = self
        while at is not None:
            if at.hex == hex:
                return True
            at = at.behind
        return False


@cache
def with_paths(old: Laid | None, *added: Path) -> Laid | None:
    """Give the first tile that has the paths of an old one and these in addition, and no others."""
    wanted = {frozenset(path) for path in (*(paths(*old) if old else ()), *added)}
    for laid in all_laid(town=any(TOWN in path for path in wanted)):
        if len(paths(*laid)) == len(wanted) and {frozenset(path) for path in paths(*laid)} == wanted:
            return laid
    return None


class Surveyor:
    """Searches, for one player in one position, the lightest stretches from a place to others.

    Args:
        rules: The composed rules.
        state: The position; nothing in it is changed.
        seat: The player.
        most: Tiles of the longest stretch that is of interest.
    """

    def __init__(self, rules: Ruleset, state: Line, seat: int, most: int) -> None:
        self.rules = rules
        self.board = board_of(rules)
        self.state = state
        self.seat = seat
        self.most = most
        self.track = Track.of(self.board, state)
        self.closed = state.built if rules.options(Rules).same_hex_twice == "forbidden" else []
        self._queue: list[tuple[int, int, str, int, _Way]] = []
        self._found: dict[str, Stretch] = {}
        self._number = count()

    def stretches(self, source: str) -> dict[str, Stretch]:
        """Give the lightest stretch from a city, or a town with own track, to each place that is not too far."""
        self._queue, self._found = [], {}
        self._leave(source)
        done: set[tuple[str, int]] = set()
        while self._queue:
            _, _, hex, edge, way = heappop(self._queue)
            if (hex, edge) not in done:
                done.add((hex, edge))
                self._enter(hex, edge, way)
        self._found.pop(source, None)
        return self._found

    def _leave(self, source: str) -> None:
        """Begin at each side of a city, and at each spoke that a town has or could get."""
        way = _Way(source)
        old = self.state.tiles.get(source)
        if not self.track.is_city(source) and (old is None or self.seat not in old.owners):
            return
        for edge in range(6):
            if not self._leads_on(source, edge, 1):
                continue
            if old is None:
                self._go_on(source, edge, way)
                continue
            spoke = by_edge(old.tile, old.rotation).get(edge)
            if spoke is None:
                laid = with_paths((old.tile, old.rotation), (TOWN, edge))
                if laid is not None and source not in self.closed:
                    self._go_on(source, edge, self._with(way, source, laid))
            elif old.owners[spoke[0]] in (None, self.seat):
                self._go_on(source, edge, way)

    def _with(self, way: _Way, hex: str, laid: Laid, *, town: bool = False) -> _Way:
        """Lay a tile; in a town a link ends."""
        old = self.state.tiles.get(hex)
        price = price_of(self.rules, hex, kinds()[laid[0]], old, 0)
        link = (way.place, hex) if town else None
        return _Way(
            hex if town else way.place, way, hex, laid, price, way.count + 1, way.weight + price + PER_TILE, link
        )

    def _arrive(self, way: _Way, place: str) -> None:
        if way.count and (place not in self._found or way.weight < self._found[place].weight):
            self._found[place] = way.stretch(place)

    def _go_on(self, hex: str, edge: int, way: _Way) -> None:
        """Leave a hex through an edge: into a city, along track that may be joined, or onto the next hex."""
        behind = self.board.neighbours[hex][edge]
        if behind is None:
            return
        if self.track.is_city(behind):
            if behind != way.place:
                self._arrive(way, behind)
            return
        if self.track.path_on(behind, (edge + 3) % 6) is None:
            heappush(self._queue, (way.weight, next(self._number), behind, (edge + 3) % 6, way))
            return
        _, end = self.track.walk(hex, edge)
        if end.place is None:
            self._go_on(end.hex, end.edge, way)
        elif end.place != way.place:
            self._arrive(way, end.place)

    def _leads_on(self, hex: str, edge: int, count: int) -> bool:
        """Tell whether a search with so many tiles can leave a hex through an edge."""
        behind = self.board.neighbours[hex][edge]
        if behind is None:
            return False
        if self.track.is_city(behind):
            return True
        met = self.track.path_on(behind, (edge + 3) % 6)
        if met is None:
            return count < self.most and behind not in self.closed
        return self.track.owner((behind, met[0])) in (None, self.seat)

    def _enter(self, hex: str, edge: int, way: _Way) -> None:
        """Lay each tile on a hex that leads on from an edge."""
        if way.count == self.most or way.has(hex):
            return
        tile = self.state.tiles.get(hex)
        old = None if tile is None else (tile.tile, tile.rotation)
        town = hex in self.board.towns
        if town:
            laid = with_paths(old, (TOWN, edge))
            if laid is not None and hex != way.place:
                self._arrive(self._with(way, hex, laid, town=True), hex)
        for out in range(6):
            if out == edge or not self._leads_on(hex, out, way.count + 1):
                continue
            added: tuple[Path, ...] = ((TOWN, edge), (TOWN, out)) if town else ((edge, out),)
            if old is not None and out in by_edge(*old):
                continue
            laid = with_paths(old, *added)
            if laid is not None and not (town and hex == way.place):
                self._go_on(hex, out, self._with(way, hex, laid, town=town))
