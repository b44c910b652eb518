"""What a builder finds around a hex: looked at once in a position, edge by edge, as far as a tile has to do with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from railbook_age_of_steam.board import Board
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TOWN, Path, by_edge
from railbook_age_of_steam.track import OPPOSITE, Track

NO_TRACK, CITY, OFF_BOARD = -1, -2, -3
"""Stand in place of an owner where an edge meets no track, a city, or no land; `None` is track that nobody owns."""


EDGES = frozenset(range(6))


@cache
def met_as_own(seat: int) -> frozenset[int | None]:
    """Give what track of a builder meets without meeting that of others, or nobody's."""
    return frozenset((NO_TRACK, CITY, seat))


class Site:
    """A hex as one builder sees it: what lies there, and what new track would meet at each edge."""

    __slots__ = ("_leads", "_open", "_track", "hex", "meets", "old", "own", "seat")

    def __init__(self, track: Track, seat: int, hex: str) -> None:
        self.seat = seat
        self.hex = hex
        self.old: Tile | None = track.tiles.get(hex)
        self.meets: dict[int, int | None] = {}
        """By edge the owner of the track that it meets, or `NO_TRACK`, `CITY` or `OFF_BOARD`, as far as looked at."""
        self.own = met_as_own(seat)
        self._track = track
        self._leads: dict[int, bool] = {}
        self._open: dict[int, frozenset[int]] = {}

    @property
    def board(self) -> Board:
        """The board."""
        return self._track.board

    def after(self, tile: Tile) -> Track:
        """Give the track as it would be with a tile on this hex."""
        track = self._track
        return Track(track.board, track.tiles, track.new_cities, self.hex, tile)

    def look(self, edges: Iterable[int]) -> None:
        """Look at what these edges meet, each once."""
        meets, track = self.meets, self._track
        board, tiles = track.board, track.tiles
        for edge in edges:
            if edge in meets:
                continue
            behind = board.neighbours[self.hex][edge]
            tile = None if behind is None else tiles.get(behind)
            if tile is not None:  # there is no city
                found = by_edge(tile.tile, tile.rotation).get(OPPOSITE[edge])
                meets[edge] = NO_TRACK if found is None else tile.owners[found[0]]
            elif behind is None:
                meets[edge] = OFF_BOARD
            else:
                meets[edge] = CITY if behind in board.cities or behind in track.new_cities else NO_TRACK

    def unfit(self, edges: Iterable[int]) -> list[int]:
        """Give those of these edges that the builder may not face: no land, or another player's track (AOS-B6, B7)."""
        meets, own = self.meets, self.own
        self.look(edges)
        return [edge for edge in edges if meets[edge] not in own and meets[edge] is not None]

    @property
    def facing(self) -> frozenset[int]:
        """All edges that track of the builder may face."""
        return EDGES.difference(self.unfit(EDGES))

    @property
    def connecting(self) -> frozenset[int]:
        """The edges that border a city (a), meet own track (b), or ownerless track that leads on (c) (AOS-B5)."""
        self.look(EDGES)
        return frozenset(edge for edge in EDGES if self.connects(edge))

    def connects(self, edge: int) -> bool:
        """Tell whether an edge, looked at before, is one of those; walked along once."""
        met = self.meets[edge]
        if met is not None:
            return met == self.seat or met == CITY  # noqa: PLR1714 - a tuple would be made each time
        if edge not in self._leads:
            self._leads[edge] = self._leads_on(edge)
        return self._leads[edge]

    def _leads_on(self, edge: int) -> bool:
        track = self._track
        # What lies here now still leads on: a section may come back through a path that is kept.
        found = track.path_on(self.hex, edge)
        place = track.walk(self.hex, edge, None if found is None else (self.hex, found[0]))[1].place
        if place is None or track.is_city(place):
            return place is not None
        tile = track.at(place)
        return tile is not None and self.seat in tile.owners

    def is_own_stub(self, path: Path) -> bool:
        """Tell whether a path would be open here and join no track but the builder's: no link, nothing to take over.

        Its edges were looked at before.
        """
        one, other = path
        met = self.meets[other]
        if one == TOWN:
            return met == NO_TRACK
        also = self.meets[one]
        return also in self.own if met == NO_TRACK else also == NO_TRACK and met in self.own

    def open_edges(self, index: int) -> frozenset[int]:
        """Give the edges of this hex at which the section of a path that lies here is open."""
        if index not in self._open:
            ends = self._track.section(self.hex, index).ends
            self._open[index] = frozenset(end.edge for end in ends if end.place is None and end.hex == self.hex)
        return self._open[index]

    @property
    def redirectable(self) -> frozenset[int]:
        """The paths here that are the builder's or nobody's and have an open edge (AOS-K4)."""
        if self.old is None:
            return frozenset()
        owners = enumerate(self.old.owners)
        return frozenset(index for index, owner in owners if owner in (None, self.seat) and self.open_edges(index))


def site_of(board: Board, state: Line, seat: int, hex: str) -> Site:
    """Give a hex as a builder sees it; the same until track changes."""
    known: dict[tuple[int, str], Site] = state.__dict__.setdefault("sites", {})
    asked = seat, hex
    site = known.get(asked)
    if site is None:
        site = known[asked] = Site(Track(board, state.tiles, state.new_cities), seat, hex)
    return site
