"""What validators say that they read of an action: asked once for each of that, and the same actions are legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from railbook import Action, Public
from railbook.chance import UnknownOutcome
from railbook.engine.play import can_answer, check, legal_actions, legal_actions_of
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import RulesError, Unknown
from tests.core.tables import Played, rules_of
from tests.core.tiny import Lay, Throw
from tests.core.tiny_table import PEBBLES, Beach

LAYS = [Lay(kind, count) for kind in ("agate", "jet", "flint") for count in (1, 2, 3)]
OFF = {"peb.bets": False}


class Pile(Action, frozen=True, tag="house.pile"):
    """Pile up what is listed."""

    kinds: Public[list[str]]


def odd(action: Any) -> str | Unknown | None:
    """Reject even counts of jet, leave agate to whoever knows it."""
    if action.kind == "jet":
        return None if action.count % 2 else "jet is laid in odd numbers"
    return Unknown("nobody knows about agate") if action.kind == "agate" else None


def of_kind(action: Any) -> str | None:
    """Reject jet."""
    return "no jet" if action.kind == "jet" else None


def as_ever(action: Any) -> str | None:
    """Agree."""
    return None


def never(action: Any) -> str | None:
    """Reject."""
    return "nothing is laid"


def hidden(action: Any) -> str | None:
    """Ask what nobody knows, about jet."""
    if action.kind == "jet":
        raise UnknownOutcome("how much jet there is")
    return None


def parity(rules: Ruleset, state: Beach, seat: int, kind: type[Action]) -> Any:
    """Look at the kind, and at whether the count is odd."""
    assert kind is Lay
    return lambda action: (action.kind, action.count % 2)


def veiled(rules: Ruleset, state: Beach, seat: int, kind: type[Action]) -> Any:
    """Look at what is hidden, for jet."""

    def of(action: Lay) -> str:
        hidden(action)
        return action.kind

    return of


SAID = {
    "nobody said": (odd, None, LAYS),
    "one field": (of_kind, ("kind",), LAYS[::3]),
    "both fields": (odd, ("kind", "count"), LAYS),
    "nothing": (as_ever, (), LAYS[:1]),
    "nothing, rejecting": (never, (), LAYS[:1]),
    "hidden": (hidden, ("kind",), LAYS[::3]),
    "a function of what is hidden": (hidden, veiled, [LAYS[0], LAYS[6]]),
    "a function": (odd, parity, [LAYS[0], LAYS[1], LAYS[3], LAYS[4], LAYS[6], LAYS[7]]),
}
"""Test, what it says that it reads, and the candidates about which it has to be asked."""


def layer_with(judge: Any, reads: Any, asked: list[Action]) -> Layer[Beach]:
    """Give a layer that lists nine ways to lay twice, and one validator, which alone judges them and takes notes."""
    layer: Layer[Beach] = Layer("house", game=PEBBLES)
    for rule in ("peb.not-in-hand", "peb.barred"):
        layer.drop_validator(rule)
    layer.replace_candidates(Lay)(lambda rules, state, seat: iter(LAYS * 2))

    @layer.validator(Lay, "house.judge", reads=reads)
    def noted(rules: Ruleset, state: Beach, seat: int, action: Lay) -> Any:
        asked.append(action)
        return judge(action)

    return layer


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_to_be_alike_is_asked_once(said: str) -> None:
    """A validator is asked once for each value of what it reads, and by default for every candidate."""
    judge, reads, due = SAID[said]
    asked: list[Action] = []
    game = Played(rules_of(layer_with(judge, reads, asked), options=OFF))
    list(legal_actions_of(game.rules, game.state, 0, game.rules.actions[Lay]))
    assert asked == (due * 2 if reads is None else due)


@pytest.mark.parametrize("said", SAID)
def test_the_same_is_legal_whatever_is_said(said: str) -> None:
    """Listed are, in order, the candidates that `check` accepts; what is unknown is left out."""
    judge, reads, _ = SAID[said]
    game = Played(rules_of(layer_with(judge, reads, []), options=OFF))
    listed = [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Lay)]
    accepted = [action for action in LAYS * 2 if judges(judge, action) and action.kind in game.rules.board.pebbles]
    assert listed == accepted
    assert all(check(game.rules, game.state, 0, action) is None for action in listed)


def judges(judge: Any, action: Action) -> bool:
    """Tell whether a judge agrees."""
    try:
        return judge(action) is None
    except UnknownOutcome:
        return False


def test_another_enumeration_asks_anew() -> None:
    """What was answered in one position is not believed in another one."""
    asked: list[Action] = []
    game = Played(rules_of(layer_with(of_kind, ("kind",), asked), options=OFF))
    for _ in range(2):
        list(legal_actions_of(game.rules, game.state, 0, game.rules.actions[Lay]))
    assert asked == LAYS[::3] * 2
    assert can_answer(game.rules, game.state, "peb.act", 0, only=Lay)


def test_who_replaces_a_validator_says_anew_what_it_reads() -> None:
    """A test in the place of one that reads the kind alone is asked about every candidate, unless it says the same."""
    for reads, number in ((None, 18), (("kind",), 3)):
        asked: list[Action] = []
        over: Layer[Beach] = Layer("over", game=PEBBLES, after=["house"])

        def noted(rules: Ruleset, state: Beach, seat: int, action: Lay, asked: list[Action] = asked) -> None:
            asked.append(action)

        over.replace_validator("house.judge", reads=reads)(noted)
        game = Played(rules_of(layer_with(of_kind, ("kind",), []), over, options=OFF))
        list(legal_actions_of(game.rules, game.state, 0, game.rules.actions[Lay]))
        assert len(asked) == number


def lays_piles() -> Layer[Beach]:
    """Give a layer with an action that holds a list."""
    layer: Layer[Beach] = Layer("piles", game=PEBBLES)

    @layer.action(Pile, "peb.act")
    def pile(rules: Ruleset, state: Beach, seat: int, action: Pile, chance: Any) -> Iterator[Any]:
        yield from ()

    return layer


@pytest.mark.parametrize(
    "kinds, field, why",
    [
        ((Lay, Throw), "count", r"house\.no says that it reads 'count' of peb\.throw, which has no such field"),
        (Pile, "kinds", r"house\.no says that it reads 'kinds' of house\.pile, which is neither text nor number"),
    ],
)
def test_what_cannot_be_read_is_refused(kinds: Any, field: str, why: str) -> None:
    """A field that a type does not have, or whose values no table can hold, is refused when rules are composed."""
    layer = lays_piles()
    layer.validator(kinds, "house.no", reads=(field,))(lambda rules, state, seat, action: None)
    with pytest.raises(RulesError, match=why):
        rules_of(layer, options=OFF)
