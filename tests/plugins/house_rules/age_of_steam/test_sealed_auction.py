"""The house rule sealed-auction: one round of secret bids for the player order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from railbook.engine.view import view, view_of_action
from railbook.rules.notation import NotationError, read, write
from railbook.rules.screen import plain
from railbook_age_of_steam.api import Bid, BidMade, DropOut, DroppedOut, OrderSet, StayIn
from railbook_house_rules.age_of_steam.sealed_auction import ASK, SealedBid, variant
from tests.plugins.age_of_steam.positions import Position, of_type, position


def auction(seats: int = 3, **more: Any) -> Position:
    """Give an auction of sealed bids."""
    return position(seats, enter="aos.auction", variants=[variant], **more)


def bid(game: Position, bids: Sequence[int]) -> list[int]:
    """Let all seats bid, the last seat first; gives what each pays."""
    before = game.cash()
    for seat in reversed(range(len(bids))):
        assert not of_type(game.events, BidMade)
        game.does(seat, SealedBid(bids[seat]))
    return [had - has for had, has in zip(before, game.cash(), strict=True)]


def test_the_higher_bid_has_the_better_place() -> None:
    """AOS-A8, AOS-A9, sealed-auction.bid, sealed-auction.award, aos.ask-bid: usual prices, and half is rounded up."""
    game = auction(5)
    assert game.asked == (ASK, [0, 1, 2, 3, 4])
    assert bid(game, [5, 9, 0, 3, 7]) == [3, 9, 0, 2, 7]
    assert of_type(game.events, BidMade) == [BidMade(0, 5), BidMade(1, 9), BidMade(2, 0), BidMade(3, 3), BidMade(4, 7)]
    assert [event.place for event in of_type(game.events, DroppedOut)] == [5, 4, 3, 2, 1]
    assert of_type(game.events, OrderSet) == [OrderSet([1, 4, 0, 3, 2])]
    assert game.asked == ("aos.ask-action", [1])


def test_equal_bids() -> None:
    """AOS-A1, sealed-auction.award: the current order decides, so without any bid nothing changes."""
    game = auction(4, order=[2, 0, 3, 1])
    assert bid(game, [4, 0, 4, 4]) == [4, 0, 4, 2]
    assert game.state.order == [2, 0, 3, 1]
    game = auction(3, order=[2, 0, 1])
    assert bid(game, [0, 0, 0]) == [0, 0, 0]
    assert game.state.order == [2, 0, 1]


def test_turn_order_comes_first_among_equals() -> None:
    """AOS-C8, sealed-auction.award: who chose Turn Order in the turn before needs no higher bid, but no lower one."""
    game = auction(3, actions={2: "turn_order"})
    bid(game, [4, 4, 4])
    assert game.state.order == [2, 0, 1]
    game = auction(3, actions={2: "turn_order"})
    bid(game, [4, 4, 3])
    assert game.state.order == [0, 1, 2]


def test_bids_that_cannot_be_paid() -> None:
    """sealed-auction.cash, sealed-auction.bid: from nothing to all the cash."""
    game = auction(cash={0: 4})
    game.refuses(0, SealedBid(5), "sealed-auction.cash", "", "$5 is no bid for seat 0: bid $0 to $4")
    game.refuses(0, SealedBid(-1), "sealed-auction.cash", "", "$-1 is no bid")
    assert [action for action in game.legal() if isinstance(action, SealedBid)] == [SealedBid(n) for n in range(5)]


def test_who_has_no_choice_is_not_asked() -> None:
    """sealed-auction.sealed-bid: without money there is no bid, and without rivals no auction."""
    game = auction(cash={1: 0})
    assert game.asked == (ASK, [0, 2])
    game.does(0, SealedBid(0))
    game.does(2, SealedBid(2))
    assert game.state.order == [2, 0, 1]
    game = auction(3, out=[0, 1])
    assert game.asked == ("aos.ask-action", [2])
    assert game.cash()[2] == 20


def test_there_is_no_open_auction() -> None:
    """aos.bid, aos.drop-out, aos.stay-in: the actions of the open auction are not in the game."""
    game = auction()
    for action in (Bid(1), DropOut(), StayIn()):
        game.refuses(0, action, "core.no-such-action", "", "has no action")


def test_bids_are_secret_until_all_are_made() -> None:
    """sealed-auction.sealed-bid: others see that a seat has bid, not how much; then everybody does."""
    game = auction()
    game.does(1, SealedBid(7))
    shown = {viewer: view(game.rules, game.state, viewer).committed[0].action for viewer in (0, 1, None)}
    assert shown == {0: None, 1: {"type": "sealed-auction.bid", "bid": 7}, None: None}
    assert view_of_action(game.rules, 1, SealedBid(7), game.events, 0) is None
    game.does(0, SealedBid(1))
    game.does(2, SealedBid(2))
    assert of_type(game.events, BidMade) == [BidMade(0, 1), BidMade(1, 7), BidMade(2, 2)]


def test_words_and_typing() -> None:
    """sealed-auction.bid: a bid is said, listed and typed; the screen asks for it and shows no open auction."""
    game = auction()
    assert game.rules.say(SealedBid(3)) == "bid $3 in secret"
    assert plain(game.rules.choice(game.state, 0, SealedBid(0))) == "bid 0  for a place by the current order"
    assert read(game.rules, game.state, 0, "bid 3") == SealedBid(3)
    assert write(game.rules, game.state, 0, SealedBid(3)) == "bid 3"
    with pytest.raises(NotationError, match="how many dollars to bid, 0 for no bid"):
        read(game.rules, game.state, 0, "bid")
    panels = game.rules.screen(game.state, 0)
    assert "aos.auction" not in [panel.title for panel in panels]
    assert "sealed bid" in [plain(row) for panel in panels for row in panel.rows]


def test_bots_bid_what_is_spare() -> None:
    """sealed-auction.bid, AOS-E2: of $20 and no income, $3 for expenses and $6 for builds are kept, and half is bid."""
    game = auction(cash={0: 20, 1: 5})
    assert list(game.rules.advice(game.state, 0)) == [SealedBid(5)]
    assert list(game.rules.advice(game.state, 1)) == [SealedBid(0)]
