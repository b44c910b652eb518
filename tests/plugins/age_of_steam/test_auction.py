"""The auction for player order (AOS-A)."""

from __future__ import annotations

import pytest

from railbook.rules.types import Action
from railbook_age_of_steam.auction import Bid, DropOut, StayIn, price_of_place
from railbook_age_of_steam.events import BidStands, DroppedOut
from railbook_age_of_steam.shares import IssueShares
from tests.plugins.age_of_steam.positions import Position, of_type, position

FRED, OLIVE, ELODIE, MAT, PAT = range(5)
OUT = DropOut()


def auction(seats: int = 3, turn_order: int | None = None, edition: str = "", **more: object) -> Position:
    """Give an auction in which a seat has the privilege."""
    actions = {} if turn_order is None else {turn_order: "turn_order"}
    return position(seats, edition, enter="aos.auction", actions=actions, **more)  # type: ignore[arg-type]


def speak(game: Position, *said: tuple[int, Action]) -> list[int]:
    """Let seats speak, each when it is asked; gives what each pays in all."""
    before = game.cash()
    for seat, action in said:
        assert game.asked == ("aos.ask-bid", [seat])
        game.does(seat, action)
    return [had - has for had, has in zip(before, game.cash(), strict=True)]


def test_seed_example() -> None:
    """AOS-X02, AOS-A1, AOS-A2, AOS-A4, AOS-A5, AOS-A7, AOS-A8, AOS-A9, aos.auction, aos.drop-out, aos.stay-in."""
    game = auction(5, turn_order=PAT)
    paid = speak(
        game, (FRED, Bid(2)), (OLIVE, OUT), (ELODIE, Bid(3)), (MAT, OUT), (PAT, StayIn()), (FRED, OUT), (PAT, OUT)
    )
    assert paid == [1, 0, 3, 0, 0]
    assert game.state.order == [ELODIE, PAT, FRED, MAT, OLIVE]
    assert game.asked == ("aos.ask-action", [ELODIE])


def test_payments() -> None:
    """AOS-X54, AOS-A8, aos.auction-price, aos.bid: bids 2, 4, 5, 6, 7 pay 0, 2, 3, 6, 7."""
    game = auction(5)
    bids: list[tuple[int, Action]] = [(seat, Bid(bid)) for seat, bid in enumerate((2, 4, 5, 6, 7))]
    assert speak(game, *bids, *[(seat, OUT) for seat in range(4)]) == [0, 2, 3, 6, 7]
    assert game.state.order == [PAT, MAT, ELODIE, OLIVE, FRED]


def test_nobody_bids() -> None:
    """AOS-X55, AOS-A7: the first three drop, the fourth is first, and all pay nothing."""
    game = auction(4)
    assert speak(game, (FRED, OUT), (OLIVE, OUT), (ELODIE, OUT)) == [0, 0, 0, 0]
    assert game.state.order == [MAT, ELODIE, OLIVE, FRED]


@pytest.mark.parametrize(
    "place, places, bid, pays",
    [(3, 5, 5, 3), (5, 5, 9, 0), (2, 5, 7, 7), (4, 5, 4, 2), (1, 5, 7, 7), (2, 2, 7, 0), (1, 2, 7, 7), (3, 3, 9, 0)],
)
def test_price_of_a_place(place: int, places: int, bid: int, pays: int) -> None:
    """AOS-X56, AOS-A8, aos.auction-price: the last is free, also of two; places 1 and 2 pay all, others half."""
    game = auction(5)
    assert price_of_place(game.rules, game.state, place, places, bid) == pays


def test_forced_out() -> None:
    """AOS-X57, AOS-A6, aos.ask-bid, aos.drop-out, aos.stay-in: who cannot outbid, nor stay in, is out unasked."""
    game = auction(cash={FRED: 9, OLIVE: 4, ELODIE: 4}, turn_order=ELODIE)
    events = game.does(FRED, Bid(4))
    assert of_type(events, DroppedOut) == [DroppedOut(OLIVE, 3, 0)]
    assert game.asked == ("aos.ask-bid", [ELODIE])
    assert game.legal() == [OUT, StayIn()]
    assert of_type(game.does(ELODIE, StayIn()), DroppedOut) == [DroppedOut(ELODIE, 2, 0), DroppedOut(FRED, 1, 4)]
    assert game.state.order == [FRED, ELODIE, OLIVE]


def test_bids() -> None:
    """AOS-A3, AOS-Q3, aos.bid-too-low, aos.bid-too-high: a bid is over the highest, and within the cash."""
    game = auction(cash={FRED: 3, OLIVE: 6, ELODIE: 9})
    assert game.legal() == [Bid(1), Bid(2), Bid(3), OUT]
    game.refuses(FRED, Bid(0), "aos.bid-too-low", "AOS-A3", "bid $1 or more")
    game.refuses(FRED, Bid(4), "aos.bid-too-high", "AOS-A3", "has $3")
    game.does(FRED, Bid(3))
    game.refuses(OLIVE, Bid(3), "aos.bid-too-low", "AOS-A3", "bid $4 or more")
    game.does(OLIVE, Bid(6))
    game.refuses(ELODIE, Bid(10), "aos.bid-too-high", "AOS-A3")
    game.does(ELODIE, Bid(9))
    assert game.cash() == [3, 0, 0]
    assert game.state.order == [ELODIE, OLIVE, FRED]


@pytest.mark.parametrize("bid, rule", [(-5, "low"), (-1, "low"), (2**63, "high"), (-(2**63), "low")])
def test_bids_out_of_range(bid: int, rule: str) -> None:
    """SEC-01, SEC-06: bids below 0 and huge ones are refused, and cash stays."""
    game = auction()
    game.refuses(FRED, Bid(bid), f"aos.bid-too-{rule}", "AOS-A3")
    assert game.cash() == [20, 20, 20]


def test_privilege() -> None:
    """AOS-05, AOS-A4, aos.stay-in: one pass without leaving, then a bid or out; in the next turn no more."""
    game = auction(4, turn_order=ELODIE, cash=10)
    speak(game, (FRED, Bid(2)), (OLIVE, Bid(4)), (ELODIE, StayIn()), (MAT, OUT), (FRED, Bid(5)), (OLIVE, OUT))
    assert game.player(ELODIE).bid is None
    game.refuses(ELODIE, StayIn(), "aos.stay-in", "AOS-A4", "used in this auction already")
    speak(game, (ELODIE, Bid(6)), (FRED, OUT))
    assert game.state.order == [ELODIE, FRED, OLIVE, MAT]
    assert game.cash() == [5, 8, 4, 10]
    later = auction(4, cash=10, turn_order=MAT)
    speak(later, (FRED, OUT), (OLIVE, OUT))
    later.refuses(ELODIE, StayIn(), "aos.stay-in", "AOS-A4", "only who chose Turn Order")


def test_privilege_with_a_bid() -> None:
    """AOS-A4, AOS-A5: the privilege also helps who has bid already; it is fresh in the auction after the next."""
    game = auction(turn_order=FRED, cash=20)
    speak(game, (FRED, Bid(1)), (OLIVE, Bid(2)), (ELODIE, OUT), (FRED, StayIn()))
    assert game.asked == ("aos.ask-bid", [FRED])
    game.refuses(FRED, StayIn(), "aos.stay-in", "AOS-A4")
    game.does(FRED, OUT)
    assert game.cash() == [19, 18, 20]
    game.enter("aos.shares")
    for seat in (OLIVE, FRED, ELODIE):
        game.does(seat, IssueShares(0))
    assert [(player.bid, player.stayed_in) for player in game.state.players] == [(None, False)] * 3


def test_privilege_of_the_last_two() -> None:
    """AOS-X58, AOS-A4, turn_order_pass_last_two: allowed in warfrog-2002, forbidden in choochoo."""
    for edition, allowed in (("warfrog-2002", True), ("deluxe", True), ("choochoo", False)):
        game = auction(turn_order=OLIVE, edition=edition)
        game.does(FRED, OUT)
        assert (StayIn() in game.legal()) is allowed
        if allowed:
            game.does(OLIVE, StayIn())
            assert game.asked == ("aos.ask-bid", [ELODIE])
            assert StayIn() not in game.legal()
        else:
            game.refuses(OLIVE, StayIn(), "aos.stay-in", "AOS-A4", "two players left")
    with_three = auction(turn_order=FRED, edition="choochoo")
    assert StayIn() in with_three.legal()


def test_highest_bidder() -> None:
    """AOS-06, AOS-A5: who holds the highest bid is not asked; the auction ends when the others are out."""
    game = auction(cash=10)
    speak(game, (FRED, Bid(1)), (OLIVE, OUT), (ELODIE, Bid(2)))
    other = game.copy()
    game.refuses(FRED, Bid(2), "aos.bid-too-low", "AOS-A3")
    game.does(FRED, OUT)
    assert (game.cash(), game.state.order) == ([9, 10, 8], [ELODIE, FRED, OLIVE])
    other.does(FRED, Bid(3))
    assert other.asked == ("aos.ask-bid", [ELODIE])
    other.does(ELODIE, OUT)
    assert (other.cash(), other.state.order) == ([7, 10, 8], [FRED, ELODIE, OLIVE])


def test_highest_bid_stands() -> None:
    """AOS-A5, aos.ask-bid: the turn passes on over the highest bidder while two others go on."""
    game = auction(4, turn_order=MAT)
    speak(game, (FRED, Bid(5)), (OLIVE, OUT), (ELODIE, OUT))
    assert of_type(game.does(MAT, StayIn()), BidStands) == [BidStands(FRED)]
    assert game.asked == ("aos.ask-bid", [MAT])


def test_after_an_elimination() -> None:
    """AOS-X59, AOS-E5: of five players four are left: places 4 to 1, and place 4 pays nothing."""
    game = auction(5, out=(OLIVE,))
    paid = speak(
        game, (FRED, Bid(4)), (ELODIE, Bid(5)), (MAT, Bid(6)), (PAT, Bid(7)), (FRED, OUT), (ELODIE, OUT), (MAT, OUT)
    )
    assert paid == [0, 0, 3, 6, 7]
    assert game.state.order == [PAT, MAT, ELODIE, FRED]


def test_invariant_of_cash() -> None:
    """AOS-Q3, aos.money: the invariant notices who has less than nothing."""
    game = auction()
    assert game.invariants() == {}
    game.state.players[OLIVE].cash = -1
    assert list(game.invariants()) == ["aos.money"]
