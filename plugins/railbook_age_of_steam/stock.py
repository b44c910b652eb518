"""The stock: whether a tile, and what a town disc needs, is left (AOS-T1 to AOS-T3)."""

from __future__ import annotations

from railbook_age_of_steam.board import Board
from railbook_age_of_steam.changes import Fault
from railbook_age_of_steam.state import Tile
from railbook_age_of_steam.tally import Tally
from railbook_age_of_steam.tiles import TileKind, shapes, shapes_with


def stock_fault(
    board: Board, tally: Tally, kind: TileKind, under: str, old: Tile | None, *, chosen: bool
) -> Fault | None:
    """The tile, and what a town disc needs, is in stock; a tile that is replaced returns before (AOS-T1 to T3).

    `under` is the tile that is named for under a disc, empty for none; `chosen` tells whether one is to be named.
    """
    if under or kind.made_from:
        fault = _disc_fault(board, tally, kind, under, old, chosen=chosen)
        if fault is not None:
            return fault
    if not chosen:
        return _pooled_fault(board, tally, kind, old)
    physical = under or kind.id
    stock = board.stock[physical]
    there = tally.lying.get(physical, 0) + tally.under.get(physical, 0)
    if there < stock:
        return None
    back = old is not None and physical in (old.tile, old.under)
    return Fault("aos.stock", f"all {stock} tiles {physical} are on the board") if there + 1 - back > stock else None


def _disc_fault(
    board: Board, tally: Tally, kind: TileKind, under: str, old: Tile | None, *, chosen: bool
) -> Fault | None:
    """The tile under a disc is named where it is chosen, and only there (AOS-T2); a disc is left (AOS-T3)."""
    if under and (not chosen or under not in kind.made_from):
        can = ", ".join(kind.made_from) if chosen and kind.made_from else "nothing"
        return Fault("aos.under", f"{kind.id} is not made from {under!r}: it takes {can}")
    if kind.made_from and chosen and not under:
        return Fault("aos.under", f"{kind.id} is a tile with a disc: name {' or '.join(kind.made_from)}")
    if kind.made_from and sum([_lying(tally, shape.id, kind, old) for shape in shapes()]) > board.discs:
        return Fault("aos.stock", f"all {board.discs} town discs are on the board")
    return None


def _pooled_fault(board: Board, tally: Tally, kind: TileKind, old: Tile | None) -> Fault | None:
    """Where nobody names what lies under discs, there are tiles enough for all shapes that are made (AOS-T2)."""
    lying = _lying(tally, kind.id, kind, old)
    if not kind.made_from and lying > board.stock[kind.id]:
        return Fault("aos.stock", f"all {board.stock[kind.id]} tiles {kind.id} are on the board")
    for shape in shapes_with(kind.id):
        free = sum([board.stock[id] - _lying(tally, id, kind, old) for id in shape.made_from])
        if _lying(tally, shape.id, kind, old) > free:
            return Fault("aos.stock", f"no tile {' or '.join(shape.made_from)} is left for {shape.id}")
    return None


def _lying(tally: Tally, id: str, kind: TileKind, old: Tile | None) -> int:
    """Count the tiles of a kind on the board once one is built in the place of an old one."""
    return tally.lying.get(id, 0) + (id == kind.id) - (old is not None and id == old.tile)
