"""Every action and event is said in one plain sentence, with names that people know, and every turn in figures."""

from __future__ import annotations

import re

import pytest

from railbook.rules.layer import RoundSummary
from railbook.rules.types import Action, Event
from railbook_age_of_steam import events
from railbook_age_of_steam.auction import Bid, DropOut, StayIn
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove, UpgradeLocomotive
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Note
from railbook_age_of_steam.transcript import summarize
from railbook_age_of_steam.urbanizing import Urbanize
from tests.plugins.age_of_steam.players import game
from tests.plugins.age_of_steam.positions import position, rules_for, set_up
from tests.plugins.age_of_steam.test_moving import X04

SAID: list[tuple[Action | Event, str]] = [
    (IssueShares(2), "issue 2 shares"),
    (IssueShares(1), "issue 1 share"),
    (IssueShares(0), "issue no shares"),
    (Bid(4), "bid $4"),
    (DropOut(), "drop out of the auction"),
    (StayIn(), "stay in without a bid"),
    (ChooseAction("first_build"), "choose First Build"),
    (Build("11,12", "S1", 1, ""), "build S1 1-4 on R11 (11,12)"),
    (Build("10,12", "D4X", 1, "C2"), "build D4X T-1 T-4 T-2 T-5 (C2 with a disc) on Indianapolis"),
    (Build("99,99", "S99", 1, ""), "build S99 on (99,99)"),
    (EndBuilding(), "end the build turn"),
    (Urbanize("10,12", "B"), "put New City B on Indianapolis"),
    (
        MoveGoods("9,14", "blue", [Hop(0, "10,12"), Hop(1, "12,11")]),
        "move a blue cube from Evansville by edge 0 to Indianapolis, edge 1 to Cincinnati",
    ),
    (MoveGoods("9,14", "blue", []), "move a blue cube from Evansville by nowhere"),
    (MoveGoods("99,99", "red", [Hop(9, "98,98")]), "move a red cube from (99,99) by edge 9 to (98,98)"),
    (UpgradeLocomotive(), "upgrade the locomotive"),
    (PassMove(), "move nothing"),
    (PlaceCube("red", "W2", 1), "put a red cube into box 1 of column W2"),
    (ReturnCubes(), "return the cubes of Production"),
    (
        events.TableLaid([10, 12], [2, 2], [0, 0], [1, 1], 10, {"red": 20, "blue": 20}, ["9,14"], {"W1": 3}),
        "the table is laid for 2: 10 turns, 40 cubes, $10, $12",
    ),
    (events.BoxFilled("W1", 2, "red"), "a red cube comes into box 2 of column W1"),
    (events.CityFilled("9,14", "red"), "a red cube comes to Evansville"),
    (events.OrderSet([2, 0, 1]), "the order is now seat 2, seat 0, seat 1"),
    (events.PhaseBegun(3, "build", [2, 0]), "turn 3, build: seat 2, seat 0"),
    (events.PhaseBegun(3, "income", []), "turn 3, income"),
    (events.SharesIssued(1, 2, 10), "seat 1 issues 2 shares for $10"),
    (events.BidMade(1, 4), "seat 1 bids $4"),
    (events.BidStands(1), "seat 1's bid is the highest and stands"),
    (events.StayedIn(1), "seat 1 stays in without a bid"),
    (events.DroppedOut(1, 3, 2), "seat 1 takes place 3 and pays $2"),
    (events.ActionsReturned(), "all actions are free again"),
    (events.ActionChosen(1, "turn_order"), "seat 1 takes Turn Order"),
    (events.ActionChosen(1, ""), "seat 1 finds no action left"),
    (events.LocomotiveRaised(1, instead_of_move=False), "seat 1's locomotive is a step stronger"),
    (events.LocomotiveRaised(1, instead_of_move=True), "seat 1's locomotive is a step stronger instead of a move"),
    (events.BuildTurnBegun(1, [Note("11,12", 1, 2)]), "seat 1 builds; open ends at risk: 1"),
    (
        events.TileBuilt(1, "10,12", "D2S", 1, "S1", [1, 1], 3),
        "seat 1 builds D2S T-1 T-4 (S1 with a disc) on Indianapolis for $3",
    ),
    (
        events.OwnersChanged(None, [("11,12", 0), ("10,12", 1), ("10,12", 0)], "not extended"),
        "3 paths on R11 (11,12), Indianapolis are now nobody's (not extended)",
    ),
    (events.OwnersChanged(1, [("11,12", 0)], "taken over"), "1 path on R11 (11,12) is now seat 1's (taken over)"),
    (events.Urbanized(1, "10,12", "B"), "seat 1 puts New City B on Indianapolis"),
    (events.BuildTurnEnded(1), "seat 1 builds no more"),
    (
        events.GoodsMoved(1, "9,14", "blue", "12,11", {"2": 1, "0": 2}),
        "seat 1 delivers a blue cube from Evansville to Cincinnati: income seat 0 +2, seat 2 +1",
    ),
    (
        events.GoodsMoved(1, "9,14", "blue", "12,11", {}),
        "seat 1 delivers a blue cube from Evansville to Cincinnati; nobody earns by it",
    ),
    (events.MovePassed(1), "seat 1 moves nothing"),
    (events.IncomeCollected({"0": 3, "1": 0}), "income: seat 0 $3, seat 1 $0"),
    (events.IncomeCollected({}), "income: nobody"),
    (events.ExpensesPaid(1, 3, 0), "seat 1 pays $3 of expenses"),
    (events.ExpensesPaid(1, 4, 7), "seat 1 pays $4 of expenses and loses 7 income for what is missing"),
    (events.PlayerEliminated(1), "seat 1 is eliminated"),
    (events.IncomeReduced(1, 2), "seat 1's income is reduced by 2"),
    (events.CubesHeld(1, ["red", "blue"]), "seat 1 draws 1 blue, 1 red for Production"),
    (events.CubeProduced(1, "red", "W2", 1), "seat 1 puts a red cube into box 1 of column W2"),
    (events.CubesReturned(1, ["red", "red"]), "seat 1 returns 2 red to the bag"),
    (events.DiceRolled("white", [3, 3, 4]), "white dice: 3, 3, 4"),
    (events.CityGrew("W3", 1, "0,19", "red"), "Kansas City gets the red cube in box 1 of column W3"),
]


@pytest.mark.parametrize("thing, said", SAID, ids=[said for _, said in SAID])
def test_sentences(thing: Action | Event, said: str) -> None:
    """Places are said by name, hexes by label and coordinates, seats as `seat 1`, money in dollars."""
    assert rules_for().say(thing) == said


def test_everything_is_said() -> None:
    """Each action and event type of the game has words, and each of them is among the examples."""
    rules = rules_for()
    own = {kind for kind in (*rules.actions, *rules.events) if str(kind.__struct_config__.tag).startswith("aos.")}
    assert own == set(rules.words) & own == {type(thing) for thing, _ in SAID}


def test_a_whole_game_is_said() -> None:
    """Whatever happens in a game is one line without tags, names of fields or bare coordinates."""
    rules = rules_for(4, "", {"start.cash": 30})
    for ply in game(rules, 2):
        for event in ply.events:
            if str(event.__struct_config__.tag).startswith("aos."):
                said = rules.say(event)
                assert "\n" not in said
                assert not re.search(r"aos\.|_|\[|\{|None|(?<!\()\b\d+,\d+\b(?!\))", said), said


def test_transcript() -> None:
    """AOS-S2, AOS-S3: a line for each turn: cash, income, shares, locomotive and paths in links by seat."""
    made = position(3, turn=4, tiles=X04, income={1: 5}, cash={0: 7})
    assert summarize(made.rules, made.state) == RoundSummary(
        "turn 4",
        (
            ("cash", (7, 20, 20)),
            ("income", (0, 5, 0)),
            ("shares", (2, 2, 2)),
            ("locomotive", (1, 1, 1)),
            ("track", (2, 4, 0)),
        ),
    )
    assert summarize(made.rules, set_up().state).round == "turn 1"
