"""Claiming routes: who may, what follows, and the routes of a parallel group (TTR-C, TTR-P)."""

from __future__ import annotations

import pytest

from railbook.engine.core_layer import Leave
from railbook.engine.view import view_of_action, view_of_events
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard
from railbook_ticket_to_ride.events import CardsPaid, PointsScored, RouteClaimed
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, claim, position

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
"""Points by length of a route (TTR-C9)."""


def test_coloured_route() -> None:
    """TTR-X01, TTR-C9, TTR-T1, ttr.claim-route, ttr.score-claim.

    Two blue claim a blue route of length 2: the cards are discarded, 2 trains stand on it, 2 points are scored at once,
    and the next seat takes its turn.
    """
    game = position(hands={0: {"blue": 2, "red": 2}}, discard={"red": 1})
    route = "kansas-city--saint-louis--b"
    game.refuses(0, claim(route, red=2), "ttr.payment-colour", "TTR-C3", "2 red", "only blue cards and locomotives")
    events = game.does(0, claim(route, blue=2))
    assert events[:3] == [CardsPaid(0, {"blue": 2}), RouteClaimed(0, route, 2), PointsScored(0, 2, route)]
    assert game.state.owners == {route: 0}
    assert (game.seat(0).points, game.seat(0).trains, game.hand(0)) == (2, 43, {"red": 2})
    assert game.state.discard == {"red": 1, "blue": 2}
    assert game.state.turn == 1


@pytest.mark.parametrize(
    "route",
    [
        "atlanta--nashville",
        "kansas-city--saint-louis--b",
        "montreal--new-york",
        "helena--winnipeg",
        "atlanta--miami",
        "portland--salt-lake-city",
    ],
)
def test_points_by_length(route: str) -> None:
    """TTR-C9, TTR-USA3, ttr.route-points, ttr.claim-scorers: lengths 1 to 6 give 1, 2, 4, 7, 10 and 15 points."""
    game = position(hands={0: {"blue": 6}}, display=["red"] * 5)
    length = game.board.routes[route].length
    game.does(0, claim(route, blue=length))
    assert game.seat(0).points == POINTS[length]
    assert game.seat(0).trains == 45 - length
    assert game.hand(0) == ({"blue": 6 - length} if length < 6 else {})


def test_points_of_all_routes() -> None:
    """TTR-C9, TTR-USA3: the lengths of the board are 1 to 6, and each route scores the points of its length."""
    board = position().board
    assert {route.length for route in board.routes.values()} == set(POINTS)
    assert all(route.points == POINTS[route.length] for route in board.routes.values())


def test_owned_route() -> None:
    """TTR-C1, TTR-C10, ttr.route-is-owned: a route that somebody owns can be claimed by nobody, its owner included."""
    game = position(4, hands={0: {"red": 1}, 1: {"red": 1}}, owners={"atlanta--nashville": 1})
    game.refuses(
        0, claim("atlanta--nashville", red=1), "ttr.route-is-owned", "TTR-C10", "belongs to seat 1", "free route"
    )
    game.does(0, DrawCard(None))
    game.does(0, DrawCard(None))
    game.refuses(1, claim("atlanta--nashville", red=1), "ttr.route-is-owned", "TTR-C10", "belongs to seat 1")
    assert not [action for action in game.legal(1) if getattr(action, "route", "") == "atlanta--nashville"]


@pytest.mark.parametrize("route", ["atlanta--nashvile", "Atlanta--Nashville", "", "paris--zurich", "x" * 10_000])
def test_unknown_route(route: str) -> None:
    """TTR-G4, ttr.no-such-route: a route that the map does not have is refused, with ids that are like it."""
    game = position(hands={0: {"red": 1}})
    game.refuses(
        0,
        claim(route, red=1),
        "ttr.no-such-route",
        "TTR-G4",
        f"the map has no route {route[:60]!r}: routes have ids such as",
    )
    if "nashvi" in route:
        game.refuses(0, claim(route, red=1), "ttr.no-such-route", "TTR-G4", "such as atlanta--nashville")


def test_not_enough_trains() -> None:
    """TTR-C1, TTR-X28, ttr.trains: with 3 trains and 4 black cards a route of length 4 is out of reach."""
    game = position(hands={0: {"black": 4}}, trains={0: 3}, free=["duluth--winnipeg"])
    game.refuses(
        0, claim("duluth--winnipeg", black=4), "ttr.trains", "TTR-C1", "takes 4 trains, seat 0 has 3 left", "at most 3"
    )
    enough = position(hands={0: {"black": 4}}, trains={0: 4}, free=["duluth--winnipeg"])
    enough.does(0, claim("duluth--winnipeg", black=4))
    assert enough.seat(0).trains == 0


def test_no_partial_claim() -> None:
    """TTR-X04 (on a black route of length 3), TTR-C2, TTR-C7, ttr.payment-size: two cards do not take two spaces."""
    game = position(hands={0: {"black": 3}})
    route = "nashville--raleigh"
    game.refuses(0, claim(route, black=2), "ttr.payment-size", "TTR-C2", "2 black are 2 cards", "exactly 3")
    assert game.state.owners == {}
    assert game.seat(0).trains == 45
    game.does(0, claim(route, black=3))


def test_one_route_a_turn() -> None:
    """TTR-C7, TTR-T1: after a claim it is the next seat's turn, so a second route in the turn is refused."""
    game = position(hands={0: {"red": 5}})
    game.does(0, claim("atlanta--nashville", red=1))
    game.refuses(0, claim("atlanta--charleston", red=2), "core.not-your-turn", "", "seat 0 may not act now: seat 1 may")


def test_no_connection_is_needed() -> None:
    """TTR-C8, TTR-X83: a route may be claimed far away from all others of its seat."""
    game = position(hands={0: {"red": 1}}, owners={"seattle--vancouver--a": 0})
    game.does(0, claim("atlanta--nashville", red=1))
    assert game.seat(0).points == 2


def test_claim_by_a_seat_whose_turn_it_is_not() -> None:
    """SEC-05, TTR-T5: a claim that another seat could afford is refused as not its turn."""
    game = position(3, hands={0: {"red": 1}, 1: {"red": 1}})
    claimed = claim("atlanta--nashville", red=1)
    game.refuses(1, claimed, "core.not-your-turn", "", "seat 1 may not act now: seat 0 may")
    game.refuses(3, claimed, "core.no-such-seat", "", "there is no seat 3: the seats are 0 to 2")
    game.refuses(-1, claimed, "core.no-such-seat", "", "there is no seat -1")
    game.does(0, claimed)


def test_payments_are_public() -> None:
    """TTR-C11, TTR-V1: everybody sees what is paid, for which route, and what lies on the discard pile."""
    game = position(hands={0: {"red": 1, L: 1}})
    action = claim("atlanta--charleston", red=1, locomotive=1)
    events = game.does(0, action)
    for viewer in (0, 1, None):
        assert view_of_action(game.rules, 0, action, events, viewer) == action
        assert view_of_events(game.rules, 0, events, viewer) == events
        assert game.seen_by(viewer).discard == {"red": 1, L: 1}
        assert game.seen_by(viewer).owners == {"atlanta--charleston": 0}


# Parallel groups


def orange_and_black(seats: int, options: dict[str, int] | None = None) -> Position:
    """Give a game in which seat 0 has claimed the black track Denver–Kansas City; seats 0 and 1 hold 4 orange."""
    game = position(
        seats,
        options,
        hands={0: {"black": 4, "orange": 4}, 1: {"orange": 4}},
        display=["red"] * 5,
    )
    game.does(0, claim("denver--kansas-city--b", black=4))
    return game


def next_round(game: Position) -> None:
    """Let each seat draw until it is seat 0's turn."""
    while game.state.turn:
        game.does(game.state.turn, DrawCard(None))


@pytest.mark.parametrize("seats", [2, 3])
def test_parallel_route_is_closed_with_few_seats(seats: int) -> None:
    """USA-03 (A), TTR-P2, TTR-X32, Q21 default, ttr.parallel-closed.

    With 2 or 3 seats the other track is closed to all.
    """
    game = orange_and_black(seats)
    other = claim("denver--kansas-city--a", orange=4)
    game.refuses(
        1,
        other,
        "ttr.parallel-closed",
        "TTR-P2",
        "denver--kansas-city--a is closed, because denver--kansas-city--b is claimed",
        "open from 4 seats",
    )
    next_round(game)
    game.refuses(0, other, "ttr.parallel-route", "TTR-P1", "seat 0 owns denver--kansas-city--b")
    assert game.hand(0)["orange"] == 4


@pytest.mark.parametrize("seats", [4, 5])
def test_parallel_route_is_open_with_many_seats(seats: int) -> None:
    """USA-03 (B), TTR-P1, TTR-P3, TTR-X33, ttr.parallel-route.

    With 4 or 5 seats another seat may claim it, not the owner.
    """
    game = orange_and_black(seats)
    other = claim("denver--kansas-city--a", orange=4)
    copy = game.copy()
    next_round(copy)
    copy.refuses(
        0, other, "ttr.parallel-route", "TTR-P1", "seat 0 owns denver--kansas-city--b", "leave it to another seat"
    )
    game.does(1, other)
    assert game.seat(1).points == 7
    assert game.state.owners == {"denver--kansas-city--a": 1, "denver--kansas-city--b": 0}


def test_three_seats_and_grey_parallel_routes() -> None:
    """TTR-X32, ttr.parallel-closed.

    A owns `atlanta--raleigh--a`; B, C and A cannot claim `--b`, nor is it listed as legal.
    """
    for seat in (0, 1, 2):
        game = position(3, hands={seat: {"red": 2}}, owners={"atlanta--raleigh--a": 0}, turn=seat)
        rule = ("ttr.parallel-closed", "TTR-P2") if seat else ("ttr.parallel-route", "TTR-P1")
        game.refuses(seat, claim("atlanta--raleigh--b", red=2), *rule)
        assert not [action for action in game.legal(seat) if getattr(action, "route", "") == "atlanta--raleigh--b"]


def test_four_seats_and_grey_parallel_routes() -> None:
    """TTR-X33: A owns `atlanta--raleigh--a`; each of B, C and D may claim `--b`."""
    for seat in (1, 2, 3):
        game = position(4, hands={seat: {"red": 2}}, owners={"atlanta--raleigh--a": 0}, turn=seat)
        game.does(seat, claim("atlanta--raleigh--b", red=2))


@pytest.mark.parametrize("seats, open_from", [(2, 2), (3, 3), (3, 2), (4, 5), (5, 6)])
def test_seats_from_which_parallel_routes_are_open(seats: int, open_from: int) -> None:
    """Q21 `parallel.open_from`: parallel routes are open from so many seats on, and closed with fewer."""
    game = orange_and_black(seats, {"parallel.open_from": open_from})
    other = claim("denver--kansas-city--a", orange=4)
    if seats >= open_from:
        game.does(1, other)
    else:
        game.refuses(1, other, "ttr.parallel-closed", "TTR-P2", f"open from {open_from} seats")


def test_close_routes_that_are_no_group() -> None:
    """TTR-X35, TTR-G5, TTR-P1.

    Routes that run side by side but end in different cities are no group: one seat owns both.
    """
    game = position(2, hands={0: {"purple": 6}}, owners={"chicago--toronto": 0}, display=["red"] * 5)
    game.does(0, claim("duluth--toronto", purple=6))
    assert game.state.owners == {"chicago--toronto": 0, "duluth--toronto": 0}


def test_groups_have_equal_lengths_and_ends() -> None:
    """TTR-G5: a group is all routes between the same two cities where there is more than one, of equal length."""
    routes = position().board.routes.values()
    for route in routes:
        others = [other for other in routes if {other.a, other.b} == {route.a, route.b} and other is not route]
        assert list(route.siblings) == [other.id for other in others]
        assert all(other.length == route.length for other in others)


def test_number_of_seats_is_that_at_the_start() -> None:
    """USA-04, TTR-P4, Q27 `players.leaving` = `unfinished`, core.leave, core.leave-reason.

    When a seat leaves, the game ends as unfinished: no claim is accepted any more and nothing is scored.
    """
    game = position(4, hands={1: {"blue": 1}}, owners={"portland--seattle--a": 0}, turn=1)
    copy = game.copy()
    copy.does(1, claim("portland--seattle--b", blue=1))
    assert copy.seat(1).points == 1
    game.refuses(3, Leave("bored"), "core.leave-reason", "", "'bored' is no reason", "resigned, removed")
    game.does(3, Leave("resigned"))
    assert game.state.ended == "unfinished"
    game.refuses(1, claim("portland--seattle--b", blue=1), "core.over", "", "the game is over (unfinished)")
    assert game.state.owners == {"portland--seattle--a": 0}
    assert (game.scores(), game.ranks()) == ({}, [])


@pytest.mark.parametrize("why", ["resigned", "removed", "timed out", "agreed"])
def test_reasons_to_leave(why: str) -> None:
    """Q27, core.leave-reason: a seat may leave out of turn for each of the reasons that logs know."""
    game = position(3)
    game.does(2, Leave(why))
    assert (game.state.ended, game.state.to_act) == ("unfinished", [])


def test_claims_that_are_offered() -> None:
    """TTR-C1, ttr.claim-route: legal claims are for free, open routes, at most as long as trains and hand allow."""
    game = position(hands={0: {"red": 1}}, display=CALM, owners={"dallas--houston--a": 1})
    claims = [action for action in game.legal(0) if isinstance(action, ClaimRoute)]
    assert [action.route for action in claims] == [
        "atlanta--nashville",
        "kansas-city--omaha--a",
        "kansas-city--omaha--b",
        "portland--seattle--a",
        "portland--seattle--b",
        "seattle--vancouver--a",
        "seattle--vancouver--b",
    ]
