"""`railbook simulate`: games between bots, the same bytes for the same seed, each file whole or not there."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from railbook.log.writer import OutputFault, write_whole
from railbook.recording.header import check_names, seat_names
from railbook.rules.game import SeatsError
from tests.cli.conftest import SHORT
from tests.cli.running import command, process, railbook, records_of
from tests.sampling import every_second

SEEDS = (0, 1, 9007199254740993, 2**64 - 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_kept_with_all_its_digits(seed: int, tmp_path: Path) -> None:
    """LOG-08: the header holds the very number that was given, the game verifies from it, and is the same again."""
    for folder in ("one", "two"):
        done = railbook("simulate", "ttr-usa", "--out", folder, "--seed", str(seed), *SHORT, folder=tmp_path)
        assert done.code == 0
    log = tmp_path / "one" / f"ttr-usa-{seed}.jsonl"
    assert f'"seed":{seed}}}'.encode() in log.read_bytes().splitlines()[0]
    assert log.read_bytes() == (tmp_path / "two" / log.name).read_bytes()
    assert " proven " in railbook("verify", log).lines[1]


def test_seeds_give_different_games(tmp_path: Path) -> None:
    """LOG-08: neighbouring and large seeds give different hands."""
    for seed in SEEDS:
        railbook("simulate", "ttr-usa", "--out", tmp_path, "--seed", str(seed), *SHORT)
    dealt = {str(records_of(log)[1]["chance"]) for log in tmp_path.iterdir()}
    assert len(dealt) == len(SEEDS)


def test_seeds_count_up_and_are_in_the_names(tmp_path: Path) -> None:
    """Three games from seed 9 are called by their seeds, with as many digits each, so that names sort like seeds."""
    done = railbook("simulate", "ttr-usa", "--out", "games", "-n", "3", "--seed", "9", *SHORT, folder=tmp_path)
    assert done.out == "3 games of ttr-usa written to games; check with: railbook verify games\n"
    logs = sorted((tmp_path / "games").iterdir())
    assert [log.name for log in logs] == ["ttr-usa-09.jsonl", "ttr-usa-10.jsonl", "ttr-usa-11.jsonl"]
    assert [records_of(log)[0]["chance"]["seed"] for log in logs] == [9, 10, 11]


def test_the_command_of_the_readme_verifies(tmp_path: Path) -> None:
    """`simulate ttr-usa --games N --seats greedy,random,greedy --seed 7` names its seats, and all is exact."""
    words = ("simulate", "ttr-usa", "--games", "3", "--seats", "greedy,random,greedy", "--seed", "7", "--out", "out/c")
    assert railbook(*words, folder=tmp_path).code == 0
    done = railbook("verify", "out/c", folder=tmp_path)
    assert (done.code, done.lines[-1].split(": ")[1]) == (0, "3 exact")
    names = [seat["name"] for seat in records_of(tmp_path / "out" / "c" / "ttr-usa-7.jsonl")[0]["seats"]]
    assert names == ["greedy-1", "random", "greedy-2"]


@pytest.mark.slow
def test_two_runs_give_identical_files(tmp_path: Path) -> None:
    """Twenty games, played in two processes with other hash seeds and locales, are the same bytes, and all exact."""
    words = ("simulate", "ttr-usa", "--games", "20", "--seats", "greedy,random,greedy", "--seed", "7", "--out")
    for number, env in enumerate(({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "LANG": "C", "TZ": "Asia/Tokyo"})):
        assert process(*words, str(number), folder=tmp_path, env=env).code == 0
    first, second = ({log.name: log.read_bytes() for log in (tmp_path / name).iterdir()} for name in ("0", "1"))
    assert len(first) == 20
    assert first == second
    done = railbook("verify", tmp_path)
    assert (done.code, done.lines[-1].split(": ")[1]) == (0, "40 exact")


# Files are whole or not there


def ended(folder: Path, arguments: tuple[str, ...], after: float, how: signal.Signals) -> int:
    """Run a simulation, send it a signal after some seconds, and give its exit code."""
    running = subprocess.Popen(
        command("simulate", "ttr-usa", "--out", folder, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 30
    while not any(folder.glob("ttr-usa-*.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(after)
    running.send_signal(how)
    running.communicate(timeout=30)
    return running.returncode


@pytest.mark.slow
@pytest.mark.parametrize("after", every_second([0.037, 0.0, 0.11, 0.013]))
def test_a_killed_simulation_leaves_whole_games(after: float, tmp_path: Path) -> None:
    """CLI-05: whenever the process is killed, every file with the name of a log holds a whole game."""
    assert ended(tmp_path, ("-n", "100000", *SHORT), after, signal.SIGKILL) == -signal.SIGKILL
    logs = list(tmp_path.glob("*.jsonl"))
    assert logs
    done = railbook("verify", tmp_path)
    assert (done.code, done.lines[-1].split(": ")[1]) == (0, f"{len(logs)} exact")
    others = [path.name for path in tmp_path.iterdir() if path not in logs]
    assert all(name.startswith(".") and name.endswith(".partial") for name in others)


@pytest.mark.slow
def test_an_interrupted_simulation_leaves_nothing_half_written(tmp_path: Path) -> None:
    """CLI-05: Ctrl-C ends it with 130, and nothing but whole games lies there."""
    assert ended(tmp_path, ("-n", "100000", *SHORT), 0.05, signal.SIGINT) == 130
    assert [path for path in tmp_path.iterdir() if path.suffix != ".jsonl"] == []
    assert railbook("verify", tmp_path).code == 0


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_a_write_that_fails_leaves_nothing(
    stop: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-05: where the disk is full, or somebody stops the write, neither the file nor a part of it is left."""

    def fail(handle: int) -> None:
        raise stop

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((KeyboardInterrupt, OutputFault)):
        write_whole(tmp_path / "log.jsonl", b"x\n")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLI-05: a disk without space is said in one line with the name of the file."""

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    done = railbook("simulate", "ttr-usa", "--out", tmp_path, *SHORT)
    assert done.code == 2
    assert done.complaint.endswith("ttr-usa-0.jsonl cannot be written: No space left on device")
    assert list(tmp_path.iterdir()) == []


# Names of players


@pytest.mark.parametrize(
    "names, reason",
    [
        (["Zo\u00eb", "Zoe\u0308"], "look alike"),
        (["Bob", "bob"], "look alike"),
        (["Bob", "Bo\u200bb"], "U+200B"),
        (["Ada", "Ada"], "two seats are called"),
        (["Ada", ""], "empty"),
        (["Ada", "  "], "empty"),
        (["Ada", "\u00a0\u2003"], "empty"),
        (["Ada", "x\ny"], "U+000A"),
        (["Ada", "\u202eadA"], "U+202E"),
        (["Ada", "x" * 10_000], "10000 characters"),
    ],
)
def test_names_that_could_be_taken_for_others_are_refused(names: list[str], reason: str) -> None:
    """LOG-14: names that look alike, invisible, empty, of two lines or over-long are refused with a reason."""
    with pytest.raises(SeatsError) as refused:
        check_names(names)
    assert reason in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("names", [["P2", "P1"], ["Zoë", "Zoe"], ["東京", "大阪"], ["seat 1", "seat 0"]])
def test_names_are_labels(names: list[str]) -> None:
    """LOG-14: any other names are allowed; what they say about seats means nothing."""
    check_names(names)


@pytest.mark.parametrize(
    "kinds, names",
    [
        (["greedy", "random", "greedy"], ["greedy-1", "random", "greedy-2"]),
        (["random", "random"], ["random-1", "random-2"]),
        (["greedy"], ["greedy"]),
    ],
)
def test_bots_are_numbered_where_there_are_several(kinds: list[str], names: list[str]) -> None:
    """LOG-14: bots of one kind are numbered by seat, so that no two seats are called the same."""
    assert seat_names(kinds) == names
    check_names(seat_names(kinds))
