"""Follows a recorded game under other rules: decides each ply twice, with the recorded outcomes by their addresses."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from railbook.audit.changed import plays_alike
from railbook.audit.matching import Matched, Noted
from railbook.audit.replay import Replay, ReplayFault
from railbook.chance import Address, Chance, Recorded, UnknownOutcome
from railbook.engine.fold import Memory, fold
from railbook.engine.play import NOT_YOUR_TURN, advance, check
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import State, Waits, new_state
from railbook.log.records import End, Ply, Undo
from railbook.rules.partial import agrees
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Rejection, RulesError, Unknown

ELSEWHERE = (NOT_YOUR_TURN, "core.not-now")
"""The rule ids of rejections that only say that something else is asked."""

HIDDEN = "information is hidden"


class Fate(enum.Enum):
    """What becomes of a ply under the changed rules."""

    PLAYED = "played"
    FELL_AWAY = "fell away"
    """Nobody is asked that question any more, or the game is over already."""
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"
    """The log does not say what would have happened; as it does not after an illegal ply."""


class Following:
    """A game in two states: as it was recorded, and under the changed rules.

    After each ply that `plies` gives, `refused` says why the changed rules cannot take it, or is empty, and then
    `events` and `chance` are what they made of it. Both stay empty for a ply that falls away. Behind a ply that was
    refused only the recorded game goes on, unless an undo takes that ply back.
    """

    def __init__(self, replay: Replay, changed: Ruleset, *, keep_set_up: bool) -> None:
        self.replay = replay
        self.changed = changed
        self.keep_set_up = keep_set_up
        self.recorded: State = new_state(replay.rules)
        self.state: State = new_state(changed)
        self.fate = Fate.PLAYED
        self.reason = ""
        """Why the ply was refused."""
        self.rule = ""
        """The rule by which it was refused; where hidden information decides, the label of the outcome."""
        self.hidden = False
        """Whether hidden information kept recorded plies from being decided again."""
        self.events: list[Event] = []
        self.chance: list[Any] = []
        self._folded: list[Event] = []
        self._key = replay.source()
        self._alike = plays_alike(replay.rules, changed)

    @property
    def refused(self) -> str:
        """Why the changed rules cannot take the ply, in a sentence; empty where they can."""
        if not self.reason:
            return ""
        illegal = self.fate is Fate.ILLEGAL
        what = "the action is illegal under the changed rules: " if illegal else "undetermined from here on, because "
        return what + self.reason

    def plies(self) -> Iterator[Ply[Any, Any] | Undo]:
        """Give each ply after it was decided twice, and each undo, up to the end of the log."""
        window = self.replay.header.undo.window
        before = Memory(self.replay.rules, self.recorded, window)
        changed = Memory(self.changed, self.state, window)
        starts: dict[int, int] = {}  # where the changed game was when a recorded ply began: plies may fall away
        for played in self.replay.plies():
            if isinstance(played, Undo):
                if self.recorded.ply - played.to > window:
                    raise self.replay.fault("illegal-action", f"an undo reaches back {window} plies at most")
                self.recorded = before.back_to(played.to)
                if played.to in starts:
                    self.state = changed.back_to(starts[played.to])
                    self.fate, self.reason, self.rule = Fate.PLAYED, "", ""
                    starts = {ply: start for ply, start in starts.items() if ply < played.to}
                yield played
                continue
            record, asked = played.record, self.recorded.asked
            outcomes = self._decide_as_recorded(record, before)
            before.add(self.recorded, record.events)
            self.events, self.chance, self._folded = [], [], []
            if not self.refused:
                starts[record.ply] = self.state.ply
                starts.pop(record.ply - window, None)
                self._decide_otherwise(record, asked, outcomes)
                if self.fate is Fate.PLAYED:
                    changed.add(self.state, self._folded)
            yield record

    def end(self) -> End:
        """Give the end as the changed rules count it."""
        sheet = score_sheet(self.changed, self.state)
        return End(reason=self.state.ended, sheet=sheet, standings=standings(self.changed, self.state, sheet))

    def differs(self, record: Ply[Any, Any]) -> bool:
        """Tell whether something else than what was recorded followed from the ply, or the ply fell away."""
        return self.fate is Fate.FELL_AWAY or told(self.events) != told(record.events)

    # As recorded

    def _decide_as_recorded(self, record: Ply[Any, Any], before: Memory) -> dict[Address, Any]:
        """Take the ply under its own rules, to learn the addresses of its outcomes."""
        rules, state = self.replay.rules, self.recorded
        source = Recorded(record.chance, self._key)
        outcomes = Noted(source)
        self._unknown = False
        try:
            answer = record.seat is not None and check(rules, state, record.seat, record.action)
            if isinstance(answer, Rejection):
                raise RulesError(str(answer))  # noqa: TRY301 - one of many ways in which the log may be wrong
            self._unknown = isinstance(answer, Unknown)
            events = advance(rules, state, record.seat, record.action, Chance(outcomes, state.scope, state.counts))
            source.finish()
        except UnknownOutcome:
            self._unknown = True
            self.recorded = before.at(record.ply)
            fold(rules, self.recorded, record.events)
        except Exception as error:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            raise self._not_exact(str(error)) from None
        else:
            if events != record.events:
                if not (self.replay.header.partial and agrees(events, record.events)):
                    raise self._not_exact("other events follow")
                self._unknown = True  # what followed is recorded in part only
                self.recorded = before.at(record.ply)
                fold(rules, self.recorded, record.events)
        self.hidden |= self._unknown
        return outcomes.noted

    def _not_exact(self, why: str) -> ReplayFault:
        message = f"this ply does not follow from the recorded rules ({' '.join(why.split())}): see `railbook verify`"
        return self.replay.fault("different-events", message)

    # Under the changed rules

    def _decide_otherwise(self, record: Ply[Any, Any], asked: str, outcomes: Mapping[Address, Any]) -> None:
        rules, state = self.changed, self.state
        self.fate = Fate.PLAYED
        if record.seat is None:
            if self.keep_set_up:
                self._keep_set_up(record, outcomes)
            else:
                self._advance(record, outcomes)
            return
        spec = self.replay.rules.actions[type(record.action)]
        if state.ended or (spec.steps and asked not in rules.steps):
            self.fate = Fate.FELL_AWAY
            return
        if self._unknown and self._alike:
            # What was recorded is all there is, and the changed rules play by the very same ones.
            fold(rules, state, record.events)
            self.events, self._folded, self.chance = record.events, record.events, list(record.chance)
            return
        try:
            answer = check(rules, state, record.seat, record.action)
        except Exception as error:  # noqa: BLE001 - rules of any plugin, in a state that they may not have foreseen
            self._cannot_go_on(error)
            return
        if isinstance(answer, Rejection) and answer.rule in ELSEWHERE:
            self._asked_otherwise(record, asked, answer)
        elif isinstance(answer, Rejection):
            self._forbid(answer)
        elif isinstance(answer, Unknown):
            self._refuse(Fate.UNDETERMINED, f"{HIDDEN}: {answer.why}")
        else:
            self._advance(record, outcomes)

    def _advance(self, record: Ply[Any, Any], outcomes: Mapping[Address, Any]) -> None:
        rules, state = self.changed, self.state
        source = Matched(outcomes, self._key)
        chance = Chance(source, state.scope, state.counts)
        try:
            self.events = self._folded = advance(rules, state, record.seat, record.action, chance)
        except UnknownOutcome as hidden:
            self._refuse(Fate.UNDETERMINED, f"{HIDDEN}: {hidden}", source.missed)
        except Exception as error:  # noqa: BLE001 - rules of any plugin
            self._cannot_go_on(error)
        self.chance = list(chance.entries)

    def _asked_otherwise(self, record: Ply[Any, Any], asked: str, answer: Rejection) -> None:
        """The changed rules ask something else than what the log answers here.

        If a rule forbids the action anyway, that is why. If the changed game is where the recorded one is after this
        ply, it did not need the ply. Anything else would be a guess.
        """
        before, state = self.recorded, self.state
        assert record.seat is not None
        forbidden = _objection(self.changed, state, record.seat, record.action)
        there = (before.asked, before.to_act, before.scope) == (state.asked, state.to_act, state.scope)
        on_the_way = before.asked == asked and self.replay.rules.steps[asked].simultaneous
        if forbidden is not None:
            self._forbid(forbidden)
        elif not before.ended and (there or on_the_way):
            self.fate = Fate.FELL_AWAY
        else:
            seats = " or ".join(str(seat) for seat in state.to_act)
            why = f"the changed rules ask seat {seats} at {state.asked}, and the log has no answer to that"
            self._refuse(Fate.UNDETERMINED, why, answer.rule)

    def _keep_set_up(self, record: Ply[Any, Any], outcomes: Mapping[Address, Any]) -> None:
        """Take the recorded set-up; only what layers that were added lay out themselves is decided."""
        rules, recorded = self.changed, self.replay.rules
        scratch = new_state(rules)
        source = Matched(outcomes, self._key)
        own: list[Event] = []
        due: Event | None = None
        try:
            decided = advance(rules, scratch, None, record.action, Chance(source))
            own = [event for event in decided if type(event) not in recorded.events]
            due = decided[-1]
        except UnknownOutcome as hidden:
            if source.missed not in recorded.outcomes:
                self._refuse(Fate.UNDETERMINED, f"{HIDDEN}: {hidden}", source.missed)
        except Exception:  # noqa: BLE001, S110 - rules of any plugin; the recorded set-up may fit them all the same
            pass
        try:
            self._folded = [*_kept(rules, record.events[:-1]), *own, *_bookmark(rules, record.events[-1], due)]
            fold(rules, self.state, self._folded)
        except Exception:  # noqa: BLE001 - rules of any plugin, which may have laid another table
            why = "the recorded set-up does not fit the changed rules: --redeal decides it again"
            self._refuse(Fate.UNDETERMINED, why)
        self.events, self.chance = record.events, list(record.chance)

    def _forbid(self, answer: Rejection) -> None:
        self._refuse(Fate.ILLEGAL, str(answer), answer.rule)

    def _cannot_go_on(self, error: Exception) -> None:
        text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        self._refuse(Fate.UNDETERMINED, f"the changed rules cannot go on: {text}")

    def _refuse(self, fate: Fate, why: str, rule: str = "") -> None:
        self.fate, self.reason, self.rule = fate, why, rule


def told(events: Sequence[Event]) -> list[Any]:
    """Give events without the engine's bookkeeping: of its bookmark only who is asked what."""
    return [(event.step, event.seats) if isinstance(event, Waits) else event for event in events]


def _objection(rules: Ruleset, state: State, seat: int, action: Any) -> Rejection | None:
    """Give the first rule that forbids an action, whatever is asked and whoever's turn it is."""
    for validator in rules.actions[type(action)].validators:
        try:
            answer = validator.test(rules, state, seat, action)
        except Exception:  # noqa: BLE001, S112 - out of turn, rules need not be prepared for the action
            continue
        if isinstance(answer, str):
            return Rejection(validator.rule, answer, validator.paragraph)
    return None


def _kept(rules: Ruleset, events: Sequence[Event]) -> Iterator[Event]:
    """Give the events of a kept set-up without those of layers that are gone."""
    return (event for event in events if type(event) in rules.events)


def _bookmark(rules: Ruleset, recorded: Event, due: Event | None) -> Iterator[Event]:
    """Give the last event of a kept set-up: where it waits as recorded, it goes on as the changed rules do."""
    if not isinstance(recorded, Waits):
        yield recorded
        return
    if isinstance(due, Waits) and (
        (due.step, due.seats) == (recorded.step, recorded.seats) or recorded.step not in rules.steps
    ):
        counts = {**due.counts, **recorded.counts}
        yield msgspec.structs.replace(due, scope=recorded.scope, counts=counts)
    else:
        agenda = [step for step in recorded.agenda if step in rules.steps]
        yield msgspec.structs.replace(recorded, agenda=agenda)
