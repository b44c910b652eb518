"""`simulate` in processes: the same bytes however many, stopped and gone on with, and nothing half written."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from types import FrameType
from typing import NoReturn

import pytest

from railbook.audit.verify import verify
from railbook.corpus import simulating
from railbook.corpus.simulating import Seed, SimulateTask
from railbook.log import writer
from railbook.plugins.registry import Registry
from tests.cli.conftest import SHORT
from tests.cli.running import railbook
from tests.corpus.helpers import interrupted

GAME = ("simulate", "ttr-usa", "--seats", "random,random", *SHORT)


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Give the content of all files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_any_number_of_processes_gives_the_same_bytes(tmp_path: Path) -> None:
    """LOG-08: five games in one process, in two and one by one have the same names and bytes."""
    for jobs in ("1", "2"):
        assert railbook(*GAME, "--games", "5", "--out", tmp_path / jobs, "--jobs", jobs).code == 0
    for seed in range(5):
        assert railbook(*GAME, "--seed", str(seed), "--out", tmp_path / "single").code == 0
    assert bytes_in(tmp_path / "1") == bytes_in(tmp_path / "2") == bytes_in(tmp_path / "single")


def test_games_that_lie_there_are_kept(tmp_path: Path) -> None:
    """With --resume only missing games are played; those of other rules are refused, and without it so is every one."""
    words = (*GAME, "--games", "3", "--out", tmp_path / "games")
    assert railbook(*words).code == 0
    whole = bytes_in(tmp_path / "games")
    (tmp_path / "games" / "ttr-usa-1.jsonl").unlink()
    assert railbook(*words).code == 2
    done = railbook(*words, "--resume")
    assert (done.code, done.err) == (0, "railbook: 2 of 3 games were there already\n")
    assert done.out.startswith("3 games of ttr-usa written")
    assert bytes_in(tmp_path / "games") == whole
    other = railbook(*words, "--resume", "-o", "tickets.draw=4")
    assert other.code == 2
    assert "another game" in other.complaint


def test_a_game_is_found_under_other_zeros(tmp_path: Path) -> None:
    """A longer run numbers its games with more digits: those of a shorter one are kept all the same, none is twice."""
    words, folder = (*GAME, "--seed", "8", "--out", tmp_path), tmp_path
    assert railbook(*words, "--games", "2").code == 0
    before = bytes_in(folder)
    assert set(before) == {"ttr-usa-8.jsonl", "ttr-usa-9.jsonl"}
    refused = railbook(*words, "--games", "3")
    assert (refused.code, bytes_in(folder)) == (2, before)
    assert refused.complaint.endswith("ttr-usa-8.jsonl exists: choose another folder or remove it first")
    done = railbook(*words, "--games", "3", "--resume")
    assert (done.code, done.err) == (0, "railbook: 2 of 3 games were there already\n")
    assert set(bytes_in(folder)) == {*before, "ttr-usa-10.jsonl"}


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="this system cannot hold signals back")
def test_a_game_is_written_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM while a log is being written waits until it is: nothing half written stays, and nothing is lost."""
    task, path = SimulateTask((), "ttr-usa", ("random", "random")), tmp_path / "game.jsonl"
    write = writer.write_whole

    def told_to_stop(path: Path, data: bytes) -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        write(path, data)

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    monkeypatch.setattr(simulating, "write_whole", told_to_stop)
    before = signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(SystemExit):
            task.do(Registry.installed(), Seed(str(path), 1))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.jsonl"]
    assert verify(path, Registry.installed()).words == "exact"


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """Interrupted, it says how many games are written and how to go on, exits with 130, and leaves whole games."""
    folder = tmp_path / "games"
    words = (*GAME, "--games", "400", "--out", folder)
    done = interrupted([*words, "--jobs", "2"], lambda: len(list(folder.glob("ttr-*"))) > 5)
    assert (done.code, done.out) == (130, "")
    assert done.complaint.endswith(f"games are written to {folder}; the same command with --resume goes on")
    assert [name for name in bytes_in(folder) if not name.endswith(".jsonl")] == []
    assert 5 < len(bytes_in(folder)) < 400
    assert railbook("verify", folder).code == 0
