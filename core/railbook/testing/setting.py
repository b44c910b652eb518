"""What is tested: a game with variants and options, named as at the command line, so that any process can make it."""

from __future__ import annotations

import functools

import msgspec

from railbook.plugins.choosing import chosen_variants
from railbook.plugins.registry import Registry
from railbook.rules.game import Game, GameMap
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue


class Setting(msgspec.Struct, frozen=True):
    """A game, the variants and options it is played with, and the plugins to load beside those installed."""

    game: str
    variants: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}
    edition: str = ""
    map: str = ""
    plugins: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " with ".join([self.game, *self.variants])

    @property
    def registry(self) -> Registry:
        """Give the installed plugins and those named, loaded once."""
        return _registry(self.plugins)

    @property
    def shelf(self) -> Game:
        """Give the game; raises `NotInstalled`."""
        return self.registry.game(self.game)

    @property
    def game_map(self) -> GameMap:
        """Give the map; raises `NotInstalled` or `MapFault`."""
        return self.registry.map(self.shelf, self.map)

    def seat_counts(self) -> range:
        """Give the numbers of seats that the map takes."""
        least, most = self.game_map.seats
        return range(least, most + 1)

    def rules(self, seats: int, *, backwards: bool = False) -> Ruleset:
        """Compose the rules for so many seats; `backwards` names the variants in the other order."""
        variants = chosen_variants(self.registry, self.variants[:: -1 if backwards else 1])
        return self.shelf.ruleset(seats, self.game_map, variants, self.options, self.edition)


@functools.cache
def _registry(plugins: tuple[str, ...]) -> Registry:
    return Registry.installed(plugins)
