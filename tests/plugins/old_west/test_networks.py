"""Networks, and who may own parallel routes in the Old West (TTR-OW1, TTR-OW4, TTR-P)."""

from __future__ import annotations

import pytest

from railbook_old_west.networks import network
from railbook_ticket_to_ride.actions import ClaimRoute
from tests.plugins.old_west.table import NO_MARKER, markers, old_west, turn_of
from tests.plugins.ticket_to_ride.positions import Position, claim


def claimable(game: Position, seat: int) -> set[str]:
    """Give the routes that a seat may claim."""
    return {action.route for action in game.legal(seat) if isinstance(action, ClaimRoute)}


def test_growing_network() -> None:
    """TTR-X11, TTR-OW4, old-west.network: the first claim touches the start city, later ones what has been reached."""
    game = old_west(markers={0: ["salt-lake-city"]}, hands={0: {"red": 5, "black": 3}})
    start = "green-river--salt-lake-city--a"
    assert {city for route in claimable(game, 0) for city in ends(game, route)} >= {"salt-lake-city"}
    assert all("salt-lake-city" in ends(game, route) for route in claimable(game, 0))
    game.refuses(0, claim("cheyenne--green-river--b", red=4), "old-west.network", "TTR-OW4", "it is salt-lake-city")
    game.does(0, claim(start, red=1))
    if game.state.asked != "ttr.turn":
        game.does(0, NO_MARKER)
    turn_of(game, 0)
    assert all(set(ends(game, route)) & {"salt-lake-city", "green-river"} for route in claimable(game, 0))
    game.does(0, claim("cheyenne--green-river--b", red=4))
    if game.state.asked != "ttr.turn":
        game.does(0, NO_MARKER)
    turn_of(game, 0)
    assert network(game.rules, game.state, 0) == ["cheyenne", "green-river", "salt-lake-city"]
    game.refuses(
        0,
        claim("billings--wolf-point", black=3),
        "old-west.network",
        "TTR-OW4",
        "does not touch the network of seat 0: it is cheyenne, green-river, salt-lake-city",
    )


def ends(game: Position, route: str) -> tuple[str, str]:
    """Give the ends of a route."""
    return game.board.routes[route].a, game.board.routes[route].b


def test_no_bridge() -> None:
    """TTR-X77, TTR-OW4: a route away from the network is refused, one that touches it is claimed."""
    game = old_west(
        markers={0: ["seattle"]}, owners={"portland--seattle--a": 0}, hands={0: {"white": 1, "purple": 1}}, turn=0
    )
    game.refuses(0, claim("ashland--redding--a", white=1), "old-west.network", "TTR-OW4", "portland, seattle")
    game.does(0, claim("eugene--portland--a", purple=1))


def test_later_markers_are_no_start() -> None:
    """TTR-OW4: only the start city and the ends of own routes count; markers stand on these anyway."""
    game = old_west(markers={0: ["seattle", "portland"]}, owners={"portland--seattle--a": 0})
    assert network(game.rules, game.state, 0) == ["portland", "seattle"]
    bare = old_west(markers={0: ["seattle", "denver"]})
    assert network(bare.rules, bare.state, 0) == ["seattle"]


def test_foreign_routes_do_not_count() -> None:
    """TTR-OW4, TTR-OW8: a network grows by routes of its owner, whoever scored them, not by those of others."""
    game = old_west(
        markers={0: ["seattle"], 1: ["portland"]}, owners={"portland--seattle--a": 1}, hands={0: {"purple": 1}}
    )
    game.refuses(0, claim("eugene--portland--a", purple=1), "old-west.network", "TTR-OW4")


@pytest.mark.parametrize("seats, closed", [(2, True), (3, True), (4, False), (5, False), (6, False)])
def test_parallel_routes(seats: int, closed: bool) -> None:
    """TTR-OW1, TTR-P2, TTR-P3, Q21: with 4, 5 and 6 players the other tracks stay open, with 2 and 3 they close."""
    game = old_west(
        seats,
        markers={0: ["seattle"], 1: ["portland"]},
        owners={"portland--seattle--a": 0},
        hands={1: {"green": 2}},
        turn=1,
    )
    if closed:
        game.refuses(1, claim("portland--seattle--c", green=2), "ttr.parallel-closed", "TTR-P2", "is closed")
    else:
        game.does(1, claim("portland--seattle--c", green=2))


def test_triple_route_of_four() -> None:
    """OW-05, TTR-P1, TTR-P3: three players take one track each, nobody two, and for the fourth none is left."""
    hands = {0: {"green": 2, "orange": 2}, 1: {"orange": 2}, 2: {"yellow": 2}, 3: {"red": 2}}
    near = {"portland--seattle--c": 0}
    starts = {0: ["seattle"], 1: ["portland"], 2: ["bend"], 3: ["eugene"]}
    more = {"bend--portland--a": 2, "eugene--portland--a": 3}
    game = old_west(4, markers=starts, owners=near | more, hands=hands)
    game.refuses(0, claim("portland--seattle--b", orange=2), "ttr.parallel-route", "TTR-P1")
    turn_of(game, 1)
    game.does(1, claim("portland--seattle--b", orange=2))
    turn_of(game, 2)
    game.does(2, claim("portland--seattle--a", yellow=2))
    turn_of(game, 3)
    assert not [route for route in claimable(game, 3) if route.startswith("portland--seattle")]
    for route, owner in (("--a", 2), ("--b", 1), ("--c", 0)):
        assert game.state.owners[f"portland--seattle{route}"] == owner
        game.refuses(3, claim(f"portland--seattle{route}", red=2), "ttr.route-is-owned", "TTR-C10")


def test_triple_route_of_three() -> None:
    """OW-05, TTR-P2: with three players one track only can be taken, and the others are closed for all."""
    game = old_west(
        3,
        markers={0: ["seattle"], 1: ["portland"], 2: ["bend"]},
        owners={"portland--seattle--c": 0, "bend--portland--a": 2},
        hands={1: {"yellow": 2}, 2: {"orange": 2}},
        turn=1,
    )
    game.refuses(1, claim("portland--seattle--a", yellow=2), "ttr.parallel-closed", "TTR-P2")
    turn_of(game, 2)
    game.refuses(2, claim("portland--seattle--b", orange=2), "ttr.parallel-closed", "TTR-P2")


@pytest.mark.parametrize("seats", [3, 5])
def test_triple_of_the_rulebook(seats: int) -> None:
    """TTR-X34, TTR-P2, TTR-P3: with five players three claim a track each, with three only the first does."""
    starts = {0: ["ashland"], 1: ["eugene"], 2: ["redding"]}
    owners = {"ashland--redding--a": 2}
    game = old_west(
        seats,
        markers=starts,
        owners=owners,
        hands={0: {"blue": 2}, 1: {"yellow": 2}, 2: {"green": 2}},
        display=["red"] * 5,
    )
    for seat, track, colour in ((0, "a", "blue"), (1, "b", "yellow"), (2, "c", "green")):
        turn_of(game, seat)
        action = claim(f"ashland--eugene--{track}", **{colour: 2})
        if seats == 5 or seat == 0:
            game.does(seat, action)
        else:
            game.refuses(seat, action, "ttr.parallel-closed", "TTR-P2")
    assert markers(game)[0] == ["ashland"]
