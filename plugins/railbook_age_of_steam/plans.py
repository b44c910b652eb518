"""What a build would do: which paths stay, which are redirected or new, the price, or the rule it breaks (AOS-B, K, P, T)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import Limits, Rules, board_of, with_action
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TOWN, Path, TileKind, discs, kinds, paths
from railbook_age_of_steam.track import Section, Track


class Fault(Struct, frozen=True):
    """The rule that a build breaks, and why in a sentence."""

    rule: str
    why: str


class Plan(Struct, frozen=True):
    """A build that breaks no rule of track: its tile, owners by path, other paths taken over, and its price."""

    tile: Tile
    taken_over: tuple[tuple[str, int], ...]
    price: int


class Built(Struct, frozen=True):
    """What is asked for: a tile in a rotation on a hex, over another tile where a town disc needs one."""

    hex: str
    tile: str
    rotation: int
    under: str


def plan(rules: Ruleset, state: Line, seat: int, built: Built) -> Plan | Fault:
    """Look at a build from all sides, in the order in which people would; computed once for one position."""
    cached = state.__dict__.get("plan")
    if cached is not None and cached[0] == (seat, built, state.ply, len(state.built)):
        found: Plan | Fault = cached[1]
        return found
    answer = _plan(rules, state, seat, built)
    state.__dict__["plan"] = ((seat, built, state.ply, len(state.built)), answer)
    return answer


def _plan(rules: Ruleset, state: Line, seat: int, built: Built) -> Plan | Fault:
    board = board_of(rules)
    kind = kinds().get(built.tile)
    if kind is None:
        return Fault("aos.no-such-tile", f"there is no tile {built.tile!r}: the tiles are {', '.join(kinds())}")
    if not 0 <= built.rotation < kind.rotations:
        return Fault("aos.rotation", f"{kind.id} has the rotations 0 to {kind.rotations - 1}, not {built.rotation}")
    track = Track.of(board, state)
    hex = built.hex
    if hex not in board.neighbours or track.is_city(hex):
        return Fault("aos.no-building-there", f"({hex}) is a city, water or off the board: build on another hex")
    if kind.is_town != (hex in board.towns):
        needs = "a tile with a town" if hex in board.towns else "a tile without a town"
        return Fault("aos.town-tile", f"({hex}) takes {needs}, not {kind.id}")
    if hex in state.built and rules.options(Rules).same_hex_twice == "forbidden":
        return Fault("aos.same-hex", f"({hex}) was built on in this turn already: choose another hex")
    old = state.tiles.get(hex)
    new = paths(kind.id, built.rotation)
    fate = _fates(old, new, kind)
    if isinstance(fate, Fault):
        return fate
    redirected = [index for index, (what, _) in enumerate(fate) if what == "redirected"]
    fresh = [index for index, (what, _) in enumerate(fate) if what != "kept"]
    if not fresh:
        return Fault("aos.nothing-new", f"{kind.id} adds nothing to what lies on ({hex})")
    for index in redirected:
        fault = _redirect_fault(track, seat, hex, old, fate[index][1], new[index])
        if fault is not None:
            return fault
    bare = track.with_tile(hex, None)
    fault = _edge_fault(bare, seat, hex, [new[index] for index in fresh])
    if fault is not None:
        return fault
    fault = _connection_fault(track, bare, seat, hex, old, [new[index] for index in fresh], kind)
    if fault is not None:
        return fault
    fault = _stock_fault(rules, state, kind, built, old)
    if fault is not None:
        return fault
    owners = [seat if what != "kept" or old is None else old.owners[was] for what, was in fate]
    tile = Tile(kind.id, built.rotation, owners, built.under)
    after = track.with_tile(hex, tile)
    sections = [after.section(hex, index) for index in fresh]
    for section in sections:
        if section.is_link and section.ends[0].place == section.ends[1].place:
            place = board.name(section.ends[0].place or "")
            return Fault("aos.loop", f"the track would lead from {place} back to {place}")
    taken = [at for section in sections for at in section.paths if after.owner(at) != seat]
    fault = _marker_fault(rules, state, after, seat)
    if fault is not None:
        return fault
    for at in [at for at in taken if at[0] == hex]:
        tile.owners[at[1]] = seat
    return Plan(tile, tuple(at for at in taken if at[0] != hex), _price(rules, state, hex, kind, old, len(redirected)))


def _fates(old: Tile | None, new: tuple[Path, ...], kind: TileKind) -> list[tuple[str, int]] | Fault:
    """Say of each new path whether it is new, kept or redirected, and from which old path (AOS-K1, K3, K5, K6)."""
    before = paths(old.tile, old.rotation) if old is not None else ()
    if kind.is_town:
        lost = [path[1] for path in before if path not in new]
        if lost:
            return Fault("aos.spokes", f"the spoke at edge {lost[0]} must stay: a town's tile keeps all its spokes")
        return [("kept", before.index(path)) if path in before else ("new", -1) for path in new]
    if len(new) < len(before):
        return Fault("aos.complex-to-simple", f"two paths lie there, {kind.id} has one: no path may vanish")
    fates: list[tuple[str, int]] = []
    used: Counter[int] = Counter()
    for path in new:
        touched = [index for index, other in enumerate(before) if set(path) & set(other)]
        if len(touched) > 1:
            return Fault("aos.path-split", f"path {path[0]}-{path[1]} would join edges of two old paths")
        if not touched:
            fates.append(("new", -1))
            continue
        used[touched[0]] += 1
        fates.append(("kept" if set(before[touched[0]]) == set(path) else "redirected", touched[0]))
    for index, path in enumerate(before):
        if used[index] == 0:
            return Fault("aos.path-lost", f"path {path[0]}-{path[1]} must stay or be redirected")
        if used[index] > 1:
            return Fault("aos.path-split", f"path {path[0]}-{path[1]} would be split in two")
    return fates


def _redirect_fault(track: Track, seat: int, hex: str, old: Tile | None, index: int, path: Path) -> Fault | None:
    """A path with an open edge, own or nobody's, keeps its inner edge and gets another outer one (AOS-K4)."""
    assert old is not None
    was = paths(old.tile, old.rotation)[index]
    said = f"path {was[0]}-{was[1]} on ({hex})"
    owner = old.owners[index]
    if owner not in (None, seat):
        return Fault("aos.redirect", f"{said} is seat {owner}'s: only own or ownerless track is redirected")
    open_edges = {end.edge for end in track.section(hex, index).ends if end.place is None and end.hex == hex}
    left = [edge for edge in was if edge not in path]
    if not open_edges:
        return Fault("aos.redirect", f"{said} has no open edge: it cannot be redirected")
    if left and left[0] not in open_edges:
        return Fault(
            "aos.redirect", f"{said} must keep the edge that leads to its section, not edge {left[0]}'s other end"
        )
    return None


def _edge_fault(bare: Track, seat: int, hex: str, fresh: list[Path]) -> Fault | None:
    """Every edge of a new or redirected path faces land, and meets no other player's track (AOS-B6, B7)."""
    for path in fresh:
        for edge in path:
            if edge == TOWN:
                continue
            behind = bare.board.neighbours[hex][edge]
            if behind is None:
                return Fault("aos.off-board", f"edge {edge} of ({hex}) leads off the board or into water")
            found = bare.path_on(behind, (edge + 3) % 6)
            if found is not None:
                owner = bare.owner((behind, found[0]))
                if owner not in (None, seat):
                    return Fault("aos.other-track", f"edge {edge} of ({hex}) would meet seat {owner}'s track")
    return None


def _connection_fault(
    track: Track, bare: Track, seat: int, hex: str, old: Tile | None, fresh: list[Path], kind: TileKind
) -> Fault | None:
    """Each new or redirected path is connected; on a town hex at least one of the added spokes (AOS-B5)."""
    if kind.is_town and old is not None and seat in old.owners:
        return None  # (d): the builder owned a spoke of this town before
    joined = [any(_connects(bare, seat, hex, edge) for edge in path if edge != TOWN) for path in fresh]
    if any(joined) if kind.is_town else all(joined):
        return None
    path = fresh[joined.index(False)]
    ends = "-".join("T" if end == TOWN else str(end) for end in path)
    return Fault("aos.not-connected", f"path {ends} on ({hex}) touches neither a city nor track that leads on from one")


def _connects(bare: Track, seat: int, hex: str, edge: int) -> bool:
    """Whether an edge borders a city (a), meets own track (b), or ownerless track that leads on (c)."""
    behind = bare.board.neighbours[hex][edge]
    if behind is None:
        return False
    if bare.is_city(behind):
        return True
    back = (edge + 3) % 6
    found = bare.path_on(behind, back)
    if found is None:
        return False
    owner = bare.owner((behind, found[0]))
    if owner is not None:
        return owner == seat
    one, other = found[1]
    out = other if one == back else one
    if out == TOWN:
        place: str | None = behind
    else:
        _, end = bare.walk(behind, out, (behind, found[0]))
        place = end.place
    if place is None:
        return False
    if bare.is_city(place):
        return True
    tile = bare.at(place)
    return tile is not None and seat in tile.owners


def _stock_fault(rules: Ruleset, state: Line, kind: TileKind, built: Built, old: Tile | None) -> Fault | None:
    """The tile, and what a town disc needs, is in stock; a tile that is replaced returns before (AOS-T1 to T3)."""
    on_board = Counter(tile.tile for tile in state.tiles.values())
    under = Counter(tile.under for tile in state.tiles.values() if tile.under)
    if old is not None:
        on_board[old.tile] -= 1
        if old.under:
            under[old.under] -= 1
    on_board[kind.id] += 1
    chosen = rules.options(Rules).town_tile_choice == "chosen"
    if built.under and (not chosen or built.under not in kind.made_from):
        can = ", ".join(kind.made_from) if chosen and kind.made_from else "nothing"
        return Fault("aos.under", f"{kind.id} is not made from {built.under!r}: it takes {can}")
    if kind.made_from and chosen and not built.under:
        return Fault("aos.under", f"{kind.id} is a tile with a disc: name {' or '.join(kind.made_from)}")
    if built.under:
        under[built.under] += 1
    on_discs = sum(count for id, count in on_board.items() if kinds()[id].family == "town_disc")
    if kind.family == "town_disc" and on_discs > discs():
        return Fault("aos.stock", f"all {discs()} town discs are on the board")
    if chosen:
        physical = built.under or kind.id
        if on_board[physical] + under[physical] > kinds()[physical].count:
            return Fault("aos.stock", f"all {kinds()[physical].count} tiles {physical} are on the board")
        return None
    if kind.family != "town_disc" and on_board[kind.id] > kind.count:
        return Fault("aos.stock", f"all {kind.count} tiles {kind.id} are on the board")
    for shape in kinds().values():
        if shape.made_from:
            free = sum(kinds()[id].count - on_board[id] for id in shape.made_from)
            if on_board[shape.id] > free and kind.id in (shape.id, *shape.made_from):
                return Fault("aos.stock", f"no tile {' or '.join(shape.made_from)} is left for {shape.id}")
    return None


def _marker_fault(rules: Ruleset, state: Line, after: Track, seat: int) -> Fault | None:
    """A player has 20 markers, one for each section (AOS-O7)."""
    limit = rules.options(Rules).ownership_markers
    owned = sum(seat in tile.owners for tile in state.tiles.values())
    if not limit or owned < limit // 4:
        return None  # far too little track for so many sections
    count = sum(any(after.owner(at) == seat for at in section.paths) for section in after.sections())
    if count > limit:
        return Fault("aos.markers", f"seat {seat} would own {count} sections and has {limit} markers")
    return None


def _price(rules: Ruleset, state: Line, hex: str, kind: TileKind, old: Tile | None, redirected: int) -> int:
    """What a build costs (AOS-P1 to AOS-P6)."""
    if old is None:
        if kind.is_town:
            return 1 + len(kind.paths)
        return {"simple": 2, "coexisting": 3, "crossing": 4}[kind.family] + board_of(rules).surcharge[hex]
    if kind.is_town or (kinds()[old.tile].family == "simple" and kind.family == "crossing"):
        return 3
    if rules.options(Rules).double_redirect == "per_path" and redirected > 1:
        return 2 * redirected
    return 2


def builds_left(rules: Ruleset, state: Line, seat: int) -> int:
    """Give how many builds a player has left in this build turn (AOS-B1, AOS-C4)."""
    limits = rules.options(Limits)
    return (limits.engineer if with_action(state, "engineer") == seat else limits.builds) - len(state.built)


def section_owner(track: Track, section: Section) -> int | None:
    """Give the owner of a section: that of any of its paths (AOS-G7)."""
    return track.owner(section.paths[0])
