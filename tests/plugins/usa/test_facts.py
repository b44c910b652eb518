"""The USA map holds the facts of the printed board: counts by heart, and every row against the fact tables."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec import UNSET

from railbook_ticket_to_ride.board import compile_board
from railbook_ticket_to_ride.map_format import Map
from railbook_ticket_to_ride.maps import map_digest
from tests.plugins.ticket_to_ride import facts as table
from tests.plugins.ticket_to_ride.facts import COLOURS, shipped


def usa() -> Map:
    """Give the shipped map."""
    return shipped("railbook_usa")


@pytest.fixture
def facts(external: Path) -> Path:
    """Give the folder of the fact tables of the USA."""
    return table.tables(external, "usa")


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
    """Counts, players, pieces, cards, points and the options that the board implies are those of the fact table."""
    table.assert_numbers_agree(usa(), facts)


def test_cities_agree_with_facts(facts: Path) -> None:
    """Every city stands in the map with its name and place, in the order of the fact table."""
    table.assert_cities_agree(usa(), facts)


def test_routes_agree_with_facts(facts: Path) -> None:
    """Every route stands in the map with cities, length, colour and group, in the order of the fact table."""
    table.assert_routes_agree(usa(), facts)


def test_tickets_agree_with_facts(facts: Path) -> None:
    """Every ticket stands in the map with cities and points, in the order of the fact table."""
    table.assert_tickets_agree(usa(), facts)
