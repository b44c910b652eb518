"""What is done with each log of a corpus: tasks that reach every process, with their results as rows."""

from __future__ import annotations

import abc
import dataclasses
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from railbook.audit.findings import CRASHED, TIME_LIMIT, Finding, Report, Verdict
from railbook.audit.outcomes import Change, Impact, Outcome
from railbook.corpus.places import LogPath
from railbook.log.seal import Seal
from railbook.plugins.registry import Registry

T = TypeVar("T")
R = TypeVar("R")


class CorpusFault(RuntimeError):
    """A run over a corpus that cannot be begun or gone on with: one line with the remedy."""


class Trouble(NamedTuple):
    """Why something has no result: its kind, `time-limit` or `crashed`, the reason, and what was raised, if that."""

    kind: str
    said: str
    error: Exception | None = None


@dataclasses.dataclass(frozen=True)
class Task(abc.ABC, Generic[T, R]):
    """What is done with each item, a log as a rule, and with what. It is pickled, and so are items and results.

    A task of one's own gives `name`, `result`, `do` and `failed`; `parameters` if it has any, and `derived` for columns
    of rows that no field of the result holds.
    """

    plugins: tuple[str, ...] = ()
    """Modules and files to load beside what is installed."""

    name: ClassVar[str] = ""
    result: ClassVar[type[Any]]
    """The struct that `do` gives: its fields are the columns of a row."""
    more: ClassVar[dict[str, type[Any] | Any]] = {}
    """The types of the columns that `derived` adds."""

    @abc.abstractmethod
    def do(self, registry: Registry, item: T) -> R:
        """Give the result for one item."""

    @abc.abstractmethod
    def failed(self, item: T, trouble: Trouble) -> R:
        """Give the result for an item that took too long, or that ended the process which worked on it."""

    def parameters(self) -> dict[str, Any]:
        """Give all that decides what follows, besides the log, the rules and the plugins, as plain values."""
        return {}

    def derived(self, result: R) -> dict[str, Any]:
        """Give further columns of the row of a result."""
        return {}

    def in_trouble(self, result: R) -> bool:
        """Tell whether a result was made by `failed`: a run that goes on does such a log again."""
        return False


@dataclasses.dataclass(frozen=True)
class VerifyTask(Task[LogPath, Report]):
    """Verify each log: `newer` as for `verify`; a seal is for one log."""

    newer: bool = False
    seal: Seal | None = None

    name: ClassVar[str] = "verify"
    result: ClassVar[type[Report]] = Report
    more: ClassVar[dict[str, Any]] = {"kind": str, "message": str, "rule": str, "winners": list[str], "words": str}

    def do(self, registry: Registry, item: LogPath) -> Report:
        """Give the verdict on a log or a case."""
        from railbook.audit.case import verify_file

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


@dataclasses.dataclass(frozen=True)
class ImpactTask(Task[LogPath, Impact]):
    """Follow each log under changed rules."""

    change: Change = dataclasses.field(default_factory=Change)

    name: ClassVar[str] = "impact"
    result: ClassVar[type[Impact]] = Impact
    more: ClassVar[dict[str, Any]] = {"shifts": dict[str, list[int]], "words": str}

    def do(self, registry: Registry, item: LogPath) -> Impact:
        """Give what the change does to the game of a log."""
        from railbook.audit.impact import impact

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
