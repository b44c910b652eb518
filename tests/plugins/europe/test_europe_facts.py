"""The Europe map holds the facts of the printed board: counts by heart, and every row against the fact tables."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec import UNSET

from railbook_europe.layer import StationOptions
from railbook_ticket_to_ride.board import compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import map_digest
from railbook_ticket_to_ride.tunnel_attempts import TunnelOptions
from tests.plugins.ticket_to_ride import facts as table
from tests.plugins.ticket_to_ride.facts import COLOURS, counts, meta, shipped


def europe() -> Map:
    """Give the shipped map."""
    return shipped("railbook_europe")


@pytest.fixture
def facts(external: Path) -> Path:
    """Give the folder of the fact tables of Europe."""
    return table.tables(external, "europe")


def test_counts() -> None:
    """TTR-EUR1, TTR-EUR3: the board has the numbers of the box: 47 cities, 101 routes, 46 tickets, 6 of them long."""
    assert counts(europe()) == {
        "cities": 47,
        "routes": 101,
        "city_pairs": 90,
        "double_groups": 11,
        "triple_groups": 0,
        "tickets": 46,
        "tickets_by_kind": {"long": 6, "regular": 40},
        "route_spaces": 300,
        "ferry_routes": 13,
        "ferry_symbols": 17,
        "tunnel_routes": 18,
    }
    assert len({route.parallel for route in europe().routes.values()} - {UNSET}) == 11


def test_lengths() -> None:
    """TTR-EUR1, TTR-C9: there are no routes of 5 or 7 spaces, and 8 spaces give 21 points."""
    assert {route.length for route in europe().routes.values()} == {1, 2, 3, 4, 6, 8}
    assert europe().route_points == {"1": 1, "2": 2, "3": 4, "4": 7, "6": 15, "8": 21}


def test_colours() -> None:
    """TTR-G1, TTR-F4: each of the eight colours has eight routes, the other 37 are grey, among them all ferries."""
    colours = Counter(route.colour for route in europe().routes.values())
    assert colours == {**dict.fromkeys(COLOURS, 8), "grey": 37}
    assert {route.colour for route in europe().routes.values() if route.ferry} == {"grey"}


def test_deal() -> None:
    """TTR-EUR2: one long and three regular tickets are dealt."""
    assert europe().deal == {"long": 1, "regular": 3}


def test_rules_of_the_fact_table(facts: Path) -> None:
    """TTR-EUR5, TTR-EUR10, TTR-U2: costs and bonus of stations and the cards revealed are those of the fact table."""
    said = meta(facts)
    assert said["stations"] == {
        "cost_cards": [1, 2, 3],
        "per_turn": 1,
        "per_city": 1,
        "opponent_routes_per_station": 1,
        "count_for_longest_path": False,
    }
    assert said["scoring"]["unused_station_bonus"] == StationOptions().unused_bonus
    assert said["tunnels"]["reveal"] == TunnelOptions().reveal


def test_deck() -> None:
    """TTR-G2: the deck has 110 cards, twelve of each colour and 14 locomotives."""
    board = compile_board(europe())
    assert board.deck == {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
    assert sum(board.deck.values()) == 110


def test_version_is_frozen() -> None:
    """Version 1 of the map never changes, because logs name it by digest; a correction is a new version."""
    assert (europe().id, europe().version) == ("europe", 1)
    assert map_digest(europe()) == "ef5146e4f53c5e6334886f8642a919f0"


def test_numbers_agree_with_facts(facts: Path) -> None:
    """TTR-EUR1, TTR-EUR13: counts, pieces, cards, points, ties and implied options are those of the fact table."""
    table.assert_numbers_agree(europe(), facts)


def test_cities_agree_with_facts(facts: Path) -> None:
    """Every city stands in the map with its name and place, in the order of the fact table."""
    table.assert_cities_agree(europe(), facts)


def test_routes_agree_with_facts(facts: Path) -> None:
    """Every route stands in the map with cities, length, colour, symbols and group, in the order of the fact table."""
    table.assert_routes_agree(europe(), facts)


def test_tickets_agree_with_facts(facts: Path) -> None:
    """Every ticket stands in the map with cities and points, in the order of the fact table."""
    table.assert_tickets_agree(europe(), facts)
