"""Which logs a corpus has: lists of files, packed logs, addresses; and what text shows of many of them."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

from railbook.cli import verify as verify_command
from railbook.corpus.places import PACKS, LogPath, logs_in, weigh
from railbook.log.reader import FileFault, raw_lines
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import process, railbook


def test_a_list_names_logs(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """`--files-from` takes a path a line, blank ones apart, beside logs that are named; a missing one fails the run."""
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        shutil.copy(short, tmp_path / name)
    (tmp_path / "list").write_text("a.jsonl\n\nb.jsonl\na.jsonl\n")
    done = railbook("verify", "c.jsonl", "--files-from", "list", folder=tmp_path)
    assert (done.code, [line.split()[0] for line in done.lines[1:4]]) == (0, ["a.jsonl", "b.jsonl", "c.jsonl"])
    (tmp_path / "list").write_text("a.jsonl\ngone.jsonl\n")
    done = railbook("verify", "--files-from", "list", folder=tmp_path)
    assert (done.code, done.complaint) == (2, "railbook: gone.jsonl: no such file")


@pytest.mark.slow
def test_a_list_may_come_from_standard_input(short: Path) -> None:  # noqa: F811 - the fixture
    """`--files-from -` reads the list from standard input, as `find` writes it, for `impact` too."""
    listed = f"{short}\n".encode()
    done = process("verify", "--files-from", "-", stdin=listed)
    assert (done.code, done.lines[1].split()[0]) == (0, short.name)
    assert process("impact", "--files-from", "-", "-o", "end.longest_path_bonus=0", stdin=listed).code == 0
    done = process("verify", "-", "--files-from", "-", stdin=listed)
    assert (done.code, done.complaint) == (2, "railbook: standard input is either a log or a list of logs")


def test_no_log_and_no_list_is_wrong_usage(tmp_path: Path) -> None:
    """Without a log nothing is verified: exit code 2; a list that cannot be read is said so."""
    for verb in (("verify",), ("impact", "-o", "a.b=1")):
        done = railbook(*verb)
        assert (done.code, done.out) == (2, "")
        assert "Missing argument" in done.complaint
    assert "cannot be read" in railbook("verify", "--files-from", tmp_path / "none").complaint


def test_a_packed_log_weighs_what_it_unpacks_to(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """Work is shared out by bytes: those of a packed log count several times, those of a missing one not at all."""
    packed = tmp_path / "log.jsonl.gz"
    packed.write_bytes(gzip.compress(short.read_bytes()))
    assert weigh(LogPath(str(packed), "")) == PACKS * packed.stat().st_size
    assert weigh(LogPath(str(short), "")) == short.stat().st_size
    assert weigh(LogPath(str(tmp_path / "gone"), "")) == 0


@pytest.mark.slow
def test_pipes_and_standard_input_are_read_here(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """Among many logs, what only this process can read is read by it, and the others are verified all the same."""
    shutil.copy(short, tmp_path / "log.jsonl")
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(short.read_bytes()))
    writer.start()
    done = process("verify", tmp_path / "log.jsonl", pipe, "-", stdin=short.read_bytes())
    writer.join()
    assert (done.code, done.lines[-1].split(": ")[1]) == (0, "3 exact")


def test_of_many_logs_text_lists_what_is_not_exact(
    short: Path,  # noqa: F811 - the fixture
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beyond a number of logs, here 3, only those that are not exact are in the table; JSON and the counts have all."""
    monkeypatch.setattr(verify_command, "MOST_LOGS", 3)
    for number in range(4):
        data = short.read_bytes()
        (tmp_path / f"log-{number}.jsonl").write_bytes(data[:-20] if number == 2 else data)
    done = railbook("verify", tmp_path)
    assert done.code == 1
    assert [line.split()[0].rpartition("/")[2] for line in done.lines[:2]] == ["log", "log-2.jsonl"]
    assert "of 4 logs those that are not exact are listed: 1" in done.lines
    assert done.lines[-1].endswith("3 exact, 1 unreadable")
    assert len(railbook("verify", tmp_path, "--format", "json").document["logs"]) == 4


# Addresses


@pytest.mark.slow
def test_an_address_is_read_as_a_file_is(corpus: Path, short: Path) -> None:  # noqa: F811 - the fixtures
    """A file, a folder and a pattern give the same verdicts and names by address as by path."""
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    for place in (short, corpus, corpus / "*.jsonl"):
        by_path = railbook("verify", place, "--format", "json")
        assert railbook("verify", f"file://{place}", "--format", "json") == by_path
        assert by_path.code == 0


@pytest.mark.slow
def test_what_is_at_an_address_keeps_to_the_limits(short: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """SEC-02: a bomb, a line that is too long, and a log that is not there are faults, from elsewhere as from here."""
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")
    memory = fsspec.filesystem("memory")
    memory.pipe("/log.jsonl", short.read_bytes())
    assert [line.raw for line in raw_lines("memory://log.jsonl")] == [line.raw for line in raw_lines(short)]
    memory.pipe("/bomb.jsonl.gz", gzip.compress((b"x" * 1000 + b"\n") * 2**16))
    with pytest.raises(FileFault, match="limit ratio"):
        list(raw_lines("memory://bomb.jsonl.gz"))
    with pytest.raises(FileFault, match="cannot be opened"):
        list(raw_lines("memory://gone.jsonl"))
    monkeypatch.setenv("RAILBOOK_LIMITS", "line=1K")
    memory.pipe("/long.jsonl", b"x" * 5000)
    assert [line.too_long for line in raw_lines("memory://long.jsonl")] == [True]


@pytest.mark.slow
def test_an_address_that_is_none_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An unknown scheme, and fsspec that is missing, are one line each; a file here with such a name is a file."""
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    with pytest.raises(FileFault, match="cannot be used"):
        list(raw_lines("nowhere://log.jsonl"))
    with pytest.raises(FileFault, match="cannot be used"):
        logs_in(["nowhere://folder/*.jsonl"])
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(FileFault, match=r"railbook\[fsspec\]"):
        list(raw_lines("s3://bucket/log.jsonl"))
    (tmp_path / "s3:").mkdir()
    (tmp_path / "s3:" / "log.jsonl").write_bytes(b"here\n")
    monkeypatch.chdir(tmp_path)
    assert [line.raw for line in raw_lines("s3://log.jsonl")] == [b"here"]
