"""Reasons that one judge tells apart: asked once, and each an entry that layers may drop."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.rules.reasons import Reason, compiled
from railbook.rules.ruleset import Validator
from railbook.rules.types import Action, Rejection


def reasons(judge: Any, *rules: str) -> list[Validator]:
    """Give validators for the reasons of a judge."""
    return [Validator(rule, f"§ {rule}", (Action,), Reason(judge, rule, "A reason."), "layer") for rule in rules]


def plain(rule: str, answer: str | None) -> Validator:
    """Give a validator of its own."""
    return Validator(rule, "", (Action,), lambda *_: answer, "layer")


def rejected(validators: list[Validator]) -> tuple[list[str], int]:
    """Ask all compiled tests; gives the rules that reject, in order, and how many tests there are."""
    tests = compiled(validators)
    found = []
    for test, validator in tests:
        answer = test(None, None, 0, None)
        if answer is not None:
            found.append(answer.rule if isinstance(answer, Rejection) else validator.rule)
    return found, len(tests)


def test_a_judge_is_asked_once_for_reasons_side_by_side() -> None:
    """Three reasons of one judge are one question, and the rejection bears the rule and paragraph of the right one."""
    asked = []

    def judge(*_: Any) -> tuple[str, str]:
        asked.append(1)
        return "b", "too small"

    ((test, _),) = compiled(reasons(judge, "a", "b", "c"))
    assert test(None, None, 0, None) == Rejection("b", "too small", "§ b")
    assert len(asked) == 1


@pytest.mark.parametrize("kept", [("a", "b", "c"), ("a", "c"), ("b",), ("a",)], ids="-".join)
def test_a_reason_that_is_dropped_rejects_nothing(kept: tuple[str, ...]) -> None:
    """What the judge names is rejected exactly if a reason with that rule is in force, alone or among others."""
    found, _ = rejected(reasons(lambda *_: ("b", "no"), *kept))
    assert found == (["b"] if "b" in kept else [])


def test_order_is_kept() -> None:
    """A validator between two reasons stays there: the reasons are not moved together."""

    def judge(*_: Any) -> tuple[str, str]:
        return "b", "no"

    between = [*reasons(judge, "a"), plain("middle", "no"), *reasons(judge, "b")]
    assert rejected(between) == (["middle", "b"], 3)
    assert rejected([plain("first", "no"), *reasons(judge, "a", "b")]) == (["first", "b"], 2)


def test_other_judges_are_asked_too() -> None:
    """Reasons of different judges are different questions, side by side or not."""
    one, other = reasons(lambda *_: None, "a", "b"), reasons(lambda *_: ("d", "no"), "c", "d")
    assert rejected([*one, *other]) == (["d"], 2)
