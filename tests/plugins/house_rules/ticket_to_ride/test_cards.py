"""House rules about train cards: hand-limit, no-starting-hand and single-locomotives."""

from __future__ import annotations

import pytest

from railbook.rules.options import OptionError
from railbook_house_rules.ticket_to_ride.hand_limit import HandLimit
from railbook_house_rules.ticket_to_ride.hand_limit import variant as hand_limit
from railbook_house_rules.ticket_to_ride.no_starting_hand import variant as no_starting_hand
from railbook_house_rules.ticket_to_ride.single_locomotives import variant as single_locomotives
from railbook_ticket_to_ride.api import DrawCard, Pass
from tests.plugins.ticket_to_ride.positions import L, claim, position, rules_for, set_up

FULL = {"red": 8, "blue": 7}


@pytest.mark.parametrize("slot", [None, 1])
def test_nobody_draws_beyond_the_limit(slot: int | None) -> None:
    """hand-limit.full: with 15 cards in hand neither the pile nor the display gives another one."""
    game = position(variants=[hand_limit], hands={0: FULL})
    game.refuses(0, DrawCard(slot), "hand-limit.full", "", "seat 0 holds 15 cards", "not draw beyond 15: pay with some")
    assert not [action for action in game.legal(0) if isinstance(action, DrawCard)]


def test_other_seats_hands_do_not_matter() -> None:
    """hand-limit.full: a seat with 14 cards draws, though another one holds 30."""
    game = position(3, variants=[hand_limit], hands={0: {"red": 8, "blue": 6}, 1: {"green": 12, "black": 12, L: 6}})
    game.does(0, DrawCard(1))
    assert game.seat(0).hand.size == 15


def test_the_pick_that_fills_the_hand_is_the_last() -> None:
    """hand-limit.full, TTR-D6: no second pick is asked for, and the turn is over with one card."""
    game = position(variants=[hand_limit], hands={0: {"red": 8, "blue": 6}})
    game.does(0, DrawCard(None))
    assert (game.seat(0).hand.size, game.state.turn) == (15, 1)


def test_a_full_hand_pays_and_draws_again() -> None:
    """hand-limit.full: claiming is open to a full hand, and what it paid makes room."""
    game = position(variants=[hand_limit], hands={0: FULL, 1: {"green": 3}})
    game.does(0, claim("duluth--omaha--a", red=2))
    game.does(1, claim("atlanta--raleigh--a", green=2))
    game.does(0, DrawCard(None))
    game.does(0, DrawCard(None))
    assert game.seat(0).hand.size == 15


def test_a_seat_that_may_only_pass_passes() -> None:
    """hand-limit.full, TTR-T3: full, without trains and without tickets to draw a seat passes, and is not stuck."""
    game = position(variants=[hand_limit], hands={0: FULL}, trains={0: 0}, ticket_pile=[])
    assert game.legal(0) == [Pass()]
    assert Pass() not in position(hands={0: FULL}, trains={0: 0}, ticket_pile=[]).legal(0)


def test_the_limit_is_an_option() -> None:
    """hand-limit.full: `hand-limit.cards` says how many, from 8 on."""
    game = position(options={"hand-limit.cards": 20}, variants=[hand_limit], hands={0: FULL})
    game.does(0, DrawCard(None))
    assert HandLimit().cards == 15
    with pytest.raises(OptionError, match=r"hand-limit\.cards cannot be 7: it takes a whole number 8 to 110"):
        rules_for(2, {"hand-limit.cards": 7}, [hand_limit])


def test_no_cards_are_dealt() -> None:
    """TTR-S3, setup.hand: hands are empty when tickets are chosen, and the display is full."""
    game = set_up(3, variants=[no_starting_hand])
    assert [game.seat(seat).hand.size for seat in range(3)] == [0, 0, 0]
    assert len(game.state.face_up) == 5
    with pytest.raises(OptionError, match=r"setup\.hand = 4 contradicts variant 'no-starting-hand'"):
        rules_for(3, {"setup.hand": 4}, [no_starting_hand])


def test_two_face_up_locomotives_in_one_turn() -> None:
    """TTR-D3, TTR-D4, ttr.picks-of: each counts as one pick, also the second one."""
    game = position(variants=[single_locomotives], display=(L, L, "red", "blue", "green"))
    game.does(0, DrawCard(1), face_up=["white"])
    assert game.state.turn == 0
    game.does(0, DrawCard(2), face_up=["white"])
    assert (game.hand(0), game.state.turn) == ({L: 2}, 1)


def test_a_locomotive_behind_another_card() -> None:
    """TTR-D4, ttr.picks-of: what the base rules reject as `ttr.face-up-locomotive` is open."""
    for variants in ([], [single_locomotives]):
        game = position(variants=variants, display=(L, "white", "red", "blue", "green"))
        game.does(0, DrawCard(2), face_up=["white"])
        if variants:
            game.does(0, DrawCard(1), face_up=["red"])
        else:
            game.refuses(0, DrawCard(1), "ttr.face-up-locomotive", "TTR-D4")
