"""Choosing actions (AOS-C)."""

from __future__ import annotations

import pytest

from railbook_age_of_steam.choosing import ACTIONS, ChooseAction
from railbook_age_of_steam.events import ActionChosen, LocomotiveRaised
from tests.plugins.age_of_steam.positions import of_type, position

FRED, OLIVE, ELODIE = range(3)


def test_choosing() -> None:
    """AOS-C1, aos.actions, aos.ask-action, aos.choose-action, aos.actions-on-offer: in the new order, one each."""
    game = position(enter="aos.actions", order=(OLIVE, ELODIE, FRED), actions={FRED: "engineer", OLIVE: "production"})
    assert game.asked == ("aos.ask-action", [OLIVE])
    assert game.legal() == [ChooseAction(action) for action in ACTIONS]
    assert [player.action for player in game.state.players] == ["", "", ""]
    game.does(OLIVE, ChooseAction("engineer"))
    assert game.asked == ("aos.ask-action", [ELODIE])
    assert game.legal() == [ChooseAction(action) for action in ACTIONS if action != "engineer"]
    game.does(ELODIE, ChooseAction("turn_order"))
    game.does(FRED, ChooseAction("first_build"))
    assert game.asked == ("aos.ask-build", [FRED])
    assert [player.action for player in game.state.players] == ["first_build", "engineer", "turn_order"]


def test_taken() -> None:
    """AOS-C1, aos.action-taken: what somebody has is gone; another one is not."""
    game = position(enter="aos.actions")
    game.does(FRED, ChooseAction("engineer"))
    game.refuses(OLIVE, ChooseAction("engineer"), "aos.action-taken", "AOS-C1", "taken by seat 0")
    game.does(OLIVE, ChooseAction("first_move"))


@pytest.mark.parametrize("action", ["", "Engineer", "pass"])
def test_unknown(action: str) -> None:
    """AOS-C1, aos.no-such-action: only the seven can be chosen, and choosing is compulsory."""
    game = position(enter="aos.actions")
    game.refuses(FRED, ChooseAction(action), "aos.no-such-action", "AOS-C1", "choose first_move")
    game.does(FRED, ChooseAction("production"))


@pytest.mark.parametrize("before, after", [(1, 2), (5, 6), (6, 6)])
def test_locomotive(before: int, after: int) -> None:
    """AOS-C5, AOS-14: Locomotive counts at once, 6 at most; at 6 it may be chosen and does nothing."""
    game = position(enter="aos.actions", locomotive={OLIVE: before}, order=(OLIVE, FRED, ELODIE))
    events = game.does(OLIVE, ChooseAction("locomotive"))
    assert game.player(OLIVE).locomotive == after
    assert len(of_type(events, LocomotiveRaised)) == after - before
    assert not game.player(OLIVE).upgraded


def test_locomotive_limit() -> None:
    """limits.locomotive: another limit holds for the action too."""
    game = position(enter="aos.actions", locomotive=3, options={"limits.locomotive": 3})
    game.does(FRED, ChooseAction("locomotive"))
    assert game.player(FRED).locomotive == 3


def test_seven_actions_for_six() -> None:
    """AOS-C1, AOS-C2 to AOS-C8: six players choose, one action is left; who is out chooses nothing."""
    game = position(6, enter="aos.actions", out=(ELODIE,))
    for seat in (0, 1, 3, 4, 5):
        assert game.asked == ("aos.ask-action", [seat])
        game.does(seat, game.legal()[0])
    assert [player.action for player in game.state.players] == [
        "first_move",
        "first_build",
        "",
        "engineer",
        "locomotive",
        "urbanization",
    ]
    assert ActionChosen(5, "urbanization") in game.events
