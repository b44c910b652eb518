"""The tally of a board: how many tiles of each kind lie there, how many under town discs, and whose the paths are."""

from __future__ import annotations

from collections.abc import Iterable

from railbook_age_of_steam.state import Tile


class Tally:
    """Counts that go on with each tile that is laid or taken away, and with each marker that is moved."""

    __slots__ = ("lying", "paths", "sections", "under")

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.lying: dict[str, int] = {}
        """Tiles on the board by kind."""
        self.under: dict[str, int] = {}
        """Tiles that are named as those under town discs, by kind."""
        self.paths: dict[int | None, int] = {}
        """Paths by owner."""
        self.sections: dict[int | None, int] = {}
        """By owner, where they were counted once: there are no more sections than this."""
        for tile in tiles:
            self._count(tile, 1)

    def replace(self, old: Tile | None, new: Tile | None) -> None:
        """Count a tile in the place of another; `None` is no tile.

        A new path is one section more at most; what is replaced or taken away may have parted one in several.
        """
        if old is not None or new is None:
            self.sections.clear()
        if old is not None:
            self._count(old, -1)
        if new is not None:
            self._count(new, 1)

    def hand_over(self, owner: int | None, to: int | None) -> None:
        """Count a path for another owner."""
        self.paths[owner] -= 1
        self.paths[to] = self.paths.get(to, 0) + 1
        if to in self.sections:
            self.sections[to] += 1

    def most_sections(self, owner: int) -> int:
        """Give a number that an owner's sections do not exceed: no path is in more than one."""
        return self.sections.get(owner, self.paths.get(owner, 0))

    def _count(self, tile: Tile, by: int) -> None:
        kind, under, lying, paths, sections = tile.tile, tile.under, self.lying, self.paths, self.sections
        lying[kind] = lying.get(kind, 0) + by
        if under:
            self.under[under] = self.under.get(under, 0) + by
        for owner in tile.owners:
            paths[owner] = paths.get(owner, 0) + by
            if owner in sections:
                sections[owner] += 1
