"""What an audit answers: findings, each with its place and kind, the verdict on a log, and exit codes."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

import msgspec

KINDS = (
    "unreadable",
    "truncated",
    "not-canonical",
    "old-format",
    "unknown-game",
    "unknown-variant",
    "unknown-version",
    "broken-chain",
    "illegal-action",
    "not-your-turn",
    "impossible-chance",
    "chance-mismatch",
    "different-events",
    "different-score",
    "different-seal",
    "time-limit",
    "crashed",
)
"""The kinds of findings, stable for ever."""

MOST_UNVERIFIED = 1000
"""How many plies a report names that could not be checked; it counts them all."""

TIME_LIMIT, CRASHED = "time-limit", "crashed"
"""Kinds of findings about logs that were given up: they took too long, or ended the process that worked on them."""

OLD_FORMAT = "old-format"

REMARKS = ("not-canonical", OLD_FORMAT)
"""Those that only say how a log is written: it may be exact all the same."""


class Verdict(enum.Enum):
    """The verdict on a log."""

    EXACT = "exact"
    UNVERIFIED = "unverified"
    UNREADABLE = "unreadable"
    DIVERGED = "diverged"


EXIT_CODES = {Verdict.EXACT: 0, Verdict.UNVERIFIED: 3, Verdict.UNREADABLE: 1, Verdict.DIVERGED: 1}


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that an audit found: where (`line` from 1, `ply` from 0), of what kind, by which rule, what instead."""

    file: str
    kind: str
    message: str
    line: int = 0
    ply: int | None = None
    seat: int | None = None
    rule: str = ""
    expected: Any = None
    actual: Any = None

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "file"
        if self.ply is not None:
            place += f", ply {self.ply}"
        if self.seat is not None:
            place += f", seat {self.seat}"
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{place}: {self.kind}{rule}: {self.message}"


class Report(msgspec.Struct):
    """The verdict on one log, with what was checked and found."""

    file: str
    verdict: Verdict = Verdict.EXACT
    finished: bool = False
    """Whether the log has its end line: an exact log without one is a game in progress."""
    part: bool = False
    """Whether this is no game but a part of one: a case."""
    game: str = ""
    variants: list[str] = msgspec.field(default_factory=list)
    plies: int = 0
    """How many plies were verified."""
    chance: str = ""
    """`proven`: all outcomes follow from the key; `not yet proven`: it is secret while the game runs; `recorded`: there
    is no key; `unknown`: some are hidden."""
    lines: int = 0
    """How many chained lines were read: all but comments."""
    digest: str = ""
    """The digest of the last of them, as it follows from what stands there."""
    players: list[str] = msgspec.field(default_factory=list)
    totals: list[int] = msgspec.field(default_factory=list)
    ranks: list[int] = msgspec.field(default_factory=list)
    reason: str = ""
    findings: list[Finding] = msgspec.field(default_factory=list)
    unverified: list[int] = msgspec.field(default_factory=list)
    """The plies in which hidden information kept something from being checked: the first `MOST_UNVERIFIED` of them."""
    unverified_count: int = 0
    """How many plies that are."""
    hidden: list[str] = msgspec.field(default_factory=list)
    """What could not be checked, in words."""

    @property
    def words(self) -> str:
        """The verdict in words, as people see it."""
        if self.verdict is Verdict.EXACT and not (self.finished or self.part):
            return "exact so far"
        return self.verdict.value

    @property
    def winners(self) -> list[str]:
        """The players who won."""
        return [player for player, rank in zip(self.players, self.ranks, strict=False) if rank == 1]


def exit_code(reports: Iterable[Report], *, allow_unverified: bool = False) -> int:
    """The exit code over all logs: the highest of 1, 3 and 0 wins; verifying nothing is not success."""
    verdicts = {report.verdict for report in reports}
    if not verdicts or verdicts & {Verdict.UNREADABLE, Verdict.DIVERGED}:
        return EXIT_CODES[Verdict.DIVERGED]
    unverified = Verdict.UNVERIFIED in verdicts and not allow_unverified
    return EXIT_CODES[Verdict.UNVERIFIED if unverified else Verdict.EXACT]
