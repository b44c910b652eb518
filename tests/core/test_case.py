"""Cases: one ply with the state before it decides as it does in its log, and says what the log says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.case import Case, extract, read_case, verify_file, written
from railbook.audit.findings import Verdict
from railbook.audit.replay import Replay, ReplayFault
from railbook.log.reader import FileFault
from tests.core.forging import LAST, LINES, LOG, forged, ply_of, put
from tests.core.tables import judged, played, registry, under_way
from tests.core.tiny import Draw, Lay
from tests.core.tiny_variants import GULLS

LAY = ply_of("lay")


def replay_of(folder: Path, log: bytes = LOG) -> Replay:
    """Begin to replay a log from a file."""
    path = folder / "game.jsonl"
    path.write_bytes(log)
    return Replay(path, registry(), "game.jsonl")


def case_of(folder: Path, ply: int, log: bytes = LOG) -> Case:
    """Extract a ply that is there."""
    case = extract(replay_of(folder, log), ply)
    assert case is not None
    return case


def on_disk(folder: Path, case: Case | bytes) -> Path:
    """Write a case into a file."""
    path = folder / "case.json"
    path.write_bytes(case if isinstance(case, bytes) else written(case))
    return path


def test_every_ply_is_a_case_that_is_exact(tmp_path: Path) -> None:
    """Each ply of a game, the set-up too, is decided by itself as in its log, and its chance follows from the seed."""
    for ply in range(LAST - 1):
        path = on_disk(tmp_path, case_of(tmp_path, ply))
        assert len(path.read_text("utf-8").splitlines()) < 40
        report = verify_file(path, registry(), "case.json")
        assert (report.words, report.findings, report.plies, report.chance) == ("exact", [], 1, "proven"), ply
    assert extract(replay_of(tmp_path), LAST - 1) is None


def test_slices_of_variants_come_along(tmp_path: Path) -> None:
    """The state of a variant is part of the case."""
    log = played(GULLS, seed=3)
    plies = sum(json.loads(line)["type"] == "ply" for line in log.splitlines())
    cases = [case_of(tmp_path, ply, log) for ply in range(plies)]
    assert any("slices" in case.state for case in cases)
    for case in cases:
        assert verify_file(on_disk(tmp_path, case), registry()).words == "exact"


@pytest.mark.parametrize(
    "edit",
    [
        put(LAY, "action", "count", value=9),
        put(LAY, "seat", value=1 - LINES[LAY + 1]["seat"]),
        put(LAY, "events", value=[]),
        put(LAY, "events", 0, "seat", value=1 - LINES[LAY + 1]["seat"]),
        put(LAY, "chance", value=[["peb.dice", [1, 2]]]),
    ],
    ids=["illegal", "another seat", "no events", "other events", "chance"],
)
@pytest.mark.parametrize("chain", [True, False], ids=["chained", "broken chain"])
def test_a_case_fails_as_its_log_does(edit: Callable[..., Any], chain: bool, tmp_path: Path) -> None:
    """What is wrong with a ply in a log, also in one whose chain breaks there, is wrong with it as a case."""
    log = forged(edit, chain=chain)
    in_log = [finding for finding in judged(tmp_path, log).findings if finding.kind != "broken-chain"][-1]
    report = verify_file(on_disk(tmp_path, case_of(tmp_path, LAY, log)), registry())
    (in_case,) = report.findings
    assert report.verdict is Verdict.DIVERGED
    for field in ("kind", "message", "rule", "ply", "seat", "expected", "actual"):
        assert getattr(in_case, field) == getattr(in_log, field), field


def test_a_fault_before_the_ply_is_told(tmp_path: Path) -> None:
    """A ply behind one that cannot be replayed is no case: nobody knows the state before it."""
    with pytest.raises(ReplayFault):
        case_of(tmp_path, LAY + 1, forged(put(LAY, "events", value=[])))


def test_undone_plies_are_passed_over(tmp_path: Path) -> None:
    """The case is the ply as it stands in the end, with the state that it was played from."""
    game = under_way()
    first = game.state.ply
    game.act(0, Lay(kind="jet", count=1))
    game.game.undo(0)
    game.act(0, Lay(kind="flint", count=1))
    case = case_of(tmp_path, first, game.log)
    assert case.ply.action == {"type": "peb.lay", "kind": "flint", "count": 1}
    assert verify_file(on_disk(tmp_path, case), registry()).words == "exact"


def test_reads_what_it_writes(tmp_path: Path) -> None:
    """Writing and reading give the same case, and a file that a person can read: no line for each card or seat."""
    case = case_of(tmp_path, LAY)
    path = on_disk(tmp_path, case)
    assert read_case(path) == case
    assert path.read_text("utf-8").startswith('{\n  "about": "ply ')


def test_newer_rules_may_decide_it(tmp_path: Path) -> None:
    """A case of older rules is decided by the installed ones: so one sees whether a change mends it."""
    values = json.loads(written(case_of(tmp_path, LAY)))
    values["header"]["rules"] = "1.0"
    assert verify_file(on_disk(tmp_path, json.dumps(values).encode()), registry()).words == "exact"
    values["header"]["rules"] = "9.0"
    report = verify_file(on_disk(tmp_path, json.dumps(values).encode()), registry())
    assert (report.words, report.findings[0].kind) == ("unverified", "unknown-version")


def changed(path: tuple[str, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    """Give an edit that sets one value of a case."""

    def edit(values: dict[str, Any]) -> None:
        inside = values
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = value

    return edit


@pytest.mark.parametrize(
    "edit, words",
    [
        (changed(("format",), 2), "is a case of format 2; installed is format 1"),
        (changed(("type",), "log"), "is not a case: `railbook extract` writes one"),
        (changed(("colour",), 1), "unknown field `colour`"),
        (changed(("state", "weather"), "fine"), "the state has no field 'weather'"),
        (changed(("state", "to_act"), "all"), "Expected `array`, got `str` - at `$.to_act`"),
        (changed(("state", "ply"), 3), "the ply is number"),
        (changed(("ply", "action"), {"type": "peb.fly"}), "Invalid value 'peb.fly' (at action.type)"),
        (changed(("header", "options"), {}), "header: the header does not say the options"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_case(edit: Callable[[dict[str, Any]], None], words: str, tmp_path: Path) -> None:
    """What does not fit is one finding that says where, whatever a file holds."""
    values = json.loads(written(case_of(tmp_path, LAY)))
    edit(values)
    report = verify_file(on_disk(tmp_path, json.dumps(values).encode()), registry())
    (finding,) = report.findings
    assert (report.verdict, finding.kind) == (Verdict.UNREADABLE, "unreadable")
    assert words in finding.message


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"a":1,"a":2}', b"\xff{}", b'{"type":"case","format":1.5}'])
def test_a_file_that_is_no_json(data: bytes, tmp_path: Path) -> None:
    """SEC-02: bytes of any kind are one finding."""
    report = verify_file(on_disk(tmp_path, data), registry())
    assert [finding.kind for finding in report.findings] == ["unreadable"]
    with pytest.raises(FileFault):
        read_case(tmp_path / "case.json")


def test_a_state_that_no_rule_can_go_on_from(tmp_path: Path) -> None:
    """SEC-02: a state that fits its types and makes no sense ends with a finding, not with a fault of the program."""
    values = json.loads(written(case_of(tmp_path, ply_of("draw"))))
    assert values["ply"]["action"]["type"] == Draw.__struct_config__.tag
    values["state"]["seats"] = []
    report = verify_file(on_disk(tmp_path, json.dumps(values).encode()), registry())
    assert report.verdict is Verdict.DIVERGED
    assert len(report.findings) == 1
