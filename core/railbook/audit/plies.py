"""Decides plies again, one after another, with their recorded outcomes, and says in what one is not as it must be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec

from railbook.audit.findings import Report, Verdict
from railbook.audit.hidden import Hidden
from railbook.audit.notes import Notes, Stop, first_difference, plain_at, said
from railbook.audit.unsure import Unsure
from railbook.chance import Chance, ChanceFault, Recorded, Seeded, UnknownOutcome, commitment_of, salt_of_seed
from railbook.engine.fold import Memory, fold
from railbook.engine.play import NOT_YOUR_TURN, advance, check
from railbook.engine.state import State, encode, new_state
from railbook.engine.view import reveals
from railbook.log.canonical import Codec, codec_of
from railbook.log.limits import limit
from railbook.log.reader import too_much_to_hold
from railbook.log.records import FORMAT, Claim, Header, Ply, Undo
from railbook.recording.game import refuse_undo
from railbook.rules.partial import agrees
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Rejection, SetUp, Unknown


def verify_ply(report: Report, header: Header, rules: Ruleset, state: State, record: Ply[Action, Any]) -> None:
    """Decide one ply that stands by itself, from the state before it; what is found goes into the report."""
    one = Plies(report)
    one.ply, one.seat = record.ply, record.seat
    try:
        one.begin(header, rules)
        one.state, one.memory = state, Memory(rules, state, header.undo.window)
        one.check_ply(record, 0)
    except Stop:
        return
    if report.unverified:
        report.verdict, report.chance = Verdict.UNVERIFIED, "unknown"


class Plies(Notes):
    """The game of one log on its way: the state, and the plies behind it as far as an undo reaches."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.secret = b""
        """The key that the header commits to, as far as it is known."""
        self.written = FORMAT
        self.state: State
        self.codec: Codec
        self.memory: Memory
        self.hidden: Hidden
        """Only of a partial log."""

    def begin(self, header: Header, rules: Ruleset) -> None:
        """Lay out the table, and find out what outcomes are compared with."""
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

    def check_ply(self, record: Ply[Action, Any], size: int) -> None:
        """Decide a ply again and compare; `size` is how many bytes it takes in the log."""
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
        except OverflowError:
            self.too_great()
        self.owned[record.ply] = (record.seat, reveals(rules, record.chance, events))
        if len(self.owned) > 2 * self.header_record.undo.window:
            reached = record.ply - self.header_record.undo.window
            self.owned = {ply: owner for ply, owner in self.owned.items() if ply > reached}
        self.report.plies += 1

    def too_great(self) -> NoReturn:
        """Refuse a state with numbers that no log can hold."""
        self.stop(Verdict.DIVERGED, "different-events", "the events lead to numbers of more than 64 bits")

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
        """Take plies back, if whoever did that was allowed to."""
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
