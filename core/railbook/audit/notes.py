"""Notes what a verification finds, each at its place in the log, and ends it where nothing behind can be judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from railbook.audit.findings import Finding, Report, Verdict
from railbook.log.limits import short


class Stop(Exception):
    """Verification of this log ends here: the report says why."""


class Notes:
    """A report that is being written, and the place in the log that is looked at."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.number = 0
        """The line."""
        self.ply: int | None = None
        self.seat: int | None = None

    def note(self, kind: str, message: str, expected: Any = None, actual: Any = None, rule: str = "") -> None:
        """Note a finding; verification goes on."""
        self.report.findings.append(
            Finding(self.report.file, kind, short(message), self.number, self.ply, self.seat, rule, expected, actual)
        )

    def stop(
        self, verdict: Verdict, kind: str, message: str, expected: Any = None, actual: Any = None, rule: str = ""
    ) -> NoReturn:
        """Note the finding that decides the verdict, and end the verification."""
        self.note(kind, message, expected, actual, rule)
        self.report.verdict = verdict
        raise Stop


def first_difference(expected: Sequence[Any], actual: Sequence[Any]) -> int:
    """Give the first index at which two lists differ; one of them may end there."""
    pairs = enumerate(zip(expected, actual, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(expected), len(actual)))


def plain_at(items: Sequence[Any], at: int) -> Any:
    """Give the item at an index as plain values; `None` where the list ends before."""
    return msgspec.to_builtins(items[at]) if at < len(items) else None


def said(fault: Exception) -> str:
    """Put an exception of a plugin's rules into one line."""
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
