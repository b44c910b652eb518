"""Track: sections and links, found by walking from hex to hex (AOS-G1 to G7). Only what is walked is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from railbook_age_of_steam.board import Board
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TOWN, Path, by_edge, paths, through

At = tuple[str, int]
"""A path: its hex and its index on the tile there."""

OPPOSITE = (3, 4, 5, 0, 1, 2)
"""For each edge of a hex that of the hex behind it which is the same line on the board."""


class End(Struct, frozen=True, gc=False):
    """An end of a section. Closed: `place` is the city or town. Open: `hex` and `edge` are where it points from.

    Of a spoke that ends in its town `edge` is the other end of the spoke.
    """

    hex: str
    edge: int
    place: str | None

    @property
    def leaving(self) -> int:
        """The edge of its place by which a closed section leaves it."""
        return self.edge if self.hex == self.place else OPPOSITE[self.edge]


class Section(Struct, frozen=True, gc=False):
    """A longest chain of meeting paths with its two ends (AOS-G4)."""

    paths: tuple[At, ...]
    ends: tuple[End, End]

    @property
    def is_link(self) -> bool:
        """Whether both ends are closed (AOS-G6)."""
        return self.ends[0].place is not None and self.ends[1].place is not None


class Link(Struct, frozen=True, gc=False):
    """A completed link as seen from a place: the edge by which it leaves, where it leads, its owner and its length."""

    edge: int
    to: str
    owner: int | None
    length: int


class Track:
    """The track on a board, with another tile on one hex where a build is considered (`None`: none there)."""

    __slots__ = ("board", "changed", "new_cities", "tile", "tiles")

    def __init__(
        self,
        board: Board,
        tiles: Mapping[str, Tile],
        new_cities: Mapping[str, str],
        changed: str = "",
        tile: Tile | None = None,
    ) -> None:
        self.board = board
        self.tiles = tiles
        self.new_cities = new_cities
        self.changed = changed
        self.tile = tile

    @classmethod
    def of(cls, board: Board, state: Line) -> Track:
        """Give the track as it is."""
        return cls(board, state.tiles, state.new_cities)

    def with_tile(self, hex: str, tile: Tile | None) -> Track:
        """Give the track as it would be with another tile, or none, on a hex."""
        return Track(self.board, self.tiles, self.new_cities, hex, tile)

    def at(self, hex: str) -> Tile | None:
        """Give the tile on a hex."""
        return self.tile if hex == self.changed else self.tiles.get(hex)

    def is_city(self, hex: str) -> bool:
        """Whether a hex is a city, New Cities included."""
        return hex in self.board.cities or hex in self.new_cities

    def path_on(self, hex: str, edge: int) -> tuple[int, Path] | None:
        """Give the path on a hex that uses an edge."""
        tile = self.tile if hex == self.changed else self.tiles.get(hex)
        return None if tile is None else by_edge(tile.tile, tile.rotation).get(edge)

    def owner(self, at: At) -> int | None:
        """Give the owner of a path."""
        tile = self.at(at[0])
        return tile.owners[at[1]] if tile is not None else None

    def walk(self, hex: str, edge: int, start: At | None = None) -> tuple[list[At], End]:
        """Follow track out of a hex through an edge: the paths met, and the end that is reached.

        Track that comes back to `start` runs in a ring and ends where it began.
        """
        met: list[At] = []
        board, tiles, changed = self.board, self.tiles, self.changed
        while True:
            behind = board.neighbours[hex][edge]
            if behind is None:
                return met, End(hex, edge, None)
            tile = self.tile if behind == changed else tiles.get(behind)
            if tile is None:  # where a tile lies there is no city
                is_city = behind in board.cities or behind in self.new_cities
                return met, End(hex, edge, behind if is_city else None)
            back = OPPOSITE[edge]
            found = through(tile.tile, tile.rotation).get(back)
            if found is None:
                return met, End(hex, edge, None)
            index, out = found
            at = behind, index
            if at == start:
                return met, End(hex, edge, None)
            met.append(at)
            if out == TOWN:
                return met, End(behind, back, behind)
            hex, edge = behind, out

    def section(self, hex: str, index: int) -> Section:
        """Give the section that a path belongs to."""
        tile = self.tile if hex == self.changed else self.tiles.get(hex)
        assert tile is not None
        one, other = paths(tile.tile, tile.rotation)[index]
        at = hex, index
        after, last = self.walk(hex, other, at)
        if one == TOWN:
            return Section((at, *after), (End(hex, other, hex), last))
        before, first = self.walk(hex, one, at)
        before.reverse()
        return Section((*before, at, *after), (first, last))

    def sections(self) -> Iterator[Section]:
        """Give every section once."""
        seen: set[At] = set()
        for hex in self.tiles if not self.changed else dict.fromkeys([*self.tiles, self.changed]):
            tile = self.at(hex)
            if tile is None:
                continue
            for index in range(len(tile.owners)):
                if (hex, index) not in seen:
                    section = self.section(hex, index)
                    seen.update(section.paths)
                    yield section

    def open_ends(self, section: Section) -> Iterator[tuple[str, int]]:
        """Give the open ends of a section as hex and inner edge of the last path (a spoke: its own edge, AOS-O5)."""
        for end in section.ends:
            if end.place is None:
                found = self.path_on(end.hex, end.edge)
                assert found is not None
                one, other = found[1]
                inner = other if one == end.edge else one
                yield end.hex, end.edge if inner == TOWN else inner
