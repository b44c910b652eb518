"""The Old West map holds the facts of the printed board: counts by heart, and every row against the fact tables."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec import UNSET

from railbook_old_west.alvin import AlvinOptions
from railbook_old_west.layer import OldWestOptions
from railbook_ticket_to_ride.board import compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import map_digest
from tests.plugins.ticket_to_ride import facts as table
from tests.plugins.ticket_to_ride.facts import COLOURS, counts, meta, shipped


def old_west() -> Map:
    """Give the shipped map."""
    return shipped("railbook_old_west")


@pytest.fixture
def facts(external: Path) -> Path:
    """Give the folder of the fact tables of the Old West."""
    return table.tables(external, "old-west")


def test_counts() -> None:
    """TTR-OW1, TTR-OW10: the board has 41 cities, 139 routes, 36 double and 10 triple groups, 50 tickets, one ferry."""
    assert counts(old_west()) == {
        "cities": 41,
        "routes": 139,
        "city_pairs": 83,
        "double_groups": 36,
        "triple_groups": 10,
        "tickets": 50,
        "tickets_by_kind": {"regular": 50},
        "route_spaces": 364,
        "ferry_routes": 1,
        "ferry_symbols": 3,
        "tunnel_routes": 0,
    }
    groups = Counter(route.parallel for route in old_west().routes.values() if route.parallel is not UNSET)
    assert Counter(groups.values()) == {2: 36, 3: 10}


def test_lengths() -> None:
    """TTR-OW1, TTR-C9, Q22: lengths are 1 to 7; the three routes of 7 spaces give 18 points."""
    assert {route.length for route in old_west().routes.values()} == {1, 2, 3, 4, 5, 6, 7}
    assert old_west().route_points == {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18}
    assert sum(route.length == 7 for route in old_west().routes.values()) == 3


def test_ticket_deck() -> None:
    """Q23: there are 50 tickets, without San Francisco–Bend, and Seattle–Denver is worth 17."""
    tickets = old_west().tickets
    assert "t-bend--san-francisco" not in tickets
    assert tickets["t-denver--seattle"].points == 17


def test_players() -> None:
    """TTR-OW1: the sixth colour is white, and parallel routes are open from four players (Q21)."""
    assert old_west().players.colours == ("blue", "red", "green", "yellow", "black", "white")
    assert old_west().options["parallel.open_from"] == 4


def test_rules_of_the_fact_table(facts: Path) -> None:
    """TTR-OW5, TTR-OW12, TTR-ALV1, TTR-ALV5, TTR-ALV9: the numbers of the options are those of the fact table."""
    said, options, alvin = meta(facts), OldWestOptions(), AlvinOptions()
    assert said["city_markers"]["cost_cards"] == options.marker_cards
    assert said["scoring"]["most_tickets_bonus"] == options.globetrotter_bonus
    assert (said["alvin"]["start_city"], said["alvin"]["capture_points"], said["alvin"]["end_bonus"]) == (
        alvin.home,
        alvin.capture,
        alvin.control,
    )


def test_deck() -> None:
    """TTR-G2: the deck has 110 cards, twelve of each colour and 14 locomotives."""
    board = compile_board(old_west())
    assert board.deck == {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
    assert sum(board.deck.values()) == 110


def test_version_is_frozen() -> None:
    """Version 1 of the map never changes, because logs name it by digest; a correction is a new version."""
    assert (old_west().id, old_west().version) == ("old-west", 1)
    assert map_digest(old_west()) == "67ed8d5898e32af76e1c668774e26ef8"


def test_numbers_agree_with_facts(facts: Path) -> None:
    """TTR-OW1, TTR-OW13: counts, pieces, cards, points, ties and implied options are those of the fact table."""
    table.assert_numbers_agree(old_west(), facts)


def test_cities_agree_with_facts(facts: Path) -> None:
    """Every city stands in the map with its name and place, in the order of the fact table."""
    table.assert_cities_agree(old_west(), facts)


def test_routes_agree_with_facts(facts: Path) -> None:
    """Every route stands in the map with cities, length, colour, symbols and group, in the order of the fact table."""
    table.assert_routes_agree(old_west(), facts)


def test_tickets_agree_with_facts(facts: Path) -> None:
    """Every ticket stands in the map with cities and points, in the order of the fact table."""
    table.assert_tickets_agree(old_west(), facts)
