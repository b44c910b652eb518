"""Checks of what may be done: every question has an answer, what is legal happens, everything else has a reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from railbook.chance import Seeded
from railbook.engine.play import check, decide, ended, legal_actions, legal_actions_of
from railbook.engine.state import Waits, encode
from railbook.rules.game import SeatsError
from railbook.rules.types import Action, Rejection, Unknown
from railbook.testing.forging import forged
from railbook.testing.setting import Setting
from railbook.testing.trial import Trial

MOST_TRIED = 30
"""Actions of one type that are tried in a position."""


def seats_are_bounded(setting: Setting) -> None:
    """One seat too few and one too many are refused with `SeatsError`."""
    counts = setting.seat_counts()
    for seats in (counts[0] - 1, counts[-1] + 1):
        try:
            setting.rules(seats)
        except SeatsError:
            continue
        raise AssertionError(f"{setting}: {seats} seats are accepted, but the map takes {counts[0]} to {counts[-1]}")


def somebody_can_act(trial: Trial) -> None:
    """After every ply the game is over, or asks seats of the table, each of which has a legal action."""
    rules = trial.rules
    for ply, state in zip(trial.game.plies, trial.game.states(), strict=True):
        if bool(state.ended) == bool(state.to_act):
            raise trial.fault(ply.number, f"ended is {state.ended!r} and to_act {state.to_act}: it must be one of both")
        for seat in state.to_act:
            if not 0 <= seat < trial.seats:
                raise trial.fault(ply.number, f"step {state.asked!r} asks seat {seat}")
            if next(legal_actions(rules, state, seat), None) is None:
                raise trial.fault(ply.number, f"step {state.asked!r} asks seat {seat}, which has no legal action")


def legal_actions_happen(trial: Trial) -> None:
    """What is listed is accepted, listed once, decided into events that end the ply, and asking changes no state."""
    rules = trial.rules
    for ply, state in trial.positions():
        before = encode(state)
        for seat, action in _listed(trial, state):
            answer = check(rules, state, seat, action)
            if answer is not None:
                raise trial.fault(ply.number, f"{action} is listed for seat {seat}, but: {answer}")
        for seat in state.to_act:
            for spec in rules.actions_of_step[state.asked]:
                some = list(islice(legal_actions_of(rules, state, seat, spec), MOST_TRIED))
                if len({msgspec.json.encode(action, order="sorted") for action in some}) < len(some):
                    raise trial.fault(ply.number, f"an action is listed twice for seat {seat} among {some}")
                for action in some[:2]:
                    _decided(trial, ply.number, state, seat, action)
        if encode(state) != before:
            raise trial.fault(ply.number, "checking, listing or deciding actions changed the state")


def others_are_rejected(trial: Trial) -> None:
    """Actions out of turn, of other steps, of other moments and candidates that are not legal get a reason."""
    rules = trial.rules
    seen = [(ply.seat, ply.action) for ply in trial.sample() if ply.seat is not None]
    for ply, state in trial.positions():
        for seat in (-1, trial.seats):
            _rejected(trial, ply.number, state, seat, seen[0][1])
        for seat, action in seen:
            _judged(trial, ply.number, state, seat, action)
        for seat in range(trial.seats):
            for spec in rules.actions.values():
                asks = not spec.steps or (seat in state.to_act and state.asked in spec.steps)
                own = [action for _, action in seen if type(action) is spec.type][:1]
                for action in own if not asks else islice(_candidates(spec, rules, state, seat), MOST_TRIED):
                    (_judged if asks else _rejected)(trial, ply.number, state, seat, action)


def forged_actions_do_no_harm(trial: Trial) -> None:
    """Actions with fields nobody would choose get an answer, never an exception; accepted ones happen."""
    last: dict[type[Action], Action] = {}
    for ply in trial.game.plies:
        if ply.seat is not None:
            last[type(ply.action)] = ply.action
    for ply, state in trial.positions(8):
        legal = {type(action): action for _, action in _listed(trial, state)}
        for action in [*legal.values(), *(action for kind, action in last.items() if kind not in legal)]:
            for other in forged(action):
                for seat in [*state.to_act[:1], *(seat for seat in range(trial.seats) if seat not in state.to_act)][:2]:
                    if _judged(trial, ply.number, state, seat, other, partial=True):
                        _decided(trial, ply.number, state, seat, other)


def _listed(trial: Trial, state: Any) -> Iterator[tuple[int, Action]]:
    for seat in state.to_act:
        for spec in trial.rules.actions_of_step[state.asked]:
            for action in islice(legal_actions_of(trial.rules, state, seat, spec), MOST_TRIED):
                yield seat, action


def _candidates(spec: Any, rules: Any, state: Any, seat: int) -> Iterator[Action]:
    for generate in spec.candidates:
        yield from generate(rules, state, seat)


def _judged(trial: Trial, number: int, state: Any, seat: int, action: Action, *, partial: bool = False) -> bool:
    """Tell whether an action is accepted; a rejection must be a proper one.

    `partial` actions may lack what their seat alone knows: of those, and no others, nobody can say for sure.
    """
    try:
        answer = check(trial.rules, state, seat, action)
    except Exception as error:
        raise trial.fault(number, f"checking {action} of seat {seat} raises {error!r}") from error
    if answer is None:
        return True
    if isinstance(answer, Unknown) and partial:
        return False
    if not isinstance(answer, Rejection):
        raise trial.fault(number, f"{action} of seat {seat}: hidden information decides on the full state: {answer}")
    said: Any = answer.message  # whatever a validator of a plugin gives
    if not (isinstance(said, str) and said.strip() and "\n" not in said):
        raise trial.fault(number, f"rule {answer.rule} rejects {action} with {answer.message!r}, which is no sentence")
    return False


def _rejected(trial: Trial, number: int, state: Any, seat: int, action: Action) -> None:
    if _judged(trial, number, state, seat, action):
        raise trial.fault(number, f"{action} of seat {seat} is accepted, but nobody asked for it")


def _decided(trial: Trial, number: int, state: Any, seat: int, action: Action) -> None:
    try:
        events = decide(trial.rules, state, seat, action, Seeded.of_seed(trial.seed))
    except Exception as error:
        raise trial.fault(number, f"{action} of seat {seat} is accepted, but deciding it raises {error!r}") from error
    if not (ended(events) or isinstance(events[-1], Waits)):
        raise trial.fault(number, f"the events of {action} end with {events[-1]}")
