"""Track counted again from scratch, as a graph of networkx: sections, links, and whose they are by the rules' words.

Nothing here uses the walks of the game: borders between hexes are nodes, and so are paths; what hangs together without
passing through a place is a section (AOS-G3, AOS-G4). Owners follow from who built what and when, ply by ply.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import networkx as nx

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event
from railbook_age_of_steam.events import BuildTurnBegun, BuildTurnEnded, PlayerEliminated, TileBuilt, Urbanized
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.moving import MoveGoods
from railbook_age_of_steam.tiles import TOWN, kinds

AROUND = {0: (0, -1), 1: (1, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 1), 5: (-1, 0)}

Piece = tuple[str, frozenset[int]]
"""A path: its hex and its two ends."""


Move = tuple[str, str, tuple[tuple[int, str], ...]]
"""A move: where it starts, the cube, and by link the edge where it leaves and the place where it leads."""


class Group(NamedTuple):
    """A section: its paths, the places at which it ends, and its open ends as hex and outer edge."""

    pieces: frozenset[Piece]
    places: tuple[str, ...]
    open: tuple[tuple[str, int], ...]

    @property
    def is_link(self) -> bool:
        """Whether it has two closed ends (AOS-G6)."""
        return len(self.places) == 2


@functools.cache
def behind(hex: str, edge: int) -> str:
    """Give the coordinates behind an edge."""
    q, r = (int(part) for part in hex.split(","))
    return f"{q + AROUND[edge][0]},{r + AROUND[edge][1]}"


class Oracle:
    """Who owns which path, told from what was built."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.cities = set(board_of(rules).cities)
        self.owners: dict[Piece, int | None] = {}
        self.noted: dict[tuple[str, frozenset[int]], int] = {}

    def groups(self) -> list[Group]:
        """Find all sections."""
        graph: Any = nx.Graph()
        for hex, ends in self.owners:
            graph.add_node((hex, ends))
            for end in ends - {TOWN}:
                graph.add_edge((hex, ends), frozenset((hex, behind(hex, end))))
        return [self._group(graph, part) for part in nx.connected_components(graph)]

    def _group(self, graph: Any, part: set[Any]) -> Group:
        pieces = frozenset(node for node in part if isinstance(node, tuple))
        places, open_ends = [], []
        for hex, ends in pieces:
            for end in ends:
                if end == TOWN:
                    places.append(hex)
                elif graph.degree(frozenset((hex, behind(hex, end)))) == 1:
                    if behind(hex, end) in self.cities:
                        places.append(behind(hex, end))
                    else:
                        open_ends.append((hex, end))
        return Group(pieces, tuple(sorted(places)), tuple(open_ends))

    def owner(self, group: Group) -> int | None:
        """Give the owner of a section, which must be one (AOS-G7)."""
        (owner,) = {self.owners[piece] for piece in group.pieces}
        return owner

    def follow(self, events: Iterable[Event]) -> None:
        """Learn from what was built and placed; what the events say of owners is not looked at."""
        for event in events:
            if isinstance(event, TileBuilt):
                self._built(event)
            elif isinstance(event, Urbanized):
                self._urbanized(event)
            elif isinstance(event, BuildTurnBegun):
                self.noted = self._notes(event.seat)
            elif isinstance(event, BuildTurnEnded):
                self._ended(event.seat)
            elif isinstance(event, PlayerEliminated):
                everything = self.rules.option_values["rules.elimination_markers"] == "all"
                for group in self.groups():
                    if self.owner(group) == event.seat and (everything or not group.is_link):
                        self._give(group, None)

    def _give(self, group: Group, owner: int | None) -> None:
        self.owners.update(dict.fromkeys(group.pieces, owner))

    def _built(self, event: TileBuilt) -> None:
        """AOS-O1 to AOS-O3: new and redirected paths are the builder's, and so is what they join."""
        before = {ends: owner for (hex, ends), owner in self.owners.items() if hex == event.hex}
        for ends in before:
            del self.owners[event.hex, ends]
        for path in kinds()[event.tile].paths:
            ends = frozenset(end if end == TOWN else (end + event.rotation) % 6 for end in path)
            self.owners[event.hex, ends] = before.get(ends, event.seat)
        for group in self.groups():
            if any(hex == event.hex and self.owners[hex, ends] == event.seat for hex, ends in group.pieces):
                self._give(group, event.seat)

    def _urbanized(self, event: Urbanized) -> None:
        """AOS-N4, AOS-N5: spokes vanish, and ownerless sections that pointed there are the urbanizing player's."""
        pointing = [
            group.pieces
            for group in self.groups()
            if self.owner(group) is None and any(behind(*end) == event.hex for end in group.open)
        ]
        self.owners = {piece: owner for piece, owner in self.owners.items() if piece[0] != event.hex}
        self.cities.add(event.hex)
        for pieces in pointing:
            self.owners.update({piece: event.seat for piece in pieces if piece in self.owners})

    def _notes(self, seat: int) -> dict[tuple[str, frozenset[int]], int]:
        """AOS-O5: open path's hex, its ends but the outer edge (a spoke: its own edge), and the length."""
        found = {}
        for group in self.groups():
            if self.owner(group) in (seat, None):
                for hex, edge in group.open:
                    found[hex, self._inner(group, hex, edge)] = len(group.pieces)
        return found

    def _inner(self, group: Group, hex: str, edge: int) -> frozenset[int]:
        (ends,) = [ends for there, ends in group.pieces if there == hex and edge in ends]
        return ends if TOWN in ends else ends - {edge}

    def _ended(self, seat: int) -> None:
        """AOS-O5: what is as open and as long as before is nobody's."""
        for group in self.groups():
            if self.owner(group) == seat and any(
                len(group.pieces) <= self.noted.get((hex, self._inner(group, hex, edge)), 0) for hex, edge in group.open
            ):
                self._give(group, None)

    def income(self, move: MoveGoods, out: Iterable[int]) -> dict[str, int]:
        """AOS-M3, AOS-M7: find the links of a move, and give what each owner gets."""
        groups = self.groups()
        place, found = move.start, dict[str, int]()
        for hop in move.path:
            first = (
                {(behind(place, hop.edge), ends) for ends in self._using(behind(place, hop.edge), (hop.edge + 3) % 6)}
                if place in self.cities
                else {(place, ends) for ends in self._using(place, hop.edge)}
            )
            (link,) = [group for group in groups if first & group.pieces]
            assert sorted((place, hop.to)) == list(link.places)
            owner = self.owner(link)
            if owner is not None and owner not in out:
                found[str(owner)] = found.get(str(owner), 0) + 1
            place = hop.to
        return found

    def moves(self, starts: Mapping[str, Iterable[str]], takers: Mapping[str, Iterable[str]], most: int) -> set[Move]:
        """AOS-M2 to AOS-M5: give every move of cubes on `starts` over at most so many links, by places and edges.

        `takers` are the cities with the cubes that they take.
        """
        leaving: dict[str, list[tuple[int, str]]] = {}
        for group in self.groups():
            if group.is_link:
                for place, other in (group.places, group.places[::-1]):
                    leaving.setdefault(place, []).append((self._edge(group, place), other))
        found: set[Move] = set()
        for start, cubes in starts.items():
            for cube in cubes:
                ways: list[tuple[tuple[int, str], ...]] = [()]
                for _ in range(most):
                    longer = [
                        (*way, hop)
                        for way in ways
                        for hop in leaving.get(way[-1][1] if way else start, ())
                        if hop[1] not in (start, *(place for _, place in way))
                    ]
                    found |= {(start, cube, way) for way in longer if cube in takers.get(way[-1][1], ())}
                    ways = [way for way in longer if cube not in takers.get(way[-1][1], ())]
        return found

    def _edge(self, group: Group, place: str) -> int:
        """Give the edge of a place at which a link leaves it; of a link from a place to itself any."""
        return next(
            (end + 3) % 6 if place in self.cities else end
            for hex, ends in group.pieces
            for end in ends - {TOWN}
            if (behind(hex, end) == place if place in self.cities else hex == place and TOWN in ends)
        )

    def _using(self, hex: str, edge: int) -> list[frozenset[int]]:
        return [ends for there, ends in self.owners if there == hex and edge in ends]
