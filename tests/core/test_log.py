"""Log files: how their lines are found, chained, cut off and dressed up, and files are written whole or not at all."""

import gzip
import hashlib
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook.log import reader
from railbook.log.canonical import Codec, body_of
from railbook.log.chain import Chain
from railbook.log.reader import FileFault, RawLine, raw_lines
from railbook.log.records import Comment, Undo
from railbook.log.writer import LogFile, LogWriter, OutputFault, write_whole
from tests.core.tables import chained, documents, judged, played

LOG = played(seed=8)
COUNT = len(LOG.splitlines())


def lines_of(folder: Path, data: bytes, name: str = "game.jsonl") -> list[RawLine]:
    """Read the lines of a file with these bytes."""
    path = folder / name
    path.write_bytes(data)
    return list(raw_lines(path))


# -------------------------------------------------------------------------------------------------------------- reading


def test_lines_are_numbered_from_one(tmp_path: Path) -> None:
    """Each line comes with its number and its bytes, without the line break; blank ones are passed over but counted."""
    assert lines_of(tmp_path, b"one\n\n  \ntwo\n") == [RawLine(1, b"one", True), RawLine(4, b"two", True)]
    assert [line.raw for line in lines_of(tmp_path, LOG)] == LOG.splitlines()


@pytest.mark.parametrize(
    "dress, said",
    [
        pytest.param(lambda log: log.replace(b"\n", b"\r\n"), "carriage returns", id="LOG-03-CRLF"),
        pytest.param(lambda log: b"\xef\xbb\xbf" + log, "a byte order mark", id="LOG-03-BOM"),
        pytest.param(
            lambda log: b"\xef\xbb\xbf" + log.replace(b"\n", b"\r\n"),
            "a byte order mark and carriage returns",
            id="LOG-03-both",
        ),
    ],
)
def test_dressed_files_mean_the_same(tmp_path: Path, dress: Callable[[bytes], bytes], said: str) -> None:
    """Line endings and a byte order mark change nothing; verification says once what it saw (LOG-03)."""
    lines = lines_of(tmp_path, dress(LOG))
    assert [line.raw for line in lines] == LOG.splitlines()
    assert lines[0].dressed == said
    report = judged(tmp_path, dress(LOG))
    assert report.words == "exact"
    assert [(finding.kind, finding.line) for finding in report.findings] == [("not-canonical", 1)]
    assert said in report.findings[0].message


def test_a_byte_order_mark_stands_at_the_beginning_only(tmp_path: Path) -> None:
    """Behind the first line the same bytes are no mark and no JSON."""
    first, rest = LOG.split(b"\n", 1)
    report = judged(tmp_path, first + b"\n\xef\xbb\xbf" + rest)
    assert (report.words, report.findings[0].kind, report.findings[0].line) == ("unreadable", "unreadable", 2)


def test_the_last_line_break_may_be_missing(tmp_path: Path) -> None:
    """A whole record without its line break is a record, and the log verifies as before (LOG-02)."""
    lines = lines_of(tmp_path, LOG[:-1])
    assert [line.whole for line in lines] == [True] * (COUNT - 1) + [False]
    report = judged(tmp_path, LOG[:-1])
    assert (report.words, report.findings, report.plies) == ("exact", [], COUNT - 2)


@pytest.mark.parametrize("cut", [1, 7, 40], ids=lambda cut: f"LOG-01-{cut}-bytes")
def test_a_cut_record_is_reported(tmp_path: Path, cut: int) -> None:
    """A log cut inside its last record is truncated at that line; those before are intact, the file is left alone."""
    data = LOG[: -1 - cut]
    report = judged(tmp_path, data)
    assert (report.words, report.plies) == ("unreadable", COUNT - 2)
    assert [(finding.kind, finding.line) for finding in report.findings] == [("truncated", COUNT)]
    assert f"{COUNT - 2} plies before it are intact" in report.findings[0].message
    assert (tmp_path / "game.jsonl").read_bytes() == data


@given(st.integers(1, len(LOG) - 1))
def test_any_cut_is_noticed(cut: int) -> None:
    """Wherever a log is cut off, either its last record is whole or it cannot be read; nothing in between."""
    last = LOG[:cut].split(b"\n")[-1]
    whole = last == b"" or last in LOG.splitlines()
    try:
        for line in LOG[:cut].splitlines():
            Codec().read(line)
        assert whole
    except ValueError:
        assert not whole


def test_a_line_that_is_too_long_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line beyond the limit is given empty and is the last one: it is not held in memory (SEC-02)."""
    monkeypatch.setenv("RAILBOOK_LIMITS", "line=1024")
    data = LOG.splitlines()[0] + b"\n" + b"x" * 5000 + b"\n" + LOG.splitlines()[1] + b"\n"
    assert [(line.number, line.too_long, len(line.raw)) for line in lines_of(tmp_path, data)][1:] == [(2, True, 0)]
    report = judged(tmp_path, data)
    assert (report.words, report.findings[0].line) == ("unreadable", 2)
    assert "longer than" in report.findings[0].message


@pytest.mark.parametrize("name", ["game.jsonl.gz", "GAME.gz"])
def test_packed_logs_are_read_transparently(tmp_path: Path, name: str) -> None:
    """A gzipped log is unpacked on the way and closed behind."""
    assert [line.raw for line in lines_of(tmp_path, gzip.compress(LOG), name)] == LOG.splitlines()
    assert judged(tmp_path, gzip.compress(LOG), name=name).words == "exact"


@pytest.mark.parametrize(
    "data",
    [LOG, b"", gzip.compress(LOG)[:-9], gzip.compress(LOG)[:20], gzip.compress(LOG).replace(b"\x08", b"\x07", 1)],
    ids=["not-packed", "empty", "cut", "cut-early", "unknown-method"],
)
def test_packed_logs_that_are_broken(tmp_path: Path, data: bytes) -> None:
    """A file that calls itself packed and is not, or not wholly, cannot be read."""
    path = tmp_path / "game.jsonl.gz"
    if data:
        with pytest.raises(FileFault, match="is not whole gzip data"):
            lines_of(tmp_path, data, path.name)
    report = judged(tmp_path, data, name=path.name)
    assert report.words == "unreadable"
    assert len(report.findings) == 1


def test_files_that_are_no_logs(tmp_path: Path) -> None:
    """A folder, a missing file, an impossible name and an empty file each have one clear line."""
    for path, why in (
        (tmp_path, "is a folder, not a file"),
        (tmp_path / "missing.jsonl", "cannot be opened: No such file or directory"),
        (tmp_path / "game.jsonl" / "x", "cannot be opened: No"),
        ("a\0b", "cannot be opened: embedded null byte"),
    ):
        with pytest.raises(FileFault, match=why):
            list(raw_lines(path))
    assert lines_of(tmp_path, b"") == []
    for data in (b"", b"\n\n", b"\xef\xbb\xbf"):
        report = judged(tmp_path, data)
        assert (report.words, report.findings[0].message) == ("unreadable", "the file is empty")


def test_a_file_that_fails_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that gives up in the middle of a file is told in one line."""

    class Failing(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return self.readline()

    monkeypatch.setattr(reader, "opened", lambda path: Failing(LOG))
    lines = raw_lines("game.jsonl")
    assert next(lines).raw == LOG.splitlines()[0]
    with pytest.raises(FileFault, match="cannot be read: Input/output error"):
        next(lines)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is standard input, which is left open."""
    stream = io.BytesIO(b"one\ntwo")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    assert list(raw_lines("-")) == [RawLine(1, b"one", True), RawLine(2, b"two", False)]
    assert not stream.closed


# ---------------------------------------------------------------------------------------------------------------- chain


def test_the_chain_is_blake2b_over_digest_and_canonical_form() -> None:
    """Each digest is BLAKE2b-128, keyed with the salt, over the digest before it and the canonical line."""
    salt = bytes.fromhex(json.loads(LOG.splitlines()[0])["salt"])
    before = b""
    for raw, document in zip(LOG.splitlines(), documents(LOG), strict=True):
        body = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        before = hashlib.blake2b(before + body, digest_size=16, key=salt).digest()
        assert json.loads(raw)["digest"] == before.hex()


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=6, unique=True), st.data())
def test_a_chain_notices_any_change(bodies: list[bytes], data: st.DataObject) -> None:
    """Another line, another order or a line less gives another last digest; another salt as well."""

    def last(lines: list[bytes], salt: str = "00" * 16) -> str:
        chain = Chain(salt)
        for line in lines:
            chain.link(line)
        return chain.last

    at = data.draw(st.integers(0, len(bodies) - 1))
    assert last(bodies) == last(list(bodies))
    assert last([*bodies[:at], bodies[at] + b"x", *bodies[at + 1 :]]) != last(bodies)
    assert last([*bodies[:at], *bodies[at + 1 :]]) != last(bodies)
    assert last(bodies, "01" * 16) != last(bodies)
    if len(bodies) > 1:
        assert last([*bodies[1:], bodies[0]]) != last(bodies)


def test_a_chain_goes_on_from_a_digest() -> None:
    """A resumed log goes on with the last digest as if it had never stopped."""
    whole, first = Chain("ab" * 16), Chain("ab" * 16)
    whole.link(b"one")
    first.link(b"one")
    assert Chain("ab" * 16, first.last).link(b"two") == whole.link(b"two")


def test_comments_and_times_are_not_chained() -> None:
    """Comments have no digest, and neither they nor times change the digests of other lines."""
    plain, noted = LogWriter(Chain("00" * 16)), LogWriter(Chain("00" * 16))
    comment = noted.line(Comment(text="hm"), "12:00")
    assert comment == b'{"text":"hm","type":"comment","time":"12:00"}\n'
    timed, untimed = noted.line(Undo(seat=0, to=1), "12:00"), plain.line(Undo(seat=0, to=1))
    assert timed == untimed[:-2] + b',"time":"12:00"}\n'
    assert noted.chain.last == plain.chain.last == json.loads(timed)["digest"]


def test_what_is_chained_anew_is_the_same_log() -> None:
    """The helper that the tests forge logs with gives a log back as it was, when nothing is changed."""
    assert chained(documents(LOG)) == LOG
    assert body_of(documents(LOG)[0]) == Codec().read(LOG.splitlines()[0]).body


# -------------------------------------------------------------------------------------------------------------- writing


def left_in(folder: Path) -> list[str]:
    """Give the names of all files in a folder, hidden ones too."""
    return sorted(os.listdir(folder))


def test_a_new_file_never_replaces_one(tmp_path: Path) -> None:
    """A file that exists, even as a dangling link, is not written over; the line says what to do."""
    path, link = tmp_path / "game.jsonl", tmp_path / "link.jsonl"
    path.write_bytes(b"mine")
    link.symlink_to(tmp_path / "nowhere")
    for taken in (path, link):
        for write in (LogFile.create, lambda place: write_whole(place, b"new")):
            with pytest.raises(OutputFault, match="exists: choose another name or remove it first"):
                write(taken)
    assert path.read_bytes() == b"mine"
    assert left_in(tmp_path) == ["game.jsonl", "link.jsonl"]


def test_whole_files(tmp_path: Path) -> None:
    """A file appears with all its bytes, and replaces another one only when told."""
    path = tmp_path / "game.jsonl"
    write_whole(path, LOG)
    assert path.read_bytes() == LOG
    write_whole(path, b"other", replace=True)
    assert path.read_bytes() == b"other"
    assert left_in(tmp_path) == ["game.jsonl"]


@pytest.mark.parametrize("step", ["fsync", "chmod", "link", "replace"])
@pytest.mark.parametrize(
    "fault", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "stopped"]
)
def test_an_interrupted_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: BaseException
) -> None:
    """Whatever fails, and whenever: the old file is as it was, and no half of a new one lies about (CLI-05)."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_bytes(b"old")
    monkeypatch.setattr(os, step, fail)
    for path, replace in ((old, True), (new, False)):
        if (step, replace) in {("link", True), ("replace", False)}:
            continue
        expected = OutputFault if isinstance(fault, OSError) else KeyboardInterrupt
        with pytest.raises(expected) as caught:
            write_whole(path, LOG, replace=replace)
        assert isinstance(fault, KeyboardInterrupt) or "cannot be written: No space left" in str(caught.value)
    assert old.read_bytes() == b"old"
    assert left_in(tmp_path) == ["old.jsonl"]


def test_a_file_in_no_folder(tmp_path: Path) -> None:
    """A file whose folder does not exist cannot be written, and the line says so."""
    path = tmp_path / "no" / "game.jsonl"
    for write in (LogFile.create, lambda place: write_whole(place, b"new")):
        with pytest.raises(OutputFault, match=r"cannot be written: the folder .* does not exist"):
            write(path)
    with pytest.raises(OutputFault, match="cannot be written"):
        LogFile.resume(path, 0, line_break=False)


def test_a_growing_file_holds_every_line_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line is in the file, and on disk, before the next one is made."""
    path, synced, real = tmp_path / "game.jsonl", [], os.fsync

    def note(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)
        real(handle)

    monkeypatch.setattr(os, "fsync", note)
    with LogFile.create(path) as file:
        for number, line in enumerate(LOG.splitlines(keepends=True), 1):
            file.append(line)
            assert path.read_bytes() == b"".join(LOG.splitlines(keepends=True)[:number])
            assert (len(synced), synced[-1]) == (number, path.stat().st_size)
    assert judged(tmp_path, path.read_bytes()).words == "exact"


def test_a_line_is_written_whole_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a line that cannot be written to its end nothing stays, so that the next one stands by itself (CLI-05)."""
    path, real = tmp_path / "game.jsonl", os.write
    with LogFile.create(path) as file:
        file.append(b"one\n")

        def half(handle: int, data: memoryview) -> int:
            if len(data) < 4:
                raise OSError(28, "No space left on device")
            return real(handle, data[: len(data) // 2])

        monkeypatch.setattr(os, "write", half)
        with pytest.raises(OutputFault, match=r"game\.jsonl cannot be written: No space left on device"):
            file.append(b"two and more\n")
        monkeypatch.setattr(os, "write", real)
        assert path.read_bytes() == b"one\n"
        file.append(b"three\n")
    assert path.read_bytes() == b"one\nthree\n"


def test_slow_disks_take_a_line_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that takes only a part of a line is gone on with."""
    path, real = tmp_path / "game.jsonl", os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
    with LogFile.create(path) as file:
        file.append(b"one and more\n")
    assert path.read_bytes() == b"one and more\n"


def test_a_file_that_cannot_be_resumed_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the torn line cannot be cut off, the file is as it was and closed again."""
    path, closed = tmp_path / "game.jsonl", []
    path.write_bytes(b"one\ntw")
    real = os.close

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    def note(handle: int) -> None:
        closed.append(handle)
        real(handle)

    monkeypatch.setattr(os, "ftruncate", fail)
    monkeypatch.setattr(os, "close", note)
    with pytest.raises(OutputFault, match="cannot be written: Input/output error"):
        LogFile.resume(path, 4, line_break=False)
    monkeypatch.undo()
    assert len(closed) == 1
    assert path.read_bytes() == b"one\ntw"


@pytest.mark.parametrize(
    "data, keep, line_break, after",
    [
        (b"one\ntwo\n", 8, False, b"one\ntwo\nnew\n"),
        (b"one\ntwo\nthr", 8, False, b"one\ntwo\nnew\n"),
        (b"one\ntwo", 7, True, b"one\ntwo\nnew\n"),
        (b"", 0, False, b"new\n"),
    ],
    ids=["whole", "torn-line-is-cut", "missing-line-break", "empty"],
)
def test_resuming(tmp_path: Path, data: bytes, keep: int, line_break: bool, after: bytes) -> None:
    """A resumed file loses a torn line, gets a missing line break, and goes on behind."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with LogFile.resume(path, keep, line_break=line_break) as file:
        file.append(b"new\n")
    assert path.read_bytes() == after
