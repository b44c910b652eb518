"""House rules about building: open-doubles, ferry-trade, no-stations and own-network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

import pytest

from railbook.rules.options import OptionError
from railbook_europe.api import BuildStation
from railbook_house_rules.ticket_to_ride.ferry_trade import variant as ferry_trade
from railbook_house_rules.ticket_to_ride.no_stations import variant as no_stations
from railbook_house_rules.ticket_to_ride.open_doubles import variant as open_doubles
from railbook_house_rules.ticket_to_ride.own_network import variant as own_network
from railbook_ticket_to_ride.api import ClaimRoute, board_of, closed_for_now, hub_of, payments
from railbook_ticket_to_ride.cards import Cards
from railbook_ticket_to_ride.claiming import route_cost
from railbook_ticket_to_ride.outlook import MOST_PAYMENTS, Outlook
from tests.plugins.europe.table import build, europe, last_turn
from tests.plugins.ticket_to_ride.positions import COLOURS, L, Position, announcing, claim, position, rules_for

# open-doubles


@pytest.mark.parametrize("seats", [2, 3])
def test_the_other_track_stays_open(seats: int) -> None:
    """TTR-P2, parallel.open_from: another seat claims the second route of a pair, whoever owns the first never does."""
    game = position(
        seats, variants=[open_doubles], owners={"atlanta--raleigh--a": 0}, hands={0: {"red": 2}, 1: {"red": 2}}
    )
    game.refuses(0, claim("atlanta--raleigh--b", red=2), "ttr.parallel-route", "TTR-P1")
    game.state.turn, game.state.to_act = 1, [1]
    game.does(1, claim("atlanta--raleigh--b", red=2))
    with pytest.raises(OptionError, match="contradicts variant 'open-doubles'"):
        rules_for(seats, {"parallel.open_from": 4}, [open_doubles])


# ferry-trade

SMYRNA = "palermo--smyrna"
"""A ferry of six spaces, two of them with a symbol."""


def at_the_ferry(
    hand: Mapping[str, int], options: Mapping[str, Any] | None = None, game: str = "ttr-europe"
) -> Position:
    """Give a position in which seat 0 holds a hand, under the house rule."""
    return position(options=options, variants=[ferry_trade], hands={0: hand}, game=game)


@pytest.mark.parametrize(
    "cards",
    [
        {"yellow": 4, L: 2},
        {"yellow": 4, L: 1, "red": 1, "blue": 1, "white": 1},
        {"yellow": 4, "red": 2, "blue": 2, "white": 2},
        {"yellow": 7, L: 1},
        {"yellow": 10},
        {"yellow": 3, L: 2, "red": 3},
        {L: 8},
    ],
    ids=str,
)
def test_three_cards_pay_a_symbol(cards: dict[str, int]) -> None:
    """TTR-F1, TTR-X05, ttr.payment-fault: of any kinds, on top of what pays the other spaces; the route scores 15."""
    game = at_the_ferry(cards)
    game.does(0, claim(SMYRNA, **cards))
    assert (game.hand(0), game.seat(0).points, game.seat(0).trains) == ({}, 15, 39)


@pytest.mark.parametrize(
    "cards, rule, paragraph, said",
    [
        ({"yellow": 4, "red": 1, "blue": 1}, "ttr.payment-one-colour", "TTR-C4", "one colour"),
        ({"yellow": 6}, "ttr.ferry-locomotives", "TTR-F1", "2 of the cards must be locomotives"),
        ({"yellow": 4, L: 1, "red": 2}, "ttr.payment-size", "TTR-C2", "pay exactly 6 or 8 or 10"),
        ({"yellow": 4, L: 2, "red": 6}, "ttr.payment-size", "TTR-C2", "pay exactly 6 or 8 or 10"),
        ({"yellow": 5, "red": 3}, "ferry-trade.cards", "", "3 cards replace a locomotive for 1 of 2 symbols"),
        ({"yellow": 3, L: 1, "red": 2, "blue": 2}, "ferry-trade.cards", "", "does not pay the other spaces"),
        ({"yellow": 3, "red": 3, "blue": 3, "white": 1}, "ferry-trade.cards", "", "for 2 of 2 symbols"),
    ],
    ids=["two colours", "no trade", "seven", "twelve", "no locomotive", "four others", "seven others"],
)
def test_what_does_not_pay_a_ferry(cards: dict[str, int], rule: str, paragraph: str, said: str) -> None:
    """ferry-trade.cards, ttr.payment-fault: what is traded for no symbol pays the spaces as ever, and exactly."""
    game = at_the_ferry(cards)
    game.refuses(0, claim(SMYRNA, **cards), rule, paragraph, said)


def test_the_colour_announced_is_that_of_most_cards() -> None:
    """TTR-C6, ttr.payment-fault: one choice of cards has one record."""
    cards = {"yellow": 4, "red": 2, "blue": 2, "white": 2}
    game = at_the_ferry(cards)
    game.refuses(0, announcing("red", claim(SMYRNA, **cards)), "ttr.announced-colour", "TTR-C6", "announce yellow")


def test_other_routes_are_paid_as_ever() -> None:
    """TTR-C2, ttr.payment-fault: without a symbol there is nothing to trade for."""
    game = at_the_ferry({"red": 6, "blue": 6})
    game.refuses(0, claim("danzig--warszawa", red=2, blue=2), "ttr.payment-size", "TTR-C2", "pay exactly 2")


def test_how_many_cards_is_an_option() -> None:
    """ferry-trade.cards: with four cards for a symbol the sizes are 6, 9 and 12."""
    cards = {"yellow": 4, L: 1, "red": 4}
    at_the_ferry(cards, {"ferry-trade.cards": 4}).does(0, claim(SMYRNA, **cards))
    at_the_ferry(cards).refuses(0, claim(SMYRNA, **cards), "ttr.payment-size", "TTR-C2", "pay exactly 6 or 8 or 10")


def by_hand(rules: Any, route: str, hand: Mapping[str, int]) -> Iterator[frozenset[tuple[str, int]]]:
    """Give every payment by laying it out: symbols, spaces of one colour, and three cards of any kind for the rest."""
    line, kinds = board_of(rules).routes[route], board_of(rules).kinds
    for traded in range(line.ferry + 1):
        symbols = Counter({L: line.ferry - traded})
        for colour in kinds[:-1]:
            for coloured in range(line.length - line.ferry + 1):
                spaces = Counter({colour: coloured, L: line.length - line.ferry - coloured})
                for trade in combinations_with_replacement(sorted(hand), 3 * traded):
                    paid = symbols + spaces + Counter(trade)
                    if all(count <= hand.get(kind, 0) for kind, count in paid.items()):
                        yield frozenset((+paid).items())


@pytest.mark.parametrize(
    "board, route, hand",
    [
        ("ttr-europe", "athina--brindisi", {"red": 4, "blue": 2, "white": 1, L: 1}),
        ("ttr-europe", "amsterdam--london", {"red": 4, "blue": 2, "white": 1}),
        ("ttr-europe", SMYRNA, {"yellow": 5, "green": 4, "black": 2, L: 1}),
        ("ttr-old-west", "los-angeles--san-francisco", {"red": 7, "blue": 4, "white": 1, L: 2}),
    ],
)
def test_every_payment_is_found_and_no_other(board: str, route: str, hand: dict[str, int]) -> None:
    """ttr.payments, ttr.payment-fault, ferry-trade.cards: exactly what can be laid out on the spaces, each way once."""
    rules = rules_for(2, None, [ferry_trade], board)
    line = board_of(rules).routes[route]
    found = [
        frozenset(payment.cards.items()) for payment in payments(rules, Cards(dict(hand)), route_cost(rules, line))
    ]
    assert len(found) == len({*found})
    game = position(variants=[ferry_trade], hands={0: hand}, game=board)
    legal = [
        action.payment.cards for action in game.legal(0) if isinstance(action, ClaimRoute) and action.route == route
    ]
    due = {*by_hand(rules, route, hand)}
    assert any(sum(count for _, count in paid) > line.length for paid in due)
    if board == "ttr-europe":  # in the Old West the network decides too
        assert {frozenset(cards.items()) for cards in legal} == due
    assert due <= {*found}


def test_bots_look_at_the_first_payments_only() -> None:
    """ttr.payments: a board alone has fewer than bots look at; with a trade they see those without one first."""
    plenty = Cards(dict.fromkeys((*COLOURS, L), 40))
    plain, traded = (rules_for(2, None, variants, "ttr-europe") for variants in ([], [ferry_trade]))
    game = position(variants=[ferry_trade], game="ttr-europe")
    outlook = Outlook(traded, game.state, 0, dict.fromkeys(game.board.routes, 0))
    for route in board_of(plain).routes.values():
        found = list(payments(plain, plenty, route_cost(plain, route)))
        assert len(found) < MOST_PAYMENTS
        seen = list(outlook.payments(plenty, route_cost(traded, route)))
        assert seen[: len(found)] == found
        assert len(seen) == (MOST_PAYMENTS if route.ferry else len(found))


# no-stations


def test_no_station_is_built() -> None:
    """no-stations.none, europe.build-station: whatever the hand, building is refused and nothing is offered."""
    game = europe(variants=[no_stations], hands={0: {"red": 3, L: 2}})
    game.refuses(0, build("wien", red=1), "no-stations.none", "", "this game is played without stations")
    spec = game.rules.actions[BuildStation]
    assert [site for sites in spec.candidates for site in sites(game.rules, game.state, 0)] == []


def test_no_station_scores_and_no_route_is_lent() -> None:
    """TTR-EUR10, TTR-EUR7, europe.unused-stations: the line is gone from the score sheet, and nobody is asked."""
    game = last_turn(europe(variants=[no_stations], turns_left=0, options={"stations.assignment": "chosen"}))
    assert game.state.ended
    assert set(game.scores()) == {"ttr.routes", "ttr.tickets", "ttr.longest-path"}


# own-network

REJECTED = ("own-network.apart", "")


def test_the_first_claim_is_free_and_the_next_touches_it() -> None:
    """TTR-X83, own-network.apart: what joins an end of an own route is open, what lies apart is not."""
    game = position(variants=[own_network], hands={0: {"red": 3, "blue": 3}, 1: {"green": 2}})
    game.does(0, claim("duluth--omaha--a", red=2))
    game.does(1, claim("atlanta--raleigh--a", green=2))
    game.refuses(
        0, claim("atlanta--nashville", red=1), *REJECTED, "does not touch the network of seat 0: it is duluth, omaha"
    )
    game.does(0, claim("kansas-city--omaha--a", blue=1))


def test_routes_of_others_are_no_network() -> None:
    """own-network.apart: a city that only another seat has reached does not help."""
    owners = {"duluth--omaha--a": 0, "atlanta--raleigh--a": 1}
    game = position(variants=[own_network], owners=owners, hands={0: {"red": 1}})
    game.refuses(0, claim("atlanta--nashville", red=1), *REJECTED)


def test_bots_know_about_the_network() -> None:
    """own-network.apart: ttr.closed-for-now and ttr.hub say that a route apart is closed only until it is reached."""
    game = position(variants=[own_network], owners={"duluth--omaha--a": 0})
    assert "own-network.apart" in closed_for_now(game.rules)
    assert hub_of(game.rules, game.state, 0) in ("duluth", "omaha")
    assert hub_of(game.rules, game.state, 1) is None
