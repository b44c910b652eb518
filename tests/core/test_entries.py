"""Entries that change what may be done and what follows: add, drop, replace, wrap, extend, insert, reorder."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from railbook import Action, Layer, then
from railbook.chance import Chance
from railbook.engine.play import check, legal_actions
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Rejection
from tests.core.tables import Played, rules_of, tags, under_way
from tests.core.tiny import Draw, Lay, Throw
from tests.core.tiny_table import PEBBLES, Beach, Laid, Passed


def rejects(game: Played, action: Action, seat: int = 0) -> str:
    """Give the rule id that rejects an action, or nothing."""
    answer = check(game.rules, game.state, seat, action)
    return answer.rule if isinstance(answer, Rejection) else ""


# -------------------------------------------------------------------------------------------------------------- actions


def test_validator_added(house: Layer[Beach]) -> None:
    """An added reason rejects with its rule id and paragraph, behind those of the base."""

    @house.validator(Lay, "house.no-jet", "HOUSE-1")
    def no_jet(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
        return "jet is holy" if action.kind == "jet" else None

    game = under_way(house)
    assert check(game.rules, game.state, 0, Lay("jet", 1)) == Rejection("house.no-jet", "jet is holy", "HOUSE-1")
    assert rejects(game, Lay("jet", 3)) == "peb.not-in-hand"
    assert rejects(game, Lay("flint", 1)) == ""


def test_validator_replaced_keeps_its_place(house: Layer[Beach]) -> None:
    """A replaced reason keeps rule id, paragraph, action types and its place among the others."""

    @house.replace_validator("peb.not-in-hand")
    def never_in_hand(rules: Ruleset, state: Beach, seat: int, action: Any) -> str:
        return "hands are glued"

    plain, changed = rules_of(), rules_of(house)
    for kind in (Lay, Throw):
        assert [v.rule for v in changed.actions[kind].validators] == [v.rule for v in plain.actions[kind].validators]
        assert [(v.rule, v.paragraph) for v in changed.actions[kind].validators if v.layer == "house"] == [
            ("peb.not-in-hand", "PEB-4")
        ]
    assert rejects(under_way(house), Throw("jet")) == "peb.not-in-hand"


def test_validator_dropped(house: Layer[Beach]) -> None:
    """A dropped reason rejects nothing any more."""
    house.drop_validator("peb.hand-is-full")
    assert rejects(under_way(limit=3), Draw()) == "peb.hand-is-full"
    assert rejects(under_way(house, limit=3), Draw()) == ""


def test_validator_of_a_base_class_holds_for_all_its_types() -> None:
    """A reason given for a base class of actions looks at each of them, behind those of the very type."""
    rules = rules_of()
    assert [v.rule for v in rules.actions[Throw].validators] == ["peb.not-in-hand", "peb.no-such-kind"]
    assert "peb.no-such-kind" not in [v.rule for v in rules.actions[Draw].validators]


def test_action_added_and_dropped(house: Layer[Beach]) -> None:
    """A new action type answers the steps it names, with effect, candidates and words; a dropped one is no action."""

    class Skip(Action, frozen=True, tag="house.skip"):
        pass

    @house.action(Skip, "peb.act")
    def skip(rules: Ruleset, state: Beach, seat: int, action: Skip, chance: Chance) -> Flow:
        yield Passed(seat)

    @house.candidates(Skip)
    def ways(rules: Ruleset, state: Beach, seat: int) -> list[Skip]:
        return [Skip()]

    @house.words(Skip)
    def say(rules: Ruleset, action: Skip) -> str:
        return "skips"

    house.drop_action(Throw)
    game = under_way(house)
    legal = list(legal_actions(game.rules, game.state, 0))
    assert legal[-1] == Skip()
    assert not any(isinstance(action, Throw) for action in legal)
    assert rejects(game, Throw("jet")) == "core.no-such-action"
    assert game.rules.say(Skip()) == "skips"
    game.act(0, Skip())
    assert tags(game) == ["peb.passed", "peb.turn-begun", "core.waits"]


def test_action_dropped_and_added_anew(house: Layer[Beach]) -> None:
    """A later layer may add an action type anew that one before it dropped: nothing is left of the old one."""
    again: Layer[Beach] = Layer("again", game=PEBBLES, after=["house"])
    house.drop_action(Throw)

    @again.action(Throw, "peb.act")
    def throw(rules: Ruleset, state: Beach, seat: int, action: Throw, chance: Chance) -> Flow:
        yield Passed(seat)

    game = under_way(house, again)
    assert not [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Throw)]
    game.act(0, Throw("jet"))
    assert tags(game)[0] == "peb.passed"


def test_effect_replaced(house: Layer[Beach]) -> None:
    """Another effect takes the place of the old one."""

    @house.replace_effect(Throw)
    def keep(rules: Ruleset, state: Beach, seat: int, action: Throw, chance: Chance) -> Flow:
        yield Passed(seat)

    game = under_way(house)
    game.act(0, Throw("jet"))
    assert tags(game)[:2] == ["peb.passed", "peb.turn-begun"]


def test_effect_wrapped(house: Layer[Beach]) -> None:
    """A wrapper may do something before and after the inner effect."""

    @house.wrap_effect(Lay)
    def twice(inner: Callable[..., Flow], rules: Ruleset, *arguments: Any) -> Flow:
        yield Passed(0)
        yield from inner(rules, *arguments)
        yield Passed(0)

    game = under_way(house)
    game.act(0, Lay("jet", 1))
    assert tags(game)[:3] == ["peb.passed", "peb.laid", "peb.passed"]


def test_candidates_extended_and_replaced(house: Layer[Beach]) -> None:
    """More candidates come behind those there are; or others in their place. The validators filter all."""

    def two_more(rules: Ruleset, state: Beach, seat: int) -> Iterator[Lay]:
        yield from (Lay("jet", 1), Lay("jet", 9))

    def lays(game: Played) -> list[Action]:
        return [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Lay)]

    plain = lays(under_way())
    house.candidates(Lay)(two_more)
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.replace_candidates(Lay)(two_more)
    assert lays(under_way(house)) == [*plain, Lay("jet", 1)]
    assert lays(under_way(other)) == [Lay("jet", 1)]


# -------------------------------------------------------------------------------------------------- steps and sequences


def speaks(layer: Layer[Beach], name: str) -> None:
    """Add a step that yields one event."""

    @layer.step(name)
    def step(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield Passed(state.turn)


@pytest.mark.parametrize(
    "change, turn",
    [
        pytest.param(
            lambda x: x.insert("peb.turn", "house.s", before="peb.act"), "house.s act end-check next-turn", id="before"
        ),
        pytest.param(
            lambda x: x.insert("peb.turn", "house.s", after="peb.act"), "act house.s end-check next-turn", id="after"
        ),
        pytest.param(lambda x: x.drop_step("peb.turn", "peb.end-check"), "act next-turn", id="drop"),
        pytest.param(
            lambda x: x.reorder("peb.turn", "peb.next-turn", "peb.act", "peb.end-check"),
            "next-turn act end-check",
            id="reorder",
        ),
    ],
)
def test_sequence_changed(house: Layer[Beach], change: Callable[[Layer[Beach]], None], turn: str) -> None:
    """Steps are inserted before or after another one, dropped, and put into another order."""
    speaks(house, "house.s")
    change(house)
    assert " ".join(step.removeprefix("peb.") for step in rules_of(house).sequences["peb.turn"]) == turn


def test_step_inserted_is_played(house: Layer[Beach]) -> None:
    """An inserted step runs at its place, in the turn of the seat."""
    speaks(house, "house.s")
    house.insert("peb.turn", "house.s", after="peb.end-check")
    game = under_way(house)
    game.act(0, Throw("jet"))
    assert tags(game) == ["peb.thrown", "peb.passed", "peb.turn-begun", "core.waits"]


def test_step_replaced_and_wrapped(house: Layer[Beach]) -> None:
    """A step gets another body, or one around its own; it stays simultaneous if it was."""

    @house.wrap_step("peb.deal")
    def deal_first(inner: Callable[..., Flow], rules: Ruleset, *arguments: Any) -> Flow:
        yield Passed(0)
        yield from inner(rules, *arguments)

    @house.replace_step("peb.bets")
    def no_bets(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield Passed(1)

    rules = rules_of(house)
    assert rules.steps["peb.bets"].simultaneous
    game = Played(rules)
    assert game.state.asked == "peb.act"
    assert tags(game)[2:] == ["peb.passed", *["peb.drawn"] * 4, "peb.passed", "peb.turn-begun", "core.waits"]


def test_sequence_added(house: Layer[Beach]) -> None:
    """A layer may add a sequence of its own and put it on the agenda."""
    speaks(house, "house.s")
    house.sequence("house.pair", "house.s", "house.s")

    @house.reaction(Laid, "house.react")
    def react(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
        yield then(*rules.sequences["house.pair"])

    game = under_way(house)
    game.act(0, Lay("jet", 2))
    assert tags(game) == ["peb.laid", "peb.passed", "peb.passed", "core.waits"]


def test_reaction_added_and_dropped(house: Layer[Beach]) -> None:
    """Reactions run in order of their ids, whichever layer added them; a dropped one never runs."""

    @house.reaction(Laid, "a-house.first")
    def react(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
        yield Passed(event.seat)

    game = under_way(house, hand=["jet"] * 3)
    game.act(0, Lay("jet", 3))
    assert tags(game)[:3] == ["peb.laid", "peb.passed", "peb.row-filled"]
    house.drop_reaction("peb.full-row")
    game = under_way(house, hand=["jet"] * 3)
    game.act(0, Lay("jet", 3))
    assert tags(game)[:3] == ["peb.laid", "peb.passed", "peb.turn-begun"]


def test_end_condition_added_and_dropped(house: Layer[Beach]) -> None:
    """A game ends for an added reason, and no longer for a dropped one."""
    house.end_condition("house.one-throw")(lambda rules, state: "one throw" if state.lost else None)
    game = under_way(house)
    game.act(0, Throw("jet"))
    assert game.state.ended == "one throw"
    house.drop_end_condition("house.one-throw")
    assert [id for id, _ in rules_of(house).end_conditions] == ["peb.goal-reached", "peb.all-passed"]
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.drop_end_condition("peb.goal-reached")
    assert [id for id, _ in rules_of(other).end_conditions] == ["peb.all-passed"]
