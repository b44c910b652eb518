"""What may be done: the checks that every game has, in their order, before and behind the reasons of its rules."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook import Action, Layer, Unknown
from railbook.chance import UnknownOutcome
from railbook.engine.core_layer import Leave, Withdraw
from railbook.engine.play import can_answer, check, legal_actions, legal_actions_of
from railbook.engine.state import State
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Rejection, SetUp
from tests.core.tables import Played, rules_of
from tests.core.tiny import Bet, Draw, Lay, Pass, Stop, Throw
from tests.core.tiny_table import PEBBLES, Beach, Pile
from tests.core.tiny_variants import variants


class Sing(Action, frozen=True, tag="test.sing"):
    """An action that the game does not have."""


def playing(**options: Any) -> Played:
    """Give a game in which seat 0 of two may act."""
    return Played(rules_of(options={"peb.bets": False, **{f"peb.{name}": value for name, value in options.items()}}))


def betting() -> Played:
    """Give a game of three in which seat 1 has bet and the others are asked."""
    game = Played(rules_of(seats=3))
    game.act(1, Bet("jet"))
    return game


def over() -> Played:
    """Give a game that is over."""
    game = playing()
    game.act(1, Leave("resigned"))
    return game


CASES: dict[str, tuple[Callable[[], Played], int, Action, str, str]] = {
    "no-such-action": (playing, 0, Sing(), "core.no-such-action", "pebbles has no action 'test.sing'"),
    "set-up-is-no-action": (playing, 0, SetUp(), "core.no-such-action", "pebbles has no action 'core.set-up'"),
    "no-such-action-when-over": (over, 9, Sing(), "core.no-such-action", "pebbles has no action"),
    "over": (over, 0, Draw(), "core.over", "the game is over (unfinished)"),
    "leaving-when-over": (over, 0, Leave("resigned"), "core.over", "the game is over"),
    "over-for-no-such-seat": (over, 9, Draw(), "core.over", "the game is over"),
    "no-such-seat": (playing, 2, Draw(), "core.no-such-seat", "there is no seat 2: the seats are 0 to 1"),
    "no-seat-below-0": (playing, -1, Draw(), "core.no-such-seat", "there is no seat -1"),
    "no-such-seat-leaves": (playing, 2, Leave("resigned"), "core.no-such-seat", "there is no seat 2"),
    "not-your-turn": (playing, 1, Draw(), "core.not-your-turn", "seat 1 may not act now: seat 0 may"),
    "not-your-turn-nor-now": (playing, 1, Bet("jet"), "core.not-your-turn", "seat 1 may not act now"),
    "chosen-already": (betting, 1, Bet("jet"), "core.not-your-turn", "seat 1 may not act now: seat 0 or 2 may"),
    "not-now": (
        playing,
        0,
        Bet("jet"),
        "core.not-now",
        "peb.act asks for peb.draw, peb.lay, peb.throw, peb.pass, not for peb.bet",
    ),
    "stop-before-laying": (playing, 0, Stop(), "core.not-now", "peb.act asks for"),
    "leave-reason": (playing, 1, Leave("bored"), "core.leave-reason", "'bored' is no reason to leave: "),
    "nothing-committed": (playing, 0, Withdraw(), "core.nothing-committed", "seat 0 has made no choice"),
    "nothing-committed-yet": (betting, 0, Withdraw(), "core.nothing-committed", "seat 0 has made no choice"),
    "rule-of-the-game": (playing, 0, Pass(), "peb.can-act", "peb.draw is possible"),
    "very-type-before-base": (playing, 0, Lay("pearl", 0), "peb.lay-at-least-one", "at least one pebble"),
    "in-declared-order": (lambda: playing(barred=["jet"]), 0, Lay("jet", 9), "peb.barred", "jet is barred"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_who_is_refused_and_why(name: str) -> None:
    """The first check that fails gives its rule id: action, game over, seat, turn, step, then the rules in order."""
    table, seat, action, rule, message = CASES[name]
    game = table()
    answer = check(game.rules, game.state, seat, action)
    assert isinstance(answer, Rejection)
    assert answer.rule == rule
    assert answer.message.startswith(message)


def test_rejections_carry_the_paragraph() -> None:
    """A rejection names the rule and where it is written; where nothing is written only the rule."""
    game = playing(barred=["jet"])
    assert str(check(game.rules, game.state, 0, Lay("jet"))) == "peb.barred (PEB-3): jet is barred"
    assert str(check(game.rules, game.state, 0, Lay("pearl"))).startswith("peb.not-in-hand (PEB-4): ")
    assert str(check(game.rules, game.state, 0, Lay("jet", 0))).startswith("peb.lay-at-least-one: ")


def test_actions_for_any_time() -> None:
    """Leaving needs no turn; taking a choice back needs one that others still wait with."""
    game = betting()
    for seat in range(3):
        assert check(game.rules, game.state, seat, Leave("timed out")) is None
    assert check(game.rules, game.state, 1, Withdraw()) is None


def test_what_hidden_information_decides_is_unknown() -> None:
    """A reason that would need to know answers unknown; a plain no goes before it, and such actions are not listed."""
    game = playing()
    game.state.seats[0].hand = Pile({"jet": 1}, 1)
    assert check(game.rules, game.state, 0, Lay("jet", 1)) is None
    assert check(game.rules, game.state, 0, Lay("jet", 2)) == Unknown("nobody said how many jet pebbles seat 0 holds")
    assert isinstance(check(game.rules, game.state, 0, Lay("jet", 3)), Rejection)
    answer = check(game.rules, game.state, 0, Throw("pearl"))
    assert isinstance(answer, Rejection)
    assert answer.rule == "peb.no-such-kind"
    assert [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Lay)] == [Lay("jet", 1)]


# -------------------------------------------------------------------------------------------------------- legal actions


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.booleans())
def test_legal_actions_are_the_accepted_ones(seed: int, varied: bool) -> None:
    """Of all actions that there are, exactly the listed ones are accepted, and every other seat has none."""
    game = Played(rules_of(*(variants if varied else ()), seats=3), seed)
    kinds = (*sorted(game.rules.board.pebbles), "pearl")
    every: list[Action] = [Draw(), Stop(), Pass(), *map(Throw, kinds), *map(Bet, kinds)]
    every += [Lay(kind, count) for kind in kinds for count in range(-1, 20)]
    while not game.game.over:
        for seat in range(3):
            listed = list(legal_actions(game.rules, game.state, seat))
            accepted = [action for action in every if check(game.rules, game.state, seat, action) is None]
            assert sorted(map(repr, listed)) == sorted(map(repr, accepted))
        game.step()


def test_nothing_is_legal_when_the_game_is_over() -> None:
    """Nobody is asked any more."""
    game = over()
    assert list(legal_actions(game.rules, game.state, 0)) == []


def test_legal_actions_are_lazy() -> None:
    """Candidates are made one by one as they are asked for."""
    endless: Layer[Beach] = Layer("endless", game=PEBBLES)

    @endless.candidates(Draw)
    def more(rules: Ruleset, state: Beach, seat: int) -> Any:
        while True:
            yield Draw()

    game = Played(rules_of(endless, options={"peb.bets": False}))
    ways = legal_actions(game.rules, game.state, 0)
    assert [next(ways) for _ in range(5)] == [Draw()] * 5
    assert can_answer(game.rules, game.state, "peb.act", 0)


def test_can_answer_asks_the_composed_rules() -> None:
    """Whether a seat has a way to go on is asked of the rules with all their layers: none leads into a dead end."""
    strict: Layer[Beach] = Layer("strict", game=PEBBLES)
    strict.validator((Draw, Lay, Throw), "strict.no")(lambda rules, state, seat, action: "forbidden")
    plain, strictly = playing(), Played(rules_of(strict, options={"peb.bets": False}))
    assert can_answer(plain.rules, plain.state, "peb.act", 0, only=Draw)
    assert not can_answer(plain.rules, plain.state, "peb.act", 0, only=Pass)
    assert not can_answer(strictly.rules, strictly.state, "peb.act", 0, only=Draw)
    assert list(legal_actions(strictly.rules, strictly.state, 0)) == [Pass()]
    spec = strictly.rules.actions[Pass]
    assert list(legal_actions_of(strictly.rules, strictly.state, 0, spec)) == [Pass()]


def test_what_can_be_answered_may_be_hidden() -> None:
    """Where only a hidden hand decides whether a seat can act nobody knows, and who needs to know cannot say."""
    game = playing(limit=2)
    game.state.seats[0].hand = Pile({}, 2)
    with pytest.raises(UnknownOutcome, match=r"nobody said how many \w+ pebbles seat 0 holds"):
        can_answer(game.rules, game.state, "peb.act", 0)
    assert isinstance(check(game.rules, game.state, 0, Pass()), Unknown)
    assert list(legal_actions(game.rules, game.state, 0)) == []
    game.state.seats[0].hand = Pile({"jet": 1}, 1)
    assert can_answer(game.rules, game.state, "peb.act", 0)
    assert isinstance(check(game.rules, game.state, 0, Pass()), Rejection)


def test_nobody_acts_before_the_set_up() -> None:
    """Before ply 0 no seat is asked for anything."""
    rules = rules_of()
    state = rules.state_type()
    assert isinstance(state, State)
    answer = check(rules, state, 0, Draw())
    assert isinstance(answer, Rejection)
    assert answer.rule == "core.not-your-turn"
