"""What a reader is to the fuzz suite, and what counts as an answer: a documented fault in one line, or a verdict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from railbook.audit.findings import KINDS, Finding, Report, Verdict
from railbook.audit.replay import ReplayFault
from railbook.cli import out
from railbook.cli.main import _one_line
from railbook.cli.typed import Refused
from railbook.log.canonical import LineFault
from railbook.log.limits import LimitFault
from railbook.log.reader import FileFault
from railbook.plugins.importers import ImportFault
from railbook.plugins.registry import NotInstalled, PluginFault
from railbook.rules.compose import LayerConflict
from railbook.rules.game import MapFault, SeatsError
from railbook.rules.options import OptionError

LONGEST = 10_000
"""Characters of a complaint, with what is escaped in it: ten for each that it may have."""

FAULTS = (
    *(FileFault, LineFault, MapFault, ImportFault, ReplayFault, Refused, LimitFault),
    *(OptionError, NotInstalled, LayerConflict, SeatsError, PluginFault),
)
"""All that a reader may raise: each becomes one line and an exit code."""


class Reader(NamedTuple):
    """A reader: the name of a file for it, short valid files, the function that reads one and gives its answer."""

    file: str
    short: Callable[[], list[bytes]]
    read: Callable[[Path], str]
    whole: Callable[[], list[bytes]] = list
    """Valid files as long as people have them: one input in twenty is made of those."""
    chained: bool = False
    """Whether some spoilt files get a chain that fits, so that what is behind the chain is reached too."""

    def bases(self) -> list[bytes]:
        """Give all valid files, the short ones first."""
        return [*self.short(), *self.whole()]


HEARD: set[str] = set()
"""What was complained of since somebody emptied it: kinds of findings with their rules, and other faults by type."""


class Unclear(AssertionError):
    """An answer that is no clear one: too long, not to be written down, or of an unknown kind."""


def answer_of(reader: Reader, path: Path) -> str:
    """Give the answer to a file in a word; raises `Unclear`, and lets through whatever is no documented fault."""
    try:
        return reader.read(path)
    except FAULTS as fault:
        require_clear(_one_line(fault) or str(fault))
        hear(fault.finding if isinstance(fault, ReplayFault) else fault)
        return f"refused: {type(fault).__name__}"


def hear(said: Finding | Exception) -> None:
    """Note the kind of a complaint."""
    HEARD.add(f"{said.kind} {said.rule}".strip() if isinstance(said, Finding) else type(said).__name__)


def require_clear(message: str) -> None:
    """Check that a complaint is a line that can be shown and written down; raises `Unclear`."""
    line = out.clean(" ".join(message.split()))
    if not line or len(line) > LONGEST:
        raise Unclear(f"a complaint of {len(line)} characters: {line[:300]}")
    out.as_json(message).encode()


def verdict_of(report: Report) -> str:
    """Check that a report can be shown and written, and that it says why a log is not exact."""
    for finding in report.findings:
        require_clear(str(finding))
        if finding.kind not in KINDS:
            raise Unclear(finding.kind)
        hear(finding)
    out.as_json(report).encode()
    if report.verdict in (Verdict.DIVERGED, Verdict.UNREADABLE) and not report.findings:
        raise Unclear("not exact, and nobody says why")
    return report.words
