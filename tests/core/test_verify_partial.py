"""Verification of partial logs: what is hidden is believed and listed, and everything else is checked as ever."""

from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import exit_code
from railbook.engine import fold
from tests.core.tables import Document, chained, documents, judged, played

LINES = documents(played(seed=2))


def seen_by(viewer: int, lines: list[Document]) -> list[Document]:
    """Give the log as somebody at a seat could have written it, who saw no other draws and bets."""
    header = {**lines[0], "partial": True, "chance": {"scheme": "none"}}
    seen = [header]
    for line in lines[1:]:
        if line["type"] != "ply":
            seen.append(line)
            continue
        own = line["seat"] == viewer
        chance = [
            [label, outcome if label.partition("@")[2] in ("", str(viewer)) else None]
            for label, outcome in line["chance"]
        ]
        action = {**line["action"], "kind": None} if line["action"]["type"] == "peb.bet" and not own else line["action"]
        seen.append({**line, "action": action, "chance": chance, "events": [hide(e, viewer) for e in line["events"]]})
    return seen


def hide(event: Document, viewer: int) -> Document:
    """Give an event as a viewer sees it."""
    if event["type"] in ("peb.drawn", "peb.bet-placed") and event["seat"] != viewer:
        return {**event, "kind": None}
    if event["type"] == "core.committed" and event["seat"] != viewer:
        return {**event, "action": {**event["action"], "kind": None}}
    return event


SEEN = seen_by(0, LINES)


def unsure(lines: list[Document]) -> set[int]:
    """Give the plies that the writer of such a log could not have checked: other draws and bets, and the last one."""
    hidden = {line["ply"] for line in lines[1:-1] if any(outcome is None for _label, outcome in line["chance"])}
    hidden |= {line["ply"] for line in lines[1:-1] if line["action"].get("kind", "") is None}
    return hidden | {lines[-2]["ply"]}


def test_a_partial_log_is_unverified_where_something_is_hidden(tmp_path: Path) -> None:
    """core.partial-audit: plies in which hidden information decides are listed, and the score is believed."""
    report = judged(tmp_path, chained(SEEN))
    assert (report.words, report.findings, report.chance) == ("unverified", [], "unknown")
    assert (report.plies, report.finished, report.reason) == (len(LINES) - 2, True, LINES[-1]["reason"])
    assert unsure(SEEN) <= set(report.unverified)
    assert {line["ply"] for line in SEEN[1:-1] if line["seat"] == 0} & set(report.unverified) <= unsure(SEEN)
    assert report.totals == [sum(line["points"][seat] for line in LINES[-1]["sheet"]) for seat in (0, 1)]
    assert exit_code([report]) == 3


def test_what_was_taken_back_need_not_be_checked(tmp_path: Path) -> None:
    """A hidden ply that an undo takes back is no longer among those that could not be checked."""
    lines = documents(chained(SEEN))
    lines[0]["undo"]["barrier"] = False
    ply = next(line["ply"] for line in lines[3:-1] if line["seat"] == 1 and line["action"]["type"] == "peb.draw")
    before = judged(tmp_path, chained(lines[: ply + 1])).unverified
    assert judged(tmp_path, chained(lines[: ply + 2])).unverified == [*before, ply]
    undone = judged(tmp_path, chained([*lines[: ply + 2], {"type": "undo", "seat": 1, "to": ply}]))
    assert (undone.unverified, undone.plies) == (before, ply)


def test_what_is_not_hidden_is_still_checked(tmp_path: Path) -> None:
    """A false claim about what the writer did see is found, in a partial log as in any other."""
    own = next(line["ply"] for line in SEEN[3:-1] if line["seat"] == 0 and line["action"]["type"] == "peb.lay")
    lines = documents(chained(SEEN))
    lines[own + 1]["action"]["count"] = 9
    report = judged(tmp_path, chained(lines))
    assert (report.words, report.findings[0].rule, report.findings[0].ply) == ("diverged", "peb.not-in-hand", own)


def test_without_a_key_outcomes_are_recorded_not_proven(tmp_path: Path) -> None:
    """A log without any chance scheme that hides nothing is exact; its outcomes are only recorded."""
    lines = documents(chained(LINES))
    lines[0]["chance"] = {"scheme": "none"}
    report = judged(tmp_path, chained(lines))
    assert (report.words, report.chance, report.unverified) == ("exact", "recorded", [])
    lines[0]["partial"] = True
    assert judged(tmp_path, chained(lines)).words == "exact"


def test_a_log_that_hides_without_saying_so(tmp_path: Path) -> None:
    """Hidden outcomes in a log that is not partial are refused."""
    report = judged(tmp_path, chained([{**SEEN[0], "partial": False}, *SEEN[1:]]))
    assert (report.words, report.findings[0].kind, report.findings[0].ply) == ("diverged", "impossible-chance", 0)
    assert "the header does not say the log is partial" in report.findings[0].message


def drawn(**fields: Any) -> Document:
    """Make the event of a draw by seat 1."""
    return {"type": "peb.drawn", "seat": 1, "kind": None, **fields}


@pytest.mark.parametrize(
    "events, message",
    [
        ([drawn(seat=99)], "the events do not fit this game: IndexError"),
        ([drawn()], "the events do not end the ply"),
        ([], "the events do not end the ply"),
        ([{"type": "core.ended", "reason": "x"}] * 2, "the events do not end the ply"),
    ],
    ids=["no-such-seat", "no-bookmark", "none", "ended-twice"],
)
def test_believed_events_must_fit(events: list[Document], message: str, tmp_path: Path) -> None:
    """Where an outcome is hidden the recorded events are believed only if they fit the game and end the ply."""
    ply = next(line["ply"] for line in SEEN[3:-1] if line["seat"] == 1 and line["action"]["type"] == "peb.draw")
    lines = documents(chained(SEEN))
    lines[ply + 1]["events"] = events
    report = judged(tmp_path, chained(lines))
    assert (report.words, report.findings[0].kind, report.findings[0].ply) == ("diverged", "different-events", ply)
    assert message in report.findings[0].message


def test_believed_numbers_must_fit_into_a_state(tmp_path: Path) -> None:
    """Believed events that add up to more than a state can hold are a finding, not a crash (SEC-01)."""
    ply = next(line["ply"] for line in SEEN[3:-1] if line["seat"] == 1 and line["action"]["type"] == "peb.draw")
    lines = documents(chained(SEEN))
    huge = {"type": "peb.laid", "seat": 1, "kind": "jet", "count": 0, "points": 2**63}
    lines[ply + 1]["events"] = [huge, huge, huge, *lines[ply + 1]["events"]]
    report = judged(tmp_path, chained(lines))
    assert (report.words, report.findings[0].kind, report.findings[0].ply) == ("diverged", "different-events", ply)
    assert "the events do not fit this game: OverflowError" in report.findings[0].message


def test_believed_numbers_are_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where only the next points are too many."""
    monkeypatch.setattr(fold, "SNAPSHOT_EVERY", 1)
    ply = next(line["ply"] for line in SEEN[3:-1] if line["seat"] == 1 and line["action"]["type"] == "peb.draw")
    lines = documents(chained(SEEN))
    gains = [
        (line["ply"], event["points"])
        for line in lines[1:-1]
        for event in line["events"]
        if event.get("seat") == 0 and event.get("points")
    ]
    before = sum(points for number, points in gains if number < ply)
    most = {"type": "peb.laid", "seat": 0, "kind": "jet", "count": 0, "points": 2**64 - 1 - before}
    lines[ply + 1]["events"].insert(0, most)
    report = judged(tmp_path, chained(lines))
    next_gain = next(number for number, _ in gains if number > ply)
    assert (report.findings[0].kind, report.findings[0].ply) == ("different-events", next_gain)
    assert report.findings[0].message == "the events lead to numbers of more than 64 bits"


def test_a_result_must_fit_the_table(tmp_path: Path) -> None:
    """A score sheet that is believed is at least one of this table: points and places for each seat."""
    for change in (
        {"sheet": [{"id": "peb.points", "points": [1, 2, 3]}]},
        {"standings": [{"seat": 7, "rank": 1, "total": 1}]},
    ):
        report = judged(tmp_path, chained([*SEEN[:-1], {**SEEN[-1], **change}]))
        assert (report.words, report.findings[0].kind) == ("diverged", "different-score")
    changed = {**SEEN[-1], "sheet": [{"id": "peb.points", "points": [40, 2]}]}
    assert judged(tmp_path, chained([*SEEN[:-1], changed])).words == "unverified"
