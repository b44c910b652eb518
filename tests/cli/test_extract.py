"""`railbook extract`: a ply becomes a small file that `verify` decides by itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import railbook, records_of, rewritten


def test_extract_and_verify(short: Path, tmp_path: Path) -> None:
    """A ply of a game becomes a report of some thirty lines, which verifies beside logs."""
    done = railbook("extract", short, "--at", "9", "--out", tmp_path / "case.json")
    assert (done.code, done.err) == (0, "")
    assert len((tmp_path / "case.json").read_text("utf-8").splitlines()) < 60
    verified = railbook("verify", tmp_path / "case.json", short)
    assert verified.code == 0
    assert verified.lines[1].split()[:3] == [str(tmp_path / "case.json").rpartition("/")[2], "exact", "1"]


def test_a_broken_ply_fails_with_its_rule(short: Path, tmp_path: Path) -> None:
    """SEC-05: a ply that breaks a rule is extracted all the same, and its case names the rule, exit code 1."""
    ply = next(record["ply"] for record in records_of(short) if record["type"] == "ply" and record["seat"] is not None)
    log = tmp_path / "log.jsonl"
    rewritten(short, log, lambda records: records[ply + 1].update(seat=1 - records[ply + 1]["seat"]))
    railbook("extract", log, "--at", str(ply), "--out", tmp_path / "case.json")
    done = railbook("verify", tmp_path / "case.json")
    assert done.code == 1
    assert f"ply {ply}" in done.out


@pytest.mark.parametrize(
    "at, out, words",
    [
        ("9", "case.jsonl", "the name of a case ends in .json"),
        ("9", "there.json", "exists: choose another name"),
        ("9", "nowhere/case.json", "the folder"),
        ("99999", "case.json", "there is no ply 99999: the log has plies 0 to "),
        ("-1", "case.json", "--at"),
    ],
)
def test_wrong_usage(at: str, out: str, words: str, short: Path, tmp_path: Path) -> None:
    """What cannot be done is one line and exit code 2, and no file is left half-written."""
    (tmp_path / "there.json").write_text("mine")
    done = railbook("extract", short, "--at", at, "--out", tmp_path / out)
    assert done.code == 2
    assert words in done.complaint
    assert (tmp_path / "there.json").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["there.json"]


def test_a_case_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is no case is unreadable, exit code 1, like any log."""
    (tmp_path / "case.json").write_text(json.dumps({"type": "letter"}))
    done = railbook("verify", tmp_path / "case.json")
    assert done.code == 1
    assert "unreadable: is not a case" in done.out
