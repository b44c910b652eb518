"""The tally of a board: how many tiles of each kind lie there, how many under town discs, and whose the paths are."""

from __future__ import annotations

from collections.abc import Iterable

from railbook_age_of_steam.state import Tile


class Tally:
    """Counts that go on with each tile that is laid or taken away, and with each marker that is moved."""

    __slots__ = ("lying", "paths", "under")

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.lying: dict[str, int] = {}
        """Tiles on the board by kind."""
        self.under: dict[str, int] = {}
        """Tiles that are named as those under town discs, by kind."""
        self.paths: dict[int | None, int] = {}
        """Paths by owner."""
        for tile in tiles:
            self._count(tile, 1)

    def replace(self, old: Tile | None, new: Tile | None) -> None:
        """Count a tile in the place of another; `None` is no tile."""
        if old is not None:
            self._count(old, -1)
        if new is not None:
            self._count(new, 1)

    def hand_over(self, owner: int | None, to: int | None) -> None:
        """Count a path for another owner."""
        self.paths[owner] -= 1
        self.paths[to] = self.paths.get(to, 0) + 1

    def _count(self, tile: Tile, by: int) -> None:
        kind, under, paths = tile.tile, tile.under, self.paths
        self.lying[kind] = self.lying.get(kind, 0) + by
        if under:
            self.under[under] = self.under.get(under, 0) + by
        for owner in tile.owners:
            paths[owner] = paths.get(owner, 0) + by
