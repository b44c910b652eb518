"""Compares two logs, or one log under two rulesets: the first divergence, and the states side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from railbook.audit.replay import Played, Replay
from railbook.chance import Address, Chance, ChanceFault, Recorded, Seeded, Source, UnknownOutcome
from railbook.engine.fold import fold
from railbook.engine.play import advance, check
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import State, copy, new_state
from railbook.log.records import End, Undo
from railbook.plugins.registry import Registry
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Rejection, RulesError, ScoreLine, Standing, Unknown

CAREER = ("game", "rules", "map", "edition", "variants", "options", "seats", "chance", "undo", "partial")
"""The fields of a header that belong to the game; the others (salt, times, notes) do not."""


@dataclasses.dataclass(frozen=True)
class Side:
    """One side of a divergence: the seat, the action in words, what chance answered and what followed."""

    seat: int | None
    action: str
    chance: list[Any]
    events: list[str]


@dataclasses.dataclass
class Comparison:
    """What a comparison found. `what` names the first divergence in one line; empty where there is none."""

    names: tuple[str, str]
    what: str = ""
    ply: int | None = None
    rule: str = ""
    header: list[tuple[str, Any, Any]] = dataclasses.field(default_factory=list)
    """Header fields that differ: name and both values."""
    sides: tuple[Side | None, Side | None] = (None, None)
    state: list[tuple[str, Any, Any]] = dataclasses.field(default_factory=list)
    """Parts of the state that differ after the diverging ply: path and both values."""
    plies: int = 0
    """How many plies are the same."""

    @property
    def same(self) -> bool:
        """Whether the games are the same."""
        return not self.what and not self.header


def diff_logs(one: Path | str, other: Path | str, registry: Registry) -> Comparison:
    """Compare two logs as games, not as bytes; raises `ReplayFault` for a log that cannot be replayed."""
    replays = Replay(one, registry), Replay(other, registry)
    found = Comparison((str(one), str(other)))
    a, b = (msgspec.to_builtins(replay.header) for replay in replays)
    found.header = list(_differences({key: a[key] for key in CAREER}, {key: b[key] for key in CAREER}))
    if replays[0].header.game != replays[1].header.game:
        found.what = "they are different games"
        return found
    left, right = replays[0].plies(), replays[1].plies()
    while True:
        mine, theirs = next(left, None), next(right, None)
        if mine is None or theirs is None:
            break
        if not _same_line(mine, theirs):
            _diverge(found, replays, mine, theirs)
            return found
        found.plies += isinstance(mine, Played)
    if mine is not None or theirs is not None:
        shorter, more = (1, [mine, *left]) if theirs is None else (0, [theirs, *right])
        found.ply = found.plies - 1
        found.what = f"{found.names[shorter]} ends {len(more)} plies earlier, after ply {found.ply}"
    elif replays[0].end != replays[1].end:
        _compare_ends(found, replays[0].end, replays[1].end)
    return found


def diff_rules(log: Path | str, registry: Registry, changed: Ruleset, *, redeal: bool = False) -> Comparison:
    """Decide a log under changed rules, with its own outcomes by their addresses, up to the first divergence.

    The recorded set-up is kept unless `redeal`. Raises `ReplayFault` for a log that cannot be replayed, and
    `RulesError` for one whose recorded plies do not follow from its own rules: verify it first.
    """
    replay = Replay(log, registry)
    rules = replay.rules
    found = Comparison((f"{log} as recorded", f"{log} under the changed rules"))
    chance = replay.header.chance
    key = Seeded.of_seed(chance.seed) if isinstance(chance.seed, int) else None
    recorded, state = new_state(rules), new_state(changed)
    for played in replay.plies():
        if isinstance(played, Undo):
            found.what = "the log takes plies back, which cannot be followed under other rules"
            return found
        record = played.record
        before = copy(rules, recorded)
        outcomes = _Noted(Recorded(record.chance))
        try:
            advance(rules, recorded, record.seat, record.action, Chance(outcomes, before.scope, before.counts))
        except ChanceFault as fault:
            raise RulesError(f"ply {record.ply}: {fault}") from None
        if record.ply == 0 and not redeal:
            fold(changed, state, record.events)
            found.plies += 1
            continue
        found.ply = record.ply
        if record.seat is not None:
            answer = check(changed, state, record.seat, record.action)
            if isinstance(answer, Rejection):
                found.what, found.rule = f"the action is illegal under the changed rules: {answer}", answer.rule
            elif isinstance(answer, Unknown):
                found.what = f"undetermined from ply {record.ply}: {answer.why}"
        events: list[Event] = []
        if not found.what:
            source = _Matched(outcomes.noted, key)
            drawn = Chance(source, state.scope, state.counts)
            try:
                events = advance(changed, state, record.seat, record.action, drawn)
            except UnknownOutcome as hidden:
                found.what = f"undetermined from ply {record.ply}: {hidden}"
            else:
                if events != record.events:
                    found.what = "other events follow"
            their_side = Side(record.seat, changed.say(record.action), list(drawn.entries), _words(changed, events))
        else:
            their_side = Side(record.seat, changed.say(record.action), [], [])
        if found.what:
            mine = Side(record.seat, rules.say(record.action), list(record.chance), _words(rules, record.events))
            found.sides = (mine, their_side)
            found.state = list(_differences(msgspec.to_builtins(recorded), msgspec.to_builtins(state)))
            return found
        found.plies += 1
    found.ply = None
    if replay.end is not None:
        sheet = score_sheet(changed, state)
        _compare_ends(
            found, replay.end, End(reason=state.ended, sheet=sheet, standings=standings(changed, state, sheet))
        )
    return found


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


def _same_line(mine: Played | Undo, theirs: Played | Undo) -> bool:
    if isinstance(mine, Undo) or isinstance(theirs, Undo):
        return mine == theirs
    return mine.record == theirs.record


def _diverge(found: Comparison, replays: tuple[Replay, Replay], mine: Played | Undo, theirs: Played | Undo) -> None:
    if isinstance(mine, Undo) or isinstance(theirs, Undo):
        found.what = f"after ply {found.plies - 1} one log takes plies back and the other does not, or not the same"
        return
    a, b = mine.record, theirs.record
    found.ply = a.ply
    found.what = (
        "another action"
        if (a.seat, a.action) != (b.seat, b.action)
        else "chance answered otherwise"
        if a.chance != b.chance
        else "other events follow"
    )
    found.sides = (
        Side(a.seat, replays[0].rules.say(a.action), list(a.chance), _words(replays[0].rules, a.events)),
        Side(b.seat, replays[1].rules.say(b.action), list(b.chance), _words(replays[1].rules, b.events)),
    )
    found.state = list(_differences(msgspec.to_builtins(mine.state), msgspec.to_builtins(theirs.state)))


def _compare_ends(found: Comparison, mine: End | None, theirs: End | None) -> None:
    if mine is None or theirs is None:
        found.what = f"{found.names[0 if mine is None else 1]} has no end line"
        return
    found.state = list(_differences(_ending(mine), _ending(theirs)))
    if found.state:
        first = found.state[0][0]
        found.what = "another score" if first.startswith("sheet") else "another end"


def _ending(end: End) -> dict[str, Any]:
    lines: list[ScoreLine] = end.sheet
    places: list[Standing] = end.standings
    return {
        "sheet": {line.id: list(line.points) for line in lines},
        "ranks": {str(place.seat): place.rank for place in places},
        "reason": end.reason,
    }


def _words(rules: Ruleset, events: Sequence[Event]) -> list[str]:
    return [rules.say(event) for event in events if event.__struct_config__.tag != "core.waits"]


def _differences(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give the leaves in which two nested values differ, as path and both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted({*a, *b}):
            yield from _differences(a.get(key), b.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        for index, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif a != b:
        yield path, a, b
