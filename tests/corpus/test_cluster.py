"""A cluster of Dask, real processes on the loopback: it gives what one machine gives, byte for byte."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import Report
from railbook.corpus import cluster
from railbook.corpus.journal import SUFFIX
from railbook.corpus.places import logs_in
from railbook.corpus.run import How, Run, over
from railbook.corpus.tasks import CorpusFault
from railbook.corpus.verifying import VerifyTask
from railbook.plugins.registry import Registry
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import process, railbook
from tests.corpus.helpers import WAIT, Trying

pytest.importorskip("distributed", reason="Dask is not installed", exc_type=ImportError)

pytestmark = [pytest.mark.slow]


@contextlib.contextmanager
def running(*words: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command of Dask in a process of its own."""
    child = subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        yield child
    finally:
        child.terminate()
        child.wait(WAIT)


@contextlib.contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Run a scheduler; gives its address."""
    with scheduling(folder) as (address, _):
        yield address


@contextlib.contextmanager
def scheduling(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a scheduler; gives its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--dashboard-address", ":0")
    with running(*words, folder=folder) as child:
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"tcp://127.0.0.1:{port}", child


@contextlib.contextmanager
def worker(address: str, folder: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker with one thread."""
    folder.mkdir()
    words = ("worker", address, "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder))
    with running(*words, *more, folder=folder) as child:
        yield child


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Give the address of a scheduler with two workers as `dask worker` starts them, each under its nanny."""
    with scheduler(tmp_path) as found, worker(found, tmp_path / "one"), worker(found, tmp_path / "two"):
        yield found


@pytest.fixture
def games(corpus: Path, tmp_path: Path) -> Path:  # noqa: F811 - the fixture
    """Give a folder of eight logs, of which one is cut off."""
    folder = tmp_path / "games"
    shutil.copytree(corpus, folder)
    cut = folder / "ttr-usa-10.jsonl"
    cut.write_bytes(cut.read_bytes()[:-20])
    return folder


def test_the_cluster_gives_the_same_bytes(
    address: str, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output, exit code and rows of `verify` and `impact` are as here; so they are by address, and gone on with."""
    monkeypatch.setattr(cluster, "LEAST", 0)
    engine = ("--engine", "dask", "--scheduler", address)
    for words in (("verify",), ("impact", "-o", "end.longest_path_bonus=0")):
        here = railbook(*words, games, "--rows", tmp_path / f"{words[0]}-here.jsonl")
        there = railbook(*words, games, "--rows", tmp_path / f"{words[0]}-there.jsonl", *engine)
        assert there == here
        assert here.code == 1
        rows = [(tmp_path / f"{words[0]}-{where}.jsonl").read_bytes() for where in ("here", "there")]
        assert rows[0] == rows[1]
    by_address = railbook("verify", f"file://{games}", "--format", "json", *engine)
    assert by_address == railbook("verify", games, "--format", "json")
    again = railbook("verify", games, "--rows", tmp_path / "verify-here.jsonl", "--resume", *engine)
    assert again.err == "railbook: 8 of 8 logs were done before and have not changed\n"


def test_what_hangs_or_dies_costs_one_log_there_too(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that hangs or kills its process is given up on a cluster as here, and its workers stay."""
    monkeypatch.setattr(cluster, "LEAST", 0)
    marks = tmp_path / "marks"
    marks.mkdir()
    (tmp_path / "logs").mkdir()
    for name in ("exits-1", "fine-1", "fine-2", "hangs-1", "killed-1"):
        (tmp_path / "logs" / f"{name}.jsonl").touch()
    logs = logs_in([str(tmp_path / "logs")])
    named = [log._replace(name=Path(log.path).stem) for log in logs]
    how = How(engine="dask", scheduler=address, time_limit=1)
    there = dict(Run(Trying(marks=str(marks)), named, how, Registry.installed()))
    kinds = [there[index].kind for index in range(len(named))]
    assert kinds == ["crashed", "", "", "time-limit", "crashed"]


def test_a_lost_worker_costs_nothing(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two workers is killed midway: the other one does what it had, and every result is that of one machine."""
    monkeypatch.setattr(cluster, "LEAST", 0)
    logs = logs_in([str(games)] * 2)
    here = over(VerifyTask(), logs, 1)
    with (
        scheduler(tmp_path) as found,
        worker(found, tmp_path / "stays", "--no-nanny"),
        worker(found, tmp_path / "dies", "--no-nanny") as child,
    ):
        _wait_for(found, 2)
        there: dict[int, Report] = {}
        for index, report in Run(VerifyTask(), logs, How(engine="dask", scheduler=found), Registry.installed()):
            if not there:
                child.send_signal(signal.SIGKILL)
            there[index] = report
    assert child.returncode == -signal.SIGKILL
    assert [there[index] for index in range(len(logs))] == here


def test_a_scheduler_that_is_lost_ends_the_run(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the scheduler is killed midway, the run ends with one line; what came before is in the journal."""
    monkeypatch.setattr(cluster, "LEAST", 0)
    logs, rows = logs_in([str(games)]), tmp_path / "rows.jsonl"
    seen = []

    def lose(how: How, child: subprocess.Popen[bytes]) -> None:
        for index, _ in Run(VerifyTask(), logs, how, Registry.installed()):
            seen.append(index)
            child.send_signal(signal.SIGKILL)

    with (
        scheduling(tmp_path) as (found, child),
        worker(found, tmp_path / "one", "--no-nanny"),
        pytest.raises(CorpusFault, match="has gone"),
    ):
        lose(How(engine="dask", scheduler=found, rows=rows), child)
    assert 0 < len(seen) < len(logs)
    lines = rows.with_name(rows.name + SUFFIX).read_bytes().splitlines()
    assert [json.loads(line)["file"] for line in lines] == [logs[index].name for index in seen]


def _wait_for(address: str, workers: int) -> None:
    import distributed

    make: Any = distributed.Client  # it says no types where it is installed, and checkers run where it is not
    with make(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=WAIT)


def test_other_rules_on_the_cluster_are_refused(address: str, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that find other versions, or other limits, than are here do nothing: one line, exit code 2."""
    monkeypatch.setenv("RAILBOOK_LIMITS", "lines=1000")
    done = railbook("verify", games, "--engine", "dask", "--scheduler", address)
    assert (done.code, done.out) == (2, "")
    assert "other versions of railbook, its plugins or its limits" in done.complaint


def test_no_scheduler_is_one_line(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers, or the address is none: one line and exit code 2 within a bounded time."""
    monkeypatch.setattr(cluster, "REACHED", 1.0)
    for address in ("tcp://127.0.0.1:9", "no address"):
        begun = time.monotonic()
        done = railbook("verify", games, "--engine", "dask", "--scheduler", address)
        assert (done.code, done.out) == (2, "")
        assert "no scheduler of Dask" in done.complaint
        assert time.monotonic() - begun < 30


def test_no_workers_is_one_line(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler without workers is waited for a while, and then said so."""
    monkeypatch.setattr(cluster, "ALONE", 1.0)
    with scheduler(tmp_path) as found:
        logs = logs_in([str(games)])
        with pytest.raises(CorpusFault, match="has had no workers"):
            list(Run(VerifyTask(), logs, How(engine="dask", scheduler=found), Registry.installed()))


def test_a_command_says_nothing_of_dask(address: str, games: Path) -> None:
    """In a process of its own, standard error stays empty: no word of the library gets there."""
    done = process("verify", games, "--engine", "dask", "--scheduler", address)
    assert (done.code, done.err) == (1, "")


def test_without_dask_the_line_says_what_to_install(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Dask is missing, and where one of the two options is, it is wrong usage."""
    done = railbook("verify", games, "--engine", "dask")
    assert (done.code, "--scheduler" in done.complaint) == (2, True)
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = railbook("verify", games, "--engine", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert (done.code, done.out) == (2, "")
    assert "railbook[dask]" in done.complaint
