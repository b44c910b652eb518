"""Planning: ways over open routes only, the cards that a plan lacks, and the turns that it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cost
from railbook_ticket_to_ride.claiming import route_cost
from railbook_ticket_to_ride.outlook import Outlook
from railbook_ticket_to_ride.planning import lack, plan_for, richest, turns_for
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, position


def outlook(game: Position, seat: int = 0) -> Outlook:
    """Give the outlook of a seat, without a taste."""
    return Outlook(game.rules, game.seen_by(seat), seat, dict.fromkeys(game.board.routes, 0))


def ids(found: Outlook, a: str, b: str, planned: Sequence[str] = ()) -> list[str] | None:
    """Give the ids of the routes to claim between two cities."""
    way = found.way(a, b, [found.board.routes[id] for id in planned])
    return None if way is None else sorted(route.id for route in way)


def test_way_over_open_routes() -> None:
    """TTR-K5: the way from Denver to El Paso leads over Santa Fe; own and planned routes are not claimed again."""
    game = position()
    assert ids(outlook(game), "denver", "el-paso") == ["denver--santa-fe", "el-paso--santa-fe"]
    assert ids(outlook(game), "denver", "el-paso", ["denver--santa-fe"]) == ["el-paso--santa-fe"]
    owned = position(owners={"denver--santa-fe": 0})
    assert ids(outlook(owned), "denver", "el-paso") == ["el-paso--santa-fe"]
    assert ids(outlook(owned), "denver", "santa-fe") == []


def test_way_around_the_routes_of_others() -> None:
    """TTR-C10: a route of another seat is no way, for its owner it is one."""
    game = position(owners={"denver--santa-fe": 1})
    found = ids(outlook(game), "denver", "santa-fe")
    assert found is not None
    assert "denver--santa-fe" not in found
    assert ids(outlook(game, 1), "denver", "santa-fe") == []


@pytest.mark.parametrize("seats, open_", [(2, False), (3, False), (4, True), (5, True)])
def test_parallel_routes(seats: int, open_: bool) -> None:
    """TTR-P2, TTR-P3, ttr.parallel-closed: the rules say whether the second route of a group is a way."""
    game = position(seats, owners={"portland--seattle--a": 1})
    found = outlook(game)
    assert found.is_open(game.board.routes["portland--seattle--b"]) is open_
    assert (ids(found, "portland", "seattle") == ["portland--seattle--b"]) is open_


def test_house_rules_close_ways() -> None:
    """TTR-C1: a route that a house rule forbids is no way, and where nothing is left there is none at all."""
    no_santa_fe: Layer[Table] = Layer("no-santa-fe", game=TICKET_TO_RIDE)

    @no_santa_fe.validator(ClaimRoute, "no-santa-fe.closed")
    def closed(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
        return "closed" if "santa-fe" in action.route else None

    found = outlook(position(variants=[no_santa_fe]))
    way = ids(found, "denver", "el-paso")
    assert way is not None
    assert not any("santa-fe" in id for id in way)
    assert ids(found, "denver", "santa-fe") is None


def test_routes_longer_than_the_trains_are_no_way() -> None:
    """TTR-C1, ttr.trains: with four trains left the routes of length 5 and 6 are no way, the shorter ones still are."""
    free = ["atlanta--miami", "charleston--miami", "miami--new-orleans", "denver--santa-fe"]
    assert ids(outlook(position(trains={0: 4}, free=free)), "charleston", "miami") == ["charleston--miami"]
    owners = {"charleston--miami": 1}
    assert ids(outlook(position(trains={0: 4}, free=free, owners=owners)), "charleston", "miami") is None
    assert ids(outlook(position(trains={0: 5}, free=free, owners=owners)), "atlanta", "miami") == ["atlanta--miami"]


def test_a_hand_makes_a_way_lighter() -> None:
    """TTR-C3: between two ways of the same length the one whose cards are in the hand is taken."""
    routes = ("denver--kansas-city--a", "denver--kansas-city--b")
    assert ids(outlook(position(hands={0: {"orange": 4}})), "denver", "kansas-city") == [routes[0]]
    assert ids(outlook(position(hands={0: {"black": 4}})), "denver", "kansas-city") == [routes[1]]


@pytest.mark.parametrize(
    "hand, coloured, grey, total, effort",
    [
        ({}, {"white": 6, "red": 4}, {"purple": 2}, 12, 34),
        ({"white": 6, "red": 1}, {"red": 3}, {"purple": 2}, 5, 13),
        ({"white": 8, "red": 4}, {}, {}, 0, 0),
        ({"white": 7, "red": 4}, {}, {"white": 1}, 1, 2),
        ({"red": 3, L: 2, "blue": 1}, {"white": 6, "red": 1}, {"blue": 1}, 6, 17),
        ({L: 11}, {"white": 6, "red": 4}, {"purple": 2}, 1, 2),
        ({L: 14}, {"white": 6, "red": 4}, {"purple": 2}, 0, 0),
    ],
)
def test_cards_that_a_plan_lacks(
    hand: Mapping[str, int], coloured: Mapping[str, int], grey: Mapping[str, int], total: int, effort: int
) -> None:
    """TTR-C3, TTR-C4, TTR-C5: colours for coloured routes first, one colour for the grey one, locomotives for any."""
    game = position(hands={0: hand}, display=CALM)
    found = outlook(game)
    routes = [game.board.routes[id] for id in ("denver--santa-fe", "dallas--el-paso", "calgary--winnipeg")]
    missing = lack(found, routes, found.hand)
    assert (missing.coloured, missing.grey) == (coloured, grey)
    assert (missing.total, missing.effort) == (total, effort)
    assert turns_for(found, routes) == 3 + (total + 1) // 2


def test_locomotives_that_a_plan_lacks() -> None:
    """TTR-F1, TTR-F2: locomotives for symbols are owed apart from all other cards, and no other card replaces them."""
    ferries: Layer[Table] = Layer("ferries", game=TICKET_TO_RIDE)

    @ferries.replace(route_cost)
    def two_locomotives(rules: Ruleset, route: BoardRoute) -> Cost:
        return Cost(route.length, route.colour, 2)

    for hand, coloured, owed, total in (
        ({"red": 4}, {}, 2, 2),
        ({"red": 1, L: 1}, {"red": 1}, 1, 2),
        ({L: 3}, {"red": 2}, 0, 1),
        ({"red": 2, L: 2}, {}, 0, 0),
    ):
        game = position(hands={0: hand}, variants=[ferries])
        found = outlook(game)
        missing = lack(found, [game.board.routes["dallas--el-paso"]], found.hand)
        assert (missing.coloured, missing.locomotives, missing.total) == (coloured, owed, total)


def test_plan_for_two_tickets_shares_routes() -> None:
    """TTR-K5: routes serve several tickets, so tickets on one way cost little more than one of them."""
    game = position()
    found = outlook(game)
    tickets = [game.board.tickets[id] for id in ("t-los-angeles--new-york", "t-chicago--los-angeles")]
    both = plan_for(found, tickets, 100)
    alone = [plan_for(found, [ticket], 100) for ticket in tickets]
    assert [ticket.id for ticket in both.tickets] == [ticket.id for ticket in tickets]
    assert both.points == 37
    assert both.trains < sum(plan.trains for plan in alone)
    assert len({route.id for route in both.routes}) == len(both.routes)


def test_plan_that_is_too_much_gives_up_tickets() -> None:
    """TTR-K6: what does not fit into the turns is left out, the ticket that is worth the least first."""
    game = position()
    found = outlook(game)
    tickets = [game.board.tickets[id] for id in ("t-los-angeles--seattle", "t-denver--el-paso")]
    assert len(plan_for(found, tickets, 100).tickets) == 2
    needed = turns_for(found, plan_for(found, tickets[:1], 100).routes)
    assert plan_for(found, tickets, needed).tickets == (tickets[0],)
    assert plan_for(found, tickets, needed - 1).tickets == (tickets[1],)
    assert plan_for(found, tickets, 0).tickets == ()


def test_plan_takes_no_more_trains_than_there_are() -> None:
    """TTR-C1, ttr.trains: what takes more trains than are left is given up, however much time there is."""
    game = position()
    ticket = game.board.tickets["t-los-angeles--new-york"]
    needed = plan_for(outlook(game), [ticket], 100).trains
    game.seat(0).trains = needed
    assert plan_for(outlook(game), [ticket], 100).tickets == (ticket,)
    game.seat(0).trains = needed - 1
    assert plan_for(outlook(game), [ticket], 100).tickets == ()


def test_richest_route() -> None:
    """TTR-C9: the most points for each turn, of the routes that can be had in the turns that are left."""
    game = position(hands={0: {"white": 6, "red": 2}})
    route = richest(outlook(game), 1)
    assert route is not None
    assert route.id == "calgary--winnipeg"
    owners = {"calgary--winnipeg": 1, "sault-st-marie--winnipeg": 1}
    taken = position(hands={0: {"white": 6, "red": 2}}, owners=owners)
    other = richest(outlook(taken), 1)
    assert other is not None
    assert other.points < route.points == 15
    assert richest(outlook(position()), 1) is None


def test_turns_left() -> None:
    """TTR-E1, TTR-E2: trains of all seats count, the fewest most; in the last round one turn is left."""
    start, later = outlook(position()).turns_left(), outlook(position(round=20)).turns_left()
    assert start > 25
    assert later > start, "slow play lasts longer"
    assert outlook(position(trains={1: 3}, round=20)).turns_left() <= 2
    assert outlook(position(turns_left=2)).turns_left() == 1


def test_rivals_at_a_route() -> None:
    """TTR-C8: only routes of other seats that meet the route count."""
    game = position(owners={"denver--santa-fe": 1, "phoenix--santa-fe": 0, "boston--montreal--a": 1})
    found = outlook(game)
    assert found.rivals_at(game.board.routes["el-paso--santa-fe"]) == 1
    assert found.rivals_at(game.board.routes["boston--new-york--a"]) == 1
    assert found.rivals_at(game.board.routes["seattle--vancouver--a"]) == 0
