"""Counts the plies of a log that could not be checked, and names the first of them, in memory that is bounded."""

from __future__ import annotations

from collections import deque

from railbook.audit.findings import MOST_UNVERIFIED, Report


class Unsure:
    """The plies of one log in which hidden information kept something from being checked.

    The report gets their number and the first `MOST_UNVERIFIED` of them. Of the others only those are remembered that
    an undo may still take back.
    """

    def __init__(self, report: Report, window: int) -> None:
        self._report = report
        self._window = window
        self._later: deque[int] = deque()

    def add(self, ply: int) -> None:
        """Count a ply; they come in order."""
        report = self._report
        report.unverified_count += 1
        if report.unverified_count <= MOST_UNVERIFIED:
            report.unverified.append(ply)
            return
        self._later.append(ply)
        while self._later[0] < ply - self._window:
            self._later.popleft()

    def back_to(self, ply: int) -> None:
        """Forget the plies from this one on, which an undo took back."""
        for named in (self._later, self._report.unverified):
            while named and named[-1] >= ply:
                named.pop()
                self._report.unverified_count -= 1
