"""Checks the end line of a log: the reason, the revealed key, the score sheet and the standings."""

from __future__ import annotations

import msgspec

from railbook.audit.findings import Verdict
from railbook.audit.notes import Notes, first_difference, plain_at, said
from railbook.chance import commitment_of
from railbook.engine.score import score_sheet, standings, totals
from railbook.engine.state import State
from railbook.log.records import End, Header
from railbook.rules.ruleset import Ruleset


def check_end(notes: Notes, header: Header, rules: Ruleset, state: State, record: End, *, keyed: bool) -> None:
    """Compare the end with what follows from the state; `keyed` says whether outcomes were compared with a key."""
    if record.reason != state.ended:
        message = f"the log says the game ended ({record.reason})" if not state.ended else "the reason differs"
        notes.stop(Verdict.DIVERGED, "different-score", message, state.ended or "not over", record.reason)
    _check_key(notes, header, record, keyed=keyed)
    report = notes.report
    # What is hidden may score, so the recorded result is all there is then.
    sheet, ranked = record.sheet, record.standings
    if not (report.unverified and _fits(record, rules.seats)):
        try:
            sheet = score_sheet(rules, state)
            ranked = standings(rules, state, sheet)
        except Exception as fault:  # noqa: BLE001 - rules of any plugin, fed with whatever a file holds
            notes.stop(Verdict.DIVERGED, "different-score", f"the rules cannot score this game: {said(fault)}")
    if sheet != record.sheet:
        at = first_difference(sheet, record.sheet)
        due, found = plain_at(sheet, at), plain_at(record.sheet, at)
        rule = (sheet if at < len(sheet) else record.sheet)[at].id
        notes.stop(Verdict.DIVERGED, "different-score", "the score sheet is another one", due, found, rule)
    if ranked != record.standings:
        at = first_difference(ranked, record.standings)
        due, found = plain_at(ranked, at), plain_at(record.standings, at)
        notes.stop(Verdict.DIVERGED, "different-score", "the standings are others", due, found)
    report.finished = True
    report.reason = record.reason
    if ranked:
        report.totals = totals(sheet, rules.seats)
        report.ranks = [place.rank for place in sorted(ranked, key=lambda place: place.seat)]


def _check_key(notes: Notes, header: Header, record: End, *, keyed: bool) -> None:
    """Check that the key which all outcomes were compared with is revealed, and that the header commits to it."""
    key = record.key
    if header.chance.scheme != "committed":
        if key is not msgspec.UNSET:
            notes.stop(Verdict.DIVERGED, "chance-mismatch", "a key is revealed that the header does not commit to")
    elif key is msgspec.UNSET:
        if not header.partial:  # one seat's log says nothing of what it could not know
            notes.stop(Verdict.DIVERGED, "chance-mismatch", "the key that the header commits to is not revealed")
    elif commitment_of(bytes.fromhex(key)) != header.chance.commitment:
        message = "another key is revealed than the header commits to"
        found = commitment_of(bytes.fromhex(key))
        notes.stop(Verdict.DIVERGED, "chance-mismatch", message, header.chance.commitment, found)
    elif not keyed and not header.partial:
        notes.stop(Verdict.UNREADABLE, "unreadable", "the file was changed while it was read: its key was not there")


def _fits(record: End, seats: int) -> bool:
    """Tell whether a sheet and standings are of a table of so many seats."""
    ranked = sorted(place.seat for place in record.standings)
    return all(len(line.points) == seats for line in record.sheet) and ranked in ([], list(range(seats)))
