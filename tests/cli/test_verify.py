"""`railbook verify` over folders and files: what it counts, names and sorts, in text and as JSON."""

from __future__ import annotations

import multiprocessing
import random
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.findings import Report
from railbook.corpus.bench import Bench, Entry
from railbook.corpus.places import LogPath, logs_in
from railbook.corpus.verifying import VerifyTask
from tests.cli.running import log_of, process, railbook, records_of, rewritten


def test_an_empty_folder_is_no_success(tmp_path: Path) -> None:
    """CLI-01: a folder without logs fails, with the numbers of logs and plies that were checked."""
    done = railbook("verify", tmp_path)
    assert (done.code, done.out) == (1, "0 logs, 0 plies checked: nothing\n")
    assert done.complaint == f"railbook: no logs in {tmp_path}"


def test_a_pattern_without_a_match_is_no_success(tmp_path: Path) -> None:
    """CLI-01: a pattern that matches no file fails, with the numbers of logs and plies that were checked."""
    done = railbook("verify", "*.jsonl", folder=tmp_path)
    assert (done.code, done.out) == (1, "0 logs, 0 plies checked: nothing\n")
    assert done.complaint == "railbook: no logs in *.jsonl"


def test_a_missing_file_fails_and_the_others_are_checked(short: Path, tmp_path: Path) -> None:
    """CLI-01: of two files the one that is there is checked, and the missing one fails the run and is counted."""
    plies = len(records_of(short)) - 2
    done = railbook("verify", short, tmp_path / "gone.jsonl")
    assert done.code == 2
    assert done.lines[1].startswith(f"{short.name}  exact  ")
    assert done.lines[-1] == f"1 log, {plies} plies checked: 1 exact, 1 missing"
    assert done.complaint.endswith("gone.jsonl: no such file")


def test_plies_are_counted_over_all_logs(corpus: Path) -> None:
    """CLI-01: the last line counts logs and plies, which are the ply lines of the files."""
    logs = list(corpus.glob("*.jsonl"))
    plies = sum(record["type"] == "ply" for log in logs for record in records_of(log))
    done = railbook("verify", corpus)
    assert done.code == 0
    assert done.lines[-1] == f"{len(logs)} logs, {plies:,} plies checked: {len(logs)} exact"


def test_the_table_shows_who_played_and_who_won(short: Path) -> None:
    """The row of a log shows its players in seat order with their scores, and the winners of its standings."""
    end = records_of(short)[-1]
    total = {place["seat"]: place["total"] for place in end["standings"]}
    names = ("greedy", "random")
    winners = " and ".join(names[place["seat"]] for place in end["standings"] if place["rank"] == 1)
    row = railbook("verify", short).lines[1]
    assert row.endswith(f"  greedy {total[0]}, random {total[1]}  {winners}")


def test_one_bad_log_does_not_stop_the_others(corpus: Path, tmp_path: Path) -> None:
    """A folder with a bad log in the middle is verified to its end, and the finding names file, line and kind."""
    for log in corpus.glob("*.jsonl"):
        shutil.copy(log, tmp_path)
    (tmp_path / "ttr-usa-10.jsonl").write_bytes(b"no log\n")
    done = railbook("verify", tmp_path, "--jobs", "1")
    assert done.code == 1
    assert sum("  exact  " in line for line in done.lines) == 7
    assert f"{tmp_path.name}/ttr-usa-10.jsonl: line 1: unreadable: not JSON" in done.out


def test_findings_of_one_cause_are_counted_once(short: Path, tmp_path: Path) -> None:
    """Three logs that fail alike are one example and a count, and JSON has all three."""
    for number in range(3):
        (tmp_path / f"log-{number}.jsonl").write_bytes(short.read_bytes()[:-20])
    done = railbook("verify", tmp_path)
    assert done.out.count(": truncated: ") == 1
    assert "and 2 more of truncated" in done.out
    document = railbook("verify", tmp_path, "--format", "json").document
    assert [log["findings"][0]["kind"] for log in document["logs"]] == ["truncated"] * 3


def test_logs_are_found_in_folders_below_and_each_once(short: Path, tmp_path: Path) -> None:
    """Folders are walked, names that end otherwise are passed over, and a log that is named twice is verified once."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("z.jsonl", "a/b/y.jsonl", "a/notes.txt"):
        shutil.copy(short, tmp_path / name)
    done = railbook("verify", ".", "a/b/y.jsonl", "z.jsonl", "a/*/y.jsonl", folder=tmp_path)
    assert [line.split()[0] for line in done.lines[1:3]] == ["a/b/y.jsonl", "z.jsonl"]
    assert done.lines[-1].startswith("2 logs, ")


def test_logs_of_the_same_name_are_told_apart(short: Path, tmp_path: Path) -> None:
    """Two files of one name in different folders are shown with as much of their folders as tells them apart."""
    places = [tmp_path / "one" / "log.jsonl", tmp_path / "two" / "log.jsonl"]
    for place in places:
        place.parent.mkdir()
        shutil.copy(short, place)
    assert [log.name for log in logs_in([str(place) for place in places])] == ["one/log.jsonl", "two/log.jsonl"]
    done = railbook("diff", places[0], rewritten(short, places[1], lambda records: records.pop()))
    assert "two/log.jsonl has no end line" in done.out


def test_standard_input_is_a_log(short: Path) -> None:
    """`-` verifies what comes in, and so does `replay`."""
    verified = process("verify", "-", stdin=short.read_bytes())
    assert (verified.code, verified.lines[1].split("  ")[0]) == (0, "standard input")
    assert process("replay", "-", stdin=short.read_bytes()).out == railbook("replay", short).out


# Machine-readable output


def thirty(short: Path, folder: Path, order: int) -> Path:
    """Make a folder with 30 logs, some of them bad, created in an order of its own."""
    folder.mkdir(parents=True)
    numbers = list(range(30))
    random.Random(order).shuffle(numbers)
    for number in numbers:
        data = short.read_bytes()
        (folder / f"log-{number:02}.jsonl").write_bytes(data[:-20] if number % 7 == 3 else data)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_the_same_for_the_same_logs(jobs: str, short: Path, tmp_path: Path) -> None:
    """CLI-04: the same bytes on another path, in another order of creation, and however many processes work."""
    first = railbook("verify", thirty(short, tmp_path / "here" / "games", 1), "--format", "json", "--jobs", "1")
    other = thirty(short, tmp_path / "far" / "away" / "games", 2)
    again = railbook("verify", other, "--format", "json", "--jobs", jobs)
    relative = railbook("verify", "games", "--format", "json", "--jobs", jobs, folder=other.parent)
    assert first.code == again.code == relative.code == 1
    assert first.out == again.out == relative.out


def test_json_is_sorted_and_names_no_machine(short: Path, tmp_path: Path) -> None:
    """CLI-04: logs stand in the order of their names, players in that of their seats, and no absolute path is in it."""
    done = railbook("verify", thirty(short, tmp_path / "games", 1), tmp_path / "gone.jsonl", "--format", "json")
    names = [log["file"] for log in done.document["logs"]]
    assert names == sorted(names)
    assert names[0] == "games/log-00.jsonl"
    assert done.document["missing"] == ["gone.jsonl"]
    assert done.document["plies"] == sum(log["plies"] for log in done.document["logs"])
    assert all(log["players"] == ["greedy", "random"] for log in done.document["logs"])
    assert str(tmp_path) not in done.out


def test_json_keeps_exact_text_in_ascii(short: Path, tmp_path: Path) -> None:
    """CLI-04, SEC-04: letters, emoji and what could turn a line around come back from JSON as they were written."""
    name = "Zoë 🚂"

    def change(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = name
        records[-1]["reason"] = "\u202e\x1b[2J\n"

    done = railbook("verify", rewritten(short, tmp_path / "log.jsonl", change), "--format", "json")
    assert done.out.isascii()
    assert "\x1b" not in done.out
    (log,) = done.document["logs"]
    assert log["players"] == [name, "random"]
    assert log["findings"][0]["actual"] == "\u202e\x1b[2J\n"


# Many logs in one process


def _verify(bench: Bench, log: LogPath) -> Report:
    report = bench.do(Entry(0, log)).result
    assert isinstance(report, Report)
    return report


def twenty(corpus: Path, folder: Path) -> list[LogPath]:
    """Give 20 logs with other seats and options, of which one diverges, one is cut off and one is not installed."""
    folder.mkdir()
    for number in range(2):
        assert railbook(
            "simulate",
            "ttr-usa",
            *("--out", folder, "--seed", str(100 + number), "--seats", "random,random,random"),
            *("-o", "end.trains_at_most=40", "-o", f"tickets.draw={4 + number}", "-o", "setup.hand=6"),
        ).code == 0  # fmt: skip
    for log in [*sorted(corpus.glob("*.jsonl")), *sorted(folder.glob("*.jsonl"))] * 2:
        target = folder / f"log-{len(list(folder.glob('log-*'))):02}.jsonl"
        shutil.copy(log, target)
    bad = folder / "log-05.jsonl"
    bad.write_bytes(bad.read_bytes()[:-20])
    rewritten(folder / "log-09.jsonl", folder / "log-09.jsonl", lambda records: records[0].update(game="usa-1910"))
    rewritten(folder / "log-13.jsonl", folder / "log-13.jsonl", lambda records: records[-1].update(reason="none"))
    logs = [log for log in logs_in([str(folder)]) if "/log-" in log.name]
    assert len(logs) == 20
    return logs


@pytest.mark.slow
def test_many_logs_in_one_process_are_as_each_in_its_own(corpus: Path, tmp_path: Path) -> None:
    """PLG-05: 20 logs of other seats and options, some of them bad, give the same in any order and company."""
    logs = twenty(corpus, tmp_path / "logs")
    bench = Bench(VerifyTask())
    together = [_verify(bench, log) for log in logs]
    backwards = [_verify(bench, log) for log in reversed(logs)][::-1]
    # Each from a clean server that has verified nothing before.
    with multiprocessing.get_context("forkserver").Pool(2, maxtasksperchild=1) as pool:
        alone = pool.map(partial(_verify, Bench(VerifyTask())), logs, chunksize=1)
    texts = [[msgspec.json.encode(report) for report in reports] for reports in (together, backwards, alone)]
    assert texts[0] == texts[1] == texts[2]
    assert sorted({report.words for report in together}) == ["diverged", "exact", "unreadable", "unverified"]


def test_a_log_that_is_verified_is_not_changed(corpus: Path, tmp_path: Path) -> None:
    """CLI-05: no command that reads logs changes them, whatever it finds, or leaves anything beside them."""
    logs = twenty(corpus, tmp_path / "logs")
    before = {log.path: Path(log.path).read_bytes() for log in logs}
    files = sorted(tmp_path.rglob("*"))
    first, second = logs[0].path, logs[1].path
    railbook("verify", tmp_path)
    for log in logs:
        railbook("replay", log.path)
        railbook("legal", log.path, "--at", "5")
        railbook("diff", log.path, second)
    railbook("replay", first, "--transcript")
    railbook("diff", first, "-o", "tickets.draw=5")
    assert {log.path: Path(log.path).read_bytes() for log in logs} == before
    assert sorted(tmp_path.rglob("*")) == files
    assert log_of(records_of(Path(first))) == before[first]
