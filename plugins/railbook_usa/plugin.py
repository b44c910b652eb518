"""Ticket to Ride USA on the shelf: the family's rules on the board of the first edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.game import Game, GameMap
from railbook.rules.layer import Layer

RULES_VERSION = "1.0"
"""Raised when a rule's behaviour changes; logs say under which version they were recorded."""


@cache
def _maps() -> tuple[GameMap, ...]:
    from importlib.resources import files

    from railbook_ticket_to_ride.game_map import TicketToRideMap
    from railbook_ticket_to_ride.maps import load_map

    return (TicketToRideMap(load_map(files("railbook_usa") / "map.toml")),)


def _layers(game_map: Any) -> tuple[Layer[Any], ...]:
    from railbook_ticket_to_ride.game_map import base_layers

    return base_layers(game_map)


def _read_map(data: Mapping[str, Any]) -> GameMap:
    from railbook_ticket_to_ride.game_map import read_map

    return read_map(data)


def _compile_map(game_map: Any) -> Any:
    from railbook_ticket_to_ride.game_map import compile_map

    return compile_map(game_map)


def _formats() -> Mapping[str, Any]:
    from railbook_ticket_to_ride.map_format import Map

    return {"ticket-to-ride.map": Map}


USA = Game(
    id="ttr-usa",
    title="Ticket to Ride (USA)",
    version=RULES_VERSION,
    summary="2 to 5 seats; routes, tickets and the longest path between 36 cities",
    layers=_layers,
    maps=_maps,
    read_map=_read_map,
    compile_map=_compile_map,
    formats=_formats,
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [USA]
