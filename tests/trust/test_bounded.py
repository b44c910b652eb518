"""What holds a log as a whole says so by a named limit, and what need not hold it reads on in bounded memory."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from railbook.audit.redact import redacted
from railbook.audit.replay import Replay
from railbook.log.writer import write_whole
from railbook.pytest_plugin import _is_case
from tests.cli.running import Result, railbook
from tests.fuzz.endless import log, registry
from tests.trust.faulty import PEBBLES, torn, whole

SAID = "longer than 1 KiB (limit whole)"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no log be held that is longer than a kibibyte."""
    monkeypatch.setenv("RAILBOOK_LIMITS", "whole=1K")


def run(folder: Path, *words: str) -> Result:
    """Run a command on a game of Pebbles that is over, `game.jsonl`."""
    whole(folder)
    return railbook(*words, *PEBBLES, folder=folder)


@pytest.mark.usefixtures("small")
def test_a_page_of_a_log_that_is_too_long(tmp_path: Path) -> None:
    """SEC-02, CLI-05: `page` refuses it in one line with the limit's name, exit code 1, and writes nothing."""
    done = run(tmp_path, "page", "game.jsonl", "--out", "game.html")
    assert (done.code, SAID in done.complaint) == (1, True)
    assert not (tmp_path / "game.html").exists()


@pytest.mark.usefixtures("small")
def test_a_repair_of_a_log_that_is_too_long(tmp_path: Path) -> None:
    """SEC-02, CLI-05: `repair` leaves it as it is, with the limit's name as the reason, exit code 1."""
    torn(tmp_path)
    before = (tmp_path / "game.jsonl").read_bytes()
    done = railbook("repair", "game.jsonl", *PEBBLES, folder=tmp_path)
    assert (done.code, SAID in done.out, done.err) == (1, True, "")
    assert (tmp_path / "game.jsonl").read_bytes() == before


@pytest.mark.usefixtures("small")
def test_a_game_that_is_too_long_to_go_on(tmp_path: Path) -> None:
    """SEC-02, CLI-05: `record LOG` does not go on with it, one line, exit code 2, and the file stays."""
    torn(tmp_path)
    before = (tmp_path / "game.jsonl").read_bytes()
    done = railbook("record", "game.jsonl", *PEBBLES, folder=tmp_path)
    assert (done.code, SAID in done.complaint) == (2, True)
    assert (tmp_path / "game.jsonl").read_bytes() == before


@pytest.mark.usefixtures("small")
def test_what_holds_no_log_knows_no_such_limit(tmp_path: Path) -> None:
    """SEC-02, LOG-13: `verify`, `replay` and `redact` read a log of any length; packed as gzip does."""
    assert run(tmp_path, "verify", "game.jsonl").code == 0
    assert railbook("replay", "game.jsonl", *PEBBLES, folder=tmp_path).code == 0
    for name in ("seat.jsonl", "seat.jsonl.gz"):
        assert railbook("redact", "game.jsonl", "--as", "0", "--out", name, *PEBBLES, folder=tmp_path).code == 0
    plain = (tmp_path / "seat.jsonl").read_bytes()
    assert (tmp_path / "seat.jsonl.gz").read_bytes() == gzip.compress(plain, mtime=0)


def test_redacting_takes_no_more_memory_for_a_longer_log(tmp_path: Path) -> None:
    """SEC-02, LOG-13: a log of some ten megabytes is redacted in one."""
    path = tmp_path / "log.jsonl"
    with path.open("wb") as stream:
        stream.writelines(log(1_300, 4_000))
    assert path.stat().st_size > 10_000_000
    game = Replay(path, registry())
    tracemalloc.start()
    try:
        write_whole(tmp_path / "told.jsonl", redacted(game, 0))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (tmp_path / "told.jsonl").stat().st_size > 10_000_000
    assert peak < 3_000_000


def test_pieces_are_written_as_they_come(tmp_path: Path) -> None:
    """CLI-05: a file in pieces grows under its other name, and where they end in a fault nothing of it stays."""

    def pieces() -> Iterator[bytes]:
        yield b"one"
        (there,) = tmp_path.iterdir()
        assert (there.suffix, there.read_bytes()) == (".partial", b"one")
        yield b"two"
        raise LookupError

    with pytest.raises(LookupError):
        write_whole(tmp_path / "file", pieces())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("padding, case", [(10, True), (5_000_000, True), (5_000_000, False)])
def test_files_that_may_be_cases(padding: int, case: bool, tmp_path: Path) -> None:
    """SEC-02: the plugin for pytest tells a case by its beginning and its end, also one that no reader would take."""
    path = tmp_path / "some.json"
    path.write_bytes(b'{"x": "' + b"x" * padding + b'",\n  "type": "%s"\n}\n' % (b"case" if case else b"other"))
    tracemalloc.start()
    try:
        assert _is_case(path) == case
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * 2**22 + 100_000  # the limit of a case, and once more to put the end behind it


LOCKS = """
import errno, os, sys
sys.modules["fcntl"] = None

class Msvcrt:
    LK_NBLCK, LK_UNLCK = 2, 0
    held = {}

    def locking(self, handle, how, count):
        key = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR), count)
        if how == self.LK_UNLCK:
            if self.held.pop(key) != handle:
                raise OSError(errno.EACCES, "not yours")
        elif key in self.held:
            raise OSError(errno.%s, "taken")
        else:
            self.held[key] = handle

sys.modules["msvcrt"] = Msvcrt()
from pathlib import Path
from railbook.log.writer import OutputFault
from railbook.recording.unfinished import alone
path = Path(sys.argv[1])
for _ in range(2):
    with alone(path):
        (key,) = Msvcrt.held
        assert key[1] > path.stat().st_size, "a byte that somebody may want to read"
        try:
            with alone(path):
                raise SystemExit("two writers")
        except OutputFault as fault:
            print(fault)
    assert not Msvcrt.held
"""
"""A process that knows no `fcntl`, and a `msvcrt` that does with locks what its documentation says."""


@pytest.mark.parametrize("answer", ["EACCES", "EDEADLK"])
def test_a_system_with_locked_bytes(answer: str, tmp_path: Path) -> None:
    """CLI-05: where there is no flock, a byte behind the log is locked: a second writer is refused, a later one not."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"a log\n")
    done = subprocess.run(
        [sys.executable, "-c", LOCKS % answer, path], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{path} is being recorded by another process: leave that one first"] * 2
    assert path.read_bytes() == b"a log\n"
