"""Verifies a log in one pass: decides every ply again with the recorded chance and compares all that followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from railbook.audit.findings import OLD_FORMAT, Finding, Report, Verdict
from railbook.chance import Chance, ChanceFault, Recorded, Seeded, UnknownOutcome, commitment_of, salt_of_seed
from railbook.engine.core_layer import partial_audit
from railbook.engine.fold import Memory, fold
from railbook.engine.play import NOT_YOUR_TURN, advance, check
from railbook.engine.score import score_sheet, standings, totals
from railbook.engine.state import State, encode, new_state
from railbook.engine.view import reveals
from railbook.log.canonical import Codec, Line, LineFault, codec_of, read_strictly
from railbook.log.chain import Chain
from railbook.log.limits import limit, short
from railbook.log.reader import FileFault, RawLine, too_long, too_much_to_hold
from railbook.log.records import FORMAT, Claim, Comment, End, Header, Ply, Undo
from railbook.log.revealed import LogLines
from railbook.log.seal import Seal, Watch
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.game import refuse_undo
from railbook.recording.header import HeaderFault, ruleset_of
from railbook.rules.partial import PartialAudit, agrees
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, Rejection, SetUp, Unknown

if TYPE_CHECKING:
    from pathlib import Path

NOT_YET = "not yet proven"
"""What is said of chance as long as the game runs and its key is secret."""


class _Stop(Exception):
    """Verification of this log ends here: the report says why."""


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
    verification.secret, verification.watch = key, Watch(seal)
    try:
        verification.run(LogLines(path))
    except _Stop:
        pass
    except FileFault as fault:
        report.verdict = Verdict.UNREADABLE
        report.findings.append(Finding(report.file, "unreadable", str(fault)))
    return report


def verify_ply(
    report: Report, registry: Registry, header: Header, rules: Ruleset, state: State, record: Ply[Action, Any]
) -> None:
    """Decide one ply that stands by itself, from the state before it; what is found goes into the report."""
    one = _Verification(report, registry)
    one.ply, one.seat = record.ply, record.seat
    try:
        one.begin(header, rules)
        one.state, one.memory = state, Memory(rules, state, header.undo.window)
        one.check_ply(record)
    except _Stop:
        return
    if report.unverified:
        report.verdict, report.chance = Verdict.UNVERIFIED, "unknown"


class _Verification:
    """One pass over one log."""

    def __init__(self, report: Report, registry: Registry, *, newer: bool = False) -> None:
        self.report = report
        self.registry = registry
        self.newer = newer
        self.number = self.size = 0
        self.ply: int | None = None
        self.seat: int | None = None
        self.dressed = False
        self.ended = False
        self.secret = b""
        """The key that the header commits to, as far as it is known."""
        self.watch = Watch(None)
        self.written = FORMAT
        self.state: State
        self.codec: Codec
        self.memory: Memory

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
            raise _Stop
        for raw in lines:
            if not self.as_written(raw):
                self.line(raw)
        if not self.report.plies:
            self.stop(Verdict.UNREADABLE, "unreadable", "nothing but a header: no ply was checked")
        if self.report.unverified:
            self.report.verdict = Verdict.UNVERIFIED
            self.report.chance = "unknown"
            self.report.hidden = [*self.unseen_outcomes(), *self.audits[-1][1].open()]
        elif header.chance.scheme == "committed" and not self.ended:
            self.report.chance = NOT_YET
        self.check_seal()

    # Lines

    def header(self, first: RawLine) -> tuple[Header, bool]:
        """Give the header, and whether the chain breaks there already."""
        self.number = first.number
        if not first.too_long:
            self.refuse_newer_format(first)
        line = self.read(first, Codec())
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
            said = f"written in format {line.format} and read as format {FORMAT}: `railbook repair` rewrites it"
            self.note(OLD_FORMAT, said)
        return header, self.chain_breaks(line)

    def refuse_newer_format(self, first: RawLine) -> None:
        """A log of a format that is not installed is refused by name before its fields are looked at."""
        try:
            values = read_strictly(first.raw)
        except LineFault:
            return  # the ordinary reader says what is wrong
        written = values.get("format")
        if values.get("type") == "header" and isinstance(written, int) and written > FORMAT:
            self.stop(
                Verdict.UNVERIFIED,
                "unknown-version",
                f"the log has format {written}, newer than supported: installed is format {FORMAT}",
            )

    def read(self, raw: RawLine, codec: Codec) -> Line:
        self.number = raw.number
        if raw.too_long:
            self.stop(Verdict.UNREADABLE, "unreadable", too_long())
        try:
            line = codec.read(raw.raw)
        except LineFault as fault:
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

    def as_written(self, raw: RawLine) -> bool:
        """Take a ply whose line is, byte for byte, what the rules make of its action and outcomes.

        Anything else is left to `line`, as if it had not been looked at: that says what is the matter.
        """
        claim = None if self.ended or self.header_record.partial or raw.dressed else self.codec.claim(raw.raw)
        if claim is None or claim.ply != self.state.ply or claim.seat is None:
            return False
        events = self.decided(claim)
        if events is None or not self.codec.is_written(
            Ply(ply=claim.ply, seat=claim.seat, action=claim.action, chance=claim.chance, events=events),
            raw.raw,
            self.chain,
        ):
            self.state = self.memory.at(claim.ply)
            return False
        self.number, self.size = raw.number, len(raw.raw)
        self.watched(self.chain.last)
        self.remember(claim, raw.raw, events)
        return True

    def decided(self, claim: Claim[Action]) -> list[Event] | None:
        """Give the events that follow from a ply; `None` where anything is amiss, and the state may be spoilt then."""
        rules, state, seat, action = self.rules, self.state, claim.seat, claim.action
        source = Recorded(claim.chance, self.key)
        chance = Chance(source, state.scope, state.counts)
        try:
            if seat is None or check(rules, state, seat, action) is not None:
                return None
            events = advance(rules, state, seat, action, chance)
            source.finish()
        except Exception:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            return None
        return None if chance.unseen else events

    def line(self, raw: RawLine) -> None:
        self.ply = self.seat = None
        line = self.read(raw, self.codec)
        record, self.size = line.record, len(line.body)
        if isinstance(record, Comment):
            return
        if self.ended:
            self.stop(Verdict.DIVERGED, "broken-chain", "a line stands behind the end of the game")
        misplaced = isinstance(record, Ply) and self.is_misplaced(record)
        broken = self.chain_breaks(line)
        if misplaced:
            raise _Stop
        if isinstance(record, Ply):
            self.check_ply(record)
        elif isinstance(record, Undo):
            self.check_undo(record)
        elif isinstance(record, End):
            self.check_end(record)
        else:
            self.stop(Verdict.UNREADABLE, "unreadable", "a second header")
        if broken:
            raise _Stop

    def chain_only(self, lines: Iterator[RawLine]) -> None:
        """Without the rules only the chain can be checked; what else is wrong nobody can say."""
        codec = Codec(None, self.written)
        self.report.verdict = Verdict.UNVERIFIED
        for raw in lines:
            line = self.read(raw, codec)
            if not isinstance(line.record, Comment) and self.chain_breaks(line):
                raise _Stop
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
        """Note the digest of a chained line."""
        self.watch.see(digest, self.number)
        self.report.lines, self.report.digest = self.watch.lines, digest

    def check_seal(self) -> None:
        """Find fault with a log that is not the one that was sealed."""
        said = self.watch.difference()
        if said:
            self.number, self.ply, self.seat = self.watch.line or self.number, None, None
            found = f"{self.watch.lines}:{self.watch.last}"
            self.stop(Verdict.DIVERGED, "different-seal", said, str(self.watch.seal), found)

    # Records

    def begin(self, header: Header, rules: Ruleset) -> None:
        self.header_record = header
        self.rules = rules
        self.state = new_state(rules)
        self.codec = codec_of(rules, self.written)
        self.memory = Memory(rules, self.state, header.undo.window, self.codec.events, limit("held"))
        self.plies: dict[int, tuple[int | None, bool]] = {}
        self.audits: list[tuple[int, PartialAudit]] = [(0, partial_audit(rules) if header.partial else PartialAudit())]
        self.unseen: dict[int, list[str]] = {}
        self.unseen_for_good: Counter[str] = Counter()
        """Outcomes that no undo takes back any more."""
        self.key: Seeded | None = None
        self.report.chance = "recorded"
        if header.chance.scheme == "open":
            assert isinstance(header.chance.seed, int)
            try:
                salt = salt_of_seed(header.chance.seed)
            except ValueError as fault:
                self.stop(Verdict.UNREADABLE, "unreadable", f"header: {fault}")
            if salt != header.salt:
                self.stop(
                    Verdict.DIVERGED,
                    "chance-mismatch",
                    "the salt does not follow from the open seed",
                    salt,
                    header.salt,
                )
            self.key = Seeded.of_seed(header.chance.seed)
            self.report.chance = "proven"
        elif header.partial:
            pass  # what lay in a pile nobody can say for sure, so nothing can be drawn from it again
        elif self.secret and commitment_of(self.secret) == header.chance.commitment:
            self.key = Seeded(self.secret)
            self.report.chance = "proven"

    def is_misplaced(self, record: Ply[Action, Any]) -> bool:
        """Tell whether another ply is due, with a finding: before that about the digest, since it says more."""
        self.ply, self.seat = record.ply, record.seat
        due = self.state.ply
        if record.ply == due:
            return False
        self.note("broken-chain", f"ply {record.ply} stands where ply {due} is due", due, record.ply)
        self.report.verdict = Verdict.DIVERGED
        return True

    def check_ply(self, record: Ply[Action, Any]) -> None:
        rules, state = self.rules, self.state
        source = Recorded(record.chance, self.key)
        chance = Chance(source, state.scope, state.counts)
        try:
            unknown = self.check_action(record)
            if unknown and not self.header_record.partial:
                self.not_partial("hidden information decides")
            events = advance(rules, state, record.seat, record.action, chance)
            source.finish()
            unknown |= bool(chance.unseen)
        except _Stop:
            raise
        except ChanceFault as fault:
            self.stop(Verdict.DIVERGED, fault.kind, str(fault), fault.expected, fault.actual)
        except UnknownOutcome as hidden:
            if not self.header_record.partial:
                self.not_partial(str(hidden))
            self.state = state = self.memory.at(record.ply)
            self.fold_unchecked(record)
            events, unknown = record.events, True
        except Exception as fault:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            self.stop(Verdict.DIVERGED, "illegal-action", f"the rules cannot go on: {_said(fault)}")
        if chance.unseen and not self.header_record.partial:
            self.not_partial("what chance answered is unknown")
        if events != record.events:
            if not (self.header_record.partial and agrees(events, record.events, unseen=bool(chance.unseen))):
                self.differ(events, record.events)
            self.state = state = self.memory.at(record.ply)
            self.fold_unchecked(record)
            events, unknown = record.events, True
        if unknown:
            self.report.unverified.append(record.ply)
        if self.header_record.partial:
            self.judge_as_a_whole(record)
        self.remember(record, events, events)

    def remember(
        self, record: Ply[Action, Any] | Claim[Action], kept: bytes | list[Event], events: list[Event]
    ) -> None:
        """Keep, for undo, a ply that was taken: its events or the line where they stand, and whose it was."""
        try:
            self.memory.add(self.state, kept, self.size)
        except OverflowError:  # from events that had to be believed
            self.stop(Verdict.DIVERGED, "different-events", "the events lead to numbers of more than 64 bits")
        self.plies[record.ply] = (record.seat, reveals(self.rules, record.chance, events))
        self.plies.pop(record.ply - self.header_record.undo.window, None)
        self.report.plies += 1

    def not_partial(self, what: str) -> NoReturn:
        """Refuse hidden outcomes in a log that does not say that it has some."""
        self.stop(Verdict.DIVERGED, "impossible-chance", f"{what}, but the header does not say the log is partial")

    def judge_as_a_whole(self, record: Ply[Action, Any]) -> None:
        """Ask whether anything at all can have lain where the writer of a partial log did not see."""
        audit = self.audits[-1][1].copy()
        impossible = audit.ply(record.ply, record.seat, record.events, self.state)
        if impossible is not None:
            self.stop(Verdict.DIVERGED, impossible.kind, impossible.message, rule=impossible.rule)
        self.audits.append((record.ply + 1, audit))
        del self.audits[: -self.header_record.undo.window - 2]
        self.unseen[record.ply] = [label for label, outcome in record.chance if outcome is None]
        self.unseen_for_good.update(self.unseen.pop(record.ply - self.header_record.undo.window - 1, ()))

    def unseen_outcomes(self) -> list[str]:
        """Say how many outcomes of each label the log does not tell."""
        counts = self.unseen_for_good + Counter(label for labels in self.unseen.values() for label in labels)
        return [f"{count} outcomes of {label} are not recorded" for label, count in sorted(counts.items())]

    def fold_unchecked(self, record: Ply[Action, Any]) -> None:
        """Believe the recorded events of a ply in which an outcome is hidden, if they fit the game at all."""
        try:
            fold(self.rules, self.state, record.events)
            encode(self.state)
        except Exception as fault:  # noqa: BLE001 - the same, for evolvers
            self.stop(Verdict.DIVERGED, "different-events", f"the events do not fit this game: {_said(fault)}")
        if self.state.ply != record.ply + 1:
            self.stop(Verdict.DIVERGED, "different-events", "the events do not end the ply")

    def check_action(self, record: Ply[Action, Any]) -> bool:
        """Check who acts and whether he may; tells whether hidden information decides."""
        if record.ply == 0:
            if record.seat is not None or not isinstance(record.action, SetUp):
                self.stop(Verdict.DIVERGED, "illegal-action", "ply 0 is the set-up and nobody's action")
            return False
        if record.seat is None or isinstance(record.action, SetUp):
            self.stop(Verdict.DIVERGED, "not-your-turn", "only the set-up, ply 0, is nobody's action")
        answer = check(self.rules, self.state, record.seat, record.action)
        if isinstance(answer, Rejection):
            kind = "not-your-turn" if answer.rule == NOT_YOUR_TURN else "illegal-action"
            paragraph = f"{answer.paragraph}: " if answer.paragraph else ""
            said = msgspec.to_builtins(record.action)
            self.stop(Verdict.DIVERGED, kind, paragraph + answer.message, actual=said, rule=answer.rule)
        return isinstance(answer, Unknown)

    def differ(self, expected: list[Any], actual: list[Any]) -> NoReturn:
        """Say at which event a ply goes wrong, and whether one is missing or too many there."""
        at = _first_difference(expected, actual)
        due, found = _plain_at(expected, at), _plain_at(actual, at)
        what = "is not what follows"
        if actual[at:] == expected[at + 1 :]:
            what, found = "is missing", None
        elif actual[at + 1 :] == expected[at:]:
            what, due = "is one too many", None
        self.stop(Verdict.DIVERGED, "different-events", f"event {at + 1} of the ply {what}", due, found)

    def check_undo(self, record: Undo) -> None:
        self.ply, self.seat = record.to, record.seat
        last = self.state.ply
        refused = refuse_undo(record.seat, record.to, last, self.plies, self.header_record, over=bool(self.state.ended))
        if refused is not None:
            kind = "not-your-turn" if refused.rule == "core.undo-not-yours" else "illegal-action"
            self.stop(Verdict.DIVERGED, kind, refused.message, rule=refused.rule)
        if record.to < self.memory.first:
            self.stop(Verdict.UNREADABLE, "unreadable", too_much_to_hold(record.to))
        self.state = self.memory.back_to(record.to)
        self.report.plies -= last - record.to
        while self.report.unverified and self.report.unverified[-1] >= record.to:
            self.report.unverified.pop()
        for ply in range(record.to, last):
            self.unseen.pop(ply, None)
        if self.header_record.partial:
            while self.audits[-1][0] > record.to:
                self.audits.pop()

    def check_end(self, record: End) -> None:
        rules, state, report = self.rules, self.state, self.report
        if record.reason != state.ended:
            message = f"the log says the game ended ({record.reason})" if not state.ended else "the reason differs"
            self.stop(Verdict.DIVERGED, "different-score", message, state.ended or "not over", record.reason)
        self.check_key(record)
        # What is hidden may score, so the recorded result is all there is then.
        sheet, ranked = record.sheet, record.standings
        if not (report.unverified and _fits(record, rules.seats)):
            try:
                sheet = score_sheet(rules, state)
                ranked = standings(rules, state, sheet)
            except Exception as fault:  # noqa: BLE001 - as above, for scorers
                self.stop(Verdict.DIVERGED, "different-score", f"the rules cannot score this game: {_said(fault)}")
        if sheet != record.sheet:
            at = _first_difference(sheet, record.sheet)
            due, found = _plain_at(sheet, at), _plain_at(record.sheet, at)
            rule = (sheet if at < len(sheet) else record.sheet)[at].id
            self.stop(Verdict.DIVERGED, "different-score", "the score sheet is another one", due, found, rule)
        if ranked != record.standings:
            at = _first_difference(ranked, record.standings)
            due, found = _plain_at(ranked, at), _plain_at(record.standings, at)
            self.stop(Verdict.DIVERGED, "different-score", "the standings are others", due, found)
        report.finished = self.ended = True
        report.reason = record.reason
        if ranked:
            report.totals = totals(sheet, rules.seats)
            report.ranks = [place.rank for place in sorted(ranked, key=lambda place: place.seat)]

    def check_key(self, record: End) -> None:
        """Check that the key which all outcomes were compared with is revealed, and that the header commits to it."""
        header, key = self.header_record, record.key
        if header.chance.scheme != "committed":
            if key is not msgspec.UNSET:
                self.stop(Verdict.DIVERGED, "chance-mismatch", "a key is revealed that the header does not commit to")
        elif key is msgspec.UNSET:
            if not header.partial:  # one seat's log says nothing of what it could not know
                self.stop(Verdict.DIVERGED, "chance-mismatch", "the key that the header commits to is not revealed")
        elif commitment_of(bytes.fromhex(key)) != header.chance.commitment:
            said = "another key is revealed than the header commits to"
            found = commitment_of(bytes.fromhex(key))
            self.stop(Verdict.DIVERGED, "chance-mismatch", said, header.chance.commitment, found)
        elif self.key is None and not header.partial:
            self.stop(Verdict.UNREADABLE, "unreadable", "the file was changed while it was read: its key was not there")

    # Findings

    def note(self, kind: str, message: str, expected: Any = None, actual: Any = None, rule: str = "") -> None:
        self.report.findings.append(
            Finding(self.report.file, kind, short(message), self.number, self.ply, self.seat, rule, expected, actual)
        )

    def stop(
        self, verdict: Verdict, kind: str, message: str, expected: Any = None, actual: Any = None, rule: str = ""
    ) -> NoReturn:
        self.note(kind, message, expected, actual, rule)
        self.report.verdict = verdict
        raise _Stop


def _first_difference(expected: Sequence[Any], actual: Sequence[Any]) -> int:
    """Give the first index at which two lists differ; one of them may end there."""
    pairs = enumerate(zip(expected, actual, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(expected), len(actual)))


def _plain_at(items: Sequence[Any], at: int) -> Any:
    return msgspec.to_builtins(items[at]) if at < len(items) else None


def _fits(record: End, seats: int) -> bool:
    """Tell whether a sheet and standings are of a table of so many seats."""
    ranked = sorted(place.seat for place in record.standings)
    return all(len(line.points) == seats for line in record.sheet) and ranked in ([], list(range(seats)))


def _said(fault: Exception) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
