"""What a build would do to paths and owners, its price, or the rule that it breaks (AOS-B, K, P, T)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from railbook.rules.reasons import Reason
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.changes import Change, Fault, change, loose
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, Rules, board_of
from railbook_age_of_steam.network import network_of, owner_at, tally_of
from railbook_age_of_steam.sites import OFF_BOARD, Site, site_of
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.stock import stock_fault
from railbook_age_of_steam.tiles import TOWN, Path, TileKind, kinds, paths
from railbook_age_of_steam.track import At, Section

PLACING = {"simple": 2, "coexisting": 3, "crossing": 4}
"""Dollars for placing a tile without a town on plain land, by its class (AOS-P1)."""

ASK_BUILD = "aos.ask-build"
"""The step that builds answer."""


class Plan(Struct, frozen=True):
    """A build that breaks no rule of track: its tile, owners by path, other paths taken over, and its price."""

    tile: Tile
    taken_over: tuple[tuple[str, int], ...]
    price: int


def plan(rules: Ruleset, state: Line, seat: int, hex: str, tile: str, rotation: int, under: str) -> Plan | Fault:
    """Look from all sides, as people would, at a build: a tile on a hex, over another one where a town disc needs one.

    Gives what the build would do, or the first rule in force that it breaks.
    """
    board: Board = rules.board
    fault = _misplaced(board, hex, tile, rotation, new_city=hex in state.new_cities)
    if fault is not None:
        return fault
    kind = kinds()[tile]
    options = rules.options(Rules)
    if hex in state.built and options.same_hex_twice == "forbidden":
        twice = Fault("aos.same-hex", f"({hex}) was built on in this turn already: choose another hex")
        if _first_in_force(rules, (twice,)) is not None:
            return twice
    site = site_of(board, state, seat, hex)
    old, tally = site.old, tally_of(state)
    changed = change(None if old is None else (old.tile, old.rotation), tile, rotation)
    if isinstance(changed, Fault):
        return changed
    faults = _site_faults(site, changed, kind)
    fault = stock_fault(board, tally, kind, under, old, chosen=options.town_tile_choice == "chosen")
    if fault is not None:
        faults.append(fault)
    if faults and (fault := _first_in_force(rules, faults)) is not None:
        return fault
    owners: list[int | None] = [seat] * len(changed.kept)
    if old is not None:
        owners = [seat if was is None else old.owners[was] for was in changed.kept]
    laid = Tile(tile, rotation, owners, under)
    sections: list[Section] = []
    for index, path in zip(changed.fresh, changed.added, strict=True):
        if not site.is_own_stub(path):
            section = site.after(laid).section(hex, index)
            sections.append(section)
            faults += _loop_faults(board, section)
    limit = options.ownership_markers
    if limit and tally.most_sections(seat) + len(changed.fresh) > limit:
        faults += _marker_faults(rules, state, site, laid, len(changed.fresh))
    if faults and (fault := _first_in_force(rules, faults)) is not None:
        return fault
    taken = _taken_over(state, seat, hex, sections, owners) if sections else ()
    return Plan(laid, taken, price_of(rules, hex, kind, old, len(changed.redirected)))


@lru_cache(maxsize=1 << 14)
def _misplaced(board: Board, hex: str, tile: str, rotation: int, *, new_city: bool) -> Fault | None:
    """Tell what forbids a tile on a hex wherever else track lies; `new_city` tells whether one stands there."""
    kind = kinds().get(tile)
    if kind is None:
        return Fault("aos.no-such-tile", f"there is no tile {tile!r}: the tiles are {', '.join(kinds())}")
    if not 0 <= rotation < kind.rotations:
        return Fault("aos.rotation", f"{tile} has the rotations 0 to {kind.rotations - 1}, not {rotation}")
    if hex not in board.neighbours or hex in board.cities or new_city:
        return Fault("aos.no-building-there", f"({hex}) is a city, water or off the board: build on another hex")
    if kind.is_town != (hex in board.towns):
        needs = "a tile with a town" if hex in board.towns else "a tile without a town"
        return Fault("aos.town-tile", f"({hex}) takes {needs}, not {tile}")
    return None


def _taken_over(
    state: Line, seat: int, hex: str, sections: Iterable[Section], owners: list[int | None]
) -> tuple[At, ...]:
    """Give the paths elsewhere that become the builder's with the sections they are in; those on the hex are so now."""
    taken: list[At] = []
    for section in sections:
        for at in section.paths:
            if at[0] == hex:
                owners[at[1]] = seat
            elif owner_at(state, at) != seat:
                taken.append(at)
    return tuple(taken)


def _first_in_force(rules: Ruleset, faults: Iterable[Fault]) -> Fault | None:
    """Give the first fault whose rule is in force as it stands here.

    A layer that drops a validator of builds allows what it forbids; one that replaces it decides that itself.
    """
    for fault in faults:
        if any(
            validator.rule == fault.rule and isinstance(validator.test, Reason)
            for spec in rules.actions_of_step[ASK_BUILD]
            for validator in spec.validators
        ):
            return fault
    return None


def _site_faults(site: Site, changed: Change, kind: TileKind) -> list[Fault]:
    """Look at what is around the hex."""
    faults = [*_redirect_faults(site, changed)] if changed.redirected else []
    unfit = site.unfit(changed.edges)
    if unfit:
        faults += [_edge_fault(site, edge) for edge in unfit]
    if kind.is_town and site.old is not None and site.seat in site.old.owners:
        return faults  # (d) of AOS-B5: the builder owned a spoke of this town before
    path = loose(changed.added, site.connects, town=kind.is_town)
    if path is not None:
        faults.append(_connection_fault(site, path))
    return faults


def _loop_faults(board: Board, section: Section) -> tuple[Fault, ...]:
    """No link joins a place to itself (AOS-B9)."""
    one, other = section.ends
    if one.place is None or one.place != other.place:
        return ()
    name = board.name(one.place)
    return (Fault("aos.loop", f"the track would lead from {name} back to {name}"),)


def _redirect_faults(site: Site, changed: Change) -> Iterator[Fault]:
    """A path with an open edge, own or nobody's, keeps its inner edge and gets another outer one (AOS-K4)."""
    for index, path in changed.redirected:
        old = site.old
        assert old is not None
        was = paths(old.tile, old.rotation)[index]
        owner = old.owners[index]
        if owner not in (None, site.seat):
            why = f"is seat {owner}'s: only own or ownerless track is redirected"
        elif not site.open_edges(index):
            why = "has no open edge: it cannot be redirected"
        elif any(edge not in path and edge not in site.open_edges(index) for edge in was):
            why = f"must keep the edge that leads to its section: redirect it at edge {min(site.open_edges(index))}"
        else:
            continue
        yield Fault("aos.redirect", f"path {was[0]}-{was[1]} on ({site.hex}) {why}")


def _edge_fault(site: Site, edge: int) -> Fault:
    """Every edge of a new or redirected path faces land, and meets no other player's track (AOS-B6, B7)."""
    met = site.meets[edge]
    if met == OFF_BOARD:
        return Fault("aos.off-board", f"edge {edge} of ({site.hex}) leads off the board or into water")
    return Fault("aos.other-track", f"edge {edge} of ({site.hex}) would meet seat {met}'s track")


def _connection_fault(site: Site, path: Path) -> Fault:
    """Each new or redirected path is connected; on a town hex at least one of the added spokes (AOS-B5)."""
    ends = "-".join("T" if end == TOWN else str(end) for end in path)
    return Fault(
        "aos.not-connected", f"path {ends} on ({site.hex}) touches neither a city nor track that leads on from one"
    )


def _marker_faults(rules: Ruleset, state: Line, site: Site, laid: Tile, fresh: int) -> list[Fault]:
    """A player has 20 markers, one for each section (AOS-O7); so many paths are `fresh`, new or redirected."""
    seat = site.seat
    limit = rules.options(Rules).ownership_markers
    tiles, firsts = state.tiles, network_of(board_of(rules), state).whole
    owned = tally_of(state).sections[seat] = sum([tiles[hex].owners[index] == seat for hex, index in firsts])
    if owned + fresh <= limit:
        return []  # no path becomes the builder's in more than one section more
    after = site.after(laid)
    count = sum(any(after.owner(at) == seat for at in section.paths) for section in after.sections())
    if count <= limit:
        return []
    return [Fault("aos.markers", f"seat {seat} would own {count} sections and has {limit} markers")]


@AGE_OF_STEAM.query("aos.build-price")
def price_of(rules: Ruleset, hex: str, kind: TileKind, old: Tile | None, redirected: int) -> int:
    """What a build costs that redirects so many paths of an old tile (AOS-P1 to AOS-P6)."""
    if old is None:
        if kind.is_town:
            return 1 + len(kind.paths)
        return PLACING[kind.family] + board_of(rules).surcharge[hex]
    if kind.is_town or (kinds()[old.tile].family == "simple" and kind.family == "crossing"):
        return 3
    if rules.options(Rules).double_redirect == "per_path" and redirected > 1:
        return 2 * redirected
    return 2


@AGE_OF_STEAM.query("aos.build-limit")
def build_limit(rules: Ruleset, state: Line, seat: int) -> int:
    """How many builds a build turn has (AOS-B1, AOS-C4)."""
    limits = rules.options(Limits)
    return limits.engineer if state.players[seat].action == "engineer" else limits.builds


def builds_left(rules: Ruleset, state: Line, seat: int) -> int:
    """Give how many builds a player has left in this build turn."""
    return build_limit(rules, state, seat) - len(state.built)
