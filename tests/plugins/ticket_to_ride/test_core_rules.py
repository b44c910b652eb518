"""What the engine itself rejects, on the table of a real game: ids `core.*`, which every game shares."""

from __future__ import annotations

import pytest

from railbook.engine.core_layer import Leave, Withdraw
from railbook.engine.play import can_answer
from railbook.rules.types import Action, SetUp
from railbook_ticket_to_ride.actions import DrawCard, Pass
from tests.plugins.ticket_to_ride.positions import claim, keep, position, set_up
from tests.plugins.ticket_to_ride.tolls import TOLLS, two


class Bribe(Action, frozen=True, tag="test.bribe"):
    """An action that no game has."""


@pytest.mark.parametrize("action", [Bribe(), two("red"), SetUp()])
def test_an_action_that_the_game_does_not_have(action: Action) -> None:
    """core.no-such-action: an action of a variant that is not chosen, or of none, is refused by its name."""
    tag = str(action.__struct_config__.tag)
    position(hands={0: {"red": 2}}).refuses(0, action, "core.no-such-action", "", f"ttr-usa has no action '{tag}'")


def test_an_action_of_a_chosen_variant() -> None:
    """core.no-such-action: with the variant that adds it, the action is accepted, and listed as legal."""
    game = position(variants=[TOLLS], hands={0: {"red": 2}})
    assert two("red") in game.legal(0)
    game.does(0, two("red"))


@pytest.mark.parametrize("seat", [-1, 2, 100])
def test_a_seat_that_is_not_there(seat: int) -> None:
    """core.no-such-seat, SEC-05: a seat beyond those of the game is refused, for actions out of turn too."""
    game = position(2)
    for action in (DrawCard(None), Leave("resigned"), Withdraw()):
        game.refuses(seat, action, "core.no-such-seat", "", f"there is no seat {seat}: the seats are 0 to 1")


def test_nothing_happens_after_the_end() -> None:
    """core.over, USA-07: when the game has ended no action is accepted any more, not even to leave."""
    game = position(turns_left=0)
    game.ends()
    for action in (DrawCard(None), Pass(), Leave("resigned"), claim("atlanta--nashville", red=1)):
        game.refuses(1, action, "core.over", "", "the game is over (last round)")
    assert game.legal(0) == game.legal(1) == []


def test_an_action_that_is_not_asked_for() -> None:
    """core.not-now: an action that does not answer the question is refused, and the message says what does."""
    game = set_up(2)
    game.refuses(0, DrawCard(None), "core.not-now", "", "ttr.choose-tickets asks for ttr.keep-tickets")
    for seat in (0, 1):
        game.does(seat, keep(game.seat(seat).offer))
    game.refuses(0, keep([]), "core.not-now", "", "ttr.turn asks for", "not for ttr.keep-tickets")


def test_leaving_during_the_choice_of_tickets() -> None:
    """Q27, core.leave: a seat may leave while others still choose; what was committed is forgotten with the game."""
    game = set_up(3)
    game.does(1, keep(game.seat(1).offer))
    game.does(2, Leave("timed out"))
    assert (game.state.ended, game.state.committed, game.state.to_act) == ("unfinished", [], [])


def test_whether_a_seat_could_act() -> None:
    """TTR-T3, ttr.pass: the composed rules are asked what is possible, for a step and for one type of action."""
    game = position(hands={0: {"red": 1}}, display=[], pile={}, ticket_pile=[])
    assert can_answer(game.rules, game.state, "ttr.turn", 0)
    assert not can_answer(game.rules, game.state, "ttr.turn", 0, only=DrawCard)


def test_words() -> None:
    """Every action and event of a game can be said in one plain sentence."""
    game = position(hands={0: {"red": 1}})
    assert game.rules.say(claim("atlanta--nashville", red=1)) == "claim Atlanta–Nashville (grey 1) for 1 red"
    for kind in (*game.rules.actions, *game.rules.events):
        tag = str(kind.__struct_config__.tag)
        assert kind in game.rules.words or tag.startswith("core."), f"{tag} has no words"
