"""Income, expenses, elimination and the reduction of income (AOS-E, AOS-R)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.rules.types import OptionValue
from railbook_age_of_steam.building import EndBuilding
from railbook_age_of_steam.events import (
    ActionChosen,
    DiceRolled,
    ExpensesPaid,
    IncomeCollected,
    IncomeReduced,
    OwnersChanged,
    PhaseBegun,
    PlayerEliminated,
)
from railbook_age_of_steam.layer import in_game
from railbook_age_of_steam.money import expenses_of, is_bankrupt, reduction_of
from railbook_age_of_steam.moving import PassMove
from tests.plugins.age_of_steam.positions import Position, of_type, position

FRED, OLIVE, ELODIE, MAT = range(4)


def money(seats: int = 3, edition: str = "", options: dict[str, OptionValue] | None = None, **more: object) -> Position:
    """Give a game after the three phases of money, when shares are asked for again or it has ended."""
    return position(seats, edition, options, enter="aos.income", **more)  # type: ignore[arg-type]


def test_the_three_phases() -> None:
    """AOS-02, AOS-E1 to AOS-E4, AOS-X67, aos.income, aos.expenses, aos.is-bankrupt, aos.reduction."""
    game = money(
        cash={FRED: 1, OLIVE: 0, ELODIE: 0},
        income={FRED: 6, OLIVE: 3, ELODIE: 3},
        shares={FRED: 8, OLIVE: 5, ELODIE: 6},
        locomotive={FRED: 3},
    )
    assert of_type(game.events, IncomeCollected) == [IncomeCollected({"0": 6, "1": 3, "2": 3})]
    assert of_type(game.events, ExpensesPaid) == [
        ExpensesPaid(FRED, 7, 4),
        ExpensesPaid(OLIVE, 3, 3),
        ExpensesPaid(ELODIE, 3, 4),
    ]
    assert game.cash() == [0, 0, 0]
    assert game.incomes() == [2, 0, -1]
    assert [player.out for player in game.state.players] == [False, False, True]
    assert game.asked == ("aos.ask-shares", [FRED])
    phases = [event.phase for event in of_type(game.events, PhaseBegun)]
    assert phases[:4] == ["income", "expenses", "reduction", "growth"]


def test_each_on_the_result_of_the_one_before() -> None:
    """AOS-03, AOS-X27, AOS-E7: 11 collected, 12 owed, income 10, no reduction; without a lack 11 becomes 9."""
    game = money(cash={FRED: 0}, income={FRED: 11, OLIVE: 11}, shares={FRED: 9}, locomotive={FRED: 3})
    assert (game.player(FRED).income, game.player(FRED).cash) == (10, 0)
    assert (game.player(OLIVE).income, game.player(OLIVE).cash) == (9, 20 + 11 - 3)
    assert of_type(game.events, IncomeReduced) == [IncomeReduced(OLIVE, 2)]


def test_expenses() -> None:
    """AOS-X26, AOS-E2, aos.expenses: the first 2 shares and the first step count: who has nothing else pays $3."""
    game = money(shares={OLIVE: 7}, locomotive={OLIVE: 4})
    assert game.cash() == [17, 9, 17]
    assert expenses_of(game.rules, game.state, game.player(OLIVE)) == 11


def test_elimination_of_game_2692() -> None:
    """AOS-X66, AOS-E3, AOS-E4: 7 shares, locomotive 4, income 3, $4 after collecting: income -4, eliminated."""
    game = money(cash={FRED: 1}, income={FRED: 3}, shares={FRED: 7}, locomotive={FRED: 4})
    assert ExpensesPaid(FRED, 4, 7) in game.events
    assert PlayerEliminated(FRED) in game.events
    assert game.player(FRED).income == -4


@pytest.mark.parametrize("shares, income", [(9, 0), (10, -1)])
def test_zero_is_safe(shares: int, income: int) -> None:
    """AOS-X67, AOS-E4, aos.is-bankrupt: of income 5 who lacks 5 stays in with 0, who lacks 6 is eliminated."""
    game = money(cash={FRED: 0}, income={FRED: 5}, shares={FRED: shares})
    assert game.player(FRED).income == income
    assert game.player(FRED).out is is_bankrupt(game.rules, game.state, game.player(FRED)) is (income < 0)
    assert (FRED in game.state.order) is (income == 0)


def test_track_of_the_eliminated() -> None:
    """AOS-04, AOS-E5, AOS-W2, AOS-X73, elimination_markers: links stay, unfinished track loses its owner; 4 dice."""
    tiles = {"8,11": "S2 5-1@3", "9,10": "T1 T-4@3", "10,13": "S1 4-1@3", "11,12": "S2 1-3@1"}
    link = ("chicago", "michigan-city", MAT, 2)
    for edition, owner in (("", MAT), ("choochoo", None)):
        game = money(4, edition, cash={MAT: 0}, shares={MAT: 9}, tiles=tiles, actions={MAT: "production"})
        assert game.state.order == in_game(game.state) == [FRED, OLIVE, ELODIE]
        (changed,) = of_type(game.events, OwnersChanged)
        assert (changed.owner, changed.why) == (None, "eliminated")
        assert set(game.owners("10,13").values()) == {None}
        assert game.links() == [(*link[:2], owner, 2)]
        assert [len(rolled.dice) for rolled in of_type(game.events, DiceRolled)] == [4, 4]
        assert game.player(MAT).action == ""
        assert set(game.owners("11,12").values()) == {OLIVE}


def test_the_eliminated_are_skipped() -> None:
    """AOS-E5, AOS-04: who is out is asked in no phase."""
    game = position(4, enter="aos.actions", out=(OLIVE,))
    for seat in (FRED, ELODIE, MAT):
        game.does(seat, game.legal()[0])
    assert ActionChosen(OLIVE, "") not in game.events
    while game.state.asked == "aos.ask-build":
        seat = game.state.to_act[0]
        assert seat != OLIVE
        game.does(seat, EndBuilding())
    while game.state.asked == "aos.ask-move":
        seat = game.state.to_act[0]
        assert seat != OLIVE
        game.does(seat, PassMove())
    assert str(OLIVE) not in of_type(game.events, IncomeCollected)[0].cash


def test_last_survivor() -> None:
    """AOS-E6, AOS-S1, last_survivor: one player plays on in warfrog-2002, in choochoo the game ends at once."""
    lost: Any = {"cash": {OLIVE: 0, ELODIE: 0}, "shares": {OLIVE: 5, ELODIE: 6}, "income": {FRED: 20}}
    game = money(**lost)
    assert (game.state.ended, game.state.order) == ("", [FRED])
    assert game.player(FRED).income == 18
    assert game.asked == ("aos.ask-shares", [FRED])
    over = money(edition="choochoo", **lost)
    assert over.state.ended == "one player is left"
    assert over.player(FRED).income == 20
    option = money(options={"rules.last_survivor": "ends_game"}, **lost)
    assert option.state.ended == "one player is left"


def test_nobody_is_left() -> None:
    """AOS-E6, aos.expenses: without players the game ends in every edition."""
    for edition in ("warfrog-2002", "choochoo"):
        game = money(edition=edition, cash=0, shares=6)
        assert game.state.ended == "nobody is left"
        assert {rank for rank, _ in game.standing()} == {1}


INCOMES = {0: 0, 10: 10, 11: 9, 20: 18, 21: 17, 30: 26, 31: 25, 40: 34, 41: 33, 49: 41, 51: 41, 60: 50, 75: 65}


@pytest.mark.parametrize("income, after", INCOMES.items())
@pytest.mark.parametrize("edition", ["warfrog-2002", "choochoo", "deluxe"])
def test_reduction(income: int, after: int, edition: str) -> None:
    """AOS-01, AOS-X68, AOS-R1, AOS-E7, aos.reduction: incomes fall by their size, 10 at most; cash stays."""
    game = position(3, edition, enter="aos.reduction", income={FRED: income})
    assert game.player(FRED).income == after
    assert game.cash() == [20, 20, 20]
    assert reduction_of(game.rules, game.state, income) == income - after


@pytest.mark.parametrize("edition, after", [("warfrog-2002", 42), ("choochoo", 40), ("deluxe", 40)])
def test_reduction_at_fifty(edition: str, after: int) -> None:
    """AOS-X68, AOS-R1, reduction_at_50, aos.reduction: at 50 the editions differ."""
    assert position(3, edition, enter="aos.reduction", income={FRED: 50}).player(FRED).income == after


def test_one_more_by_an_opponent() -> None:
    """AOS-X28, AOS-R1, AOS-M7: income 20 keeps 18, with one more link used it is 21 and keeps 17."""
    tiles = {"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"}
    after = []
    for moves in (True, False):
        game = position(3, enter="aos.move", tiles=tiles, cubes={"evansville": ["blue"]}, income={FRED: 20})
        game.does(FRED, PassMove())
        game.does(OLIVE, game.route("blue", "evansville", "cincinnati") if moves else PassMove())
        for seat in (ELODIE, FRED, OLIVE, ELODIE):
            game.does(seat, PassMove())
        after.append(game.player(FRED).income)
    assert after == [17, 18]
