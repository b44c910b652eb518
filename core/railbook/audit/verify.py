"""Verifies a log in one pass: decides every ply again with the recorded chance and compares all that followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from railbook.audit.end_line import check_end
from railbook.audit.findings import OLD_FORMAT, Finding, Report, Verdict
from railbook.audit.hidden import Hidden
from railbook.audit.notes import Notes, Stop, first_difference, plain_at, said
from railbook.audit.unsure import Unsure
from railbook.chance import Chance, ChanceFault, Recorded, Seeded, UnknownOutcome, commitment_of, salt_of_seed
from railbook.engine.fold import Memory, fold
from railbook.engine.play import NOT_YOUR_TURN, advance, check
from railbook.engine.state import State, encode, new_state
from railbook.engine.view import reveals
from railbook.log.canonical import Codec, Line, LineFault, NewerLine, codec_of, digest_of
from railbook.log.chain import Chain
from railbook.log.limits import limit
from railbook.log.reader import AT_ONCE, MOST_AT_ONCE, FileFault, RawLine, too_long, too_much_to_hold
from railbook.log.records import FORMAT, Claim, Comment, End, Header, Ply, Undo
from railbook.log.revealed import LogLines
from railbook.log.seal import Seal, Watch
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.game import refuse_undo
from railbook.recording.header import HeaderFault, ruleset_of
from railbook.rules.partial import agrees
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Rejection, SetUp, Unknown

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


def verify_ply(
    report: Report, registry: Registry, header: Header, rules: Ruleset, state: State, record: Ply[Action, Any]
) -> None:
    """Decide one ply that stands by itself, from the state before it; what is found goes into the report."""
    one = _Verification(report, registry)
    one.ply, one.seat = record.ply, record.seat
    try:
        one.begin(header, rules)
        one.state, one.memory = state, Memory(rules, state, header.undo.window)
        one.check_ply(record, 0)
    except Stop:
        return
    if report.unverified:
        report.verdict, report.chance = Verdict.UNVERIFIED, "unknown"


class _Verification(Notes):
    """One pass over one log."""

    def __init__(self, report: Report, registry: Registry, *, newer: bool = False) -> None:
        super().__init__(report)
        self.registry = registry
        self.newer = newer
        self.dressed = False
        self.ended = False
        self.secret = b""
        """The key that the header commits to, as far as it is known."""
        self.watch: Watch | None = None
        self.written = FORMAT
        self.chain = Chain("")
        self.state: State
        self.codec: Codec
        self.memory: Memory
        self.hidden: Hidden
        """Only of a partial log."""

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
        """Take all lines behind the header, plies that stand in a row several at a time.

        Each kind of work is then done for all of them before the next: a processor is quick at what it has just done.
        """
        codec, quick = self.codec, not self.header_record.partial
        stretch: list[tuple[RawLine, Claim[Action]]] = []
        size = 0
        try:
            for raw in lines:
                claim = codec.claim(raw.raw) if quick and not raw.dressed else None
                if claim is not None:
                    stretch.append((raw, claim))
                    size += len(raw.raw)
                    if len(stretch) < AT_ONCE and size < MOST_AT_ONCE:
                        continue
                quick, size = self.take(stretch) and quick, 0
                if claim is None:
                    self.line(raw)
            self.take(stretch)
        except FileFault:
            self.take(stretch)
            raise

    def take(self, stretch: list[tuple[RawLine, Claim[Action]]]) -> bool:
        """Take plies that stand in a row, one by one where they do not stand as they would be written; tells which."""
        taken, stretch[:] = stretch[:], []
        if self.as_written(taken):
            return True
        for raw, _claim in taken:
            self.line(raw)
        return False

    def as_written(self, stretch: list[tuple[RawLine, Claim[Action]]]) -> bool:
        """Take plies whose lines are, byte for byte, what the rules make of their actions and outcomes.

        If one is not, all are left to `line`, as if they had not been looked at: that says what is the matter.
        """
        if not stretch:
            return True
        chain, codec, first = self.chain, self.codec, self.state.ply
        plies = self.decided(claim for _raw, claim in stretch)
        before = chain.last
        if plies is None or not all(
            codec.is_written(ply, raw.raw, chain) for ply, (raw, _claim) in zip(plies, stretch, strict=True)
        ):
            chain.last = before
            self.state = self.memory.at(first)
            return False
        self.report.plies += len(stretch)
        self.report.lines += len(stretch)
        self.number = stretch[-1][0].number
        if self.watch is not None:
            for raw, _claim in stretch:
                self.watch.see(digest_of(raw.raw), raw.number)
        self.memory.add_lines(self.state, [raw.raw for raw, _claim in stretch])
        return True

    def decided(self, claims: Iterable[Claim[Action]]) -> list[Ply[Action, Any]] | None:
        """Give plies with what follows; `None` where anything is amiss, and the state may be spoilt then."""
        rules, state, key = self.rules, self.state, self.key
        plies = []
        try:
            for claim in claims:
                number, seat, action = claim.ply, claim.seat, claim.action
                if number != state.ply or state.ended:
                    return None
                if number == 0:
                    if seat is not None or type(action) is not SetUp:
                        return None
                elif seat is None or check(rules, state, seat, action) is not None:
                    return None
                source = Recorded(claim.chance, key)
                chance = Chance(source, state.scope, state.counts)
                events = advance(rules, state, seat, action, chance)
                source.finish()
                if chance.unseen:
                    return None
                plies.append(Ply(ply=number, seat=seat, action=action, chance=claim.chance, events=events))
        except Exception:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            return None
        return plies

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

    # Records

    def begin(self, header: Header, rules: Ruleset) -> None:
        self.header_record = header
        self.rules = rules
        self.state = new_state(rules)
        self.codec = codec_of(rules, self.written)
        self.memory = Memory(rules, self.state, header.undo.window, self.codec.events, limit("held"))
        self.unsure = Unsure(self.report, header.undo.window)
        self.owned: dict[int, tuple[int | None, bool]] = {}
        """Of plies that are not kept as lines: whose they were, and whether they revealed something."""
        self.furthest = 0
        """The furthest ply that was ever due."""
        if header.partial:
            self.hidden = Hidden(rules, header.undo.window)
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

    def check_ply(self, record: Ply[Action, Any], size: int) -> None:
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
        except Stop:
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
            self.stop(Verdict.DIVERGED, "illegal-action", f"the rules cannot go on: {said(fault)}")
        if chance.unseen and not self.header_record.partial:
            self.not_partial("what chance answered is unknown")
        if events != record.events:
            if not (self.header_record.partial and agrees(events, record.events, unseen=bool(chance.unseen))):
                self.differ(events, record.events)
            self.state = state = self.memory.at(record.ply)
            self.fold_unchecked(record)
            events, unknown = record.events, True
        if unknown:
            self.unsure.add(record.ply)
        if self.header_record.partial:
            self.hidden.judge(self, record, state)
        try:
            self.memory.add(self.state, events, size)
        except OverflowError:  # from events that had to be believed
            self.stop(Verdict.DIVERGED, "different-events", "the events lead to numbers of more than 64 bits")
        self.owned[record.ply] = (record.seat, reveals(rules, record.chance, events))
        if len(self.owned) > 2 * self.header_record.undo.window:
            reached = record.ply - self.header_record.undo.window
            self.owned = {ply: owner for ply, owner in self.owned.items() if ply > reached}
        self.report.plies += 1

    def not_partial(self, what: str) -> NoReturn:
        """Refuse hidden outcomes in a log that does not say that it has some."""
        self.stop(Verdict.DIVERGED, "impossible-chance", f"{what}, but the header does not say the log is partial")

    def fold_unchecked(self, record: Ply[Action, Any]) -> None:
        """Believe the recorded events of a ply in which an outcome is hidden, if they fit the game at all."""
        try:
            fold(self.rules, self.state, record.events)
            encode(self.state)
        except Exception as fault:  # noqa: BLE001 - the same, for evolvers
            self.stop(Verdict.DIVERGED, "different-events", f"the events do not fit this game: {said(fault)}")
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
            actual = msgspec.to_builtins(record.action)
            self.stop(Verdict.DIVERGED, kind, paragraph + answer.message, actual=actual, rule=answer.rule)
        return isinstance(answer, Unknown)

    def differ(self, expected: list[Any], actual: list[Any]) -> NoReturn:
        """Say at which event a ply goes wrong, and whether one is missing or too many there."""
        at = first_difference(expected, actual)
        due, found = plain_at(expected, at), plain_at(actual, at)
        what = "is not what follows"
        if actual[at:] == expected[at + 1 :]:
            what, found = "is missing", None
        elif actual[at + 1 :] == expected[at:]:
            what, due = "is one too many", None
        self.stop(Verdict.DIVERGED, "different-events", f"event {at + 1} of the ply {what}", due, found)

    def check_undo(self, record: Undo) -> None:
        self.ply, self.seat = record.to, record.seat
        header, last = self.header_record, self.state.ply
        self.furthest = max(self.furthest, last)
        reached = max(1, self.furthest - header.undo.window)
        if reached <= record.to < self.memory.first and record.to < last:
            self.stop(Verdict.UNREADABLE, "unreadable", too_much_to_hold(record.to))
        plies = {ply: self.owner(ply) for ply in range(max(reached, record.to), last)}
        refused = refuse_undo(record.seat, record.to, last, plies, header, over=bool(self.state.ended))
        if refused is not None:
            kind = "not-your-turn" if refused.rule == "core.undo-not-yours" else "illegal-action"
            self.stop(Verdict.DIVERGED, kind, refused.message, rule=refused.rule)
        self.state = self.memory.back_to(record.to)
        self.report.plies -= last - record.to
        self.unsure.back_to(record.to)
        for ply in range(record.to, last):
            self.owned.pop(ply, None)
        if header.partial:
            self.hidden.take_back(record.to, last)

    def owner(self, ply: int) -> tuple[int | None, bool]:
        """Tell whose a ply within reach was, and whether it revealed something."""
        if ply in self.owned:
            return self.owned[ply]
        line = self.memory.kept(ply)
        assert isinstance(line, bytes)
        record = self.codec.read(line).record
        assert isinstance(record, Ply)
        return record.seat, reveals(self.rules, record.chance, record.events)
