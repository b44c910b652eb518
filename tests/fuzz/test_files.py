"""Files that are no ordinary files, or more than they seem: pipes, devices, links, growing files and bombs."""

from __future__ import annotations

import gzip
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from railbook.audit.verify import verify
from railbook.log import reader
from railbook.log.reader import FileFault, raw_lines, whole_file
from tests.cli.running import process, railbook
from tests.core.tables import registry
from tests.fuzz.readers import short_logs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices lie in folders on POSIX only")

LOG = short_logs()[1]
COMMENT = b'{"text":"%s","type":"comment"}\n'


def fault_of(path: Path | str, read: Callable[[Path | str], object] = lambda path: list(raw_lines(path))) -> str:
    """Give the fault of a file, which must come within five seconds."""
    began = time.perf_counter()
    with pytest.raises(FileFault) as caught:
        read(path)
    assert time.perf_counter() - began < 5
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.slow
def test_a_silent_pipe_does_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-02: a pipe into which nobody writes is a finding after a while, alone or in a folder."""
    monkeypatch.setenv("RAILBOOK_LIMITS", "wait=1")
    os.mkfifo(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_bytes(LOG)
    assert fault_of(tmp_path / "a.jsonl") == "is a pipe that stayed silent for 1 seconds (limit wait)"
    done = process("verify", tmp_path, "-p", "tests.core.tiny", "--jobs", "1", env={"RAILBOOK_LIMITS": "wait=1"})
    assert done.code == 1
    assert "1 exact, 1 unreadable" in done.lines[-1]


def test_a_pipe_is_read_while_somebody_writes(tmp_path: Path) -> None:
    """A log may come through a named pipe, in pieces."""
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)

    def write() -> None:
        with path.open("wb") as stream:
            for start in range(0, len(LOG), 500):
                stream.write(LOG[start : start + 500])
                stream.flush()

    writer = threading.Thread(target=write)
    writer.start()
    lines = [line.raw for line in raw_lines(path)]
    writer.join()
    assert lines == LOG.splitlines()


def test_devices_are_not_read(tmp_path: Path) -> None:
    """SEC-02, SEC-03: no device, socket or link to one is read as a log, a map, a case or anything else."""
    link = tmp_path / "link.jsonl"
    link.symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(tmp_path / "s.jsonl"))
        for path in (link, "/dev/zero", "/dev/null", tmp_path / "s.jsonl"):
            assert fault_of(path) == "is a device or a socket, not a file"
    for name in ("map", "case", "import", "changes"):
        assert fault_of(link, partial(whole_file, name=name)) == "is a device or a socket, not a file"
    done = railbook("simulate", "ttr-usa", "--map", "/dev/zero", "--out", tmp_path / "games")
    assert done.code == 2
    assert "Traceback" not in done.err


def test_links_lead_to_files_or_nowhere(tmp_path: Path) -> None:
    """SEC-03: a link to a log is that log, a circle or a dangling one is told in a line."""
    (tmp_path / "log.jsonl").write_bytes(LOG)
    (tmp_path / "link.jsonl").symlink_to("log.jsonl")
    (tmp_path / "circle.jsonl").symlink_to("circle.jsonl")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    assert verify(tmp_path / "link.jsonl", registry()).words == "exact"
    assert "symbolic links" in fault_of(tmp_path / "circle.jsonl")
    assert "No such file" in fault_of(tmp_path / "gone.jsonl")


def test_a_file_that_grows_is_read_once(tmp_path: Path) -> None:
    """SEC-02: of a file to which its own replay is appended only what was there is read, so that it comes to an end."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOG)
    seen = []
    for line in raw_lines(path):
        seen.append(line.raw)
        with path.open("ab") as stream:
            stream.write(LOG)
    assert seen == LOG.splitlines()


def test_a_file_that_shrinks_ends_early(tmp_path: Path) -> None:
    """SEC-02: a file that is cut while it is read ends there."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(COMMENT % (b"x" * 200_000) * 3)
    lines = raw_lines(path)
    next(lines)
    os.truncate(path, 10)
    assert len(list(lines)) <= 1


def test_a_file_without_a_size_is_read(tmp_path: Path) -> None:
    """A file of the kernel says that it has no bytes, and has some all the same."""
    path = Path("/proc/self/status")
    if not path.exists():
        pytest.skip("this system shows its processes in no folder")
    assert len(list(raw_lines(path))) > 3


def bombs() -> Iterator[tuple[str, bytes, str]]:
    """Give packed files that unpack to more than they should, and the limit that each meets."""
    zeros, lines, blank = b"\0" * 6_000_000, COMMENT % (b" " * 4_000_000) * 5, b"\n" * 3_000
    yield "one line of zeros", gzip.compress(zeros), "the line is longer than 4 MiB (limit line)"
    yield "long lines", gzip.compress(lines), "unpacks to more than 200 times its size (limit ratio)"
    yield "blank lines", gzip.compress(blank), "has more than 1,000 lines (limit lines)"
    yield "padding", gzip.compress(b"\n") + b"\0" * 400_000, "holds packed data that unpacks to nothing (limit line)"
    yield "empty members", gzip.compress(b"") * 40_000, "holds packed data that unpacks to nothing (limit line)"
    yield "a bomb in a bomb", gzip.compress(gzip.compress(zeros)), "not UTF-8 at byte 1"


@pytest.mark.parametrize(
    "what", ["one line of zeros", "long lines", "blank lines", "padding", "empty members", "a bomb in a bomb"]
)
def test_bombs(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-02: a packed log that unpacks to far more than it is, or to nothing for ever, meets a limit with a name."""
    data, said = next((data, said) for name, data, said in bombs() if name == what)
    settings = {"padding": "line=1024", "empty members": "line=1024", "blank lines": "lines=1000"}
    monkeypatch.setenv("RAILBOOK_LIMITS", settings.get(what, ""))
    monkeypatch.setattr(reader, "PACKED_SLACK", 100_000)
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(data)
    began = time.process_time()
    report = verify(path, registry())
    assert time.process_time() - began < 2
    assert said in report.findings[0].message or what in {"long lines", "blank lines"}
    if what in {"long lines", "blank lines"}:
        assert fault_of(path) == said


def test_a_well_packed_log_is_no_bomb(tmp_path: Path) -> None:
    """LOG-01: games are packed some ten times smaller, a long talk a hundred times: both are read."""
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(LOG + COMMENT % (b"talk " * 10) * 20_000))
    assert sum(1 for _ in raw_lines(path)) == LOG.count(b"\n") + 20_000
