"""What a plugin says about a game: metadata that is cheap to read, and where its rules and maps are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import msgspec

from railbook.rules.compose import Base, Chosen, compose
from railbook.rules.layer import Layer
from railbook.rules.types import Action, OptionValue

if TYPE_CHECKING:
    from railbook.rules.ruleset import Ruleset


class GameMap(Protocol):
    """A map as the core knows it: data of a game's own type, with an id, a digest and what it implies."""

    @property
    def id(self) -> str:
        """The id of the map."""
        ...

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the map's data: a log finds its map by it."""
        ...

    @property
    def seats(self) -> tuple[int, int]:
        """The least and the greatest number of seats."""
        ...

    @property
    def colours(self) -> Sequence[str]:
        """The colours of seats, in the order in which they are given out."""
        ...

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The values of rule options that the map implies."""
        ...


@runtime_checkable
class CarriedMap(Protocol):
    """A map that may come from a file of the user's: then no plugin installs it, and a log carries it along."""

    @property
    def embedded(self) -> Mapping[str, Any] | None:
        """The data as a log embeds it and `Game.read_map` reads it; `None` for a map that is installed."""
        ...


class MapFault(ValueError):
    """A map file that cannot be used; as text one line, with file, key and value."""


class Game(msgspec.Struct, frozen=True):
    """A game on the shelf. Functions load what is dear: a list of games reads no rules and no maps."""

    id: str
    title: str
    version: str
    summary: str
    layers: Callable[[GameMap], tuple[Layer[Any], ...]]
    """The base layers for a map, the features that it implies included."""
    maps: Callable[[], Sequence[GameMap]]
    """The installed maps, every published version; the first is the default."""
    read_map: Callable[[Mapping[str, Any]], GameMap]
    """Make a map from the data that a log embeds."""
    compile_map: Callable[[Any], Any]
    """Compile a map into the board that the rules read."""
    editions: Mapping[str, Mapping[str, OptionValue]] = msgspec.field(default_factory=dict)
    parse_map: Callable[[bytes, str], GameMap] | None = None
    """Make a map, to be carried by logs, from the bytes of a file with this name, or raise `MapFault`."""
    formats: Callable[[], Mapping[str, Any]] = dict
    """Types of further files of the game, such as its maps, by name: a JSON Schema is generated for each."""

    def base(self, game_map: GameMap) -> Base:
        """Give what the composer needs for this game on a map."""
        return Base(
            game=self.id,
            version=self.version,
            layers=self.layers(game_map),
            map_id=game_map.id,
            map_digest=game_map.digest,
            map=game_map,
            compile_map=self.compile_map,
            map_options=game_map.options,
            editions=self.editions,
        )

    def ruleset(
        self,
        seats: int,
        game_map: GameMap | None = None,
        variants: Sequence[Chosen] = (),
        options: Mapping[str, OptionValue] | None = None,
        edition: str = "",
    ) -> Ruleset:
        """Compose the rules for a number of seats; raises `SeatsError`, `OptionError` or `LayerConflict`."""
        game_map = game_map or self.maps()[0]
        least, most = game_map.seats
        if not least <= seats <= most:
            raise SeatsError(f"{self.id} on map {game_map.id} takes {least} to {most} seats, not {seats}")
        return compose(self.base(game_map), seats, variants, options, edition)


class SeatsError(ValueError):
    """A number of seats that the map does not take, or names that cannot be told apart."""


class Player(Protocol):
    """Somebody who chooses for a seat from what that seat knows."""

    def choose(self, view: Any, seat: int) -> Action:
        """Give a legal action for a seat that is asked; `view` is the state as the seat knows it."""
        ...


class Bot(msgspec.Struct, frozen=True):
    """A kind of computer player: `make` gets the rules and a number that seeds its choices."""

    name: str
    summary: str
    layer: str
    """The layer that a game must have for this bot to play it; empty for any game."""
    make: Callable[[Ruleset, int], Player]
