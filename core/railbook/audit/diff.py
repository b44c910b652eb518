"""Compares two logs, or one log under two rulesets: the first divergence, and the states side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from railbook.audit.changed import difference
from railbook.audit.following import Following, told
from railbook.audit.replay import Played, Replay
from railbook.engine.state import State, Waits
from railbook.log.records import End, Ply, Undo
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event

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
    """The ply that diverges; `None` where it is not a ply that does."""
    rule: str = ""
    header: list[tuple[str, Any, Any]] = dataclasses.field(default_factory=list)
    """Header fields that differ, of two logs: name and both values."""
    rules: list[tuple[str, Any, Any]] = dataclasses.field(default_factory=list)
    """What was changed in the rules, of one log under two rulesets: name and both values."""
    sides: tuple[Side | None, Side | None] = (None, None)
    state: list[tuple[str, Any, Any]] = dataclasses.field(default_factory=list)
    """Parts of the state that differ after the diverging ply, or of the end: path and both values."""
    plies: int = 0
    """How many plies are the same."""

    @property
    def same(self) -> bool:
        """Whether the games are the same."""
        return not self.what and not self.header


def diff_logs(one: Replay, other: Replay) -> Comparison:
    """Compare two logs as games, not as bytes; raises `ReplayFault` for what cannot be replayed."""
    found = Comparison((one.name, other.name))
    a, b = msgspec.to_builtins(one.header), msgspec.to_builtins(other.header)
    found.header = list(_differences({key: a[key] for key in CAREER}, {key: b[key] for key in CAREER}))
    if one.header.game != other.header.game:
        found.what = "they are different games"
        return found
    left, right = one.plies(), other.plies()
    for mine, theirs in zip_longest(left, right):
        if mine is None or theirs is None:
            shorter, more = (other.name, [mine, *left]) if theirs is None else (one.name, [theirs, *right])
            found.what = _ends_earlier(shorter, found.plies, more)
            return found
        if isinstance(mine, Undo) or isinstance(theirs, Undo):
            if not isinstance(mine, Undo) or mine != theirs:
                found.what = f"after ply {found.plies - 1} only one of them takes plies back, or others"
                return found
            found.plies = mine.to
            continue
        found.what = _parting(mine.record, theirs.record)
        if found.what:
            found.ply = mine.record.ply
            found.sides = _side(one.rules, mine.record), _side(other.rules, theirs.record)
            found.state = list(_differences(_table(mine.state), _table(theirs.state)))
            return found
        found.plies += 1
    if one.end is None or other.end is None:
        if one.end is not other.end:
            found.what = f"{(one if one.end is None else other).name} has no end line"
    else:
        _compare_ends(found, one.end, other.end)
    return found


def diff_rules(replay: Replay, changed: Ruleset, *, redeal: bool = False) -> Comparison:
    """Decide a log under changed rules, with its own outcomes by their addresses, up to the first divergence.

    The recorded set-up is kept unless `redeal`. Raises `ReplayFault` for a log that cannot be replayed, or whose
    plies do not follow from its own rules: `verify` says more about it.
    """
    rules = replay.rules
    found = Comparison((f"{replay.name} as recorded", f"{replay.name} under the changed rules"))
    found.rules = list(difference(rules, changed))
    following = Following(replay, changed, keep_set_up=not redeal)
    for record in following.plies():
        if isinstance(record, Undo):
            found.plies = record.to
            continue
        found.what = following.refused or ("other events follow" if following.differs(record) else "")
        if found.what:
            found.ply, found.rule = record.ply, following.rule
            theirs = Side(record.seat, changed.say(record.action), following.chance, _words(changed, following.events))
            found.sides = _side(rules, record), theirs
            if not following.refused:
                found.state = list(_differences(_table(following.recorded), _table(following.state)))
            return found
        found.plies += 1
    if replay.end is not None:
        _compare_ends(found, replay.end, following.end())
    return found


def _ends_earlier(shorter: str, plies: int, more: Sequence[Played | Undo | None]) -> str:
    """Say by how many plies one log is shorter, those apart that the other one takes back."""
    due = plies
    for played in more:
        due = played.to if isinstance(played, Undo) else due + 1
    count = due - plies
    if count <= 0 or isinstance(more[0], Undo):
        return f"{shorter} ends after ply {plies - 1}, where the other one goes on and takes plies back"
    return f"{shorter} ends {count} {'ply' if count == 1 else 'plies'} earlier, after ply {plies - 1}"


def _parting(mine: Ply[Any, Any], theirs: Ply[Any, Any]) -> str:
    """Say in what two plies differ; nothing where they are the same."""
    if (mine.seat, mine.action) != (theirs.seat, theirs.action):
        return "another action"
    if mine.chance != theirs.chance:
        return "chance answered otherwise"
    return "" if told(mine.events) == told(theirs.events) else "other events follow"


def _table(state: State) -> dict[str, Any]:
    """Give a state without the same bookkeeping."""
    values = msgspec.to_builtins(state)
    return {name: value for name, value in values.items() if name not in ("agenda", "counts", "scope")}


def _side(rules: Ruleset, record: Ply[Any, Any]) -> Side:
    return Side(record.seat, rules.say(record.action), list(record.chance), _words(rules, record.events))


def _words(rules: Ruleset, events: Sequence[Event]) -> list[str]:
    return [rules.say(event) for event in events if not isinstance(event, Waits)]


def _compare_ends(found: Comparison, mine: End, theirs: End) -> None:
    a, b = _ending(mine), _ending(theirs)
    for one, other in ((a, b), (b, a)):
        for id, points in one["points"].items():
            other["points"].setdefault(id, [0] * len(points))  # a scorer that is not there gives nothing
    found.state = list(_differences(a, b))
    names = {path.partition(".")[0] for path, _, _ in found.state}
    if _winners(mine) != _winners(theirs):
        found.what = "another winner"
    elif names:
        found.what = "another score" if "points" in names else "another end"


def _winners(end: End) -> set[int]:
    return {place.seat for place in end.standings if place.rank == 1}


def _ending(end: End) -> dict[str, Any]:
    return {
        "reason": end.reason,
        "points": {line.id: list(line.points) for line in end.sheet},
        "rank": {f"seat {place.seat}": place.rank for place in end.standings},
    }


def _differences(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give the leaves in which two nested values differ, as path and both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted({*a, *b}):
            yield from _differences(a.get(key), b.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple):
        if len(a) == len(b):
            for index, (one, other) in enumerate(zip(a, b, strict=True)):
                yield from _differences(one, other, f"{path}[{index}]")
        else:
            first, back = _parts(a, b)
            yield f"{path}[{first}:]", a[first : len(a) - back], b[first : len(b) - back]
    elif a != b:
        yield path, a, b


def _parts(a: Sequence[Any], b: Sequence[Any]) -> tuple[int, int]:
    """Tell how many elements two lists have in common at their beginnings, and then at their ends."""
    shorter = min(len(a), len(b))
    first = next((index for index in range(shorter) if a[index] != b[index]), shorter)
    back = next((index for index in range(shorter - first) if a[-1 - index] != b[-1 - index]), shorter - first)
    return first, back
