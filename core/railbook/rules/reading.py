"""What of an action its validators read: those that say so need not be asked again for each of many candidates."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable
from typing import Any

from railbook.rules.ruleset import Question, Validator
from railbook.rules.types import Action, RulesError


def questions(kind: type[Action], tests: Iterable[tuple[Callable[..., Any], Validator]]) -> tuple[Question, ...]:
    """Give the tests of an action type in order, those side by side that read the same as one question.

    Raises `RulesError` where a validator says that it reads a field which the type does not have.
    """
    asked = []
    for reads, together in itertools.groupby(tests, lambda one: one[1].reads):
        group = tuple(together)
        for _, validator in group:
            for field in reads or ():
                if field not in kind.__struct_fields__:
                    tag = kind.__struct_config__.tag
                    raise RulesError(f"validator {validator.rule} reads {field!r}, a field that {tag} does not have")
        asked.append(Question(tuple(test for test, _ in group), None if reads is None else _values(reads)))
    return tuple(asked)


def _values(fields: tuple[str, ...]) -> Callable[[Action], Any]:
    return operator.attrgetter(*fields) if fields else _nothing


def _nothing(action: Action) -> None:
    """What is read of an action by a test that looks at the state alone."""
