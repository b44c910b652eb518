"""What pays for a route: exactly so many cards, of one colour, topped up with locomotives (TTR-C2 to TTR-C6)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from railbook.engine.play import check
from railbook.rules.types import Rejection, RulesError, Unknown
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.cards import Cost, Payment
from railbook_ticket_to_ride.payment import cost_of
from tests.plugins.ticket_to_ride.positions import COLOURS, L, Position, claim, position
from tests.plugins.ticket_to_ride.tolls import two

BLUE_3, GREY_2 = "montreal--new-york", "atlanta--charleston"
RICH = {"red": 3, "blue": 3, "black": 3, L: 3}


def rich() -> Position:
    """Give a game in which seat 0 holds three each of red, blue, black and locomotives."""
    return position(hands={0: RICH}, display=["white"] * 5)


def legal_payments(game: Position, route: str) -> list[dict[str, int]]:
    """List the payments that are legal for a route."""
    return [
        action.payment.cards for action in game.legal(0) if isinstance(action, ClaimRoute) and action.route == route
    ]


def accepted_payments(game: Position, route: str, size: int) -> list[dict[str, int]]:
    """Try every way to pay up to so many cards out of the hand, and list what is accepted."""
    found = []
    for count in range(size + 1):
        for cards in combinations_with_replacement(sorted(RICH), count):
            paid = {kind: cards.count(kind) for kind in dict.fromkeys(cards)}
            if isinstance(game.copy().act(0, claim(route, **paid)), list):
                found.append(paid)
    return found


def test_payments_of_a_coloured_route() -> None:
    """TTR-X02 (on a blue route of length 3), TTR-C3, TTR-C5, ttr.cost, ttr.route-cost, ttr.payments, ttr.payment-fault.

    Exactly four payments are legal, and each scores 4.
    """
    game = rich()
    expected = [{"blue": 3}, {"blue": 2, L: 1}, {"blue": 1, L: 2}, {L: 3}]
    assert legal_payments(game, BLUE_3) == expected
    tried = accepted_payments(game, BLUE_3, 4)
    assert sorted(map(sorted, (paid.items() for paid in tried))) == sorted(map(sorted, (p.items() for p in expected)))
    for paid in expected:
        copy = game.copy()
        copy.does(0, claim(BLUE_3, **paid))
        assert copy.seat(0).points == 4
        assert copy.state.discard == paid


def test_payments_of_a_grey_route() -> None:
    """TTR-X03 (on a grey route of length 2), TTR-C4, TTR-C5.

    Two of any one colour, one and a locomotive, two locomotives.
    """
    game = rich()
    expected = [cards for colour in ("blue", "black", "red") for cards in ({colour: 2}, {colour: 1, L: 1})]
    assert legal_payments(game, GREY_2) == [*expected, {L: 2}]
    assert len(accepted_payments(game, GREY_2, 3)) == 7
    game.refuses(0, claim(GREY_2, red=1, blue=1), "ttr.payment-one-colour", "TTR-C4", "1 red, 1 blue", "one colour")
    game.does(0, claim(GREY_2, red=2))
    assert game.seat(0).points == 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_grey_route_takes_any_colour(colour: str) -> None:
    """TTR-C4, TTR-G1, TTR-G3: each of the eight colours pays for a grey route, alone or with a locomotive."""
    game = position(hands={0: {colour: 2, L: 1}}, display=[L])
    game.copy().does(0, claim(GREY_2, **{colour: 2}))
    game.does(0, claim(GREY_2, **{colour: 1, L: 1}))
    assert game.hand(0) == {colour: 1}


def test_grey_with_mixed_colours() -> None:
    """TTR-X26, USA-06: for `atlanta--charleston` a blue card and a locomotive pay, a blue and a red one do not."""
    game = position(hands={0: {"blue": 1, "red": 1, L: 1}})
    game.refuses(0, claim(GREY_2, blue=1, red=1), "ttr.payment-one-colour", "TTR-C4", "1 blue, 1 red")
    game.does(0, claim(GREY_2, blue=1, locomotive=1))


@pytest.mark.parametrize(
    "paid, accepted",
    [
        ({"yellow": 2, L: 1}, True),
        ({L: 3}, True),
        ({"yellow": 2, "blue": 1}, False),
        ({"yellow": 1, "blue": 1, L: 1}, False),
    ],
    ids=["a", "b", "c", "d"],
)
def test_a_gray_route_of_three(paid: dict[str, int], accepted: bool) -> None:
    """USA-06, TTR-C4, TTR-C5, ttr.payment-one-colour: with 2 yellow, 1 blue and 3 locomotives only (a) and (b) pay."""
    hand = {"yellow": 2, "blue": 1, L: 3}
    game = position(hands={0: hand}, display=["white"] * 5)
    action = claim("el-paso--phoenix", **paid)
    if not accepted:
        game.refuses(0, action, "ttr.payment-one-colour", "TTR-C4", "all but the locomotives must have one colour")
        return
    game.does(0, action)
    assert game.seat(0).points == 4
    assert game.hand(0) == {kind: left for kind, count in hand.items() if (left := count - paid.get(kind, 0))}


def test_exactly_the_cards_named_are_paid() -> None:
    """USA-05, TTR-C6, TTR-C2, ttr.payment-size: 6 green, or 4 green and 2 locomotives, as the player says; never 7."""
    game = position(hands={0: {"green": 9, L: 3, "red": 1}})
    copy = game.copy()
    copy.does(0, claim("el-paso--houston", green=6))
    assert (copy.hand(0), copy.seat(0).points, copy.state.discard) == ({"green": 3, L: 3, "red": 1}, 15, {"green": 6})
    copy = game.copy()
    copy.does(0, claim("el-paso--houston", green=4, locomotive=2))
    assert (copy.hand(0), copy.seat(0).points) == ({"green": 5, L: 1, "red": 1}, 15)
    assert copy.state.discard == {"green": 4, L: 2}
    game.refuses(
        0, claim("el-paso--houston", green=7), "ttr.payment-size", "TTR-C2", "7 green are 7 cards", "exactly 6"
    )
    assert game.hand(0) == {"green": 9, L: 3, "red": 1}


def test_overpayment() -> None:
    """TTR-X27, TTR-C2, ttr.payment-size: two cards for a route of one space are refused, and so is none."""
    game = position(hands={0: {"red": 2}})
    game.refuses(
        0, claim("atlanta--nashville", red=2), "ttr.payment-size", "TTR-C2", "2 red are 2 cards: pay exactly 1"
    )
    game.refuses(0, claim("atlanta--nashville"), "ttr.payment-size", "TTR-C2", "no cards are 0 cards: pay exactly 1")


def test_wrong_colour() -> None:
    """TTR-C3, ttr.payment-colour.

    Another colour than that of the route does not pay, whatever locomotives are with it.
    """
    game = rich()
    for paid in ({"red": 3}, {"red": 2, L: 1}, {"black": 1, L: 2}):
        game.refuses(
            0, claim(BLUE_3, **paid), "ttr.payment-colour", "TTR-C3", "only blue cards and locomotives pay here"
        )


def test_locomotives_alone_pay_for_any_route() -> None:
    """TTR-C5, TTR-G3: a payment of locomotives only is good for every route of the board."""
    game = position(hands={0: {L: 14}})
    for route in game.board.routes.values():
        game.copy().does(0, claim(route.id, locomotive=route.length))


@pytest.mark.parametrize(
    "cards, word",
    [
        ({"red": -1, "blue": 4}, "-1 red is no number of cards"),
        ({"blue": 4, "red": -1}, "-1 red is no number of cards"),
        ({"blue": 3, "red": 0}, "0 red is no number of cards"),
        ({"blue": 2, "pink": 1}, "there are no 'pink' cards: the kinds are purple, white, blue"),
        ({"blue": 2, "grey": 1}, "there are no 'grey' cards"),
        ({"Blue": 3}, "there are no 'Blue' cards"),
    ],
)
def test_impossible_cards(cards: dict[str, int], word: str) -> None:
    """SEC-06, TTR-G1, TTR-G2, ttr.payment-kinds: negative or no cards, and kinds that do not exist, are refused."""
    game = position(hands={0: {"red": 3, "blue": 5}}, display=["white"] * 5)
    for route in ("el-paso--phoenix", BLUE_3):
        game.refuses(0, ClaimRoute(Payment(cards, "blue"), route), "ttr.payment-kinds", "TTR-G2", word)


def test_cards_that_are_not_in_the_hand() -> None:
    """TTR-C1, SEC-06, ttr.hand: a card that the seat does not hold, or holds only once, cannot be paid."""
    game = position(hands={0: {"red": 1, L: 1}})
    for paid, lacks in (({"red": 2}, "1 red"), ({"blue": 1, L: 1}, "1 blue"), ({L: 2}, "1 locomotive")):
        game.refuses(
            0, claim(GREY_2, **paid), "ttr.hand", "TTR-C1", "seat 0 holds 1 red, 1 locomotive", f"it lacks {lacks}"
        )
    assert legal_payments(game, GREY_2) == [{"red": 1, L: 1}]


@pytest.mark.parametrize(
    "cards, colour, right",
    [({"blue": 3}, "red", "blue"), ({"blue": 1, L: 2}, L, "blue"), ({L: 3}, "blue", L), ({"blue": 3}, "", "blue")],
)
def test_colour_announced(cards: dict[str, int], colour: str, right: str) -> None:
    """TTR-C6, ttr.announced-colour.

    The colour announced is that of the cards, locomotives where there are no others.
    """
    game = rich()
    action = ClaimRoute(Payment(cards, colour), BLUE_3)
    game.refuses(0, action, "ttr.announced-colour", "TTR-C6", f"announced as {colour!r}: announce {right}")
    game.does(0, ClaimRoute(Payment(cards, right), BLUE_3))


def test_what_nobody_says_the_cost_of() -> None:
    """TTR-C2, ttr.cost: the cost of a paying action that no layer knows is a fault of the rules, not nothing."""
    game = rich()
    with pytest.raises(RulesError, match=r"nobody says what tolls\.pay-toll costs"):
        cost_of(game.rules, game.state, 0, two("red"))
    assert cost_of(game.rules, game.state, 0, claim(BLUE_3, blue=3)) == Cost(3, "blue")
    assert cost_of(game.rules, game.state, 0, claim(GREY_2, blue=2)) == Cost(2, "grey")


def test_huge_amounts_are_refused() -> None:
    """SEC-06, TTR-C2: amounts beyond the deck are refused like any other wrong number of cards."""
    game = rich()
    game.refuses(0, claim(BLUE_3, blue=2**62), "ttr.payment-size", "TTR-C2", "pay exactly 3")


def test_unknown_hands_leave_payments_open() -> None:
    """TTR-V2, ttr.hand: whether another seat holds the cards, its view cannot tell; what exceeds its hand it can."""
    game = position(hands={1: {"red": 2}}, turn=1)
    seen = game.seen_by(0)
    assert isinstance(check(game.rules, seen, 1, claim(GREY_2, blue=2)), Unknown)
    answer = check(game.rules, seen, 1, claim(BLUE_3, blue=3))
    assert isinstance(answer, Rejection)
    assert answer.rule == "ttr.hand"
