"""Checks of what validators say that they read: what is listed is what would be found by asking each of them anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from itertools import islice
from typing import Any

from msgspec import structs

from railbook.chance import UnknownOutcome
from railbook.engine.play import check, legal_actions_of
from railbook.rules.ruleset import ActionSpec, Validator
from railbook.rules.types import Action, Unknown
from railbook.testing.trial import Trial

MOST_ASKED = 60
"""Candidates of one type for which every validator is asked in a position."""


def validators_read_what_they_say(trial: Trial) -> None:
    """No validator looks at more of an action than it says, and what is listed are the candidates that none rejects."""
    rules = trial.rules
    for ply, state in trial.positions():
        for seat in state.to_act:
            for spec in rules.actions_of_step[state.asked]:
                some = list(islice(_candidates(spec, trial, state, seat), MOST_ASKED))
                fault = _misread(spec, trial, state, seat, [*some, *_mixed(some)])
                if fault:
                    raise trial.fault(ply.number, fault)
                accepted = [action for action in some if check(rules, state, seat, action) is None]
                listed = list(islice(legal_actions_of(rules, state, seat, spec), len(accepted)))
                if listed != accepted:
                    raise trial.fault(ply.number, f"seat {seat} is listed {listed}, but what is accepted is {accepted}")


def _candidates(spec: ActionSpec, trial: Trial, state: Any, seat: int) -> Iterator[Action]:
    for generate in spec.candidates:
        yield from generate(trial.rules, state, seat)


def _mixed(some: list[Action]) -> Iterator[Action]:
    """Give actions that have one value from another candidate: few of these are legal, as most candidates are."""
    for distance in {1, len(some) // 3, len(some) // 2} - {0}:
        for one, other in zip(some, some[distance:], strict=False):
            for field in one.__struct_fields__:
                if type(other) is type(one) and getattr(other, field) != getattr(one, field):
                    yield structs.replace(one, **{field: getattr(other, field)})


def _misread(spec: ActionSpec, trial: Trial, state: Any, seat: int, some: list[Action]) -> str | None:
    """Say of which validator what it says is not true: in order, as later ones rely on earlier ones."""
    left: deque[Action] = deque(some)
    for test, validator in spec.tests:
        saying = _Saying(test, validator, trial, state, seat, spec)
        for _ in range(len(left)):
            action = left.popleft()
            fault = saying.contradicted_by(action)
            if fault:
                return f"validator {validator.rule} {fault}"
            if saying.agrees(action):
                left.append(action)
    return None


class _Saying:
    """What one validator says that it reads, in one position, and what it has answered so far."""

    def __init__(self, test: Any, validator: Validator, trial: Trial, state: Any, seat: int, spec: ActionSpec) -> None:
        self.test, self.asked = test, (trial.rules, state, seat)
        self.fields = validator.reads if isinstance(validator.reads, tuple) else None
        reads = validator.reads
        self.of = None if reads is None or isinstance(reads, tuple) else reads(trial.rules, state, seat, spec.type)
        self.answered: dict[Hashable, tuple[Action, bool]] = {}

    def agrees(self, action: Any) -> bool:
        """Tell whether the test neither rejects an action nor would have to know what is hidden."""
        return self._answer(action) is None

    def contradicted_by(self, action: Action) -> str | None:
        """Say how what it says is not true, if this action shows it."""
        if self.fields is not None:
            try:
                same = self._answer(_Veiled(action, self.fields)) == self._answer(action)
            except _Lifted as more:
                return f"reads {more} of {action}, and says that it reads {', '.join(self.fields) or 'nothing'}"
            return None if same else f"answers otherwise for {action} when it sees only what it says that it reads"
        if self.of is None:
            return None
        agrees = self.agrees(action)
        other, before = self.answered.setdefault(self.of(action), (action, agrees))
        return None if agrees is before else f"answers otherwise for {action} than for {other}, and says they are alike"

    def _answer(self, action: Any) -> Any:
        try:
            return self.test(*self.asked, action)
        except UnknownOutcome as hidden:
            return Unknown(str(hidden))


class _Lifted(Exception):
    """A field was read that is not among those shown."""


class _Veiled:
    """An action of which only some fields are shown: to read another one raises `_Lifted`."""

    def __init__(self, action: Action, shown: tuple[str, ...]) -> None:
        self._action = action
        self._shown = shown

    @property
    def __class__(self) -> Any:
        """It passes for an action of its type, which is no secret."""
        return type(self._action)

    @__class__.setter
    def __class__(self, kind: Any) -> None:
        raise TypeError("an action does not change its type")

    def __getattr__(self, name: str) -> Any:
        if name in self._action.__struct_fields__ and name not in self._shown:
            raise _Lifted(name)
        return getattr(self._action, name)
