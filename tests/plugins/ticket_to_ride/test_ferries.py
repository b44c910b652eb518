"""Ferries: each locomotive symbol takes a locomotive, the rest is paid as ever (TTR-F, chapter 8)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from railbook.rules.types import Rejection
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.cards import Cards, Cost, Payment
from railbook_ticket_to_ride.claiming import route_cost
from railbook_ticket_to_ride.events import CardsPaid, PointsScored, RouteClaimed
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.payment import payment_fault, payments
from tests.plugins.europe.table import europe
from tests.plugins.old_west.table import old_west
from tests.plugins.ticket_to_ride.positions import L, Position, claim, payment, position

RED = ("red",) * 5
"""A display without locomotives and without the colours that the tests pay with."""


def pays(game: Position, route: str, **cards: int) -> bool:
    """Tell, in a copy of the game, whether seat 0 may claim a route so; if not, the rule for ferries says why."""
    answer = game.copy().act(0, claim(route, **cards))
    if isinstance(answer, Rejection):
        assert (answer.rule, answer.paragraph) == ("ttr.ferry-locomotives", "TTR-F1"), answer
        assert "of the cards must be locomotives" in answer.message
    return isinstance(answer, list)


@pytest.mark.rule("ttr.payment-fault")
def test_ferry() -> None:
    """TTR-X05, TTR-F1, TTR-F4: four yellow and two locomotives claim a ferry with two symbols: 15 points."""
    game = europe(hands={0: {"yellow": 4, L: 2}}, display=RED)
    events = game.does(0, claim("palermo--smyrna", yellow=4, locomotive=2))
    paid, claimed, scored = events[:3]
    assert paid == CardsPaid(0, {"yellow": 4, L: 2})
    assert claimed == RouteClaimed(0, "palermo--smyrna", 6)
    assert scored == PointsScored(0, 15, "palermo--smyrna")
    assert (game.hand(0), game.seat(0).trains, game.state.discard) == ({}, 39, {"yellow": 4, L: 2})


@pytest.mark.parametrize(
    "cards, accepted",
    [
        ({"green": 3, L: 1}, True),
        ({"green": 2, L: 2}, True),
        ({"green": 1, L: 3}, True),
        ({L: 4}, True),
        ({"green": 4}, False),
    ],
)
def test_one_symbol(cards: dict[str, int], accepted: bool) -> None:
    """TTR-X29, TTR-F1, TTR-F2, ttr.ferry-locomotives: a symbol takes a locomotive, more of them are allowed."""
    game = europe(hands={0: {"green": 4, L: 4}}, display=RED)
    assert pays(game, "athina--brindisi", **cards) == accepted
    if accepted:
        game.does(0, claim("athina--brindisi", **cards))
        assert game.seat(0).points == 7


@pytest.mark.rule("ttr.payment-fault")
def test_all_symbols() -> None:
    """TTR-X30, TTR-F3, ttr.ferry-locomotives: where every space has a symbol only locomotives pay."""
    game = europe(hands={0: {"blue": 2, L: 2}}, display=RED)
    route = "amsterdam--london"
    game.refuses(0, claim(route, blue=2), "ttr.ferry-locomotives", "TTR-F1", "2 blue", "2 of the cards")
    game.refuses(0, claim(route, blue=1, locomotive=1), "ttr.ferry-locomotives", "TTR-F1", "2 of the cards")
    assert [action for action in game.legal(0) if getattr(action, "route", "") == route] == [claim(route, locomotive=2)]
    game.does(0, claim(route, locomotive=2))
    assert game.seat(0).points == 2


@pytest.mark.parametrize(
    "cards, rule",
    [
        ({L: 2, "red": 4}, ""),
        ({L: 3, "red": 3}, ""),
        ({L: 1, "red": 5}, "ttr.ferry-locomotives"),
        ({L: 2, "red": 2, "blue": 2}, "ttr.payment-one-colour"),
        ({L: 4, "blue": 2}, ""),
        ({L: 2, "red": 3}, "ttr.payment-size"),
    ],
)
def test_palermo_smyrna(cards: dict[str, int], rule: str) -> None:
    """EUR-04, TTR-F1, TTR-F2: with two symbols six copies of a claim are accepted or name the rule that they break."""
    game = europe(hands={0: {L: 4, "red": 5, "blue": 3}}, display=["green"] * 5)
    answer = game.act(0, claim("palermo--smyrna", **cards))
    if rule:
        assert isinstance(answer, Rejection)
        assert answer.rule == rule
        assert (game.hand(0), game.state.owners) == ({L: 4, "red": 5, "blue": 3}, {})
    else:
        assert (game.seat(0).points, game.seat(0).trains) == (15, 39)


def test_ferry_of_the_old_west() -> None:
    """TTR-X31, TTR-OW10, TTR-F1, ttr.ferry-locomotives: of seven spaces three have symbols; it scores 18 points."""
    game = old_west(markers={0: ["fresno"]}, owners={"fresno--san-francisco--a": 0}, hands={0: {"blue": 5, L: 3}})
    route = "los-angeles--san-francisco"
    assert not pays(game, route, blue=5, locomotive=2)
    assert pays(game, route, blue=4, locomotive=3)
    before = game.seat(0).points
    game.does(0, claim(route, blue=4, locomotive=3))
    assert game.seat(0).points == before + 18


def test_payments_are_those_that_the_rules_allow() -> None:
    """TTR-F1 to TTR-F3, ttr.payments: the payments offered are just those of the hand's sub-multisets that pay."""
    game = europe(hands={0: {"red": 4, "green": 3, L: 3}})
    hand = game.hand(0)
    for route in game.board.routes.values():
        if not route.ferry:
            continue
        cost = route_cost(game.rules, route)
        offered = [one.cards for one in payments(game.rules, game.seat(0).hand, cost)]
        allowed: list[dict[str, int]] = []
        for kinds in combinations_with_replacement(sorted(hand), route.length):
            cards = {kind: kinds.count(kind) for kind in kinds}
            one = payment(**cards)
            if all(hand[kind] >= count for kind, count in cards.items()) and not payment_fault(game.rules, cost, one):
                allowed.append(cards)
        assert all(cards in allowed for cards in offered)
        assert len(offered) == len(allowed)


@pytest.mark.parametrize("cards, legal", [({"blue": 2, L: 1}, True), ({"red": 2, L: 1}, False), ({L: 3}, True)])
def test_coloured_ferry(cards: dict[str, int], legal: bool) -> None:
    """TTR-OW10, TTR-F1: a coloured ferry, which no board has, would need its colour for the spaces without a symbol."""
    game = europe()
    fault = payment_fault(game.rules, Cost(3, "blue", 1), payment(**cards))
    assert (fault is None) == legal
    assert fault is None or fault.rule == "ttr.payment-colour"


def test_all_ferries_are_grey() -> None:
    """TTR-F4: the ferries of the boards are grey, no tunnels, and have as many symbols as spaces at most."""
    for game, number in ((europe(), 13), (old_west(), 1), (position(), 0)):
        ferries = [route for route in game.board.routes.values() if route.ferry]
        assert len(ferries) == number
        assert all(route.colour == GREY and not route.tunnel and route.ferry <= route.length for route in ferries)


def test_features_follow_from_the_map() -> None:
    """TTR-F1, TTR-U1: a map with ferries brings their layer, one with tunnels theirs, and no other map does."""
    layers = [
        {origin.layer for origin in game.rules.origins} & {"ferries", "tunnels"}
        for game in (europe(), old_west(), position())
    ]
    assert layers == [{"ferries", "tunnels"}, {"ferries"}, set()]


def test_nothing_to_pay() -> None:
    """TTR-C2, ttr.payments: a price of nothing is paid with no cards, in one way."""
    game = europe(hands={0: {L: 2, "red": 1}})
    assert list(payments(game.rules, game.seat(0).hand, Cost(0, GREY))) == [Payment({}, L)]
    assert payment_fault(game.rules, Cost(0, GREY), Payment({}, L)) is None


def test_ferry_with_too_few_locomotives_in_hand() -> None:
    """TTR-F1: without the locomotives in hand a ferry is no candidate, however many other cards there are."""
    game = europe(hands={0: {"blue": 6, L: 1}}, display=RED)
    ferries = {action.route for action in game.legal(0) if isinstance(action, ClaimRoute)}
    assert "palermo--smyrna" not in ferries
    assert "athina--brindisi" in ferries
    assert (
        list(payments(game.rules, Cards({"blue": 6}), route_cost(game.rules, game.board.routes["athina--smyrna"])))
        == []
    )
