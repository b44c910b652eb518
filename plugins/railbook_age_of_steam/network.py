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
    """The sections on a board with their open ends, and the links; owners, which change more often, are not in it.

    It hangs on tiles and New Cities. Each path on the board either has its section here or is `missing`.
    """

    __slots__ = ("links", "missing", "open", "sections", "whole")

    def __init__(self, tiles: Mapping[str, Tile]) -> None:
        self.sections: dict[At, Section] = {}
        """By each path the section that it belongs to."""
        self.whole: dict[At, Section] = {}
        """Each section once, by its first path."""
        self.open: dict[At, tuple[Note, ...]] = {}
        """Of each section that has any its open ends, with its length, by its first path."""
        self.links: dict[tuple[str, int], tuple[Section, str]] = {}
        """Each link from both of its places: by place, and edge by which it leaves, with the place where it leads."""
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
            for part in section.paths:
                sections[part] = section
            first, length = section.paths[0], len(section.paths)
            self.whole[first] = section
            one, other = section.ends
            if one.place is not None and other.place is not None:
                self.links[one.place, one.leaving] = section, other.place
                self.links[other.place, other.leaving] = section, one.place
            else:
                self.open[first] = tuple([Note(hex, edge, length) for hex, edge in track.open_ends(section)])

    def forget(self, tiles: Mapping[str, Tile], hex: str, old: Tile | None, new: Tile | None) -> None:
        """Forget the sections of a tile that is replaced, and those that point to where track, or a city, comes."""
        sections = self.sections
        if old is not None:
            for index in range(len(old.owners)):
                section = sections.get((hex, index))
                if section is not None:
                    self._drop(section)
        sides = around(hex)
        for edge in range(6) if new is None else by_edge(new.tile, new.rotation):
            near, back = sides[edge]
            tile = tiles.get(near)
            if tile is None:
                continue
            found = by_edge(tile.tile, tile.rotation).get(back)
            if found is not None:
                section = sections.get((near, found[0]))
                if section is not None:
                    self._drop(section)
        if new is not None:
            self.missing += [(hex, index) for index in range(len(new.owners))]

    def _drop(self, section: Section) -> None:
        for part in section.paths:
            del self.sections[part]
        first = section.paths[0]
        del self.whole[first]
        one, other = section.ends
        if one.place is None or other.place is None:
            del self.open[first]
        else:
            del self.links[one.place, one.leaving]
            del self.links[other.place, other.leaving]
        self.missing += section.paths


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


def link_at(board: Board, state: Line, place: str, edge: int) -> Link | None:
    """Give the completed link that leaves a city or town by an edge."""
    found = network_of(board, state).links.get((place, edge))
    if found is None:
        return None
    paths = found[0].paths
    hex, index = paths[0]
    return Link(edge, found[1], state.tiles[hex].owners[index], len(paths))


def links_from(board: Board, state: Line, place: str) -> list[Link]:
    """Give the links from a place by edge, found once until track changes."""
    known: dict[str, list[Link]] = state.__dict__.setdefault("links", {})
    links = known.get(place)
    if links is None:
        found = (link_at(board, state, place, edge) for edge in range(6))
        links = known[place] = [link for link in found if link is not None]
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
    _network, tally = _keep(state)
    for hex, index in paths:
        owners = state.tiles[hex].owners
        if tally is not None:
            tally.hand_over(owners[index], owner)
        owners[index] = owner


def _keep(state: Line) -> tuple[Network | None, Tally | None]:
    """Throw away all that was worked out from track, but for what goes on with a change."""
    known = state.__dict__
    if not known:
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
