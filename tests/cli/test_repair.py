"""`railbook repair` at the command line: what is written, what is left, and exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import railbook, rewritten


@pytest.fixture
def older(short: Path, tmp_path: Path) -> Path:
    """Give a log that says it was recorded under older rules."""
    log = tmp_path / "older.jsonl"
    rewritten(short, log, lambda records: records[0].update(rules="0.9"))
    return log


def test_repair(older: Path) -> None:
    """An older log becomes exact, its original is kept beside it, and a second time there is nothing to do."""
    before = older.read_bytes()
    assert railbook("verify", older).code == 3
    done = railbook("repair", older)
    assert (done.code, done.err) == (0, "")
    assert re.search(r"older\.jsonl +repaired +0 records differ, original in .*older\.jsonl\.orig", done.out)
    assert older.with_name("older.jsonl.orig").read_bytes() == before
    assert railbook("verify", older).code == 0
    again = railbook("repair", older)
    assert again.code == 0
    assert "exact" in again.lines[1]


def test_dry_run(older: Path) -> None:
    """With `--dry-run` the answer is the same, and nothing is written."""
    before = older.read_bytes()
    done = railbook("repair", older, "--dry-run")
    assert (done.code, done.lines[-1]) == (0, "nothing was written")
    assert "repaired" in done.out
    assert older.read_bytes() == before
    assert [path.name for path in older.parent.iterdir()] == ["older.jsonl"]


def test_what_is_left_is_said(older: Path) -> None:
    """A log that cannot be rewritten is left with the reason, and the exit code is 1."""
    data = older.read_bytes()
    older.write_bytes(data.replace(b'"seat":0', b'"seat":1', 1))
    done = railbook("repair", older)
    assert done.code == 1
    assert "left" in done.out
    assert "the chain breaks at line" in done.out


@pytest.mark.parametrize("place, words", [("none.jsonl", "no such file"), ("-", "standard input"), (".", "no logs in")])
def test_wrong_usage(place: str, words: str, tmp_path: Path) -> None:
    """What is not there is one line and exit code 2."""
    done = railbook("repair", place, folder=tmp_path)
    assert done.code == 2
    assert words in done.complaint


def test_an_original_is_not_overwritten(older: Path) -> None:
    """Where an original lies already, nothing is written."""
    older.with_name("older.jsonl.orig").write_text("mine")
    before = older.read_bytes()
    done = railbook("repair", older)
    assert done.code == 2
    assert "exists" in done.complaint
    assert older.read_bytes() == before
