"""The impact of changed rules on a recorded game: whether it changes, where, by which rule, and who wins then."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from railbook.audit.changed import changed_rules, difference
from railbook.audit.following import ELSEWHERE, Fate, Following, told
from railbook.audit.outcomes import Change, Impact, Outcome
from railbook.audit.replay import Replay, ReplayFault
from railbook.chance import UnknownOutcome
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import Waits
from railbook.log.records import End, Ply, Undo
from railbook.plugins.registry import Registry
from railbook.recording.header import MOST_RULESETS
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, ScoreLine

UNREADABLE = ("unreadable", "truncated")
"""Kinds of findings for which a log cannot be read at all."""


def impact(path: Path | str, registry: Registry, change: Change, name: str = "") -> Impact:
    """Decide a log again under changed rules and say what that changes. Never raises for what a file holds.

    A change that does not fit the game of the log is an outcome too, `not applicable`, with the reason.
    """
    row = Impact(file=name or str(path), outcome=Outcome.SAME)
    try:
        replay = Replay(path, registry, row.file, to_decide=True)
        row.game = replay.header.game
        row.variants = [variant.name for variant in replay.header.variants]
        row.players = [seat.name for seat in replay.header.seats]
        try:
            changed = _changed(registry, replay, change)
        except ValueError as fault:  # options, layers and seats that do not fit each say so in one line
            row.outcome, row.why = Outcome.NOT_APPLICABLE, str(fault)
            return row
        row.changes = list(difference(replay.rules, changed))
        _Study(row, replay, changed, redeal=change.redeal).run()
    except ReplayFault as fault:
        return _at_fault(row, fault)
    return row


def _changed(registry: Registry, replay: Replay, change: Change) -> Ruleset:
    """Compose the changed rules, or give those composed for an equal header before."""
    header = replay.header
    asked = (header.game, len(header.seats), header.map, header.variants, header.options, header.edition)
    key = b"impact" + msgspec.json.encode([asked, change], order="sorted")
    if key not in registry.composed:
        rules = changed_rules(
            registry,
            header,
            variants=[registry.variant(name, options) for name, options in change.variants.items()],
            without=change.without,
            options=change.options,
            edition=change.edition,
        )
        if len(registry.composed) >= MOST_RULESETS:
            registry.composed.clear()
        registry.composed[key] = rules
    return registry.composed[key]


def _at_fault(row: Impact, fault: ReplayFault) -> Impact:
    """Give the row of a log that is at fault itself: nothing that was found before counts."""
    found = fault.finding
    if found.kind in UNREADABLE:
        outcome = Outcome.UNREADABLE
    else:
        outcome = Outcome.UNVERIFIED if found.kind.startswith("unknown") else Outcome.DIVERGED
    blamed = Impact(row.file, outcome, row.game, row.variants, row.players)
    blamed.cause, blamed.why, blamed.line, blamed.ply = found.kind, found.message, found.line, found.ply
    return blamed


@dataclasses.dataclass(frozen=True)
class _Place:
    """A ply that the outcome is about, and what is to be said of it."""

    outcome: Outcome
    cause: str
    why: str
    ply: int
    line: int
    seat: int | None = None
    action: str = ""
    rule: str = ""


class _Study:
    """One game followed to its end, with the first ply at which it parts from what was recorded."""

    def __init__(self, row: Impact, replay: Replay, changed: Ruleset, *, redeal: bool) -> None:
        self.row = row
        self.replay = replay
        self.changed = changed
        self.redeal = redeal
        self.following = Following(replay, changed, keep_set_up=not redeal)
        self.fallen: list[int] = []
        """Recorded plies that fell away."""
        self.ends_at: int | None = None
        """The ply at which the changed rules end the game earlier."""
        self.parted: _Place | None = None
        """The first ply from which something else follows."""
        self.stop: _Place | None = None
        """Where the game cannot be followed any further."""

    def run(self) -> None:
        """Follow the game and fill the row."""
        row, following = self.row, self.following
        for record in following.plies():
            if isinstance(record, Undo):
                self.take_back(record.to)
            elif self.stop is None:
                self.look_at(record)
        end = self.replay.end
        self.check_end(end)
        row.plies, row.fallen, row.ends_at = following.recorded.ply, len(self.fallen), self.ends_at
        row.finished = end is not None
        if self.parted:
            row.parted, row.parting = self.parted.ply, self.parted.why
        counted: End | None = None
        if end is not None:
            row.before, row.winners_before = _points(end.sheet), self.winners(end)
            counted = self.count() if self.stop is None else None
        place = self.stop or self.parted
        if place is not None:
            row.outcome, row.cause, row.why, row.rule = place.outcome, place.cause, place.why, place.rule
            row.ply, row.line, row.seat, row.action = place.ply, place.line, place.seat, place.action
        if end is not None and counted is not None:
            self.compare(end, counted)

    def take_back(self, to: int) -> None:
        """Forget what was found at plies that are no part of the game."""
        self.fallen = [ply for ply in self.fallen if ply < to]
        self.ends_at = self.ends_at if self.ends_at is not None and self.ends_at < to else None
        self.parted = self.parted if self.parted and self.parted.ply < to else None
        self.stop = self.stop if self.stop and self.stop.ply < to else None

    def look_at(self, record: Ply[Any, Any]) -> None:
        """Note the ply if it is the first that differs, or the last that can be followed."""
        following = self.following
        if following.refused:
            illegal = following.fate is Fate.ILLEGAL
            outcome = Outcome.ILLEGAL if illegal else Outcome.UNDETERMINED
            cause = following.state.asked if following.rule in ELSEWHERE else following.rule
            self.stop = self.place(record, outcome, cause, following.reason, following.rule if illegal else "")
            return
        if following.fate is Fate.FELL_AWAY:
            self.fallen.append(record.ply)
        elif following.state.ended and not following.recorded.ended:
            self.ends_at = record.ply
        kept = record.ply == 0 and not self.redeal
        if self.parted is None and not kept and following.differs(record):
            self.parted = self.place(record, Outcome.EVENTS, *self.what_differs(record))

    def place(self, record: Ply[Any, Any], outcome: Outcome, cause: str, why: str, rule: str = "") -> _Place:
        """Say which ply the outcome is about."""
        action = "the set-up" if record.seat is None else self.replay.rules.say(record.action)
        return _Place(outcome, cause, why, record.ply, self.replay.number, record.seat, action, rule)

    def what_differs(self, record: Ply[Any, Any]) -> tuple[str, str]:
        """Give the tag of the first event that differs, and in words what happened and what happens instead."""
        if self.following.fate is Fate.FELL_AWAY:
            return str(record.action.__struct_config__.tag), "this ply falls away: nobody is asked that any more"
        mine, theirs = record.events, self.following.events
        pairs = zip(told(mine), told(theirs), strict=False)
        at = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(mine), len(theirs)))
        first = mine[at] if at < len(mine) else theirs[at]
        if isinstance(first, Waits) and at < len(theirs):
            first = theirs[at]  # what comes before the game waits says more than that it waits
        return str(
            first.__struct_config__.tag
        ), f"{_said(self.replay.rules, mine, at)} -> {_said(self.changed, theirs, at)}"

    # The end

    def check_end(self, end: End | None) -> None:
        """Refuse a log whose end does not follow from its own rules; hidden things may score, then it is believed."""
        rules, state = self.replay.rules, self.following.recorded
        if end is None or self.following.hidden:
            return
        try:
            sheet = score_sheet(rules, state)
            exact = (state.ended, sheet, standings(rules, state, sheet)) == (end.reason, end.sheet, end.standings)
        except Exception:  # noqa: BLE001 - rules of any plugin
            exact = False
        if not exact:
            message = "the end does not follow from the recorded rules: see `railbook verify`"
            raise self.replay.fault("different-score", message)

    def count(self) -> End | None:
        """Give the end as the changed rules count it, of a game that was followed to the end of the log, or stop."""
        following = self.following
        cause, why = "score", ""
        if following.state.ended:
            try:
                return following.end()
            except UnknownOutcome as hidden:
                why = f"what counts is hidden: {hidden}"
            except Exception as error:  # noqa: BLE001 - rules of any plugin
                why = (
                    f"the changed rules cannot score this game: {' '.join(f'{type(error).__name__}: {error}'.split())}"
                )
        else:
            cause = following.state.asked
            why = f"the changed rules ask on at {cause}, where the recorded game ends"
        ply = following.recorded.ply
        self.stop = _Place(Outcome.UNDETERMINED, cause, why[:300], ply, self.replay.number)
        return None

    def compare(self, mine: End, theirs: End) -> None:
        """Compare scores and winners."""
        row = self.row
        row.after, row.winners_after = _points(theirs.sheet), self.winners(theirs)
        shifts = row.shifts
        if set(row.winners_after) != set(row.winners_before):
            row.outcome = Outcome.WINNER
        elif shifts or _ranks(mine) != _ranks(theirs):
            row.outcome = Outcome.SCORE
        if self.parted is None and row.outcome is not Outcome.SAME:
            row.cause = "+".join(shifts) or "tie-breakers"
            row.why = "the same plies are counted otherwise" if shifts else "ties are broken otherwise"

    def winners(self, end: End) -> list[str]:
        """Give the names of those who won."""
        names = self.row.players
        return [names[place.seat] for place in sorted(end.standings, key=lambda place: place.seat) if place.rank == 1]


def _points(sheet: Sequence[ScoreLine]) -> dict[str, list[int]]:
    points: dict[str, list[int]] = {}
    for line in sheet:
        had = points.get(line.id, [0] * len(line.points))
        points[line.id] = [one + other for one, other in zip(had, line.points, strict=True)]
    return points


def _ranks(end: End) -> dict[int, int]:
    return {place.seat: place.rank for place in end.standings}


def _said(rules: Ruleset, events: Sequence[Event], at: int) -> str:
    """Put the event at this place into words; the engine's bookmark says who is asked what."""
    if at >= len(events):
        return "nothing"
    event = events[at]
    if isinstance(event, Waits):
        return f"seat {' or '.join(map(str, event.seats))} is asked at {event.step}"
    return rules.say(event)
