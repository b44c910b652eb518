"""The USA map holds the facts of the printed board: counts by heart, and every row against the fact tables."""

import csv
import tomllib
from collections import Counter
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec import UNSET

from railbook_ticket_to_ride.board import compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import load_map, map_digest

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")


@cache
def usa() -> Map:
    """Give the shipped map."""
    return load_map(files("railbook_usa") / "map.toml")


@pytest.fixture
def facts(external: Path) -> Path:
    """Give the folder of the fact tables of the USA, which lies beside the games recorded elsewhere."""
    folder = external.parent / "facts" / "usa"
    if not folder.is_dir():
        pytest.skip(f"no fact tables in {folder}")
    return folder


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """Read one fact table."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_counts() -> None:
    """The board has the numbers of cities, routes and tickets of the box (TTR-USA1)."""
    map = usa()
    pairs = Counter(route.cities for route in map.routes.values())
    assert len(map.cities) == 36
    assert len(map.routes) == 100
    assert len(pairs) == 78
    assert Counter(pairs.values()) == {1: 56, 2: 22}
    assert len({route.parallel for route in map.routes.values()} - {UNSET}) == 22
    assert len(map.tickets) == 30
    assert sum(route.length for route in map.routes.values()) == 309
    assert sum(ticket.points for ticket in map.tickets.values()) == 349


def test_colours() -> None:
    """Each of the eight colours has seven routes, the other 44 are grey (TTR-G1)."""
    assert usa().train_cards.colours == COLOURS
    assert Counter(route.colour for route in usa().routes.values()) == {**dict.fromkeys(COLOURS, 7), "grey": 44}


def test_lengths() -> None:
    """Routes have 1 to 6 spaces, each length has points, and there are no ferries or tunnels (TTR-USA3, TTR-C9)."""
    routes = usa().routes.values()
    assert Counter(route.length for route in routes) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert usa().route_points == {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15}
    assert not any(route.ferry or route.tunnel for route in routes)


def test_deck() -> None:
    """The deck has 110 cards: twelve of each colour and 14 locomotives (TTR-G2)."""
    board = compile_board(usa())
    assert board.deck == {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
    assert board.kinds == (*COLOURS, "locomotive")
    assert sum(board.deck.values()) == 110


def test_version_is_frozen() -> None:
    """Version 1 of the map never changes, because logs name it by digest; a correction is a new version."""
    assert (usa().id, usa().version) == ("usa", 1)
    assert map_digest(usa()) == "b1471f58292777de5a71529eb644ea71"


def test_numbers_agree_with_facts(facts: Path) -> None:
    """Players, pieces, cards, points and the options that the board implies are those of the fact table."""
    meta, map = tomllib.loads((facts / "meta.toml").read_text("utf-8")), usa()
    tickets, cards, pieces, scoring = meta["tickets"], meta["train_cards"], meta["pieces_per_player"], meta["scoring"]
    assert (map.id, map.title, map.edition) == (meta["id"], meta["title"], meta["edition"])
    assert (map.players.min, map.players.max) == (meta["players"]["min"], meta["players"]["max"])
    assert list(map.players.colours) == meta["players"]["colours"]
    assert (map.pieces.trains, map.pieces.stations, map.pieces.city_markers) == tuple(pieces.values())
    assert list(map.train_cards.colours) == cards["colours"]
    assert (map.train_cards.per_colour, map.train_cards.locomotives) == (cards["per_colour"], cards["locomotives"])
    assert map.deal == tickets["deal"]
    assert map.route_points == scoring["route_points"]
    assert list(map.tie_breakers) == meta["tie_breakers"]["order"]
    assert map.options == {
        "setup.hand": cards["starting_hand"],
        "market.size": cards["face_up"],
        "market.flush_at": cards["flush_when_locomotives_face_up"],
        "tickets.keep_initial": tickets["keep_min_initial"],
        "tickets.initial_rejects": tickets["initial_rejects_go_to"],
        "tickets.draw": tickets["draw"],
        "tickets.keep_draw": tickets["keep_min_draw"],
        "parallel.open_from": meta["parallel_routes"]["all_open_from_players"],
        "end.trains_at_most": meta["end_game"]["trigger_trains_at_most"],
        "end.longest_path_bonus": scoring["longest_path_bonus"],
    }


def test_cities_agree_with_facts(facts: Path) -> None:
    """Every city stands in the map with its name and place, in the order of the fact table."""
    expected = [(row["id"], row["name"], Decimal(row["lat"]), Decimal(row["lon"])) for row in rows(facts, "cities")]
    shipped = [(key, city.name, Decimal(city.lat) / 100, Decimal(city.lon) / 100) for key, city in usa().cities.items()]
    assert shipped == expected


def test_routes_agree_with_facts(facts: Path) -> None:
    """Every route stands in the map with cities, length, colour and group, in the order of the fact table."""
    shipped = [
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
        for key, route in usa().routes.items()
    ]
    assert shipped == rows(facts, "routes")


def test_tickets_agree_with_facts(facts: Path) -> None:
    """Every ticket stands in the map with cities and points, in the order of the fact table."""
    shipped = [
        {
            "id": key,
            "city_a": ticket.cities[0],
            "city_b": ticket.cities[1],
            "points": str(ticket.points),
            "kind": ticket.kind,
        }
        for key, ticket in usa().tickets.items()
    ]
    assert shipped == rows(facts, "tickets")
