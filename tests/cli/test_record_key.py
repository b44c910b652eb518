"""`railbook record` without a seed: a secret key beside the log, gone on with, revealed by the end and then removed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from railbook.audit.repair import repair
from railbook.cli import record as command
from railbook.cli.main import run
from railbook.log.writer import OutputFault
from railbook.plugins.registry import Registry
from railbook.recording import session
from tests.cli.record_helpers import SHORT, Recorder, lines_of, verdict
from tests.trust.forge import Forged


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recorder:
    """Give the command in an empty folder."""
    return Recorder(tmp_path, monkeypatch, capsys)


def test_key_is_kept_and_told(record: Recorder) -> None:
    """The key of a running game lies beside its log, for its owner alone, and the first line says so (LOG-06)."""
    answer = record("record", "ttr-usa", "--out", "g.jsonl", typed=["1", ""])
    assert "recorded in g.jsonl; g.jsonl.key keeps what comes secret until the end" in answer.out
    key = record.folder / "g.jsonl.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 or os.name != "posix"
    assert lines_of(record.folder / "g.jsonl")[0]["chance"]["scheme"] == "committed"
    assert key.read_text().strip() not in (record.folder / "g.jsonl").read_text() + answer.out + answer.err
    report = verdict(record.folder / "g.jsonl")
    assert (report.words, report.chance) == ("exact so far", "not yet proven")


def test_games_differ(record: Recorder) -> None:
    """Without a seed every game has a key of its own (LOG-08)."""
    for name in ("a.jsonl", "b.jsonl"):
        record("record", "ttr-usa", "--out", name)
    ours, theirs = (lines_of(record.folder / name) for name in ("a.jsonl", "b.jsonl"))
    assert ours[0]["chance"]["commitment"] != theirs[0]["chance"]["commitment"]
    assert ours[1]["chance"] != theirs[1]["chance"]


def test_open_seed_has_no_key(record: Recorder) -> None:
    """With `--seed` the scheme is open, and there is no key."""
    answer = record("record", "ttr-usa", "--seed", "4", "--out", "g.jsonl")
    assert lines_of(record.folder / "g.jsonl")[0]["chance"]["scheme"] == "open"
    assert ".key" not in answer.out
    assert [path.name for path in record.folder.iterdir()] == ["g.jsonl"]


def test_end_reveals_and_removes_the_key(record: Recorder) -> None:
    """The game is left and gone on with; its end reveals the key, which is then gone, and all is proven (LOG-06)."""
    record("record", "ttr-usa", "--seats", "ANNA,random", "--out", "g.jsonl", *SHORT, typed=["1", ""])
    key = (record.folder / "g.jsonl.key").read_text().strip()
    for _ in range(60):
        if "the game is over" in record("record", "g.jsonl", typed=["1", ""]).out:
            break
    assert lines_of(record.folder / "g.jsonl")[-1]["key"] == key
    assert [path.name for path in record.folder.iterdir()] == ["g.jsonl"]
    report = verdict(record.folder / "g.jsonl")
    assert (report.words, report.chance, report.findings) == ("exact", "proven", [])


def test_key_goes_only_behind_the_end(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the key is removed the end line is on disk already, so that a crash between the two loses nothing."""
    seen: list[str] = []

    def look(log: Path) -> None:
        seen.append(lines_of(log)[-1]["type"])
        assert log.with_name(log.name + ".key").exists()

    monkeypatch.setattr(session, "forget_key", look)
    record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    assert seen == ["end"]
    answer = record("record", "g.jsonl")
    assert answer.code == 2
    assert "is a finished game" in answer.err
    assert "g.jsonl.key, which it reveals, was left over and is removed" in answer.err
    assert not (record.folder / "g.jsonl.key").exists()
    assert "left over" not in record("record", "g.jsonl").err


def test_key_that_is_not_the_left_over_one_stays(record: Recorder) -> None:
    """Beside a finished game a key file that is not its own is nobody's to remove."""
    record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    other = record.folder / "g.jsonl.key"
    other.write_text("ab" * 32)
    other.chmod(0o600)
    answer = record("record", "g.jsonl")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "is a finished game: nothing can be added to it" in answer.err
    assert other.read_text() == "ab" * 32


def test_end_line_that_was_torn_is_written_again(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash while the end line was written leaves the key, with which the game ends as it would have (LOG-01)."""
    with monkeypatch.context() as kept:
        kept.setattr(session, "forget_key", lambda log: None)
        record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    path = record.folder / "g.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    answer = record("record", "g.jsonl")
    assert "a torn last line" in answer.out
    assert path.read_bytes() == whole
    assert not (record.folder / "g.jsonl.key").exists()


def _lost(key: Path) -> None:
    key.unlink()


def _of_another(key: Path) -> None:
    key.write_text("ab" * 32)


def _readable(key: Path) -> None:
    key.chmod(0o644)


def _cut(key: Path) -> None:
    key.write_text(key.read_text()[:40])


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
@pytest.mark.parametrize(
    "spoil, says",
    [
        (_lost, "its key is lost: without g.jsonl.key nobody knows what comes"),
        (_of_another, "g.jsonl.key holds another key"),
        (_readable, "others can read its key, which tells all that comes; if nobody did, chmod 600 g.jsonl.key"),
        (_cut, "holds no key of 64 hexadecimal digits"),
    ],
)
def test_game_that_cannot_go_on(record: Recorder, spoil: Callable[[Path], None], says: str) -> None:
    """Without its own private key a game cannot go on: one line, exit code 2, and the log is left as it is."""
    record("record", "ttr-usa", "--out", "g.jsonl", typed=["1", ""])
    log = record.folder / "g.jsonl"
    before = log.read_bytes()
    spoil(record.folder / "g.jsonl.key")
    answer = record("record", "g.jsonl", typed=["1", ""])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert says in answer.err
    assert log.read_bytes() == before
    assert verdict(log).words == "exact so far"


def test_outcomes_that_the_key_does_not_give(record: Recorder) -> None:
    """A running log with two dealt cards exchanged and a new chain is exact so far, but not gone on with (LOG-06)."""
    record("record", "ttr-usa", "--seats", "ANNA,BEN", "--out", "g.jsonl")
    path = record.folder / "g.jsonl"
    log = Forged(path.read_bytes())
    dealt = [event for event in log.entries[1].events if event["type"] == "ttr.card-dealt"]
    outcomes = [entry for entry in log.entries[1].values["chance"] if entry[0].startswith("ttr.dealt@")]
    assert [event["card"] for event in dealt] == [card for _, card in outcomes]
    other = next(at for at, event in enumerate(dealt) if event["card"] != dealt[0]["card"])
    dealt[0]["card"], dealt[other]["card"] = dealt[other]["card"], dealt[0]["card"]
    outcomes[0][1], outcomes[other][1] = outcomes[other][1], outcomes[0][1]
    path.write_bytes(log.data(rechain=True))
    assert verdict(path).words == "exact so far"
    answer = record("record", "g.jsonl")
    assert answer.code == 2
    assert "cannot be continued, it is diverged" in answer.err
    assert "chance-mismatch" in answer.err
    assert "does not follow from the key" in answer.err


def test_key_without_a_log_is_not_overwritten(record: Recorder) -> None:
    """A key file whose log is gone may be all that a game has: another name is asked for, and nothing is written."""
    (record.folder / "g.jsonl.key").write_text("mine")
    answer = record("record", "ttr-usa", "--out", "g.jsonl")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "g.jsonl.key exists, and may be the key of a game whose log was moved" in answer.err
    assert [path.name for path in record.folder.iterdir()] == ["g.jsonl.key"]
    assert (record.folder / "g.jsonl.key").read_text() == "mine"


def test_log_that_exists_keeps_its_key(record: Recorder) -> None:
    """A new game under the name of a running one is refused, and the key of that one stays (CLI-05)."""
    record("record", "ttr-usa", "--out", "g.jsonl")
    before = {path.name: path.read_bytes() for path in record.folder.iterdir()}
    answer = record("record", "ttr-usa", "--out", "g.jsonl")
    assert answer.code == 2
    assert "g.jsonl exists: choose another name" in answer.err
    assert {path.name: path.read_bytes() for path in record.folder.iterdir()} == before


def test_log_that_cannot_be_written_leaves_no_key(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the log does not get onto the disk, the key is removed again (CLI-05)."""

    def refuse(path: Path, data: bytes) -> None:
        assert path.with_name("g.jsonl.key").exists()
        raise OutputFault(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(session, "write_whole", refuse)
    answer = record("record", "ttr-usa", "--out", "g.jsonl")
    assert (answer.code, answer.out) == (2, "")
    assert "No space left on device" in answer.err
    assert list(record.folder.iterdir()) == []


def test_free_name_has_a_free_key(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that railbook chooses is one that neither a log nor a key has."""
    from datetime import UTC, datetime

    monkeypatch.setattr(command, "now", lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    (record.folder / "ttr-usa-20260102-030405.jsonl.key").write_text("mine")
    assert record("record", "ttr-usa").code == 0
    assert record.one_log().name == "ttr-usa-20260102-030405-2.jsonl"


def test_packed_log_does_not_grow(record: Recorder) -> None:
    """A game is recorded unpacked, and says what to do; packed afterwards it is verified as before."""
    import gzip

    answer = record("record", "ttr-usa", "--out", "g.jsonl.gz")
    assert (answer.code, answer.out) == (2, "")
    assert "a packed log cannot grow; record g.jsonl, pack it later" in answer.err
    assert list(record.folder.iterdir()) == []
    record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    (record.folder / "g.jsonl.gz").write_bytes(gzip.compress((record.folder / "g.jsonl").read_bytes()))
    ours, theirs = verdict(record.folder / "g.jsonl"), verdict(record.folder / "g.jsonl.gz")
    assert (theirs.words, theirs.chance, theirs.digest) == (ours.words, ours.chance, ours.digest)
    for verb in (["replay"], ["seal"], ["diff", "g.jsonl"], ["legal"], ["extract", "--at", "1", "--out", "case.json"]):
        assert run([verb[0], "g.jsonl.gz", *verb[1:]]) == 0, verb


def test_game_that_is_left_for_good_reveals_its_key(record: Recorder) -> None:
    """A game that ends unfinished, because a seat left, reveals the key all the same (LOG-06)."""
    record("record", "ttr-usa", "--seats", "ANNA,random", "--out", "g.jsonl", typed=["1", "", "resign", "yes"])
    lines = lines_of(record.folder / "g.jsonl")
    assert (lines[-1]["type"], lines[-1]["reason"]) == ("end", "unfinished")
    assert len(lines[-1]["key"]) == 64
    assert not (record.folder / "g.jsonl.key").exists()
    assert verdict(record.folder / "g.jsonl").chance == "proven"


def test_repair_goes_on_with_a_revealed_key(record: Recorder) -> None:
    """A finished committed game of older rules is rewritten with its revealed key; one in progress is left (PLG-03)."""
    record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    log = Forged((record.folder / "g.jsonl").read_bytes())
    log.header["rules"] = "0.9"
    old = record.folder / "old.jsonl"
    old.write_bytes(log.data(rechain=True))
    found = repair(old, Registry.installed())
    assert found.outcome == "repaired", found.why
    (record.folder / "new.jsonl").write_bytes(found.data)
    report = verdict(record.folder / "new.jsonl")
    assert (report.words, report.chance) == ("exact", "proven")
    log.entries.pop()
    old.write_bytes(log.data(rechain=True))
    left = repair(old, Registry.installed())
    assert (left.outcome, left.why) == ("left", "its chance is committed to a key that it does not reveal")
