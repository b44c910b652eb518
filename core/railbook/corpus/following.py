"""Following games under changed rules as the task of a corpus."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from railbook.audit.findings import CRASHED, TIME_LIMIT
from railbook.audit.impact import impact
from railbook.audit.outcomes import Change, Impact, Outcome
from railbook.corpus.places import LogPath
from railbook.corpus.tasks import Task, Trouble
from railbook.plugins.registry import Registry


class ImpactTask(Task[LogPath, Impact], frozen=True):
    """Follow each log under changed rules."""

    change: Change = msgspec.field(default_factory=Change)

    name: ClassVar[str] = "impact"
    result: ClassVar[type[Impact]] = Impact
    more: ClassVar[dict[str, Any]] = {"shifts": dict[str, list[int]], "words": str}

    def do(self, registry: Registry, item: LogPath) -> Impact:
        """Give what the change does to the game of a log."""
        return impact(item.path, registry, self.change, item.name)

    def failed(self, item: LogPath, trouble: Trouble) -> Impact:
        """Call a log unreadable that cannot be followed to its end."""
        return Impact(item.name, Outcome.UNREADABLE, cause=trouble.kind, why=trouble.said)

    def parameters(self) -> dict[str, Any]:
        """Give the change."""
        return {"change": msgspec.to_builtins(self.change)}

    def derived(self, result: Impact) -> dict[str, Any]:
        """Give the shifts of points and the outcome in words."""
        return {"shifts": result.shifts, "words": result.words}

    def in_trouble(self, result: Impact) -> bool:
        """Tell whether the log was given up."""
        return result.outcome is Outcome.UNREADABLE and result.cause in (TIME_LIMIT, CRASHED)
