"""The rulebook's examples of claims on the board of Europe (TTR-X02 to X06, X82)."""

from __future__ import annotations

import pytest

from railbook.rules.types import Rejection
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.cards import in_words
from tests.plugins.europe.table import europe
from tests.plugins.ticket_to_ride.positions import L, claim

HANDFUL = {"blue": 3, "red": 3, "green": 1, L: 3}


def test_locomotives_in_a_coloured_route() -> None:
    """TTR-X02, TTR-C3, TTR-C5, TTR-C9: four payments claim a blue route of length 3, and each scores 4."""
    game = europe(hands={0: HANDFUL}, display=["yellow"] * 5)
    route = "constantinople--sofia"
    ways = [action for action in game.legal(0) if isinstance(action, ClaimRoute) and action.route == route]
    assert [in_words(way.payment.cards) for way in ways] == [
        "3 blue",
        "2 blue, 1 locomotive",
        "1 blue, 2 locomotive",
        "3 locomotive",
    ]
    for way in ways:
        played = game.copy()
        played.does(0, way)
        assert (played.seat(0).points, played.seat(0).trains) == (4, 42)


@pytest.mark.parametrize(
    "cards, legal",
    [({"blue": 2}, True), ({"red": 1, L: 1}, True), ({L: 2}, True), ({"red": 1, "green": 1}, False)],
)
def test_grey_route(cards: dict[str, int], legal: bool) -> None:
    """TTR-X03, TTR-C4, TTR-C5: two of any one colour, any of them locomotives, claim a grey route of length 2."""
    game = europe(hands={0: HANDFUL}, display=["yellow"] * 5)
    answer = game.act(0, claim("danzig--warszawa", **cards))
    if legal:
        assert game.seat(0).points == 2
    else:
        assert isinstance(answer, Rejection)
        assert answer.rule == "ttr.payment-one-colour"


def test_no_partial_claim() -> None:
    """TTR-X04, TTR-C7, TTR-C2: two black cards do not place two trains on a black route of length 3."""
    game = europe(hands={0: {"black": 3}}, display=["yellow"] * 5)
    game.refuses(0, claim("danzig--riga", black=2), "ttr.payment-size", "TTR-C2", "pay exactly 3")
    assert (game.seat(0).trains, game.state.owners) == (45, {})
    game.does(0, claim("danzig--riga", black=3))


@pytest.mark.parametrize("seats", [2, 3])
def test_double_route(seats: int) -> None:
    """TTR-X82, TTR-P2: the other of two parallel routes stays closed with two or three players."""
    game = europe(seats, hands={1: {"orange": 3}}, owners={"frankfurt--paris--a": 0}, turn=1)
    game.refuses(1, claim("frankfurt--paris--b", orange=3), "ttr.parallel-closed", "TTR-P2", "is closed")


@pytest.mark.parametrize("seats", [4, 5])
def test_double_route_of_many(seats: int) -> None:
    """TTR-P3: with four and five players it is open for another one."""
    game = europe(seats, hands={1: {"orange": 3}}, owners={"frankfurt--paris--a": 0}, turn=1)
    game.does(1, claim("frankfurt--paris--b", orange=3))
    assert game.state.owners == {"frankfurt--paris--a": 0, "frankfurt--paris--b": 1}


def test_ferries_and_tunnels() -> None:
    """TTR-EUR3, TTR-EUR1: there are 13 ferries and 18 tunnels, and Madrid–Pamplona is a double route of two tunnels."""
    routes = europe().board.routes
    assert sum(route.ferry > 0 for route in routes.values()) == 13
    assert sum(route.tunnel for route in routes.values()) == 18
    assert {route.length for route in routes.values()} == {1, 2, 3, 4, 6, 8}
    pair = [routes["madrid--pamplona--a"], routes["madrid--pamplona--b"]]
    assert [(route.tunnel, route.colour, route.siblings) for route in pair] == [
        (True, "white", ("madrid--pamplona--b",)),
        (True, "black", ("madrid--pamplona--a",)),
    ]
