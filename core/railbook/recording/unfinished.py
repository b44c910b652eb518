"""Reads a log that is to be continued: only one that is exact so far, less a torn last line, is handed out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.log.canonical import Codec
from railbook.log.reader import raw_lines
from railbook.log.records import Comment, Header
from railbook.log.writer import OutputFault, output_fault
from railbook.plugins.registry import Registry
from railbook.recording.header import ruleset_of
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
    torn = _refuse_inexact(path, registry)
    data = path.read_bytes()
    length = data.rfind(b"\n") + 1 if torn else len(data)
    lines = raw_lines(path)
    first = Codec().read(next(lines).raw)
    header = first.record
    assert isinstance(header, Header)  # it was verified
    rules = ruleset_of(registry, header)
    if header.chance.scheme != "open":
        raise ResumeFault(f"{path} has chance {header.chance.scheme!r}: no seed says what comes next")
    if header.partial:
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


def _refuse_inexact(path: Path, registry: Registry) -> bool:
    """Verify a log; tells whether its last line is torn and all before it exact."""
    report = verify(path, registry)
    if report.finished:
        raise ResumeFault(f"{path} is a finished game: nothing can be added to it")
    torn = report.plies > 0 and [finding.kind for finding in report.findings if finding.kind != "not-canonical"] == [
        "truncated"
    ]
    if report.verdict is not Verdict.EXACT and not torn:
        why = next((finding for finding in report.findings if finding.kind != "not-canonical"), None)
        raise ResumeFault(
            f"{path} cannot be continued, it is {report.verdict.value}: {why or 'not all of it is known'}"
        )
    return torn


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
