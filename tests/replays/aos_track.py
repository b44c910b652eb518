"""The referee's own track of Age of Steam: pieces that meet at edges are put together, and so sections are found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.replays.aos_board import TOWN, Board, Ends
from tests.replays.aos_table import Table

At = tuple[str, int]
"""A piece of track: its hex, and its number on the tile there."""


class Section(NamedTuple):
    """Pieces that hang together by their edges (AOS-G4), the places where they end, and their open ends (AOS-G5)."""

    pieces: frozenset[At]
    places: list[str]
    openings: list[tuple[str, int, int]]
    """Hex, inner edge and open edge; the inner edge of a spoke is its own (AOS-O5)."""

    @property
    def is_link(self) -> bool:
        """Whether both ends are closed (AOS-G6)."""
        return not self.openings


class Track:
    """The track on a table as it is now."""

    def __init__(self, board: Board, table: Table) -> None:
        self.board = board
        self.table = table
        self.ends: dict[At, Ends] = {}
        self.at_side: dict[tuple[str, int], At] = {}
        for hex, laid in table.tiles.items():
            for number, ends in enumerate(board.pieces(laid.tile, laid.rotation)):
                self.ends[hex, number] = ends
                self.at_side.update({(hex, edge): (hex, number) for edge in ends if edge != TOWN})

    def owner(self, at: At) -> int | None:
        """Give the owner of a piece."""
        return self.table.tiles[at[0]].owners[at[1]]

    def met(self, hex: str, edge: int) -> At | None:
        """Give the piece behind an edge that uses this edge too (AOS-G3)."""
        beyond = self.board.beyond(hex, edge)
        return None if beyond is None else self.at_side.get((beyond, (edge + 3) % 6))

    def section(self, start: At) -> Section:
        """Give the section of a piece: spread over edges until nothing new is met."""
        found, news = {start}, [start]
        places: list[str] = []
        openings: list[tuple[str, int, int]] = []
        while news:
            hex, number = news.pop()
            ends = self.ends[hex, number]
            for end in ends:
                if end == TOWN:
                    places.append(hex)
                    continue
                other = self.met(hex, end)
                beyond = self.board.beyond(hex, end)
                if beyond is not None and self.table.is_city(self.board, beyond):
                    places.append(beyond)
                elif other is None:
                    (inner,) = ends - {end}
                    openings.append((hex, end if inner == TOWN else inner, end))
                elif other not in found:
                    found.add(other)
                    news.append(other)
        return Section(frozenset(found), places, openings)

    def sections(self) -> Iterator[Section]:
        """Give each section once."""
        seen: set[At] = set()
        for at in self.ends:
            if at not in seen:
                section = self.section(at)
                seen |= section.pieces
                yield section

    def owned(self, seat: int | None) -> Iterator[Section]:
        """Give the sections of a seat, or of nobody (AOS-G7)."""
        return (section for section in self.sections() if self.owner(min(section.pieces)) == seat)

    def leaving(self, place: str, edge: int) -> At | None:
        """Give the piece by which track leaves a city or a town at an edge."""
        return self.met(place, edge) if self.table.is_city(self.board, place) else self.at_side.get((place, edge))

    def points(self, seat: int) -> int:
        """Count the pieces in the links of a seat (AOS-S2, AOS-S3)."""
        return sum(len(section.pieces) for section in self.owned(seat) if section.is_link)
