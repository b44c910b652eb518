"""House rules about money: no-elimination, no-income-reduction and share-limit."""

from __future__ import annotations

import pytest

from railbook.rules.options import OptionError
from railbook.rules.screen import plain
from railbook_age_of_steam.api import (
    ExpensesPaid,
    IncomeReduced,
    IssueShares,
    PhaseBegun,
    PlayerEliminated,
    SharesIssued,
    income_lost,
)
from railbook_house_rules.age_of_steam.no_elimination import variant as no_elimination
from railbook_house_rules.age_of_steam.no_income_reduction import variant as no_income_reduction
from railbook_house_rules.age_of_steam.share_limit import ShareLimit
from railbook_house_rules.age_of_steam.share_limit import variant as share_limit
from tests.plugins.age_of_steam.positions import Position, of_type, position, rules_for

FRED, OLIVE, ELODIE = range(3)


def ruined(*, kind: bool) -> Position:
    """Give a game after expenses in which Fred owed $11 with $1 in cash and an income of 3 (as AOS-X66)."""
    variants = [no_elimination] if kind else []
    return position(
        enter="aos.income",
        cash={FRED: 1},
        income={FRED: 3},
        shares={FRED: 7},
        locomotive={FRED: 4},
        variants=variants,
    )


def test_income_stops_at_zero() -> None:
    """AOS-E3, AOS-E4, AOS-X66, aos.income-lost: $7 are missing, 3 steps of income are lost, and Fred plays on."""
    game = ruined(kind=True)
    assert ExpensesPaid(FRED, 4, 3) in game.events
    assert not of_type(game.events, PlayerEliminated)
    assert (game.player(FRED).income, game.player(FRED).cash, game.player(FRED).out) == (0, 0, False)
    assert game.state.order == [FRED, OLIVE, ELODIE]
    assert game.asked == ("aos.ask-shares", [FRED])


def test_without_the_rule_the_same_player_is_out() -> None:
    """AOS-X66, AOS-E3, aos.income-lost: the base rule takes all 7 steps."""
    game = ruined(kind=False)
    assert ExpensesPaid(FRED, 4, 7) in game.events
    assert of_type(game.events, PlayerEliminated) == [PlayerEliminated(FRED)]
    assert income_lost(game.rules, game.state, game.player(OLIVE), 5) == 5


def test_a_debt_that_the_income_covers_costs_as_much_as_ever() -> None:
    """AOS-E3, AOS-X67, aos.income-lost: of an income of 5, who lacks 2 keeps 3."""
    game = position(enter="aos.income", cash={FRED: 0}, income={FRED: 5}, shares={FRED: 6}, variants=[no_elimination])
    assert game.player(FRED).income == 3


def test_incomes_stay_as_they_are() -> None:
    """AOS-R1, AOS-X68, aos.reduction: there is no such phase, at an income of 50 neither; growth follows expenses."""
    for variants, reduced in ([], [8, 2]), ([no_income_reduction], []):
        game = position(enter="aos.income", income={FRED: 50, OLIVE: 20}, variants=variants)
        assert [event.by for event in of_type(game.events, IncomeReduced)] == reduced
        assert game.incomes() == [50 - sum(reduced[:1]), 20 - sum(reduced[1:]), 0]
        phases = [event.phase for event in of_type(game.events, PhaseBegun)]
        assert phases == ["income", "expenses", *(["reduction"] if reduced else []), "growth", "shares"]


def test_no_more_shares_than_the_limit_in_a_turn() -> None:
    """share-limit.turn, AOS-I1: three shares are issued, not four; the next turn allows three again."""
    game = position(enter="aos.shares", variants=[share_limit])
    game.refuses(FRED, IssueShares(4), "share-limit.turn", "", "4 shares are too many for one turn: at most 3")
    assert game.legal() == [IssueShares(shares) for shares in range(4)]
    game.does(FRED, IssueShares(3))
    assert of_type(game.events, SharesIssued) == [SharesIssued(FRED, 3, 15)]
    game = position(enter="aos.shares", shares={FRED: 5}, variants=[share_limit])
    game.does(FRED, IssueShares(3))
    assert game.player(FRED).shares == 8


def test_the_limit_of_the_game_holds_too() -> None:
    """AOS-I2, AOS-X69, aos.share-limit: with 14 shares one more, and with 15 nobody is asked."""
    game = position(enter="aos.shares", shares={FRED: 14, OLIVE: 15}, variants=[share_limit])
    game.refuses(FRED, IssueShares(2), "aos.share-limit", "AOS-I2", "at most 1 more")
    game.does(FRED, IssueShares(1))
    assert game.asked == ("aos.ask-shares", [ELODIE])


def test_the_limit_is_an_option() -> None:
    """share-limit.turn: `share-limit.shares` says how many, from 1 on, and the screen asks for no more."""
    game = position(options={"share-limit.shares": 1}, enter="aos.shares", variants=[share_limit])
    game.refuses(FRED, IssueShares(2), "share-limit.turn", "", "at most 1")
    said = [plain(row) for panel in game.rules.screen(game.state, FRED) for row in panel.rows]
    assert "issue shares at $5 each, at most 1" in said
    assert ShareLimit().shares == 3
    with pytest.raises(OptionError, match=r"share-limit\.shares cannot be 0: it takes a whole number 1 to 100"):
        rules_for(3, options={"share-limit.shares": 0}, variants=[share_limit])
