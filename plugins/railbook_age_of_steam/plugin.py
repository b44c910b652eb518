"""Age of Steam on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from railbook.plugins.hookspecs import hookimpl
from railbook.plugins.importers import Imported, Importer
from railbook.rules.game import Bot, Game, GameMap
from railbook.rules.layer import Layer
from railbook.rules.types import OptionValue

RULES_VERSION = "1.0"
"""Raised when a rule's behaviour changes; logs say under which version they were recorded."""


@cache
def _maps() -> tuple[GameMap, ...]:
    from railbook_age_of_steam.maps import installed_map

    return (installed_map("rust_belt"),)


def _layers(game_map: Any) -> tuple[Layer[Any], ...]:
    from railbook.engine.core_layer import CORE
    from railbook_age_of_steam.rules import AGE_OF_STEAM

    return (CORE, AGE_OF_STEAM)


def _read_map(data: Mapping[str, Any]) -> GameMap:
    from railbook_age_of_steam.maps import read_map

    return read_map(data)


def _parse_map(data: bytes, name: str) -> GameMap:
    from railbook_age_of_steam.maps import parse_map

    return parse_map(data, name, embedded=True)


def _compile_map(game_map: Any) -> Any:
    from railbook_age_of_steam.board import compile_board

    return compile_board(game_map)


def _formats() -> Mapping[str, Any]:
    from railbook_age_of_steam.map_format import HexMap

    return {"age-of-steam.map": HexMap}


def _editions() -> Mapping[str, Mapping[str, OptionValue]]:
    from railbook_age_of_steam.editions import EDITIONS

    return EDITIONS


AGE_OF_STEAM_GAME = Game(
    id="age-of-steam",
    title="Age of Steam",
    version=RULES_VERSION,
    summary="3 to 6 seats; shares, an auction, hex tiles and goods on the Rust Belt",
    layers=_layers,
    maps=_maps,
    read_map=_read_map,
    compile_map=_compile_map,
    parse_map=_parse_map,
    editions=_editions(),
    formats=_formats,
)


def _import(data: bytes, name: str, expected: str | None) -> Imported:
    from railbook_age_of_steam.choochoo.importer import import_game

    return import_game(AGE_OF_STEAM_GAME, data, name, expected)


@hookimpl
def railbook_importers() -> Sequence[Importer]:
    """Contribute the importer of choochoo's playthroughs."""
    return [Importer("choochoo", "recorded playthroughs of choochoo, with their expected tables", _import)]


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [AGE_OF_STEAM_GAME]


@hookimpl
def railbook_bots() -> Sequence[Bot]:
    """Contribute the greedy bot."""
    from railbook_age_of_steam.greedy import GREEDY

    return [GREEDY]
