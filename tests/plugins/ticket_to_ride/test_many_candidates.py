"""Listing many ways to pay: what they have in common is asked once, and house rules are asked all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from railbook.engine.play import check, legal_actions_of
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_europe.stations import BuildStation
from railbook_ticket_to_ride.actions import ClaimRoute, Paying
from railbook_ticket_to_ride.cards import Cards, Cost, Payment
from railbook_ticket_to_ride.claiming import route_cost
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.payment import cost_of, payment_fault, payments, price
from railbook_ticket_to_ride.table import Table
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, position

HAND = {"red": 3, "blue": 3, L: 2}
BLUE_3 = "montreal--new-york"
GAMES = [("ttr-usa", ClaimRoute), ("ttr-europe", ClaimRoute), ("ttr-europe", BuildStation)]


def asking(name: str, query: Any) -> tuple[Layer[Table], list[Any]]:
    """Give a layer that notes what a query is asked, and its notes."""
    layer: Layer[Table] = Layer(name, game=TICKET_TO_RIDE)
    notes: list[Any] = []

    def noted(inner: Callable[..., Any], rules: Ruleset, *arguments: Any) -> Any:
        notes.append(arguments)
        return inner(rules, *arguments)

    layer.wrap(query)(noted)  # type: ignore[arg-type]  # whatever the query takes
    return layer, notes


def legal(game: Position, kind: type[Paying]) -> list[Any]:
    """List the legal actions of one type."""
    return list(legal_actions_of(game.rules, game.state, 0, game.rules.actions[kind]))


@pytest.mark.parametrize("name, kind", GAMES)
def test_a_payment_is_judged_once_for_each_cost(name: str, kind: type[Paying]) -> None:
    """ttr.payment-fault: equal costs and payments are one question, however many routes or cities there are."""
    layer, notes = asking("noting", payment_fault)
    game = position(variants=[layer], hands={0: HAND}, display=CALM, game=name)
    found = legal(game, kind)
    asked = [(cost, payment.colour, tuple(payment.cards.items())) for cost, payment in notes]
    times = 1 if name == "ttr-usa" else 2  # the reason of ferries stands by itself, behind ttr.hand
    assert Counter(asked) == dict.fromkeys(asked, times)
    assert {(payment.colour, tuple(payment.cards.items())) for payment in (action.payment for action in found)} <= {
        (colour, cards) for _, colour, cards in asked
    }
    assert len(found) > 2 * len(set(asked))


def test_payments_are_made_once_for_each_cost() -> None:
    """ttr.payments: routes that cost the same share their payments."""
    layer, notes = asking("noting", payments)
    game = position(variants=[layer], hands={0: HAND}, display=CALM)
    legal(game, ClaimRoute)
    costs = [cost for _, cost in notes]
    routes = [route for route in game.board.routes.values() if route.length <= sum(HAND.values())]
    assert len(costs) == len(set(costs))
    assert set(costs) == {Cost(route.length, route.colour) for route in routes}


def test_the_cost_of_a_route_is_worked_out_once_for_a_ruleset() -> None:
    """ttr.route-cost: it hangs on the rules alone, so one answer serves all positions and plies."""
    layer, notes = asking("noting", route_cost)
    game = position(variants=[layer], hands={0: HAND}, display=CALM)
    for _ in range(2):
        first = legal(game, ClaimRoute)[0]
        assert check(game.rules, game.state, 0, first) is None
    assert sorted(route.id for (route,) in notes) == sorted(game.board.routes)


@pytest.mark.parametrize("name, kind", GAMES)
def test_the_cost_is_asked_before_anything_is_paid(name: str, kind: type[Paying]) -> None:
    """ttr.cost: a layer that would ask less for some payments sees none, when listing as when checking."""
    layer: Layer[Table] = Layer("cheaper", game=TICKET_TO_RIDE)
    seen: list[Payment] = []

    @layer.wrap(cost_of)
    def cheaper(inner: Callable[..., Cost], rules: Ruleset, state: Table, seat: int, action: Paying) -> Cost:
        seen.append(action.payment)
        return inner(rules, state, seat, action)

    game = position(variants=[layer], hands={0: HAND}, display=CALM, game=name)
    found = legal(game, kind)
    assert check(game.rules, game.state, 0, found[-1]) is None
    assert len(seen) > 1
    assert set(map(repr, seen)) == {repr(Payment({}, L))}


@pytest.mark.parametrize("name, kind", GAMES)
def test_a_cost_by_target_is_kept_apart(name: str, kind: type[Paying]) -> None:
    """ttr.cost: where a layer lets single targets cost more, listed is for each what `check` accepts."""
    layer: Layer[Table] = Layer("dearer", game=TICKET_TO_RIDE)

    @layer.wrap(cost_of)
    def dearer(inner: Callable[..., Cost], rules: Ruleset, state: Table, seat: int, action: Any) -> Cost:
        cost = inner(rules, state, seat, action)
        target = getattr(action, "route", "") or action.city
        return Cost(cost.cards + 1, cost.colour, cost.locomotives) if target < "h" else cost

    @layer.replace_candidates(kind)
    def all_ways(rules: Ruleset, state: Table, seat: int) -> Iterator[Paying]:
        ways = [way for cards in (1, 2, 3, 4) for way in payments(rules, Cards(HAND), Cost(cards, "grey"))]
        targets = rules.board.routes if kind is ClaimRoute else rules.board.city_names
        yield from (kind(way, target) for target in targets for way in ways)  # type: ignore[call-arg]

    game = position(variants=[layer], hands={0: HAND}, display=CALM, game=name)
    every = list(game.rules.actions[kind].candidates[0](game.rules, game.state, 0))
    accepted = [action for action in every if check(game.rules, game.state, 0, action) is None]
    assert legal(game, kind) == accepted
    assert len({action.payment.size for action in accepted}) > 1


def test_payments_that_are_gone_are_not_taken_for_others() -> None:
    """ttr.hand: each payment is told from those before it, even where it lies in their place in memory."""
    game = position(hands={0: HAND}, display=CALM)
    of = price(game.rules, game.state, 0, ClaimRoute)
    assert len({of(ClaimRoute(Payment({"blue": count}, "blue"), BLUE_3)) for count in range(1, 100)}) == 99
