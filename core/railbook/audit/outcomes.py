"""What an impact answers: a row for each log, levels from harmless to grave, causes, shifts of scores, exit codes."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

import msgspec

from railbook.rules.types import OptionValue


class Change(msgspec.Struct, frozen=True):
    """What is changed in the rules: plain data, so that it reaches every process and stands in reports."""

    variants: dict[str, dict[str, OptionValue]] = {}
    """Variants that are added, or get these options, by name."""
    without: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}
    edition: str = ""
    redeal: bool = False
    """Whether the set-up is decided again too; otherwise it is kept as recorded."""


class Outcome(enum.Enum):
    """What becomes of a recorded game under changed rules; the later here, the graver."""

    NOT_APPLICABLE = "not applicable"
    """The change does not fit the game of the log."""
    SAME = "same"
    EVENTS = "other events"
    """Every ply is still legal, some have other consequences, and scores and winners are the same."""
    SCORE = "other score"
    WINNER = "other winner"
    UNDETERMINED = "undetermined"
    """The log cannot say how the game would have gone on."""
    ILLEGAL = "illegal"
    UNVERIFIED = "unverified"
    """Not decided, because a plugin or version is not installed."""
    DIVERGED = "diverged"
    """The log does not follow from the rules that it was recorded under."""
    UNREADABLE = "unreadable"


LEVELS = {
    "events": Outcome.EVENTS,
    "score": Outcome.SCORE,
    "winner": Outcome.WINNER,
    "undetermined": Outcome.UNDETERMINED,
    "illegal": Outcome.ILLEGAL,
}
"""The levels at which a run may fail, each with all that is graver."""

UNANSWERED = (Outcome.UNVERIFIED, Outcome.DIVERGED, Outcome.UNREADABLE)
"""Outcomes that say nothing of the change: the log could not be followed."""

FITS_NONE = 2
"""The exit code where the change fits no log: it was mistyped, or the wrong folder was named."""

_GRAVITY = {outcome: number for number, outcome in enumerate(Outcome)}


class Impact(msgspec.Struct):
    """What a change of the rules does to one recorded game."""

    file: str
    outcome: Outcome
    """The gravest that is known."""
    game: str = ""
    variants: list[str] = msgspec.field(default_factory=list)
    """The variants that it was recorded with."""
    players: list[str] = msgspec.field(default_factory=list)
    finished: bool = False
    """Whether the log has its end line; without it no scores are compared."""
    plies: int = 0
    """How many plies the recorded game has."""
    ply: int | None = None
    """The ply of the outcome: illegal, undetermined from there on, or the first that differs."""
    line: int = 0
    seat: int | None = None
    action: str = ""
    """What was chosen in that ply, in words."""
    rule: str = ""
    """The rule that makes it illegal."""
    cause: str = ""
    """What rows are grouped by: a rule id, the tag of an event, a step, scorers, or the kind of a finding."""
    why: str = ""
    parted: int | None = None
    """The first ply from which something else followed, whatever came of it."""
    parting: str = ""
    """What followed there, and what follows instead."""
    fallen: int = 0
    """How many recorded plies fell away, because nobody is asked any more."""
    ends_at: int | None = None
    """The ply at which the changed rules end the game earlier."""
    before: dict[str, list[int]] = msgspec.field(default_factory=dict)
    """Points by seat, as recorded, by scorer."""
    after: dict[str, list[int]] = msgspec.field(default_factory=dict)
    """The same as the changed rules count them, if the game could be followed to its end."""
    winners_before: list[str] = msgspec.field(default_factory=list)
    winners_after: list[str] = msgspec.field(default_factory=list)
    changes: list[tuple[str, OptionValue | None, OptionValue | None]] = msgspec.field(default_factory=list)
    """What the change does to the rules of this game: name and both values. Empty: it had these rules already."""

    @property
    def shifts(self) -> dict[str, list[int]]:
        """Points won and lost by seat, by scorer, where there are any; a scorer that is not there gives nothing."""
        if not self.after:
            return {}
        nothing = [0] * len(self.players)
        shifted = {
            id: [new - old for old, new in zip(self.before.get(id, nothing), self.after.get(id, nothing), strict=True)]
            for id in sorted({*self.before, *self.after})
        }
        return {id: points for id, points in shifted.items() if any(points)}

    @property
    def words(self) -> str:
        """The outcome in words, as people see it."""
        words = self.outcome.value
        if self.outcome is Outcome.EVENTS:
            words += f" at ply {self.ply}"
        elif self.outcome is Outcome.UNDETERMINED:
            words += f" from ply {self.ply}"
        elif self.outcome is Outcome.ILLEGAL:
            words += f" at ply {self.ply} by {self.rule}"
        elif self.outcome is Outcome.SAME and not self.finished:
            words += " so far"
        return words

    @property
    def answered(self) -> bool:
        """Whether the log could be followed under the change."""
        return self.outcome not in (*UNANSWERED, Outcome.NOT_APPLICABLE)

    def reaches(self, level: str) -> bool:
        """Tell whether the outcome is at a level of `LEVELS` or graver; no level is reached where none is named."""
        return bool(level) and self.answered and _GRAVITY[self.outcome] >= _GRAVITY[LEVELS[level]]


class Cause(msgspec.Struct, frozen=True):
    """Logs with the same outcome for the same cause: how many, and one of them as an example."""

    outcome: Outcome
    cause: str
    count: int
    example: Impact


class Shift(msgspec.Struct, frozen=True):
    """How the points of one scorer shift over a corpus: in how many logs, for how many seats, how far, in all."""

    scorer: str
    logs: int
    seats: int
    least: int
    greatest: int
    total: int


def count(rows: Iterable[Impact]) -> dict[Outcome, int]:
    """Count rows by outcome, in order of gravity; outcomes that do not occur are left out."""
    found = [row.outcome for row in rows]
    return {outcome: found.count(outcome) for outcome in Outcome if outcome in found}


def causes(rows: Iterable[Impact]) -> list[Cause]:
    """Group rows that are not the same by outcome and cause, the gravest first, then the most frequent."""
    groups: dict[tuple[Outcome, str], list[Impact]] = {}
    for row in rows:
        if row.outcome is not Outcome.SAME:
            groups.setdefault((row.outcome, row.cause), []).append(row)
    found = [Cause(outcome, cause, len(group), group[0]) for (outcome, cause), group in groups.items()]
    return sorted(found, key=lambda one: (-_GRAVITY[one.outcome], -one.count, one.cause))


def shifts(rows: Iterable[Impact]) -> list[Shift]:
    """Give the shifts of points of each scorer over all rows, sorted by scorer."""
    found: dict[str, list[list[int]]] = {}
    for row in rows:
        for id, points in row.shifts.items():
            found.setdefault(id, []).append([one for one in points if one])
    every = {id: [point for points in logs for point in points] for id, logs in found.items()}
    return [
        Shift(id, len(found[id]), len(points), min(points), max(points), sum(points))
        for id, points in sorted(every.items())
    ]


def exit_code(rows: Sequence[Impact], fail_on: str = "") -> int:
    """The exit code over all logs: 1 something reaches the level or a log is at fault, 2 the change fits no log.

    Then 3, where a log could not be decided, and 0. Following nothing is no success.
    """
    found = {row.outcome for row in rows}
    if not rows or found & {Outcome.UNREADABLE, Outcome.DIVERGED} or any(row.reaches(fail_on) for row in rows):
        return 1
    if Outcome.UNVERIFIED in found:
        return 3
    return FITS_NONE if found == {Outcome.NOT_APPLICABLE} else 0
