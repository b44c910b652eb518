"""Verifies a log in one pass: decides every ply again with the recorded chance and compares all that followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railbook.audit.end_line import check_end
from railbook.audit.findings import OLD_FORMAT, Finding, Report, Verdict
from railbook.audit.notes import Stop
from railbook.audit.plies import Plies
from railbook.log.canonical import Codec, Line, LineFault, NewerLine, codec_of
from railbook.log.chain import Chain
from railbook.log.reader import FileFault, RawLine, too_long
from railbook.log.records import FORMAT, Comment, End, Header, Ply, Undo
from railbook.log.revealed import LogLines
from railbook.log.seal import Seal, Watch
from railbook.log.stretch import Stretch, in_stretches
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.header import HeaderFault, ruleset_of

if TYPE_CHECKING:
    from pathlib import Path

NOT_YET = "not yet proven"
"""What is said of chance as long as the game runs and its key is secret."""


def verify(
    path: Path | str,
    registry: Registry,
    name: str = "",
    *,
    newer: bool = False,
    key: bytes = b"",
    seal: Seal | None = None,
) -> Report:
    """Give the verdict on one log. Never raises for what a file holds; `name` is how the report calls the file.

    With `newer` a log of older rules is decided by the installed ones, to see what they change. `key` is the one that
    a running game is committed to. With a `seal` the log must be the one that was sealed.
    """
    report = Report(file=name or str(path))
    verification = _Verification(report, registry, newer=newer)
    verification.secret, verification.watch = key, Watch(seal) if seal is not None else None
    try:
        verification.run(LogLines(path))
    except Stop:
        pass
    except FileFault as fault:
        report.verdict = Verdict.UNREADABLE
        report.findings.append(Finding(report.file, "unreadable", str(fault)))
    report.digest = verification.chain.last
    return report


class _Verification(Plies):
    """One pass over one log."""

    def __init__(self, report: Report, registry: Registry, *, newer: bool = False) -> None:
        super().__init__(report)
        self.registry = registry
        self.newer = newer
        self.dressed = False
        self.quick = True
        """Lines have stood as they would be written, as far as was seen: others take the longer way at once."""
        self.ended = False
        self.watch: Watch | None = None
        self.chain = Chain("")

    def run(self, lines: LogLines) -> None:
        first = next(lines, None)
        if first is None:
            self.stop(Verdict.UNREADABLE, "unreadable", "the file is empty")
        header, broken = self.header(first)
        try:
            rules = ruleset_of(self.registry, header, to_replay=self.newer)
        except NotInstalled as missing:
            self.note(missing.kind, str(missing))
            if not broken:
                self.chain_only(lines)
                self.check_seal()
            return
        except HeaderFault as fault:
            self.stop(Verdict.UNREADABLE, "unreadable", f"header: {fault}")
        if header.chance.scheme == "committed" and not self.secret:
            self.secret = lines.revealed_key(self.written)
        self.begin(header, rules)
        if broken:
            raise Stop
        self.lines(lines)
        if not self.report.plies:
            self.stop(Verdict.UNREADABLE, "unreadable", "nothing but a header: no ply was checked")
        if self.report.unverified:
            self.report.verdict = Verdict.UNVERIFIED
            self.report.chance = "unknown"
            self.report.hidden = self.hidden.sentences()
        elif header.chance.scheme == "committed" and not self.ended:
            self.report.chance = NOT_YET
        self.check_seal()

    # Lines

    def header(self, first: RawLine) -> tuple[Header, bool]:
        """Give the header, and whether the chain breaks there already."""
        self.number = first.number
        line = self.read(first, codec_of(None))
        if not isinstance(line.record, Header):
            self.stop(Verdict.UNREADABLE, "unreadable", "the first line is not a header")
        header = line.record
        report = self.report
        report.game = header.game
        report.variants = [variant.name for variant in header.variants]
        report.players = [seat.name for seat in header.seats]
        self.chain = Chain(header.salt)
        self.written = line.format
        if line.format != FORMAT:
            written = f"written in format {line.format} and read as format {FORMAT}: `railbook repair` rewrites it"
            self.note(OLD_FORMAT, written)
        return header, self.chain_breaks(line)

    def read(self, raw: RawLine, codec: Codec) -> Line:
        self.number = raw.number
        if raw.too_long:
            self.stop(Verdict.UNREADABLE, "unreadable", too_long())
        try:
            line = codec.read(raw.raw)
        except LineFault as fault:
            if isinstance(fault, NewerLine) and not self.report.lines:
                self.stop(Verdict.UNVERIFIED, "unknown-version", str(fault))
            if raw.whole:
                self.stop(Verdict.UNREADABLE, "unreadable", str(fault))
            self.stop(
                Verdict.UNREADABLE,
                "truncated",
                f"the file is cut off inside its last record; {self.report.plies} plies before it are intact",
            )
        odd = raw.dressed or ("" if line.canonical else "another layout or order of keys")
        if odd and not self.dressed:
            self.dressed = True
            self.note("not-canonical", f"not in canonical form ({odd}): read all the same")
        return line

    def lines(self, lines: LogLines) -> None:
        """Take all lines behind the header, plies that stand in a row several at a time."""
        self.quick = not self.header_record.partial
        for stretch, line in in_stretches(lines, self.codec, lambda line: self.quick):
            self.quick = self.take(stretch) and self.quick
            if line is not None:
                self.line(line)

    def take(self, stretch: Stretch) -> bool:
        """Take plies that stand in a row, one by one where they do not stand as they would be written; tells which."""
        if self.as_written(stretch):
            return True
        for raw in stretch.lines:
            self.line(raw)
        return False

    def as_written(self, stretch: Stretch) -> bool:
        """Take plies whose lines are, byte for byte, what the rules make of their actions and outcomes.

        If one is not, all are left to `line`, as if they had not been looked at: that says what is the matter.
        """
        if not stretch.lines:
            return True
        claims = stretch.claims()
        if claims is None:
            return False
        first = self.state.ply
        plies = self.decided(claims)
        if plies is None or not stretch.is_written(plies, self.chain):
            self.state = self.memory.at(first)
            return False
        self.report.plies += len(plies)
        self.report.lines += len(plies)
        self.number = stretch.lines[-1].number
        if self.watch is not None:
            for digest, line in zip(stretch.digests, stretch.lines, strict=True):
                self.watch.see(digest, line.number)
        try:
            self.memory.add_lines(self.state, stretch.raw)
        except OverflowError:
            self.too_great()
        return True

    def line(self, raw: RawLine) -> None:
        self.ply = self.seat = None
        line = self.read(raw, self.codec)
        record = line.record
        if isinstance(record, Comment):
            return
        if self.ended:
            self.stop(Verdict.DIVERGED, "broken-chain", "a line stands behind the end of the game")
        misplaced = isinstance(record, Ply) and self.is_misplaced(record)
        broken = self.chain_breaks(line)
        if misplaced:
            raise Stop
        if isinstance(record, Ply):
            self.check_ply(record, len(line.body))
        elif isinstance(record, Undo):
            self.check_undo(record)
        elif isinstance(record, End):
            self.ply = self.seat = None
            check_end(self, self.header_record, self.rules, self.state, record, keyed=self.key is not None)
            self.ended = True
        else:
            self.stop(Verdict.UNREADABLE, "unreadable", "a second header")
        if broken:
            raise Stop

    def is_misplaced(self, record: Ply[Any, Any]) -> bool:
        """Tell whether another ply is due, with a finding: before that about the digest, since it says more."""
        self.ply, self.seat = record.ply, record.seat
        due = self.state.ply
        if record.ply == due:
            return False
        self.note("broken-chain", f"ply {record.ply} stands where ply {due} is due", due, record.ply)
        self.report.verdict = Verdict.DIVERGED
        return True

    def chain_only(self, lines: Iterator[RawLine]) -> None:
        """Without the rules only the chain can be checked; what else is wrong nobody can say."""
        codec = codec_of(None, self.written)
        self.report.verdict = Verdict.UNVERIFIED
        for raw in lines:
            line = self.read(raw, codec)
            if not isinstance(line.record, Comment) and self.chain_breaks(line):
                raise Stop
            self.report.finished |= isinstance(line.record, End)

    def chain_breaks(self, line: Line) -> bool:
        """Tell whether the chain breaks at a line, with a finding.

        The line is still checked against the rules, so that the report says what was changed, but none behind it.
        """
        expected = self.chain.link(line.body)
        self.watched(expected)
        if line.digest == expected:
            return False
        message = "the digest does not fit this line and those before it" if line.digest else "the line has no digest"
        self.note("broken-chain", message, expected=expected, actual=line.digest)
        self.report.verdict = Verdict.DIVERGED
        return True

    def watched(self, digest: str) -> None:
        """Count a chained line, and show its digest to who looks for a sealed one."""
        self.report.lines += 1
        if self.watch is not None:
            self.watch.see(digest, self.number)

    def check_seal(self) -> None:
        """Find fault with a log that is not the one that was sealed."""
        watch = self.watch
        different = watch.difference() if watch is not None else ""
        if watch is not None and different:
            self.number, self.ply, self.seat = watch.line or self.number, None, None
            self.stop(Verdict.DIVERGED, "different-seal", different, str(watch.seal), f"{watch.lines}:{watch.last}")
