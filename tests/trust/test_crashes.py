"""A killed process and a failing disk cost at most the ply that was being written, and one line says so."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from railbook.log.writer import LogFile, OutputFault, write_whole
from railbook.recording.unfinished import alone
from tests.cli.running import railbook
from tests.trust.faulty import PEBBLES, SCENARIOS, disk, every_fault, recorded, torn, whole

RECORD = ("record with a seed", "record with a key", "record a torn log")
WRITE = tuple(name for name in SCENARIOS if name not in RECORD)


# Kills


def killed(root: Path, kills: int, files: int) -> dict[str, int]:
    """Kill this often, in a process of its own; gives the figures."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.killing", "--kills", str(kills), "--files", str(files)],
        check=False,
        capture_output=True,
        cwd=root,
        timeout=3600,
    )
    assert done.returncode == 0, done.stderr.decode()
    figures: dict[str, int] = json.loads(done.stdout)
    return figures


@pytest.mark.slow
@pytest.mark.parametrize("kills, files", [(20, 10), pytest.param(500, 250, marks=pytest.mark.nightly)])
def test_kills_at_random_moments(kills: int, files: int, pytestconfig: pytest.Config) -> None:
    """LOG-01, CLI-05: `kill -9` at any moment costs at most the ply that was being written.

    The log is exact up to its last whole line and the game goes on to its end; other commands leave no half of a file.
    """
    pytest.importorskip("fcntl")
    figures = killed(pytestconfig.rootpath, kills, files)
    assert figures["kills"] == kills
    assert figures["games resumed to their end"] > 0
    assert figures["kills of a resumed game"] > kills // 4
    assert figures["plies written"] > kills
    assert figures["plies lost"] <= kills
    assert figures["torn lines"] >= kills // 50, "too few kills fell into a line: the disk is not slow enough"
    assert figures["kills of commands that write files"] > files // 2


# Faults of the disk


@pytest.mark.parametrize("names, step", [(RECORD[:1], 50), (WRITE[:1], 5)])
def test_some_faults_of_the_disk(names: tuple[str, ...], step: int, tmp_path: Path) -> None:
    """CLI-05: a call that fails ends the command with one line and exit code 2, and nothing is half-written."""
    assert sum(every_fault(names, tmp_path, step).values()) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RECORD, *WRITE])
def test_more_faults_of_the_disk(name: str, tmp_path: Path) -> None:
    """CLI-05: whichever call fails, whether others fail behind it or not, what is left is whole."""
    assert sum(every_fault([name], tmp_path, 5 if name in RECORD else 2).values()) >= 10


@pytest.mark.slow
@pytest.mark.nightly
def test_every_fault_of_the_disk(tmp_path: Path) -> None:
    """CLI-05: a full, a read-only and a broken disk, at every call of every command that writes."""
    figures = every_fault(sorted(SCENARIOS), tmp_path)
    assert {"mkstemp", "write", "fsync", "close", "link", "replace", "open", "ftruncate"} <= {*figures}
    assert sum(figures.values()) > 1000


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_nothing_is_written_behind_a_line_that_stays_torn(error: int, tmp_path: Path) -> None:
    """Where a torn line cannot be taken away, no second line is put behind it: what is there stays readable."""
    path = tmp_path / "game.jsonl"
    with LogFile.create(path) as file:
        file.append(b"one\n")
        with disk(1, error, dead=True), pytest.raises(OutputFault, match=os.strerror(error)):
            file.append(b"two and more\n")
        assert path.read_bytes() == b"one\ntwo an"
        with pytest.raises(OutputFault, match="holds a line that is torn"):
            file.append(b"three\n")
    assert path.read_bytes() == b"one\ntwo an"


def test_a_file_system_without_links(tmp_path: Path) -> None:
    """A new file gets its name also where there are no hard links, and never that of a file that is there."""
    with disk() as faulty:
        write_whole(tmp_path / "a", b"new")
    link = faulty.calls.index("link")
    with disk(link, errno.EPERM):
        write_whole(tmp_path / "b", b"new")
    assert (tmp_path / "b").read_bytes() == b"new"
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}


def test_replacing_keeps_the_rights_and_what_a_link_points_to(tmp_path: Path) -> None:
    """A file that is replaced can be read by nobody who could not before, and a link still points where it did."""
    path, link = tmp_path / "game.jsonl", tmp_path / "link.jsonl"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_whole(link, b"new", replace=True)
    assert (path.read_bytes(), path.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o600, True)


def test_an_output_that_is_full() -> None:
    """A result that cannot be printed is one line and exit code 2: never a traceback, never that of a verdict."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no device that is always full")
    with full.open("wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "railbook", "--version"],
            check=False,
            stdout=stream,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert (done.returncode, done.stderr.decode().splitlines()) == (
        2,
        [f"railbook: the output cannot be written: {os.strerror(errno.ENOSPC)}"],
    )


# Torn lines and two writers


@pytest.mark.parametrize("kept", [1, 100], ids=lambda kept: f"{kept} bytes")
def test_a_torn_line_is_cut_off_and_said(kept: int, tmp_path: Path) -> None:
    """LOG-01: wherever the last line is torn, going on cuts it off, says so, and plays the game to its end."""
    log = recorded(tmp_path, "--seed", "1")
    data = log.read_bytes()
    at = data.index(b"\n", len(data) // 2) + 1
    log.write_bytes(data[: at + kept])
    done = railbook("record", log, *PEBBLES)
    assert done.code == 0
    assert f"a torn last line ({kept} bytes) was cut off" in done.out
    assert log.read_bytes().startswith(data[:at])
    assert railbook("verify", log, *PEBBLES).code == 0


def test_what_is_recorded_is_not_replaced(tmp_path: Path) -> None:
    """CLI-05: what one process records, a second one does not put another file in the place of."""
    pytest.importorskip("fcntl")
    torn(tmp_path)
    before = (tmp_path / "game.jsonl").read_bytes()
    with alone(tmp_path / "game.jsonl"):
        done = railbook("repair", "game.jsonl", *PEBBLES, folder=tmp_path)
    assert (done.code, (tmp_path / "game.jsonl").read_bytes()) == (2, before)
    assert "is being recorded by another process" in done.complaint


def test_a_lock_on_a_file_that_was_replaced_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits at the door while a repair replaces the log does not then record into the old one."""
    fcntl = pytest.importorskip("fcntl")
    log, real = whole(tmp_path), fcntl.flock

    def replaced(*arguments: object) -> None:
        write_whole(log, b"another", replace=True)
        real(*arguments)

    monkeypatch.setattr("fcntl.flock", replaced)
    with pytest.raises(OutputFault, match="was replaced by another process just now"), alone(log):
        pytest.fail("two writers")


@pytest.mark.parametrize(
    "arguments",
    [("extract", "game.jsonl", "--at", "3", "--out", "case.json"), ("page", "game.jsonl", "--out", "case.json")],
    ids=["extract", "page"],
)
def test_output_onto_what_exists_is_refused(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """CLI-05: an output that exists, the input itself too, is never overwritten unasked."""
    whole(tmp_path)
    (tmp_path / "game.jsonl").rename(tmp_path / "case.json")
    before = (tmp_path / "case.json").read_bytes()
    done = railbook(*(word.replace("game.jsonl", "case.json") for word in arguments), *PEBBLES, folder=tmp_path)
    assert (done.code, (tmp_path / "case.json").read_bytes()) == (2, before)
    assert "case.json" in done.complaint
