"""The turn: one action, passing, the last round and the end (TTR-T, TTR-E)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from railbook.engine.state import Ended
from railbook.rules.types import Event
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, Pass
from railbook_ticket_to_ride.events import (
    CardsPaid,
    LastRoundBegun,
    Passed,
    PointsScored,
    RouteClaimed,
    SlotFilled,
    TurnBegun,
)
from tests.plugins.ticket_to_ride.positions import L, Options, Position, claim, keep, of_type, position

BLIND = DrawCard(None)
ONES = (
    "atlanta--nashville",
    "dallas--houston--a",
    "kansas-city--omaha--a",
    "portland--seattle--a",
    "seattle--vancouver--a",
)
"""One route of each group of length 1: with two seats nobody can claim the others."""


def draws(game: Position, seat: int) -> list[Event]:
    """Let a seat spend its turn on two unseen cards."""
    return [*game.does(seat, BLIND), *game.does(seat, BLIND)]


def blocked(options: Options | None = None, tickets: Mapping[int, list[str]] | None = None) -> Position:
    """Give a game in which nobody can do anything but draw the tickets that seat 0 does not hold.

    Seat 0 has no cards; seat 1 has them all and one train, but all routes of length 1 are taken or closed. So that this
    is no last round, it is set off by 0 trains here.
    """
    return position(
        2,
        {"end.trains_at_most": 0, **(options or {})},
        display=[],
        pile={},
        owners=dict.fromkeys(ONES, 1),
        trains={1: 1},
        tickets=tickets or {0: ["t-boston--miami"]},
        ticket_pile=[],
    )


def test_a_turn_is_one_action() -> None:
    """TTR-T1, TTR-T5, ttr.turn, ttr.next-turn: after one action the next seat, clockwise, takes its turn."""
    game = position(3, hands={0: {"red": 1}})
    events = game.does(0, claim("atlanta--nashville", red=1))
    assert of_type(events, TurnBegun) == [TurnBegun(1, 1)]
    draws(game, 1)
    game.does(2, DrawTickets())
    events = game.does(2, keep(game.seat(2).offer))
    assert of_type(events, TurnBegun) == [TurnBegun(0, 2)]
    assert (game.state.turn, game.state.round, game.state.scope) == (0, 2, "turn 2 seat 0")
    for seat in (1, 2):
        game.refuses(seat, BLIND, "core.not-your-turn", "", f"seat {seat} may not act now: seat 0 may")


def test_actions_of_a_turn() -> None:
    """TTR-T1, ttr.turn, ttr.draw-tickets: a seat may draw cards, claim a route or draw tickets, and nothing else."""
    game = position(hands={0: {"red": 1}})
    assert {type(action) for action in game.legal(0)} == {DrawCard, ClaimRoute, DrawTickets}
    assert game.legal(1) == []
    game.refuses(0, keep([]), "core.not-now", "", "ttr.turn asks for")


def test_an_action_that_has_begun_is_finished() -> None:
    """TTR-T2: with an offer of tickets, or after the first card, no other action can be taken instead."""
    game = position(hands={0: {"red": 1}})
    copy = game.copy()
    copy.does(0, DrawTickets())
    for action in (BLIND, claim("atlanta--nashville", red=1), DrawTickets()):
        copy.refuses(0, action, "core.not-now", "", "ttr.keep-tickets asks for ttr.keep-tickets, not for")
    game.does(0, BLIND)
    for action in (DrawTickets(), claim("atlanta--nashville", red=1)):
        game.refuses(0, action, "core.not-now", "", "ttr.next-pick asks for")


def test_order_inside_a_turn() -> None:
    """TTR-T6, TTR-C9, ttr.claim-route, ttr.score-claim, ttr.refill, ttr.end-check, ttr.next-turn.

    Cards are paid, trains placed, points scored, slots refilled, the end checked, and then the next turn begins.
    """
    game = position(hands={0: {"red": 2}}, display=["white"], pile={}, trains={0: 4}, free=["atlanta--charleston"])
    events = game.does(0, claim("atlanta--charleston", red=2))
    order: list[type[Event]] = [CardsPaid, RouteClaimed, PointsScored, SlotFilled, LastRoundBegun, TurnBegun]
    at = [next(index for index, event in enumerate(events) if isinstance(event, kind)) for kind in order]
    assert at == sorted(at)


# Passing


def test_a_seat_without_any_action_passes() -> None:
    """TTR-T3, TTR-X50, USA-14, ttr.pass.

    With nothing to draw and nothing to claim, to pass is the only legal action.
    """
    game = blocked()
    assert game.legal(0) == [Pass()]
    events = game.does(0, Pass())
    assert events[0] == Passed(0)
    assert (game.state.turn, game.state.passes) == (1, 1)
    assert game.legal(1) == [Pass()]


@pytest.mark.parametrize(
    "possible, tag",
    [
        ({"display": ["red"]}, "ttr.draw-card"),
        ({"discard": {"red": 1}}, "ttr.draw-card"),
        ({"hands": {0: {"red": 1}}}, "ttr.claim-route"),
        ({"ticket_pile": ["t-boston--miami"]}, "ttr.draw-tickets"),
    ],
)
def test_no_pass_while_anything_is_legal(possible: dict[str, object], tag: str) -> None:
    """TTR-T3, TTR-X50, Q06 default `only_if_no_action`, ttr.pass.

    Any legal action, even a harmful one, forbids to pass.
    """
    table: dict[str, object] = {"display": [], "pile": {}, "ticket_pile": [], **possible}
    game = position(2, **table)  # type: ignore[arg-type]  # each of them is an argument of `position`
    game.refuses(0, Pass(), "ttr.pass", "TTR-T3", "seat 0 may not pass while it can act", f"{tag} is possible")
    assert Pass() not in game.legal(0)


def test_pass_instead_of_drawing_tickets() -> None:
    """Q06 `turn.pass` = `also_if_only_tickets`, ttr.pass.

    Tickets need not be drawn, but cards must where they can be.
    """
    table = {"options": {"turn.pass": "also_if_only_tickets"}, "pile": {}, "ticket_pile": ["t-boston--miami"]}
    game = position(display=[], **table)  # type: ignore[arg-type]  # each of them is an argument of `position`
    assert {*game.legal(0)} == {DrawTickets(), Pass()}
    game.does(0, Pass())
    game = position(display=["red"], **table)  # type: ignore[arg-type]  # the same
    game.refuses(0, Pass(), "ttr.pass", "TTR-T3", "ttr.draw-card is possible")


def test_no_pass_between_picks() -> None:
    """TTR-T3, TTR-D6: to pass is no answer to the question for a second card."""
    game = position()
    game.does(0, BLIND)
    game.refuses(0, Pass(), "core.not-now", "", "ttr.next-pick asks for")


def test_all_pass() -> None:
    """TTR-T4, USA-14, Q07 default `end_game`, ttr.all-passed, ttr.end-check, ttr.end.

    When all seats pass one after another the game ends at once and is scored as usual.
    """
    game = blocked()
    assert of_type(game.does(0, Pass()), Ended) == []
    assert game.does(1, Pass())[-1] == Ended("all passed")
    scores = game.scores()
    assert scores["ttr.longest-path"] == (0, 10)
    assert scores["ttr.tickets"][0] == -12
    assert sorted(game.ranks()) == [1, 2]
    game.refuses(0, Pass(), "core.over", "", "the game is over (all passed)")


def test_passes_must_follow_one_another() -> None:
    """TTR-T4, ttr.all-passed: an action between two passes means that not all have passed in a row."""
    game = position(
        2,
        {"turn.pass": "also_if_only_tickets", "end.trains_at_most": 0},
        display=[],
        pile={},
        owners=dict.fromkeys(ONES, 1),
        trains={1: 1},
        ticket_pile=["t-boston--miami"],
    )
    game.does(0, Pass())
    game.does(1, DrawTickets())
    assert game.state.passes == 0
    game.does(0, Pass())
    assert not game.state.ended
    assert game.does(1, Pass())[-1] == Ended("all passed")


def test_all_pass_and_go_on() -> None:
    """Q07 `end.all_pass` = `continue`, ttr.all-passed: the game goes on after any number of passes."""
    game = blocked({"end.all_pass": "continue"})
    for turn in range(6):
        assert not game.state.ended
        game.does(turn % 2, Pass())
    assert game.state.passes == 6


@pytest.mark.parametrize("act", ["card", "slot", "claim", "tickets"])
def test_any_action_interrupts_passes(act: str) -> None:
    """TTR-T4, ttr.all-passed.

    Passes are counted from 0 again after a card was drawn, a route claimed, tickets offered.
    """
    game = position(hands={0: {"red": 1}})
    game.state.passes = 1
    actions = {
        "card": BLIND,
        "slot": DrawCard(1),
        "claim": claim("atlanta--nashville", red=1),
        "tickets": DrawTickets(),
    }
    game.does(0, actions[act])
    assert game.state.passes == 0


# The last round


def test_last_round() -> None:
    """TTR-E1, TTR-E2, TTR-X64, ttr.end-check, ttr.last-round-is-due, ttr.last-round-over, ttr.end.

    B has 6 trains and claims a route of 4. Then C, A and B take one turn each, though C falls to 1 train meanwhile.
    """
    free = ["helena--winnipeg", "atlanta--nashville"]
    game = position(
        3, hands={1: {"blue": 4}, 2: {"red": 1}}, trains={1: 6, 2: 2}, turn=1, free=free, display=["white"] * 5, spare=0
    )
    events = game.does(1, claim("helena--winnipeg", blue=4))
    assert game.seat(1).trains == 2
    assert of_type(events, LastRoundBegun) == [LastRoundBegun(1, 3)]
    assert game.state.turns_left == 2
    events = game.does(2, claim("atlanta--nashville", red=1))
    assert of_type(events, LastRoundBegun) == []
    assert game.seat(2).trains == 1
    draws(game, 0)
    assert not game.state.ended
    game.does(1, BLIND)
    assert game.does(1, BLIND)[-1] == Ended("last round")
    assert game.state.to_act == []
    game.refuses(2, BLIND, "core.over", "", "the game is over (last round)")


@pytest.mark.parametrize("claims", [False, True])
def test_one_more_turn_each(claims: bool) -> None:
    """USA-07, TTR-E1, TTR-E2.

    P2 ends a turn with 2 trains; P3, P1 and P2 follow, whether or not P3 claims down to 1.
    """
    free = ["nashville--raleigh", "atlanta--charleston"]
    game = position(
        3,
        hands={1: {"black": 3}, 2: {"red": 2}},
        trains={1: 5, 2: 3},
        turn=1,
        free=free,
        display=["white"] * 5,
        spare=0,
    )
    game.does(1, claim("nashville--raleigh", black=3))
    if claims:
        game.does(2, claim("atlanta--charleston", red=2))
        assert game.seat(2).trains == 1
    else:
        draws(game, 2)
    draws(game, 0)
    assert draws(game, 1)[-1] == Ended("last round")
    game.refuses(2, BLIND, "core.over", "", "the game is over")


def test_three_trains_left() -> None:
    """TTR-X65, TTR-E1, ttr.last-round-is-due: a seat with 3 trains after its turn sets nothing off."""
    game = position(hands={0: {"red": 1}}, trains={0: 4}, free=["atlanta--nashville"])
    events = game.does(0, claim("atlanta--nashville", red=1))
    assert game.seat(0).trains == 3
    assert of_type(events, LastRoundBegun) == []
    assert game.state.turns_left is None


@pytest.mark.parametrize("limit, due", [(0, False), (2, True), (3, True), (1, False)])
def test_trains_that_set_off_the_last_round(limit: int, due: bool) -> None:
    """TTR-E1, option `end.trains_at_most`, ttr.last-round-is-due: so many trains or fewer, 2 by default, set it off."""
    game = position(
        options={"end.trains_at_most": limit}, hands={0: {"red": 2}}, trains={0: 4}, free=["atlanta--charleston"]
    )
    events = game.does(0, claim("atlanta--charleston", red=2))
    assert bool(of_type(events, LastRoundBegun)) is due


def test_only_the_own_turn_counts() -> None:
    """TTR-E1: what counts are the trains of the seat whose turn it was, after that turn."""
    game = position(3, trains={1: 2})
    assert of_type(draws(game, 0), LastRoundBegun) == []
    assert of_type(draws(game, 1), LastRoundBegun) == [LastRoundBegun(1, 3)]


def test_a_pass_uses_up_a_turn_of_the_last_round() -> None:
    """TTR-E3, ttr.last-round-over: turns of the last round are ordinary ones; to pass is such a turn too."""
    game = position(3, display=[], pile={}, spare=2, ticket_pile=[], turns_left=1, trains={1: 3})
    game.does(0, Pass())
    assert game.state.turns_left == 0
    assert game.does(1, Pass())[-1] == Ended("last round")


def test_last_turn_with_two_picks() -> None:
    """TTR-E1, TTR-T2: the last turn is played out; the game is over when its action is complete."""
    game = position(turns_left=0)
    game.does(0, BLIND)
    assert not game.state.ended
    assert game.does(0, BLIND)[-1] == Ended("last round")


def test_the_number_of_seats_sets_the_number_of_turns() -> None:
    """TTR-E1: with 5 seats five turns follow, the last of them that of the seat that set the last round off."""
    game = position(5, hands={3: {"red": 1, L: 1}}, trains={3: 3}, turn=3, free=["atlanta--nashville"], spare=0)
    game.does(3, claim("atlanta--nashville", red=1))
    order = []
    while not game.state.ended:
        order.append(game.state.turn)
        draws(game, game.state.turn)
    assert order == [4, 0, 1, 2, 3]
