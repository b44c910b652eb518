"""Verifying as the task of a corpus."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from railbook.audit.case import verify_file
from railbook.audit.findings import CRASHED, TIME_LIMIT, Finding, Report, Verdict
from railbook.corpus.places import LogPath
from railbook.corpus.tasks import Task, Trouble
from railbook.log.seal import Seal
from railbook.plugins.registry import Registry


class VerifyTask(Task[LogPath, Report], frozen=True):
    """Verify each log: `newer` as for `verify`; a seal is for one log."""

    newer: bool = False
    seal: Seal | None = None

    name: ClassVar[str] = "verify"
    result: ClassVar[type[Report]] = Report
    more: ClassVar[dict[str, Any]] = {"kind": str, "message": str, "rule": str, "winners": list[str], "words": str}

    def do(self, registry: Registry, item: LogPath) -> Report:
        """Give the verdict on a log or a case."""
        return verify_file(item.path, registry, item.name, newer=self.newer, seal=self.seal)

    def failed(self, item: LogPath, trouble: Trouble) -> Report:
        """Call a log unreadable that cannot be decided to its end."""
        finding = Finding(item.name, trouble.kind, trouble.said)
        return Report(item.name, Verdict.UNREADABLE, findings=[finding])

    def parameters(self) -> dict[str, Any]:
        """Give whether newer rules decide, and the seal."""
        return {"newer": self.newer, "seal": msgspec.to_builtins(self.seal)}

    def derived(self, result: Report) -> dict[str, Any]:
        """Give the verdict in words, the winners, and kind, rule and message of the last finding."""
        last = result.findings[-1] if result.findings else None
        return {
            "kind": last.kind if last else "",
            "message": last.message if last else "",
            "rule": last.rule if last else "",
            "winners": result.winners,
            "words": result.words,
        }

    def in_trouble(self, result: Report) -> bool:
        """Tell whether the log was given up."""
        return any(finding.kind in (TIME_LIMIT, CRASHED) for finding in result.findings)
