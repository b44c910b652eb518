"""Counting games for statistics as the task of a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from railbook.audit.counted import Counted, counted
from railbook.audit.findings import CRASHED, TIME_LIMIT, Finding
from railbook.audit.stats_rows import Row, rows_of
from railbook.corpus.places import LogPath
from railbook.corpus.tasks import Task, Trouble
from railbook.plugins.registry import Registry


class CountTask(Task[LogPath, Counted], frozen=True):
    """Count each log, with `verify` only if it holds. Its file of rows is a long table: many rows for each log."""

    verify: bool = False

    name: ClassVar[str] = "stats"
    result: ClassVar[type[Counted]] = Counted
    row_type: ClassVar[type[Row]] = Row

    def do(self, registry: Registry, item: LogPath) -> Counted:
        """Give what a log comes to."""
        return counted(item.path, registry, item.name, verify=self.verify)

    def failed(self, item: LogPath, trouble: Trouble) -> Counted:
        """Leave out a log that cannot be counted to its end."""
        return Counted(item.name, [Finding(item.name, trouble.kind, trouble.said)])

    def parameters(self) -> dict[str, Any]:
        """Give whether logs are verified."""
        return {"verify": self.verify}

    def rows(self, result: Counted) -> Iterator[Row]:
        """Give the rows of a log in the long table."""
        return rows_of(result)

    def in_trouble(self, result: Counted) -> bool:
        """Tell whether the log was given up."""
        return any(finding.kind in (TIME_LIMIT, CRASHED) for finding in result.findings)
