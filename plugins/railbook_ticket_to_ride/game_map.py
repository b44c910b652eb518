"""A map as the core wants to know it, and the layer of what the map itself says about the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from railbook.rules.layer import Layer
from railbook.rules.types import OptionValue
from railbook_ticket_to_ride.board import Board, compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import map_digest, map_from_data
from railbook_ticket_to_ride.table import Table


class TicketToRideMap:
    """A checked map with its digest."""

    def __init__(self, data: Map) -> None:
        self.data = data
        self.id = data.id
        self.digest = map_digest(data)
        self.seats = (data.players.min, data.players.max)
        self.colours: Sequence[str] = data.players.colours
        self.options: Mapping[str, OptionValue] = dict(data.options)


def read_map(data: Mapping[str, Any]) -> TicketToRideMap:
    """Make a map from data that a log embeds; raises `MapError`."""
    return TicketToRideMap(map_from_data(data, "the log's header"))


def compile_map(game_map: TicketToRideMap) -> Board:
    """Compile a map into a board."""
    return compile_board(game_map.data)


def base_layers(game_map: TicketToRideMap) -> tuple[Layer[Any], ...]:
    """Give the layers that every game of the family has on this map: core, family, and the map's tie-breakers."""
    from railbook.engine.core_layer import CORE
    from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
    from railbook_ticket_to_ride.scoring import TIE_BREAKERS, earlier_seat

    of_map: Layer[Table] = Layer("map", summary="what the map says about the rules")
    for name in game_map.data.tie_breakers:
        if name != "total_points":
            of_map.tie_breaker(name)(TIE_BREAKERS[name])
    of_map.tie_breaker("ttr.final-tie")(earlier_seat)
    return (CORE, TICKET_TO_RIDE, of_map)


def encoded(data: Map) -> dict[str, Any]:
    """Give the data of a map as a log embeds it."""
    values: dict[str, Any] = msgspec.to_builtins(data)
    return values
