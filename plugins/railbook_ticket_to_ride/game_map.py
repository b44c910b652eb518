"""A map as the core wants to know it, and the layer of what the map itself says about the rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from railbook.rules.compose import option_groups
from railbook.rules.layer import Layer, TieBreaker
from railbook.rules.options import OptionError, build, defaults, known
from railbook.rules.types import OptionValue
from railbook_ticket_to_ride.board import Board, compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import MapError, map_digest, map_from_data, parse_map
from railbook_ticket_to_ride.table import Table


class TicketToRideMap:
    """A checked map with its digest; one that is not installed, but read from a `source`, is carried along by logs."""

    def __init__(self, data: Map, source: str = "") -> None:
        self.data = data
        self.source = source or data.id
        """What errors call it."""
        self.embedded: Mapping[str, Any] | None = encoded(data) if source else None
        self.id = data.id
        self.digest = map_digest(data)
        self.seats = (data.players.min, data.players.max)
        self.colours: Sequence[str] = data.players.colours
        self.options: Mapping[str, OptionValue] = dict(data.options)


def read_map(data: Mapping[str, Any]) -> TicketToRideMap:
    """Make a map from data that a log embeds; raises `MapError`."""
    source = "the log's header"
    return TicketToRideMap(map_from_data(data, source), source)


def map_from_file(
    data: bytes, name: str, own: Sequence[Layer[Any]] = (), tie_breakers: Mapping[str, TieBreaker[Any]] | None = None
) -> TicketToRideMap:
    """Make a map from the bytes of a file, for a game with these layers and tie-breakers of its own.

    Raises `MapError`, also for options and tie-breakers that this game does not have.
    """
    game_map = TicketToRideMap(parse_map(data, name), name)
    groups = option_groups(base_layers(game_map, own, tie_breakers))
    for option, value in game_map.options.items():
        try:
            known(option, defaults(groups))
            build(groups, {option: value})
        except OptionError as error:
            raise MapError(name, f"options.{option}", value, str(error)) from None
    return game_map


def compile_map(game_map: TicketToRideMap) -> Board:
    """Compile a map into a board."""
    return compile_board(game_map.data)


def base_layers(
    game_map: TicketToRideMap, own: Sequence[Layer[Any]] = (), tie_breakers: Mapping[str, TieBreaker[Any]] | None = None
) -> tuple[Layer[Any], ...]:
    """Give the base layers of a game on a map: core, family, the features of the map, the game's own, tie-breakers.

    `tie_breakers` are those that the game adds to the family's; a map names them in its order (`MapError`).
    """
    from railbook.engine.core_layer import CORE
    from railbook_ticket_to_ride.features import features_of
    from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
    from railbook_ticket_to_ride.scoring import TIE_BREAKERS, earlier_seat

    there = {**TIE_BREAKERS, **(tie_breakers or {})}
    breakers: list[tuple[str, TieBreaker[Table]]] = []
    for name in game_map.data.tie_breakers:
        if name == "total_points":  # what ties are about
            continue
        if name not in there:
            problem = f"no tie-breaker of this game: it has total_points, {', '.join(there)}"
            raise MapError(game_map.source, "tie_breakers", name, problem)
        breakers.append((name, there[name]))
    of_map = _layer_of_map((*breakers, ("ttr.final-tie", earlier_seat)))
    return (CORE, TICKET_TO_RIDE, *features_of(game_map.data), *own, of_map)


@functools.lru_cache(maxsize=32)
def _layer_of_map(tie_breakers: tuple[tuple[str, TieBreaker[Table]], ...]) -> Layer[Table]:
    """Make the layer of what a map says about the rules, once: rules are composed faster from layers that are known."""
    layer: Layer[Table] = Layer("map", summary="what the map says about the rules")
    for name, breaker in tie_breakers:
        layer.tie_breaker(name)(breaker)
    return layer


def encoded(data: Map) -> dict[str, Any]:
    """Give the data of a map as a log embeds it: plain JSON values."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return values
