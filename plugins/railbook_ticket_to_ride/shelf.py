"""Puts a game of the family on the shelf: the same functions for each board, so that a board is mostly data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from railbook.rules.game import Game, GameMap
from railbook.rules.layer import Layer
from railbook.rules.types import OptionValue

BGA: Mapping[str, OptionValue] = {
    "market.flush_limit": 3,
    "market.flush_on_short_display": True,
    "market.refill": "after_claim",
    "draw.second_pick": "required",
    "turn.pass": "only_if_no_action",
    "tickets.initial_bottom_order": "as_finished",
    "tickets.draw_bottom_order": "shuffle",
    "setup.deal_order": "display_first",
}
"""How Board Game Arena plays on all its boards: Q01, Q02, Q03, Q05, Q06, Q08, Q09 and Q10."""

PACKAGES: dict[str, str] = {}
"""The package of each board by the id of its game, for further data files that it may hold."""


def board_game(
    id: str,
    title: str,
    version: str,
    summary: str,
    package: str,
    own: Callable[[], tuple[Sequence[Layer[Any]], Mapping[str, Any]]] = lambda: ((), {}),
    editions: Mapping[str, Mapping[str, OptionValue]] | None = None,
) -> Game:
    """Make the entry of a game whose map is `map.toml` of a package.

    `own` gives the game's layers and its tie-breakers by name; it is called when rules are composed, not before.
    """
    PACKAGES[id] = package

    @cache
    def maps() -> tuple[GameMap, ...]:
        from railbook_ticket_to_ride.game_map import TicketToRideMap
        from railbook_ticket_to_ride.maps import installed_map

        return (TicketToRideMap(installed_map(package)),)

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
        editions=editions or {},
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
