"""Issuing shares (AOS-I)."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.shares import IssueShares
from tests.plugins.age_of_steam.positions import position

FRED, OLIVE, ELODIE = range(3)


def test_issuing() -> None:
    """AOS-X01, AOS-I1, aos.shares, aos.ask-shares, aos.issue-shares: in current order, $5 for each, once a turn."""
    game = position(enter="aos.shares", cash=10, order=(OLIVE, FRED, ELODIE))
    for seat, shares in ((OLIVE, 2), (FRED, 1), (ELODIE, 0)):
        assert game.asked == ("aos.ask-shares", [seat])
        game.does(seat, IssueShares(shares))
    assert [player.shares for player in game.state.players] == [3, 4, 2]
    assert game.cash() == [15, 20, 10]
    assert game.asked == ("aos.ask-bid", [OLIVE])


def test_others_are_not_asked() -> None:
    """AOS-I1: nobody issues out of turn, nor in another phase."""
    game = position(enter="aos.shares")
    assert game.act(OLIVE, IssueShares(1)) is not None
    assert position(enter="aos.auction").act(FRED, IssueShares(1)) is not None


def test_limit() -> None:
    """AOS-X69, AOS-I2, aos.share-limit: who has 14 issues one more at most, who has 15 is not asked."""
    game = position(enter="aos.shares", shares={FRED: 14, OLIVE: 15, ELODIE: 13})
    assert game.legal() == [IssueShares(0), IssueShares(1)]
    game.refuses(FRED, IssueShares(2), "aos.share-limit", "AOS-I2", "at most 1 more")
    game.does(FRED, IssueShares(1))
    assert game.asked == ("aos.ask-shares", [ELODIE])
    game.does(ELODIE, IssueShares(2))
    assert [player.shares for player in game.state.players] == [15, 15, 15]


@pytest.mark.parametrize("shares", [-1, -(2**63)])
def test_negative(shares: int) -> None:
    """SEC-06, AOS-I1, aos.shares-negative: below 0 is refused and nothing changes; 0 is a number of shares."""
    game = position(enter="aos.shares", cash=10)
    game.refuses(FRED, IssueShares(shares), "aos.shares-negative", "AOS-I1")
    assert game.cash() == [10, 10, 10]
    game.does(FRED, IssueShares(0))


def test_too_many() -> None:
    """SEC-01, aos.share-limit: a huge number is refused like any that is too high."""
    position(enter="aos.shares").refuses(FRED, IssueShares(2**63), "aos.share-limit", "AOS-I2", "at most 13")


def test_all_legal_issues() -> None:
    """AOS-I1, aos.issue-shares: every number from 0 to what is left is a choice."""
    assert position(enter="aos.shares").legal() == [IssueShares(shares) for shares in range(14)]


def test_other_limits() -> None:
    """limits.shares, limits.share_price, AOS-I1, AOS-I2: a house rule may have others."""
    game = position(enter="aos.shares", options={"limits.shares": 4, "limits.share_price": 7}, cash=10)
    assert game.legal() == [IssueShares(shares) for shares in range(3)]
    game.does(FRED, IssueShares(2))
    assert game.player(FRED).cash == 24
