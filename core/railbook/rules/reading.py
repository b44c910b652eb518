"""What of an action its validators read: those that say so need not be asked again for each of many candidates."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable
from typing import Any

from railbook.rules.ruleset import Question, Reads, Validator
from railbook.rules.types import Action, RulesError
from railbook.rules.visibility import is_atom


def questions(kind: type[Action], tests: Iterable[tuple[Callable[..., Any], Validator]]) -> tuple[Question, ...]:
    """Give the tests of an action type in order, those side by side that read the same as one question.

    Raises `RulesError` where a validator says that it reads a field which the type does not have, or whose values
    cannot be told apart by a look at a table.
    """
    asked = []
    for reads, together in itertools.groupby(tests, lambda one: one[1].reads):
        group = tuple(together)
        for field in reads if isinstance(reads, tuple) else ():
            said = f"validator {group[0][1].rule} says that it reads {field!r} of {kind.__struct_config__.tag}"
            if field not in kind.__struct_fields__:
                raise RulesError(f"{said}, which has no such field")
            if not is_atom(kind, field):
                raise RulesError(f"{said}, which is neither text nor number: let a function say what it looks at")
        asked.append(Question(tuple(test for test, _ in group), _fields(reads) if isinstance(reads, tuple) else reads))
    return tuple(asked)


def _fields(names: tuple[str, ...]) -> Reads:
    get: Callable[[Action], Any] = operator.attrgetter(*names) if names else _nothing
    return lambda rules, state, seat, kind: get


def _nothing(action: Action) -> None:
    """What is read of an action by a test that looks at the state alone."""
