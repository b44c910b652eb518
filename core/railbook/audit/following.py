"""Follows a recorded game under other rules: decides each ply twice, with the recorded outcomes by their addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from railbook.audit.replay import Replay, ReplayFault
from railbook.chance import Address, Chance, Recorded, Seeded, Source, UnknownOutcome
from railbook.engine.fold import Memory, fold
from railbook.engine.play import advance, check
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import State, Waits, new_state
from railbook.log.records import End, Ply, Undo
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Rejection, RulesError, Unknown


class Following:
    """A game in two states: as it was recorded, and under the changed rules.

    After each ply that `plies` gives, `refused` says why the changed rules cannot take it, or is empty, and then
    `events` and `chance` are what they made of it. Both stay empty for a ply that falls away, because nobody is asked
    that question any more.
    """

    def __init__(self, replay: Replay, changed: Ruleset, *, keep_set_up: bool) -> None:
        self.replay = replay
        self.changed = changed
        self.keep_set_up = keep_set_up
        self.recorded: State = new_state(replay.rules)
        self.state: State = new_state(changed)
        self.refused = ""
        self.rule = ""
        self.events: list[Event] = []
        self.chance: list[Any] = []
        chance = replay.header.chance
        self._key = Seeded.of_seed(chance.seed) if isinstance(chance.seed, int) else None

    def plies(self) -> Iterator[Ply[Any, Any] | Undo]:
        """Give each ply after it was decided twice, and each undo; ends with the first ply that is refused."""
        window = self.replay.header.undo.window
        before = Memory(self.replay.rules, self.recorded, window)
        changed = Memory(self.changed, self.state, window)
        for played in self.replay.plies():
            if isinstance(played, Undo):
                self.recorded, self.state = before.back_to(played.to), changed.back_to(played.to)
                yield played
                continue
            asked = self.recorded.asked
            outcomes = self._decide_as_recorded(played.record, before)
            before.add(self.recorded, played.record.events)
            self.events, self.chance = [], []
            if not asked or asked in self.changed.steps:
                self._decide_otherwise(played.record, outcomes)
            yield played.record
            if self.refused:
                return
            changed.add(self.state, self.events)

    def end(self) -> End:
        """Give the end as the changed rules count it."""
        sheet = score_sheet(self.changed, self.state)
        return End(reason=self.state.ended, sheet=sheet, standings=standings(self.changed, self.state, sheet))

    def _decide_as_recorded(self, record: Ply[Any, Any], before: Memory) -> dict[Address, Any]:
        """Take the ply under its own rules, to learn the addresses of its outcomes."""
        rules, state = self.replay.rules, self.recorded
        source = Recorded(record.chance)
        outcomes = _Noted(source)
        try:
            refused = record.seat is not None and check(rules, state, record.seat, record.action)
            if isinstance(refused, Rejection):
                raise RulesError(str(refused))  # noqa: TRY301 - one of many ways in which the log may be wrong
            events = advance(rules, state, record.seat, record.action, Chance(outcomes, state.scope, state.counts))
            source.finish()
        except UnknownOutcome:
            self.recorded = before.at(record.ply)
            fold(rules, self.recorded, record.events)
        except Exception as error:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            raise self._not_exact(str(error)) from None
        else:
            if events != record.events:
                raise self._not_exact("other events follow")
        return outcomes.noted

    def _not_exact(self, why: str) -> ReplayFault:
        message = f"this ply does not follow from the recorded rules ({' '.join(why.split())}): see `railbook verify`"
        return self.replay.fault("different-events", message)

    def _decide_otherwise(self, record: Ply[Any, Any], outcomes: Mapping[Address, Any]) -> None:
        rules, state = self.changed, self.state
        if record.ply == 0 and self.keep_set_up:
            try:
                fold(rules, state, _known(rules, record.events))
            except Exception:  # noqa: BLE001 - rules of any plugin, which may have laid another table
                self.refused = "the recorded set-up does not fit the changed rules: --redeal decides it again"
            self.events, self.chance = record.events, list(record.chance)
            return
        if record.seat is not None:
            answer = check(rules, state, record.seat, record.action)
            if isinstance(answer, Rejection):
                self.refused, self.rule = f"the action is illegal under the changed rules: {answer}", answer.rule
            elif isinstance(answer, Unknown):
                self.refused = f"undetermined from here on, because information is hidden: {answer.why}"
            if self.refused:
                return
        chance = Chance(_Matched(outcomes, self._key), state.scope, state.counts)
        try:
            self.events = advance(rules, state, record.seat, record.action, chance)
        except UnknownOutcome as hidden:
            self.refused = f"undetermined from here on, because information is hidden: {hidden}"
        except Exception as error:  # noqa: BLE001 - rules of any plugin
            self.refused = f"the changed rules cannot go on: {type(error).__name__}: {error}"
        self.chance = list(chance.entries)


def _known(rules: Ruleset, events: Sequence[Event]) -> Iterator[Event]:
    """Give the events of a kept set-up without those, and without the steps, of layers that are gone."""
    for event in events:
        if isinstance(event, Waits):
            yield msgspec.structs.replace(event, agenda=[step for step in event.agenda if step in rules.steps])
        elif type(event) in rules.events:
            yield event


class _Noted:
    """A source that notes each outcome under its address."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.noted: dict[Address, Any] = {}

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        self.noted[address] = answer = self._source.draw(address, bag)
        return answer

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        self.noted[address] = answer = self._source.roll(address, sides, count)
        return answer

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        self.noted[address] = answer = self._source.shuffle(address, items)
        return answer


class _Matched:
    """Recorded outcomes by address, where they are possible; else what the key says; else unknown."""

    def __init__(self, noted: Mapping[Address, Any], key: Seeded | None) -> None:
        self._noted = noted
        self._key = key

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        answer = self._noted.get(address)
        if isinstance(answer, str) and bag.get(answer, 0) > 0:
            return answer
        return self._key.draw(address, bag) if self._key else None

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        answer = self._noted.get(address)
        if isinstance(answer, list) and len(answer) == count and all(1 <= face <= sides for face in answer):
            return answer
        return self._key.roll(address, sides, count) if self._key else None

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        answer = self._noted.get(address)
        if isinstance(answer, list) and sorted(answer) == sorted(items):
            return answer
        return self._key.shuffle(address, items) if self._key else None
