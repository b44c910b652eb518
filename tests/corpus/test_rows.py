"""Rows of a run: one a log, the same bytes whatever the number of processes, gone on with where it was stopped."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from railbook.corpus import tables
from railbook.corpus.following import ImpactTask
from railbook.corpus.journal import SUFFIX, Journal
from railbook.corpus.rows import columns_of, read_line, result_of
from railbook.corpus.tasks import Task
from railbook.corpus.verifying import VerifyTask
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import Result, command, railbook
from tests.corpus.helpers import WAIT, interrupted

FORMS = [".jsonl", *(pytest.param(form, marks=pytest.mark.slow) for form in (".jsonl.gz", ".parquet"))]
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
CHANGE = ("-o", "end.longest_path_bonus=0")


@pytest.fixture
def games(corpus: Path, tmp_path: Path) -> Path:  # noqa: F811 - the fixture
    """Give a folder of six logs, of which one is cut off and one is packed."""
    folder = tmp_path / "games"
    folder.mkdir()
    for number, log in enumerate(sorted(corpus.glob("*.jsonl"))[:5]):
        data = log.read_bytes()
        (folder / f"log-{number}.jsonl").write_bytes(data[:-20] if number == 2 else data)
    (folder / "packed.jsonl.gz").write_bytes(gzip.compress((folder / "log-0.jsonl").read_bytes(), mtime=0))
    return folder


def rows_in(file: Path) -> list[dict[str, Any]]:
    """Give the rows of a file, whatever its form."""
    return [json.loads(line) for line in tables.read(file, VerifyTask())]


def test_a_row_for_each_log_in_order_of_names(games: Path, tmp_path: Path) -> None:
    """The rows say what the report says, with the size and digest of each file; no place of the machine is in them."""
    done = railbook("verify", games, "--rows", tmp_path / "rows.jsonl", "--format", "json")
    rows = rows_in(tmp_path / "rows.jsonl")
    assert [row["file"] for row in rows] == sorted(f"games/{path.name}" for path in games.iterdir())
    for row, log in zip(rows, done.document["logs"], strict=True):
        assert {name: row[name] for name in ("plies", "game", "players", "totals", "findings", "winners")} == {
            name: log[name] for name in ("plies", "game", "players", "totals", "findings", "winners")
        }
        assert row["words"] == log["verdict"]
        assert row["bytes"] == (games.parent / row["file"]).stat().st_size
        assert set(row) == set(columns_of(VerifyTask()))
    assert len({row["content"] for row in rows}) == len(rows)
    assert len({row["task"] for row in rows}) == 1
    assert str(tmp_path) not in (tmp_path / "rows.jsonl").read_text()
    assert not (tmp_path / f"rows.jsonl{SUFFIX}").exists()


@pytest.mark.parametrize("form", FORMS)
def test_rows_are_the_same_bytes_in_every_run(form: str, games: Path, tmp_path: Path) -> None:
    """One process or two: equal files and equal output, in each form; and each form holds the same rows."""
    told = [railbook("verify", games, "--rows", tmp_path / f"{jobs}{form}", "--jobs", jobs) for jobs in ("1", "2")]
    assert told[0] == told[1]
    assert (tmp_path / f"1{form}").read_bytes() == (tmp_path / f"2{form}").read_bytes()
    railbook("verify", games, "--rows", tmp_path / "plain.jsonl")
    assert rows_in(tmp_path / f"1{form}") == rows_in(tmp_path / "plain.jsonl")


def test_a_row_becomes_its_result_again(games: Path, tmp_path: Path) -> None:
    """What a row is read into gives the very same row, for `verify` and for `impact`."""
    from railbook.corpus.rows import row_of

    railbook("impact", games, *CHANGE, "--rows", tmp_path / "impact.jsonl")
    railbook("verify", games, "--rows", tmp_path / "verify.jsonl")
    for task in (VerifyTask(), ImpactTask()):
        for line in (tmp_path / f"{task.name}.jsonl").read_bytes().splitlines(keepends=True):
            row = read_line(line)
            assert row is not None
            assert row_of(task, result_of(task, row), row["task"], row["bytes"], row["content"]) == line


@pytest.mark.slow
def test_the_documented_query_reads_rows(games: Path, tmp_path: Path) -> None:
    """DuckDB gives the same for JSON Lines and Parquet: games and plies by number of seats, and how many are faulty."""
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    _, _, query = PAGE.read_text(encoding="utf-8").partition("```sql\n")
    query = query.partition("```")[0]
    counts = []
    for form in (".jsonl", ".parquet"):
        railbook("verify", games, "--rows", tmp_path / f"rows{form}")
        counts.append(duckdb.sql(query.replace("archive.parquet", f"{tmp_path}/rows{form}")).fetchall())
    assert counts[0] == counts[1]
    rows = rows_in(tmp_path / "rows.jsonl")
    assert sum(count[3] for count in counts[0]) == sum(row["plies"] for row in rows)
    assert [(count[1], count[2], count[4]) for count in counts[0]] == [
        (
            seats,
            sum(len(row["players"]) == seats for row in rows),
            sum(row["kind"] != "" and len(row["players"]) == seats for row in rows),
        )
        for seats in sorted({len(row["players"]) for row in rows})
    ]


@pytest.mark.parametrize("task", [VerifyTask(), ImpactTask()], ids=lambda task: str(task.name))
def test_every_column_is_documented(task: Task[Any, Any]) -> None:
    """The page has each column of the rows, and marks those that are JSON in Parquet."""
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition(f"| of `{task.name}` |")[2].partition("\n\n")[0] + "`file` `bytes` `content` `task`"
    for name, kind in columns_of(task).items():
        assert f"`{name}`" in table
        assert (f"`{name}`*" in table) == (kind == "json")


def test_a_file_of_rows_is_not_overwritten(games: Path, tmp_path: Path) -> None:
    """Without --resume a file that exists is refused, and so is a journal; a name that says no form, too."""
    (tmp_path / "rows.jsonl").write_text("mine\n")
    (tmp_path / f"other.jsonl{SUFFIX}").write_text("mine\n")
    for name, why in (("rows.jsonl", "exists"), ("other.jsonl", "exists"), ("rows.txt", "must end in")):
        done = railbook("verify", games, "--rows", tmp_path / name)
        assert (done.code, done.out) == (2, "")
        assert why in done.complaint
    assert (tmp_path / "rows.jsonl").read_text() == "mine\n"


def test_resume_needs_rows(games: Path) -> None:
    """Without --rows there is nothing to go on with: wrong usage."""
    done = railbook("verify", games, "--resume")
    assert done.code == 2
    assert "--rows" in done.complaint


@pytest.mark.parametrize("form", FORMS)
def test_only_what_changed_is_done_again(form: str, games: Path, tmp_path: Path) -> None:
    """Of a finished file the rows of logs that are as they were stay; a changed, a new and a gone log are seen."""
    rows = tmp_path / f"rows{form}"
    railbook("verify", games, "--rows", rows)
    shutil.copy(games / "log-1.jsonl", games / "log-2.jsonl")
    shutil.copy(games / "log-1.jsonl", games / "new.jsonl")
    (games / "log-3.jsonl").unlink()
    again = railbook("verify", games, "--rows", rows, "--resume")
    assert again.err == "railbook: 4 of 6 logs were done before and have not changed\n"
    anew = railbook("verify", games, "--rows", tmp_path / f"anew{form}")
    assert (again.code, again.out) == (anew.code, anew.out)
    assert rows.read_bytes() == (tmp_path / f"anew{form}").read_bytes()


def kept(done: Result) -> int:
    """Give how many logs were done before."""
    return int(done.err.split()[1])


@pytest.mark.slow
def test_another_task_keeps_nothing(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of another change, of other plugins, of another content of one, or under other limits are done again."""
    plugin = tmp_path / "rule.py"
    plugin.write_text('from railbook import Layer\nvariant = Layer("rule", game="ttr-usa", version="1.0")\n')
    rows = ("--rows", tmp_path / "rows.jsonl", "--resume")
    assert kept(railbook("impact", games, *CHANGE, *rows)) == 0
    assert kept(railbook("impact", games, *CHANGE, *rows)) == 6
    assert kept(railbook("impact", games, "-o", "end.longest_path_bonus=1", *rows)) == 0
    with_plugin = ("impact", games, *CHANGE, *rows, "-p", plugin)
    assert kept(railbook(*with_plugin)) == 0
    assert kept(railbook(*with_plugin)) == 6
    plugin.write_text(plugin.read_text() + "# other words\n")
    assert kept(railbook(*with_plugin)) == 0
    monkeypatch.setenv("RAILBOOK_LIMITS", "lines=1000")
    assert kept(railbook(*with_plugin)) == 0


def test_a_torn_journal_is_gone_on_with(games: Path, tmp_path: Path) -> None:
    """What a killed run left: whole rows are kept, the torn one is done again, and the bytes are the same."""
    railbook("verify", games, "--rows", tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / f"rows.jsonl{SUFFIX}").write_bytes(b"".join([lines[4], lines[1], lines[5], lines[0][:50]]))
    again = railbook("verify", games, "--rows", tmp_path / "rows.jsonl", "--resume")
    assert kept(again) == 3
    assert (tmp_path / "rows.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "rows.jsonl", "whole.jsonl"]


@pytest.mark.slow
def test_two_runs_do_not_write_one_journal(games: Path, tmp_path: Path) -> None:
    """A second run with the same rows is refused as long as the first one lasts."""
    rows = tmp_path / "rows.jsonl"
    first = Journal(rows, VerifyTask(), [], resume=True)
    done = railbook("verify", games, "--rows", rows, "--resume")
    assert (done.code, done.out) == (2, "")
    assert done.complaint.endswith("is being written by another run")
    first.close()
    assert railbook("verify", games, "--rows", rows, "--resume").code == 1


@pytest.mark.slow
def test_rows_of_something_else_are_refused(games: Path, tmp_path: Path) -> None:
    """A file that holds no rows is not taken for one, and stays."""
    (tmp_path / "rows.parquet").write_bytes(b"no parquet")
    done = railbook("verify", games, "--rows", tmp_path / "rows.parquet", "--resume")
    assert done.code == 2
    assert "holds no rows" in done.complaint
    assert (tmp_path / "rows.parquet").read_bytes() == b"no parquet"


def test_parquet_without_pyarrow_is_one_line(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pyarrow is missing, the line says what to install, before anything is done."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = railbook("verify", games, "--rows", tmp_path / "rows.parquet")
    assert (done.code, done.out) == (2, "")
    assert "railbook[parquet]" in done.complaint
    assert list(tmp_path.iterdir()) == [games]


STOPS = """
import os
import time
from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, DrawTickets

variant = Layer("stops", game=TICKET_TO_RIDE, version="1.0")


@variant.validator(DrawTickets, "stops.asleep")
def stops(rules, state, seat, action):
    if "STOPS" in os.environ:
        time.sleep(100)
"""
"""A house rule that stops where a test can be sure to interrupt it."""


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(corpus: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """Interrupted, a run says in one line how many are done and how to go on, exits with 130, and can go on."""
    plugin, games, rows = tmp_path / "stops.py", tmp_path / "games", tmp_path / "rows.jsonl"
    plugin.write_text(STOPS)
    words = ("--seats", "random,random", "--seed", "5", "-p", plugin, "--variant", "stops", "--out", games)
    assert railbook("simulate", "ttr-usa", *words).code == 0
    for log in sorted(corpus.glob("*.jsonl")):
        shutil.copy(log, games / f"zz-{log.name}")
    verify = ("verify", games, "-p", plugin, "--rows", rows)
    journal = tmp_path / f"rows.jsonl{SUFFIX}"
    done = interrupted(
        [*verify, "--jobs", "2"], lambda: journal.exists() and journal.read_bytes().count(b"\n") == 8, STOPS="yes"
    )
    assert (done.code, done.out) == (130, "")
    assert done.complaint == "railbook: stopped: 8 of 9 logs done; the same command with --resume goes on"
    assert not rows.exists()
    again = railbook(*verify, "--resume")
    assert again.err == "railbook: 8 of 9 logs were done before and have not changed\n"
    railbook(*verify[:-1], tmp_path / "whole.jsonl")
    assert rows.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not journal.exists()


@pytest.mark.slow
def test_a_killed_run_leaves_no_process(corpus: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """However the command ends, the processes that it started end too, even in the midst of a log."""
    plugin, games, told = tmp_path / "stops.py", tmp_path / "games", tmp_path / "process"
    tells = f"open({str(told)!r}, 'w').write(str(os.getpid())) and endless()"
    plugin.write_text(STOPS.replace("time.sleep(100)", tells))
    plugin.write_text(plugin.read_text() + "\n\ndef endless():\n    while True:\n        pass\n")
    words = ("--seats", "random,random", "--seed", "5", "-n", "2", "-p", plugin, "--variant", "stops", "--out", games)
    assert railbook("simulate", "ttr-usa", *words).code == 0
    running = subprocess.Popen(command("verify", games, "-p", plugin, "--jobs", "1"), env={**os.environ, "STOPS": "1"})
    until = time.monotonic() + WAIT
    while not (told.exists() and told.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    running.kill()
    running.wait()
    while time.monotonic() < until:
        time.sleep(0.02)
        try:
            os.kill(int(told.read_text()), 0)
        except ProcessLookupError:
            return
    pytest.fail("a process goes on after the command that started it was killed")
