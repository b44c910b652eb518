"""Reasons that one judge tells apart: it is asked once, whichever of them are in force."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from railbook.rules.ruleset import Validator
from railbook.rules.types import Rejection

Judge = Callable[[Any, Any, int, Any], tuple[str, str] | None]
"""Tells which rule an action breaks first, as rule id and sentence."""


class Reason:
    """The test of a validator that is one of a judge's reasons: it rejects where the judge names its rule."""

    def __init__(self, judge: Judge, rule: str, doc: str) -> None:
        self.judge = judge
        self.rule = rule
        self.__doc__ = doc

    def __call__(self, rules: Any, state: Any, seat: int, action: Any) -> str | None:
        """Say what the judge says, if it is about this rule."""
        found = self.judge(rules, state, seat, action)
        return found[1] if found is not None and found[0] == self.rule else None


def compiled(validators: Iterable[Validator]) -> tuple[tuple[Callable[..., Any], Validator], ...]:
    """Give the tests of validators in order, with one for reasons of the same judge that stand side by side."""
    tests: list[tuple[Callable[..., Any], Validator]] = []
    for (judge, _), group in itertools.groupby(validators, lambda one: (getattr(one.test, "judge", None), one.reads)):
        together = list(group)
        if judge is None or len(together) == 1:
            tests += [(one.test, one) for one in together]
        else:
            tests.append((_one_of(judge, {one.rule: one for one in together}), together[0]))
    return tuple(tests)


def _one_of(judge: Judge, validators: dict[str, Validator]) -> Callable[..., Rejection | None]:
    def test(rules: Any, state: Any, seat: int, action: Any) -> Rejection | None:
        found = judge(rules, state, seat, action)
        if found is None or found[0] not in validators:
            return None
        return Rejection(found[0], found[1], validators[found[0]].paragraph)

    return test
