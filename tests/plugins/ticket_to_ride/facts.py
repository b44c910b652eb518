"""Comparing a map with the fact tables of its board, which lie beside the games recorded elsewhere."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import load_map

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
"""The colours of cards (TTR-G1)."""


@cache
def shipped(package: str) -> Map:
    """Give the map that a package ships."""
    return load_map(files(package) / "map.toml")


def tables(external: Path, board: str) -> Path:
    """Give the folder of a board's fact tables; without it the test is skipped."""
    folder = external.parent / "facts" / board
    if not folder.is_dir():
        pytest.skip(f"no fact tables in {folder}")
    return folder


def meta(folder: Path) -> dict[str, Any]:
    """Read the numbers of a board."""
    return tomllib.loads((folder / "meta.toml").read_text("utf-8"))


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """Read one fact table."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counts(map: Map) -> dict[str, Any]:
    """Count what a map has, under the names of the fact tables."""
    pairs = Counter(Counter(tuple(sorted(route.cities)) for route in map.routes.values()).values())
    routes = map.routes.values()
    return {
        "cities": len(map.cities),
        "routes": len(routes),
        "city_pairs": pairs.total(),
        "double_groups": pairs[2],
        "triple_groups": pairs[3],
        "tickets": len(map.tickets),
        "tickets_by_kind": Counter(ticket.kind for ticket in map.tickets.values()),
        "route_spaces": sum(route.length for route in routes),
        "ferry_routes": sum(route.ferry > 0 for route in routes),
        "ferry_symbols": sum(route.ferry for route in routes),
        "tunnel_routes": sum(route.tunnel for route in routes),
    }


def assert_numbers_agree(map: Map, folder: Path) -> None:
    """Counts, players, pieces, cards, points and the options that the board implies are those of the fact tables."""
    facts = meta(folder)
    tickets, cards, scoring = facts["tickets"], facts["train_cards"], facts["scoring"]
    assert counts(map) == {"ferry_routes": 0, "ferry_symbols": 0, "tunnel_routes": 0, **facts["counts"]}
    assert (map.id, map.title, map.edition) == (facts["id"], facts["title"], facts["edition"])
    assert (map.players.min, map.players.max) == (facts["players"]["min"], facts["players"]["max"])
    assert list(map.players.colours) == facts["players"]["colours"]
    pieces = {"trains": map.pieces.trains, "stations": map.pieces.stations, "city_markers": map.pieces.city_markers}
    assert pieces == facts["pieces_per_player"]
    assert list(map.train_cards.colours) == cards["colours"]
    assert (map.train_cards.per_colour, map.train_cards.locomotives) == (cards["per_colour"], cards["locomotives"])
    assert map.deal == tickets["deal"]
    assert map.route_points == scoring["route_points"]
    assert list(map.tie_breakers) == facts["tie_breakers"]["order"]
    assert map.options == {
        "setup.hand": cards["starting_hand"],
        "market.size": cards["face_up"],
        "market.flush_at": cards["flush_when_locomotives_face_up"],
        "tickets.keep_initial": tickets["keep_min_initial"],
        "tickets.initial_rejects": tickets["initial_rejects_go_to"],
        "tickets.draw": tickets["draw"],
        "tickets.keep_draw": tickets["keep_min_draw"],
        "parallel.open_from": facts["parallel_routes"]["all_open_from_players"],
        "end.trains_at_most": facts["end_game"]["trigger_trains_at_most"],
        "end.longest_path_bonus": scoring["longest_path_bonus"],
    }


def assert_cities_agree(map: Map, folder: Path) -> None:
    """Every city stands in the map with its name and place, in the order of the fact table."""
    expected = [(row["id"], row["name"], Decimal(row["lat"]), Decimal(row["lon"])) for row in rows(folder, "cities")]
    found = [(key, city.name, Decimal(city.lat) / 100, Decimal(city.lon) / 100) for key, city in map.cities.items()]
    assert found == expected


def assert_routes_agree(map: Map, folder: Path) -> None:
    """Every route stands in the map with cities, length, colour, symbols and group, in the order of the fact table."""
    found = [
        {
            "id": key,
            "city_a": route.cities[0],
            "city_b": route.cities[1],
            "length": str(route.length),
            "colour": route.colour,
            "ferry": str(route.ferry),
            "tunnel": str(int(route.tunnel)),
            "parallel_group": "" if route.parallel is UNSET else route.parallel,
        }
        for key, route in map.routes.items()
    ]
    assert found == rows(folder, "routes")


def assert_tickets_agree(map: Map, folder: Path) -> None:
    """Every ticket stands in the map with cities, points and kind, in the order of the fact table."""
    found = [
        {
            "id": key,
            "city_a": ticket.cities[0],
            "city_b": ticket.cities[1],
            "points": str(ticket.points),
            "kind": ticket.kind,
        }
        for key, ticket in map.tickets.items()
    ]
    assert found == rows(folder, "tickets")
