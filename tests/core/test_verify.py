"""Verification finds every forgery at its line, with kind, ply and rule id, though the chain was made to fit."""

from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import KINDS, Finding, Report, Verdict, exit_code
from railbook.audit.verify import verify
from tests.core.forging import LAST, LINES, LOG, Edit, event, forged, ply_of, put, swap
from tests.core.tables import Document, documents, judged, played, registry
from tests.core.tiny_table import Laid
from tests.core.tiny_variants import GULLS

DRAW, LAY, THROW = ply_of("draw"), ply_of("lay"), ply_of("throw")


def another(kind: str) -> str:
    """Give another kind of pebble."""
    return "jet" if kind != "jet" else "flint"


def draw_another(lines: list[Document]) -> None:
    """Let another pebble be drawn, in chance and event alike."""
    line = lines[DRAW + 1]
    kind = another(line["chance"][0][1])
    line["chance"][0][1] = event(line, "peb.drawn")["kind"] = kind


def append(*lines: Document) -> Edit:
    """Put lines behind the last."""
    return lambda log: log.extend(lines)


# kind, verdict, ply, rule id, and the beginning or a part of the message
Expected = tuple[str, str, int | None, str, str]
FORGERIES: dict[str, tuple[Edit, Expected]] = {
    "action-illegal": (
        put(LAY, "action", "count", value=9),
        ("illegal-action", "diverged", LAY, "peb.not-in-hand", "PEB-4: the hand holds"),
    ),
    "action-of-another-step": (
        put(LAY, "action", value={"type": "peb.bet", "kind": "jet"}),
        ("illegal-action", "diverged", LAY, "core.not-now", "asks for"),
    ),
    "SEC-05-another-seat": (
        put(LAY, "seat", value=1 - LINES[LAY + 1]["seat"]),
        ("not-your-turn", "diverged", LAY, "core.not-your-turn", "may not act now"),
    ),
    "SEC-05-nobody": (
        put(LAY, "seat", value=None),
        ("not-your-turn", "diverged", LAY, "", "only the set-up, ply 0, is nobody's action"),
    ),
    "no-such-seat": (put(LAY, "seat", value=7), ("illegal-action", "diverged", LAY, "core.no-such-seat", "no seat 7")),
    "set-up-by-a-seat": (put(0, "seat", value=0), ("illegal-action", "diverged", 0, "", "ply 0 is the set-up")),
    "set-up-again": (
        put(DRAW, "action", value={"type": "core.set-up"}),
        ("not-your-turn", "diverged", DRAW, "", "only the set-up"),
    ),
    "SEC-06-negative": (
        put(LAY, "action", "count", value=-1),
        ("illegal-action", "diverged", LAY, "peb.lay-at-least-one", "at least one"),
    ),
    "LOG-06-another-draw": (draw_another, ("chance-mismatch", "diverged", DRAW, "", "does not follow from the key")),
    "another-roll": (
        put(THROW, "chance", 0, 1, value=[7 - face for face in LINES[THROW + 1]["chance"][0][1]]),
        ("chance-mismatch", "diverged", THROW, "", "peb.dice number 0 of turn"),
    ),
    "impossible-draw": (
        put(DRAW, "chance", 0, 1, value="pearl"),
        ("impossible-chance", "diverged", DRAW, "", "answered 'pearl', which is not there"),
    ),
    "outcome-missing": (
        put(DRAW, "chance", value=[]),
        ("impossible-chance", "diverged", DRAW, "", "the log records no outcome"),
    ),
    "outcome-too-many": (
        put(LAY, "chance", value=[["peb.dice", [1, 2]]]),
        ("impossible-chance", "diverged", LAY, "", "nothing in this ply draws"),
    ),
    "outcome-of-another-label": (
        put(DRAW, "chance", 0, 0, value="peb.tide"),
        ("impossible-chance", "diverged", DRAW, "", "where the log records an outcome of peb.tide"),
    ),
    "outcome-hidden-in-a-whole-log": (
        put(DRAW, "chance", 0, 1, value=None),
        ("impossible-chance", "diverged", DRAW, "", "the header does not say the log is partial"),
    ),
    "event-changed": (
        lambda lines: event(lines[LAY + 1], "peb.laid").update(points=99),
        ("different-events", "diverged", LAY, "", "event 1 of the ply is not what follows"),
    ),
    "event-missing": (
        lambda lines: lines[LAY + 1]["events"].pop(0),
        ("different-events", "diverged", LAY, "", "event 1 of the ply is missing"),
    ),
    "event-too-many": (
        lambda lines: lines[LAY + 1]["events"].insert(0, {"type": "peb.passed", "seat": 0}),
        ("different-events", "diverged", LAY, "", "event 1 of the ply is one too many"),
    ),
    "sheet-changed": (
        lambda lines: lines[-1]["sheet"][0].update(points=[50, 0]),
        ("different-score", "diverged", None, "peb.points", "the score sheet is another one"),
    ),
    "sheet-line-missing": (
        lambda lines: lines[-1]["sheet"].pop(),
        ("different-score", "diverged", None, "peb.bets", "the score sheet is another one"),
    ),
    "sheet-line-too-many": (
        lambda lines: lines[-1]["sheet"].append({"id": "peb.gift", "points": [1, 1]}),
        ("different-score", "diverged", None, "peb.gift", "the score sheet is another one"),
    ),
    "standings-changed": (
        lambda lines: lines[-1]["standings"].reverse(),
        ("different-score", "diverged", None, "", "the standings are others"),
    ),
    "reason-changed": (
        lambda lines: lines[-1].update(reason="boredom"),
        ("different-score", "diverged", None, "", "the reason differs"),
    ),
    "ended-too-early": (
        lambda lines: lines.pop(-2),
        ("different-score", "diverged", None, "", "the log says the game ended"),
    ),
    "key-without-commitment": (
        lambda lines: lines[-1].update(key="0" * 64),
        ("chance-mismatch", "diverged", None, "", "a key is revealed that the header does not commit to"),
    ),
    "LOG-05-ply-removed": (
        lambda lines: lines.pop(LAY + 1),
        ("broken-chain", "diverged", LAY + 1, "", f"ply {LAY + 1} stands where ply {LAY} is due"),
    ),
    "LOG-05-ply-twice": (
        lambda lines: lines.insert(LAY + 1, lines[LAY + 1]),
        ("broken-chain", "diverged", LAY, "", f"ply {LAY} stands where ply {LAY + 1} is due"),
    ),
    "LOG-05-plies-swapped": (
        lambda lines: swap(lines, LAY),
        ("broken-chain", "diverged", LAY + 1, "", f"ply {LAY + 1} stands where ply {LAY} is due"),
    ),
    "ply-misnumbered": (
        put(LAY, "ply", value=0),
        ("broken-chain", "diverged", 0, "", f"ply 0 stands where ply {LAY} is due"),
    ),
    "line-behind-the-end": (
        append({"type": "undo", "seat": 0, "to": 1}),
        ("broken-chain", "diverged", None, "", "a line stands behind the end of the game"),
    ),
    "end-twice": (append(LINES[-1]), ("broken-chain", "diverged", None, "", "behind the end of the game")),
    "ply-behind-the-last": (
        lambda lines: lines.insert(-1, {**LINES[-2], "ply": LINES[-2]["ply"] + 1}),
        ("illegal-action", "diverged", LAST - 1, "core.over", "the game is over"),
    ),
    "second-header": (
        lambda lines: lines.insert(LAY + 1, LINES[0]),
        ("unreadable", "unreadable", None, "", "a second header"),
    ),
    "no-header": (
        lambda lines: lines.__setitem__(0, {**lines[1], "salt": lines[0]["salt"]}),
        ("unreadable", "unreadable", None, "", "unknown field `salt`"),
    ),
    "nothing-but-a-header": (
        lambda lines: lines.__delitem__(slice(1, None)),
        ("unreadable", "unreadable", None, "", "nothing but a header: no ply was checked"),
    ),
    "unknown-action": (
        put(LAY, "action", value={"type": "peb.sing"}),
        ("unreadable", "unreadable", None, "", "Invalid value 'peb.sing' (at action.type)"),
    ),
    "another-seed": (
        put(-1, "chance", "seed", value=2),
        ("chance-mismatch", "diverged", None, "", "the salt does not follow from the open seed"),
    ),
    "another-option": (
        put(-1, "options", "peb.hand", value=1),
        ("impossible-chance", "diverged", 0, "", "peb.drawn@1 where the log records an outcome of peb.drawn@0"),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_with_a_fitting_chain(name: str, tmp_path: Path) -> None:
    """Each forgery is found at its line, though the chain was made anew: with kind, ply and rule id."""
    edit, (kind, verdict, ply, rule, message) = FORGERIES[name]
    report = judged(tmp_path, forged(edit))
    finding = report.findings[-1]
    assert (finding.kind, report.words, finding.ply, finding.rule) == (kind, verdict, ply, rule)
    assert message in finding.message
    assert finding.file == "game.jsonl"
    assert finding.line > 0
    if ply is not None and kind != "broken-chain" and name != "ply-misnumbered":
        assert finding.line == ply + 2
        assert report.plies == ply


@pytest.mark.parametrize("name", [name for name, (_edit, what) in FORGERIES.items() if what[2] is not None])
def test_forgeries_with_the_old_chain(name: str, tmp_path: Path) -> None:
    """With the old chain the line is named too, and what is wrong with it beside its digest."""
    edit, (kind, _verdict, _ply, rule, _message) = FORGERIES[name]
    lines = documents(LOG)
    edit(lines)
    if len(lines) != len(LINES):
        lines = [*lines[: len(LINES)], *LINES[len(lines) :]]
    report = judged(tmp_path, forged(lambda log: log.__setitem__(slice(None), lines), chain=False))
    assert report.findings[0].kind == "broken-chain"
    said = [finding.message for finding in report.findings]
    assert "the digest does not fit this line and those before it" in said
    assert (report.findings[-1].kind, report.findings[-1].rule) in ((kind, rule), ("broken-chain", ""))
    assert report.verdict is Verdict.DIVERGED


@pytest.mark.parametrize("at", [0, 1, 5, LAST])
def test_a_changed_digest_is_found_where_it_is(at: int, tmp_path: Path) -> None:
    """A line whose digest is another one, or that has none, breaks the chain at that line and nowhere else."""
    lines = LOG.splitlines(keepends=True)
    old = lines[at][-35:-3]
    for new in (b"0" * 32, b""):
        tail = b"}\n" if not new else b',"digest":"' + new + b'"}\n'
        changed = [*lines[:at], lines[at].replace(b',"digest":"' + old + b'"}\n', tail), *lines[at + 1 :]]
        report = judged(tmp_path, b"".join(changed))
        findings = [finding for finding in report.findings if finding.kind != "not-canonical"]
        assert [(finding.kind, finding.line) for finding in findings] == [("broken-chain", at + 1)]
        assert findings[0].message == (
            "the digest does not fit this line and those before it" if new else "the line has no digest"
        )
        assert findings[0].expected == old.decode()
        assert (report.words, report.plies) == ("diverged", min(at, LAST - 1))


def test_every_kind_of_finding_is_reached() -> None:
    """No kind of finding is left out by the tests of verification."""
    reached = {what[0] for _edit, what in FORGERIES.values()}
    reached |= {"truncated", "not-canonical"}  # tests/core/test_log.py
    reached |= {"old-format"}  # tests/core/test_upcast.py
    reached |= {"different-seal"}  # tests/cli/test_seal.py
    reached |= {"time-limit", "crashed"}  # tests/corpus
    reached |= {"unknown-game", "unknown-variant", "unknown-version"}  # tests/core/test_verify_headers.py
    assert reached == set(KINDS)


# ------------------------------------------------------------------------------------------------------------ others


def test_a_plugin_at_fault_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that raises whatever it likes does not stop a run over many logs: it is said where it did."""
    log = played(GULLS, seed=3)

    def fail(*_: Any) -> Any:
        raise KeyError("oops")

    entries = [entry for entry in GULLS.entries if entry.key != "gulls.look"]
    monkeypatch.setattr(GULLS, "entries", entries)
    GULLS.reaction(Laid, "gulls.look")(fail)
    report = judged(tmp_path, log)
    assert (report.words, report.findings[0].kind) == ("diverged", "illegal-action")
    assert "the rules cannot go on: KeyError: 'oops'" in report.findings[0].message


def test_findings_say_where_and_what() -> None:
    """A finding reads as one line, with its place first."""
    finding = Finding("a.jsonl", "illegal-action", "no", 7, 5, 1, "peb.barred")
    assert str(finding) == "line 7, ply 5, seat 1: illegal-action [peb.barred]: no"
    assert str(Finding("a.jsonl", "unreadable", "is a folder")) == "file: unreadable: is a folder"


@pytest.mark.parametrize(
    "verdicts, code",
    [
        ([], 1),
        (["exact"], 0),
        (["exact", "unverified"], 3),
        (["unverified", "diverged"], 1),
        (["unreadable", "unverified", "exact"], 1),
    ],
)
def test_exit_codes(verdicts: list[str], code: int) -> None:
    """The highest of 1, 3 and 0 wins over all logs, and verifying nothing is not success (CLI-01)."""
    assert exit_code([Report(file="x", verdict=Verdict(verdict)) for verdict in verdicts]) == code


def test_the_report_names_the_file_as_it_is_told(tmp_path: Path) -> None:
    """Reports call a file by its name, not by where it lies (CLI-04)."""
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n")
    assert verify(path, registry(), "games/x.jsonl").findings[0].file == "games/x.jsonl"
    assert verify(path, registry()).file == str(path)
