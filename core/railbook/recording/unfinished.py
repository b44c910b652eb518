"""Reads a log that is to be continued: only an exact one, or one typed in at a table, is handed out."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from railbook.audit.findings import OLD_FORMAT, REMARKS, Verdict
from railbook.audit.verify import verify
from railbook.log.canonical import Codec, LineFault
from railbook.log.limits import amount, beyond, limit
from railbook.log.locking import locked
from railbook.log.reader import FileFault, raw_lines
from railbook.log.records import Comment, Header
from railbook.log.writer import OutputFault, output_fault
from railbook.plugins.registry import Registry
from railbook.recording.header import is_of_table, ruleset_of
from railbook.recording.keyfile import KeyFault, forget_key, key_path, read_key
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
    key: bytes = b""
    """The key that the game is committed to; none under an open seed."""


def read_unfinished(path: Path, registry: Registry) -> Unfinished:
    """Verify a log and give what is needed to go on with it; raises `ResumeFault`. The file is left as it is."""
    if path.name.endswith(PACKED):
        raise ResumeFault(f"{path} is packed: unpack it, then go on with the unpacked file")
    if path.is_file() and path.stat().st_size > limit("whole"):
        raise ResumeFault(f"{path} cannot be continued, it is longer than {amount('whole')} {beyond('whole')}")
    key, lost = _key_beside(path)
    torn, hidden = _refuse_inexact(path, registry, key)
    if lost is not None:
        raise ResumeFault(str(lost))
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
    if header.chance.scheme == "none" and not at_table:
        raise ResumeFault(f"{path} has chance 'none': no seed and no key says what comes next")
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
    missing = not data[:length].endswith(b"\n")
    return Unfinished(path, header, rules, records, last, length, missing, len(data) - length, key)


def _key_beside(path: Path) -> tuple[bytes, KeyFault | None]:
    """Give the key of a log that is committed to one, or why there is none; what else is wrong with it is not said."""
    try:
        first = next(raw_lines(path), None)
        header = Codec().read(first.raw).record if first else None
        if isinstance(header, Header) and isinstance(header.chance.commitment, str):
            return read_key(path, header.chance.commitment), None
    except KeyFault as fault:
        return b"", fault
    except (FileFault, LineFault):
        pass
    return b"", None


def _refuse_inexact(path: Path, registry: Registry, key: bytes) -> tuple[bool, bool]:
    """Verify a log by its key, if it has one: nothing may be wrong with it.

    Tells whether its last line is torn, and whether it hides something.
    """
    report = verify(path, registry, key=key)
    if report.finished:
        left = ""
        if key and report.chance == "proven":
            forget_key(path)
            left = f"; {key_path(path).name}, which it reveals, was left over and is removed"
        raise ResumeFault(f"{path} is a finished game: nothing can be added to it{left}")
    if any(finding.kind == OLD_FORMAT for finding in report.findings):
        raise ResumeFault(f"{path} is of an older format: `railbook repair` rewrites it, then it can be continued")
    torn = report.plies > 0 and [finding.kind for finding in report.findings if finding.kind not in REMARKS] == [
        "truncated"
    ]
    hidden = report.verdict is Verdict.UNVERIFIED and bool(report.unverified)
    if not (torn or hidden or report.verdict is Verdict.EXACT):
        why = next((finding for finding in report.findings if finding.kind not in REMARKS), None)
        raise ResumeFault(
            f"{path} cannot be continued, it is {report.verdict.value}: {why or 'not all of it is known'}"
        )
    return torn, hidden


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep a log for this process while it is written, so that no second one writes into it; raises `OutputFault`.

    Recording, repairing and adding to a log hold it so.
    """
    try:
        stream = path.open("r+b")
    except OSError as error:
        raise output_fault(path, error) from None
    with stream, contextlib.ExitStack() as lock:
        try:
            lock.enter_context(locked(stream))
        except BlockingIOError:
            raise OutputFault(f"{path} is being recorded by another process: leave that one first") from None
        if not _is_still(stream, path):
            raise OutputFault(f"{path} was replaced by another process just now: try again")
        yield


def _is_still(stream: IO[bytes], path: Path) -> bool:
    """Tell whether a path still names the file that was opened: a lock on one that was replaced keeps nobody away."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))
    except OSError:
        return False
