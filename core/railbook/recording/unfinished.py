"""Reads a log that is to be continued: only an exact one, or one typed in at a table, is handed out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from railbook.audit.findings import Report, Verdict
from railbook.audit.verify import verify
from railbook.log.canonical import Codec
from railbook.log.reader import raw_lines
from railbook.log.records import Comment, Header
from railbook.log.writer import OutputFault, output_fault
from railbook.plugins.registry import Registry
from railbook.recording.header import is_of_table, ruleset_of
from railbook.rules.ruleset import Ruleset

PACKED = ".gz"
"""How the names of packed logs end: nothing can be appended to those."""


class ResumeFault(ValueError):
    """A log that cannot be continued: why, in one line."""


@dataclasses.dataclass(frozen=True)
class Unfinished:
    """A game in progress as its log holds it."""

    path: Path
    header: Header
    rules: Ruleset
    records: list[Any]
    """Plies and undos."""
    last: str
    """The last digest."""
    length: int
    """Bytes of the file that are whole lines, or a whole record without its line break."""
    line_break: bool
    """Whether the last line still needs its line break."""
    torn: int
    """Bytes behind them that are no whole record: an interrupted write."""


def read_unfinished(path: Path, registry: Registry) -> Unfinished:
    """Verify a log and give what is needed to go on with it; raises `ResumeFault`. The file is left as it is."""
    if path.name.endswith(PACKED):
        raise ResumeFault(f"{path} is packed: unpack it, then go on with the unpacked file")
    report = verify(path, registry)
    torn = _is_torn(path, report)
    hidden = report.verdict is Verdict.UNVERIFIED and bool(report.unverified)
    if not (torn or hidden or report.verdict is Verdict.EXACT):
        why = next((finding for finding in report.findings if finding.kind != "not-canonical"), None)
        raise ResumeFault(
            f"{path} cannot be continued, it is {report.verdict.value}: {why or 'not all of it is known'}"
        )
    data = path.read_bytes()
    length = data.rfind(b"\n") + 1 if torn else len(data)
    lines = raw_lines(path)
    first = Codec().read(next(lines).raw)
    header = first.record
    assert isinstance(header, Header)  # it was verified
    at_table = is_of_table(header)
    if hidden and not at_table:
        raise ResumeFault(f"{path} cannot be continued, it is unverified: not all of it is known")
    rules = ruleset_of(registry, header)
    if header.chance.scheme != "open" and not at_table:
        raise ResumeFault(f"{path} has chance {header.chance.scheme!r}: no seed says what comes next")
    if header.partial and not at_table:
        raise ResumeFault(f"{path} is partial: what nobody recorded cannot be played on")
    records: list[Any] = []
    last = first.digest
    codec = Codec(rules)
    for raw in lines:
        if torn and not raw.whole:
            break
        line = codec.read(raw.raw)
        if not isinstance(line.record, Comment):
            records.append(line.record)
            last = line.digest
    return Unfinished(path, header, rules, records, last, length, not data[:length].endswith(b"\n"), len(data) - length)


def _is_torn(path: Path, report: Report) -> bool:
    """Tell whether the last line of a log is torn and all before it as it should be."""
    if report.finished:
        raise ResumeFault(f"{path} is a finished game: nothing can be added to it")
    return report.plies > 0 and [finding.kind for finding in report.findings if finding.kind != "not-canonical"] == [
        "truncated"
    ]


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep a log for this process while it is written, so that no second one writes into it; raises `OutputFault`."""
    try:
        stream = path.open("r+b")
    except OSError as error:
        raise output_fault(path, error) from None
    with stream:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            pass
        else:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OutputFault(f"{path} is being recorded by another process: leave that one first") from None
            except OSError:
                pass  # a file system without locks
        yield
