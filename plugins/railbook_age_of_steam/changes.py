"""What laying one tile over another does to the paths there, looking at the two tiles only (AOS-K1, K3, K5, K6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from msgspec import Struct

from railbook_age_of_steam.tiles import TOWN, Path, kinds, paths


class Fault(Struct, frozen=True):
    """The rule that a build breaks, and why in a sentence."""

    rule: str
    why: str


class Change(Struct, frozen=True):
    """What becomes of paths when a tile is laid over another one, or (`old` empty) on an empty hex."""

    kept: tuple[int | None, ...]
    """For each path of the new tile the old path that it is, by index; `None` where it is new or redirected."""
    fresh: tuple[int, ...]
    """Paths of the new tile that are new or redirected, by index."""
    redirected: tuple[tuple[int, Path], ...]
    """Old paths that are redirected, by index, and the paths that they become."""
    added: tuple[Path, ...]
    """The paths that are new or redirected."""
    edges: tuple[int, ...]
    """All edges that those use."""


Laid = tuple[str, int]
"""A kind of tile in a rotation."""


@cache
def change(old: Laid | None, tile: str, rotation: int) -> Change | Fault:
    """Tell what becomes of each path when a tile is laid where `old` lies, or the rule that forbids it."""
    before = paths(*old) if old is not None else ()
    new = paths(tile, rotation)
    kept = _spokes(before, new) if kinds()[tile].is_town else _through(before, new, tile)
    if isinstance(kept, Fault):
        return kept
    was, origins = kept
    fresh = tuple(index for index, path in enumerate(was) if path is None)
    if not fresh:
        return Fault("aos.nothing-new", f"{tile} adds nothing to what lies there")
    added = tuple(new[index] for index in fresh)
    return Change(
        kept=tuple(was),
        fresh=fresh,
        redirected=tuple((origin, new[index]) for index, origin in origins),
        added=added,
        edges=tuple(edge for path in added for edge in path if edge != TOWN),
    )


Kept = tuple[list[int | None], list[tuple[int, int]]]
"""By path of the new tile the old one that it is, or `None`; and pairs of a new path and the old one it redirects."""


def _spokes(before: tuple[Path, ...], new: tuple[Path, ...]) -> Kept | Fault:
    """A town's tile keeps all its spokes (AOS-K3, AOS-K6)."""
    lost = [path[1] for path in before if path not in new]
    if lost:
        return Fault("aos.spokes", f"the spoke at edge {lost[0]} must stay: a town's tile keeps all its spokes")
    return [before.index(path) if path in before else None for path in new], []


def _through(before: tuple[Path, ...], new: tuple[Path, ...], tile: str) -> Kept | Fault:
    """Each old path is kept or redirected; none vanishes, is joined to another, or split (AOS-K1, AOS-K5)."""
    if len(new) < len(before):
        return Fault("aos.complex-to-simple", f"two paths lie there, {tile} has one: no path may vanish")
    kept: list[int | None] = []
    redirected: list[tuple[int, int]] = []
    used: Counter[int] = Counter()
    for index, path in enumerate(new):
        touched = [at for at, other in enumerate(before) if set(path) & set(other)]
        if len(touched) > 1:
            return Fault("aos.path-split", f"path {path[0]}-{path[1]} would join edges of two old paths")
        used.update(touched)
        same = bool(touched) and set(before[touched[0]]) == set(path)
        kept.append(touched[0] if same else None)
        if touched and not same:
            redirected.append((index, touched[0]))
    for at, path in enumerate(before):
        if used[at] == 0:
            return Fault("aos.path-lost", f"path {path[0]}-{path[1]} must stay or be redirected")
        if used[at] > 1:
            return Fault("aos.path-split", f"path {path[0]}-{path[1]} would be split in two")
    return kept, redirected


@cache
def all_laid(*, town: bool) -> tuple[Laid, ...]:
    """Give all tiles, those with a town or those without, in all their rotations."""
    return tuple(
        (kind.id, rotation) for kind in kinds().values() if kind.is_town == town for rotation in range(kind.rotations)
    )


@cache
def successors(old: Laid, redirectable: frozenset[int]) -> tuple[Laid, ...]:
    """Give the tiles that may replace a tile of which these paths, by index, may be redirected."""

    def fits(laid: Laid) -> bool:
        found = change(old, *laid)
        return isinstance(found, Change) and all(index in redirectable for index, _ in found.redirected)

    return tuple(laid for laid in all_laid(town=kinds()[old[0]].is_town) if fits(laid))


def loose(added: tuple[Path, ...], connects: Callable[[int], bool], *, town: bool) -> Path | None:
    """Give the first of the added paths that lacks an edge which connects; of a town one that has it is enough (B5)."""
    without = None
    for path in added:
        one, other = path
        if connects(other) or (one != TOWN and connects(one)):
            if town:
                return None
        elif without is None:
            without = path
    return without


@cache
def placeable(facing: frozenset[int], connecting: frozenset[int], *, town: bool) -> tuple[Laid, ...]:
    """Give the tiles that fit on an empty hex, by its edges that track may face and those that connect it."""
    return tuple(
        laid
        for laid in all_laid(town=town)
        if {end for path in paths(*laid) for end in path} <= {TOWN, *facing}
        and loose(paths(*laid), connecting.__contains__, town=town) is None
    )
