"""Puts a game of the family on the shelf: the same functions for each board, so that a board is mostly data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from railbook.rules.game import Game, GameMap
from railbook.rules.layer import Layer


def board_game(
    id: str,
    title: str,
    version: str,
    summary: str,
    package: str,
    own: Callable[[], tuple[Sequence[Layer[Any]], Mapping[str, Any]]] = lambda: ((), {}),
) -> Game:
    """Make the entry of a game whose map is `map.toml` of a package.

    `own` gives the game's layers and its tie-breakers by name; it is called when rules are composed, not before.
    """

    @cache
    def maps() -> tuple[GameMap, ...]:
        from importlib.resources import files

        from railbook_ticket_to_ride.game_map import TicketToRideMap
        from railbook_ticket_to_ride.maps import load_map

        return (TicketToRideMap(load_map(files(package) / "map.toml")),)

    def layers(game_map: Any) -> tuple[Layer[Any], ...]:
        from railbook_ticket_to_ride.game_map import base_layers

        return base_layers(game_map, *own())

    def parse(data: bytes, name: str) -> GameMap:
        from railbook_ticket_to_ride.game_map import map_from_file

        return map_from_file(data, name, *own())

    return Game(
        id=id,
        title=title,
        version=version,
        summary=summary,
        layers=layers,
        maps=maps,
        read_map=_read_map,
        compile_map=_compile_map,
        parse_map=parse,
        formats=_formats,
    )


def _read_map(data: Mapping[str, Any]) -> GameMap:
    from railbook_ticket_to_ride.game_map import read_map

    return read_map(data)


def _compile_map(game_map: Any) -> Any:
    from railbook_ticket_to_ride.game_map import compile_map

    return compile_map(game_map)


def _formats() -> Mapping[str, Any]:
    from railbook_ticket_to_ride.map_format import Map

    return {"ticket-to-ride.map": Map}
