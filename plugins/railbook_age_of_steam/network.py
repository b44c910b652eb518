"""The network: sections, their open ends and links, kept from ply to ply; only what a build touches is walked again.

What is kept lies beside the encoded state (`Line.__dict__`), belongs to one state object alone, and is dropped by
the evolvers as soon as what it was worked out from changes: `lay` and `give` are the only ways to change track.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from railbook_age_of_steam.board import STEPS, Board
from railbook_age_of_steam.state import Line, Note, Tile
from railbook_age_of_steam.tally import Tally
from railbook_age_of_steam.tiles import by_edge
from railbook_age_of_steam.track import OPPOSITE, At, Link, Section, Track

_NETWORK, _TALLY = "network", "tally"
"""What outlives a change of track, because it is told of each."""


class Network:
    """The sections on a board with their open ends, and the links, with their owners.

    It is told of each change of tiles, New Cities and owners. Each path on the board either has its section here or is
    `missing`; a path that is missing may belong to a section here, which is then joined to it.
    """

    __slots__ = ("links", "missing", "open", "sections", "whole")

    def __init__(self, tiles: Mapping[str, Tile]) -> None:
        self.sections: dict[At, Section] = {}
        """By each path the section that it belongs to."""
        self.whole: dict[At, Section] = {}
        """Each section once, by its first path."""
        self.open: dict[At, tuple[Note, ...]] = {}
        """Of each section that has any its open ends, with its length, by its first path."""
        self.links: dict[tuple[str, int], Link] = {}
        """Each link as seen from both of its places: by place, and edge by which it leaves."""
        self.missing: list[At] = [(hex, index) for hex, tile in tiles.items() for index in range(len(tile.owners))]

    def find(self, track: Track) -> None:
        """Walk along the sections that are not known."""
        missing, sections = self.missing, self.sections
        self.missing = []
        for at in missing:
            if at in sections:
                continue
            hex, index = at
            tile = track.tiles.get(hex)
            if tile is None or index >= len(tile.owners):
                continue  # the path is gone
            section = track.section(hex, index)
            parts = section.paths
            for part in parts:
                joined = sections.get(part)
                if joined is not None and joined is not section:
                    self._remove(joined)
                sections[part] = section
            first = parts[0]
            self.whole[first] = section
            one, other = section.ends
            if one.place is not None and other.place is not None:
                owner, length = track.owner(first), len(parts)
                edge, back = one.leaving, other.leaving
                self.links[one.place, edge] = Link(edge, other.place, owner, length)
                self.links[other.place, back] = Link(back, one.place, owner, length)
            else:
                self.open[first] = tuple([Note(*end, len(parts)) for end in track.open_ends(section)])

    def forget(self, tiles: Mapping[str, Tile], hex: str, old: Tile | None, new: Tile | None) -> None:
        """Forget the sections of a tile that is replaced, and those that point to where a city comes."""
        if old is not None:
            for index in range(len(old.owners)):
                self.drop((hex, index))
        if new is not None:
            self.missing += [(hex, index) for index in range(len(new.owners))]
            return
        for near, back in around(hex):
            tile = tiles.get(near)
            found = None if tile is None else by_edge(tile.tile, tile.rotation).get(back)
            if found is not None:
                self.drop((near, found[0]))

    def disown(self, at: At) -> None:
        """Forget the link of a path whose owner changes; of an open section the owner is not known here."""
        section = self.sections.get(at)
        if section is not None and section.paths[0] not in self.open:
            self.drop(at)

    def drop(self, at: At) -> None:
        """Forget the section of a path."""
        section = self.sections.get(at)
        if section is not None:
            self._remove(section)
            self.missing += section.paths

    def _remove(self, section: Section) -> None:
        for part in section.paths:
            self.sections.pop(part, None)  # of track that runs in a ring each stands there twice
        first = section.paths[0]
        del self.whole[first]
        one, other = section.ends
        if one.place is None or other.place is None:
            del self.open[first]
        else:
            del self.links[one.place, one.leaving]
            del self.links[other.place, other.leaving]


def network_of(board: Board, state: Line) -> Network:
    """Give the network as it is."""
    network: Network | None = state.__dict__.get(_NETWORK)
    if network is None:
        network = state.__dict__[_NETWORK] = Network(state.tiles)
    if network.missing:
        network.find(Track(board, state.tiles, state.new_cities))
    return network


def sections_of(board: Board, state: Line) -> Iterable[Section]:
    """Give every section once."""
    return network_of(board, state).whole.values()


def owner_at(state: Line, at: At) -> int | None:
    """Give the owner of a path, which is that of its whole section (AOS-G7)."""
    return state.tiles[at[0]].owners[at[1]]


def links_from(board: Board, state: Line, place: str) -> list[Link]:
    """Give the links from a place by edge, found once until track changes."""
    known: dict[str, list[Link]] = state.__dict__.setdefault("links", {})
    links = known.get(place)
    if links is None:
        found = network_of(board, state).links
        links = known[place] = [found[place, edge] for edge in range(6) if (place, edge) in found]
    return links


def lay(state: Line, hex: str, tile: Tile | None) -> None:
    """Lay a tile on a hex, or (`None`) take away what lies there, a city coming in its place."""
    tiles = state.tiles
    old = tiles.get(hex)
    around(hex)  # raises `ValueError` for what is no hex, which the events of a file may hold
    if tile is not None:
        tiles[hex] = tile
    elif old is not None:
        del tiles[hex]
    network, tally = _keep(state)
    if network is not None:
        network.forget(tiles, hex, old, tile)
    if tally is not None:
        tally.replace(old, tile)


def give(state: Line, paths: list[tuple[str, int]], owner: int | None) -> None:
    """Put the markers of an owner, or none, on paths."""
    network, tally = _keep(state)
    for hex, index in paths:
        if network is not None:
            network.disown((hex, index))
        owners = state.tiles[hex].owners
        if tally is not None:
            tally.hand_over(owners[index], owner)
        owners[index] = owner


def _keep(state: Line) -> tuple[Network | None, Tally | None]:
    """Throw away all that was worked out from track, but for what goes on with a change."""
    known = state.__dict__
    if not known:  # as in a replay, which asks for nothing
        return None, None
    network: Network | None = known.get(_NETWORK)
    tally: Tally | None = known.get(_TALLY)
    known.clear()
    if network is not None:
        known[_NETWORK] = network
    if tally is not None:
        known[_TALLY] = tally
    return network, tally


def tally_of(state: Line) -> Tally:
    """Give the counts of tiles and paths on the board."""
    tally: Tally | None = state.__dict__.get(_TALLY)
    if tally is None:
        tally = state.__dict__[_TALLY] = Tally(state.tiles.values())
    return tally


@cache
def around(hex: str) -> tuple[tuple[str, int], ...]:
    """Give what could border a hex, each with its edge there."""
    q, r = (int(part) for part in hex.split(","))
    return tuple((f"{q + dq},{r + dr}", OPPOSITE[edge]) for edge, (dq, dr) in enumerate(STEPS))
