"""The stock: whether a tile, and what a town disc needs, is left (AOS-T1 to AOS-T3)."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.changes import Fault
from railbook_age_of_steam.layer import Rules, board_of
from railbook_age_of_steam.network import tally_of
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TileKind, shapes, shapes_with


def stock_fault(rules: Ruleset, state: Line, kind: TileKind, under: str, old: Tile | None) -> Fault | None:
    """The tile, and what a town disc needs, is in stock; a tile that is replaced returns before (AOS-T1 to T3).

    `under` is the tile that is named for under a disc, empty for none.
    """
    board = board_of(rules)
    tally = tally_of(state)

    def lying(id: str) -> int:
        """Count the tiles of a kind on the board once this one is built."""
        return tally.lying.get(id, 0) + (id == kind.id) - (old is not None and id == old.tile)

    chosen = rules.options(Rules).town_tile_choice == "chosen"
    if under and (not chosen or under not in kind.made_from):
        can = ", ".join(kind.made_from) if chosen and kind.made_from else "nothing"
        return Fault("aos.under", f"{kind.id} is not made from {under!r}: it takes {can}")
    if kind.made_from and chosen and not under:
        return Fault("aos.under", f"{kind.id} is a tile with a disc: name {' or '.join(kind.made_from)}")
    if kind.made_from and sum([lying(shape.id) for shape in shapes()]) > board.discs:
        return Fault("aos.stock", f"all {board.discs} town discs are on the board")
    if chosen:
        physical = under or kind.id
        hidden = tally.under.get(physical, 0) + (physical == under) - (old is not None and physical == old.under)
        if lying(physical) + hidden > board.stock[physical]:
            return Fault("aos.stock", f"all {board.stock[physical]} tiles {physical} are on the board")
        return None
    if not kind.made_from and lying(kind.id) > board.stock[kind.id]:
        return Fault("aos.stock", f"all {board.stock[kind.id]} tiles {kind.id} are on the board")
    for shape in shapes_with(kind.id):
        free = sum([board.stock[id] - lying(id) for id in shape.made_from])
        if lying(shape.id) > free:
            return Fault("aos.stock", f"no tile {' or '.join(shape.made_from)} is left for {shape.id}")
    return None
