"""`railbook stats`: figures are those that one counts by hand in the files, and broken logs end no run."""

from __future__ import annotations

import collections
import csv
import gzip
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.stats import GROUPING, TABLES
from railbook.corpus.counting import CountTask
from railbook.corpus.identity import content_of, identity
from railbook.corpus.journal import Journal
from railbook.corpus.places import logs_in
from railbook.corpus.rows import row_of
from railbook.corpus.run import How, Run
from railbook.plugins.registry import Registry
from tests.cli.running import log_of, railbook, records_of, rewritten

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
USA = REPLAYS / "ttr-usa" / "5-greedy-random-reshuffle.jsonl"
EUROPE = REPLAYS / "ttr-europe" / "3-random-three-stations.jsonl"
ALVIN = REPLAYS / "ttr-old-west" / "4-alvin-random-several-captures.jsonl"
STEAM = REPLAYS / "age-of-steam" / "3-greedy-random-fewer-places.jsonl"
BOARDS = pytest.mark.parametrize("log", [USA, EUROPE, ALVIN], ids=["TTR-C9-usa", "TTR-C9-europe", "TTR-C9-alvin"])


def rows_of(*arguments: str | Path, folder: Path) -> list[dict[str, Any]]:
    """Give the rows that the command writes of some logs."""
    file = folder / f"{len(list(folder.iterdir()))}.jsonl"
    done = railbook("stats", *arguments, "--rows", file, "--jobs", "1")
    assert done.code == 0, done.err
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def events_of(log: Path, tag: str) -> Iterator[dict[str, Any]]:
    """Give the events of a type as they stand in a file; the shipped games hold no undo."""
    records = records_of(log)
    assert not [record for record in records if record["type"] == "undo"]
    for record in records:
        yield from (event for event in record.get("events", ()) if event["type"] == tag)


def sums(rows: list[dict[str, Any]], tally: str, measure: str, *by: str) -> dict[Any, int]:
    """Add up a figure of a tally by columns, of all seats."""
    found: collections.Counter[Any] = collections.Counter()
    for row in rows:
        if (row["kind"], row.get("id"), row.get("measure")) == ("piece", tally, measure) and "seat" in row:
            found[tuple(row[column] for column in by) if len(by) > 1 else row[by[0]]] += row["value"]
    return dict(found)


def sheet_of(log: Path) -> dict[str, list[int]]:
    """Give the score sheet that a file ends with."""
    return {line["id"]: line["points"] for line in records_of(log)[-1]["sheet"]}


# ------------------------------------------------------------------------------------------------- counted by hand


@BOARDS
def test_routes_are_those_of_the_file(tmp_path: Path, log: Path) -> None:
    """TTR-C9: routes are claimed by whom the file says, and their points are the line `ttr.routes` seat by seat."""
    rows = rows_of(log, folder=tmp_path)
    claimed = collections.Counter((event["route"], event["seat"]) for event in events_of(log, "ttr.route-claimed"))
    told = {key: count for key, count in sums(rows, "ttr.routes", "claimed", "piece", "seat").items() if count}
    assert told == dict(claimed)
    points = sums(rows, "ttr.routes", "points", "seat")
    assert [points.get(seat, 0) for seat in range(len(points))] == sheet_of(log)["ttr.routes"]
    free = {row["piece"] for row in rows if row.get("id") == "ttr.routes" and "seat" not in row}
    assert free
    assert not free & {route for route, _seat in claimed}


@BOARDS
def test_tickets_are_those_of_the_file(tmp_path: Path, log: Path) -> None:
    """TTR-K6: tickets are offered and kept as the file says, and their points are the line `ttr.tickets`."""
    rows = rows_of(log, folder=tmp_path)
    for tag, field, measure in (("ttr.tickets-offered", "tickets", "offered"), ("ttr.tickets-kept", "kept", "kept")):
        counted = collections.Counter(
            (ticket, event["seat"]) for event in events_of(log, tag) for ticket in event[field]
        )
        assert sums(rows, "ttr.tickets", measure, "piece", "seat") == dict(counted)
    points = sums(rows, "ttr.tickets", "points", "seat")
    assert [points[seat] for seat in range(len(points))] == sheet_of(log)["ttr.tickets"]
    done = sums(rows, "ttr.tickets", "completed", "piece")
    worth = sums(rows, "ttr.tickets", "points", "piece")
    assert {ticket for ticket, count in done.items() if count} == {t for t, value in worth.items() if value > 0}


def test_pieces_of_boards_of_their_own(tmp_path: Path) -> None:
    """TTR-EUR4, TTR-OW5, TTR-ALV3: stations, markers and captures are counted by city as they stand in the file."""
    for log, tag, tally, measure in (
        (EUROPE, "europe.station-built", "europe.stations", "built"),
        (ALVIN, "old-west.marker-placed", "old-west.markers", "marked"),
        (ALVIN, "alvin.captured", "alvin.captures", "captured"),
    ):
        counted = collections.Counter((event["city"], event["seat"]) for event in events_of(log, tag))
        assert counted
        assert sums(rows_of(log, folder=tmp_path), tally, measure, "piece", "seat") == dict(counted)


def test_age_of_steam_is_counted(tmp_path: Path) -> None:
    """AOS-C1, AOS-M7, AOS-S2: actions, deliveries, and incomes and shares that are the lines of the score sheet."""
    rows, sheet = rows_of(STEAM, folder=tmp_path), sheet_of(STEAM)
    chosen = collections.Counter(event["action"] for event in events_of(STEAM, "aos.action-chosen") if event["action"])
    assert sums(rows, "aos.actions", "chosen", "piece") == dict(chosen)
    moved = list(events_of(STEAM, "aos.goods-moved"))
    cubes = collections.Counter((event["cube"], event["seat"]) for event in moved)
    assert sums(rows, "aos.goods", "delivered", "piece", "seat") == dict(cubes)
    income = sum(sums(rows, "aos.goods", figure, "id")["aos.goods"] for figure in ("income", "income-of-others"))
    assert income == sum(sum(event["income"].values()) for event in moved)
    built = [event["price"] for event in events_of(STEAM, "aos.tile-built")]
    assert sums(rows, "aos.works", "dollars", "piece")["tiles"] == sum(built)
    end = sums(rows, "aos.standing", "at-the-end", "piece", "seat")
    in_game = [seat for seat in range(3) if not end["eliminated", seat]]
    assert len(in_game) == 2
    for seat in in_game:
        assert 3 * end["income", seat] == sheet["aos.income"][seat]
        assert -3 * end["shares", seat] == sheet["aos.shares"][seat]
        assert end["paths", seat] == sheet["aos.track"][seat]


def test_a_whole_folder_is_added_up(tmp_path: Path) -> None:
    """Lengths, winners and points over a folder are those of its files, by number of seats."""
    logs = sorted((REPLAYS / "ttr-usa").glob("*.jsonl"))
    done = railbook("stats", REPLAYS / "ttr-usa", "--format", "json", "--by", "game,seats", "--jobs", "1")
    assert done.code == 0
    assert (done.document["logs"], done.document["counted"], done.document["causes"]) == (len(logs), len(logs), [])
    by_seats: dict[int, list[list[dict[str, Any]]]] = collections.defaultdict(list)
    for log in logs:
        records = records_of(log)
        by_seats[len(records[0]["seats"])].append(records)
    assert [group["by"] for group in done.document["groups"]] == [
        {"game": "ttr-usa", "seats": seats} for seats in sorted(by_seats)
    ]
    for group in done.document["groups"]:
        games = by_seats[group["by"]["seats"]]
        figures = {tuple(line[name] for name in ("table", "id", "piece", "measure")): line for line in group["figures"]}
        plies = [sum(record["type"] == "ply" for record in records) for records in games]
        length = figures["games", "", "", "plies"]
        assert (length["n"], length["total"], length["least"]) == (len(games), sum(plies), min(plies))
        for seat in range(group["by"]["seats"]):
            places = [place for game in games for place in game[-1]["standings"] if place["seat"] == seat]
            assert figures["seats", str(seat), "", "won"]["total"] == sum(place["rank"] == 1 for place in places)
            assert figures["seats", str(seat), "", "points"]["total"] == sum(place["total"] for place in places)
        names = [seat["name"].partition("-")[0] for game in games for seat in game[0]["seats"]]
        for bot in set(names):
            assert figures["bots", bot, "", "won"]["n"] == names.count(bot)
        lines = [line for game in games for line in game[-1]["sheet"] if line["id"] == "ttr.longest-path"]
        bonus = figures["scores", "ttr.longest-path", "", "points"]
        assert bonus["total"] == sum(sum(line["points"]) for line in lines)


# --------------------------------------------------------------------------------------------------------------- forms


def test_text_shows_every_table(corpus: Path) -> None:
    """Groups are named by what is told apart, `--top` cuts pieces and says so, and 0 shows them all."""
    done = railbook("stats", corpus, "--top", "2", "--jobs", "1")
    assert done.code == 0
    assert done.lines[0] == "game ttr-usa, options end.trains_at_most=40, seats 2"
    for title in ("games ", "seat ", "bot ", "points by ", "core.actions ", "ttr.routes ", "ttr.tickets "):
        assert any(line.startswith(title) for line in done.lines)
    assert "    and 98 more: --top 0 shows all" in done.lines
    assert done.lines[-1] == "8 logs: 8 counted"
    assert "--top 0" not in railbook("stats", corpus, "--top", "0", "--by", "game", "--jobs", "1").out


def test_csv_is_one_long_table(corpus: Path) -> None:
    """Every line has all columns, the figures of the JSON document in its order, and numbers that read as such."""
    done = railbook("stats", corpus, "--format", "csv", "--jobs", "1")
    lines = list(csv.DictReader(io.StringIO(done.out)))
    document = railbook("stats", corpus, "--format", "json", "--jobs", "1").document
    figures = [line for group in document["groups"] for line in group["figures"]]
    assert len(lines) == len(figures) > 1000
    for line, figure in zip(lines, figures, strict=True):
        assert [line[name] for name in ("table", "id", "piece", "measure")] == [
            figure[name] for name in ("table", "id", "piece", "measure")
        ]
        assert all(float(line[name]) == figure[name] for name in ("n", "total", "least", "median", "mean", "greatest"))
    assert list(dict.fromkeys(line["table"] for line in lines[: len(document["groups"][0]["figures"])])) == list(TABLES)


def test_the_same_everywhere(corpus: Path, tmp_path: Path) -> None:
    """CLI-04, PLG-05: however many processes count, text, JSON and rows have the same bytes."""
    said = set()
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.jsonl.gz"
        done = railbook("stats", corpus, "--jobs", jobs, "--rows", file, "--format", "json")
        said.add((done.code, done.out, done.err, file.read_bytes()))
    assert len(said) == 1


@pytest.mark.slow
def test_parquet_has_what_json_lines_have(corpus: Path, tmp_path: Path) -> None:
    """Rows are the same in each form; what a kind of row does not have is null."""
    parquet = pytest.importorskip("pyarrow.parquet")
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl.gz", "c.parquet")]
    for file in files:
        assert railbook("stats", corpus, "--jobs", "1", "--rows", file).code == 0
    assert gzip.decompress(files[1].read_bytes()) == files[0].read_bytes()
    lines = [json.loads(line) for line in files[0].read_text(encoding="utf-8").splitlines()]
    rows = parquet.read_table(files[2]).to_pylist()
    assert [{name: value for name, value in row.items() if value is not None} for row in rows] == lines
    assert {row["kind"] for row in rows} == {"game", "seat", "score", "piece"}


def test_parquet_needs_an_extra(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyarrow Parquet is refused in one line that says how to get it, before anything is counted."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = railbook("stats", corpus, "--rows", tmp_path / "a.parquet")
    assert (done.code, done.out) == (2, "")
    assert done.complaint == "railbook: rows as Parquet need pyarrow: pip install 'railbook[parquet]'"
    assert not list(tmp_path.iterdir())


def test_wrong_usage(short: Path, tmp_path: Path) -> None:
    """CLI-05: names, columns and files that cannot be are refused with exit code 2; a file that exists is kept."""
    there = tmp_path / "there.jsonl"
    there.write_text("mine", encoding="utf-8")
    for arguments, said in (
        (("--rows", there), f"{there} exists"),
        (("--rows", tmp_path / "rows.txt"), "the name must end in .jsonl or .jsonl.gz or .parquet"),
        (("--rows", tmp_path / "no" / "rows.jsonl"), "rows.jsonl"),
        (("--by", "game,colour"), "unknown column 'colour'"),
        (("--format", "xml"), "unknown format 'xml'"),
        (("-", "--verify"), "--verify reads a log twice"),
        ((tmp_path / "none.jsonl",), "no such file"),
    ):
        done = railbook("stats", short, *arguments)
        assert (done.code, said in done.err) == (2, True), (arguments, done.err)
    assert there.read_text(encoding="utf-8") == "mine"
    assert railbook("stats", short, "--by", ",".join(GROUPING)).code == 0


def test_nothing_to_count(tmp_path: Path) -> None:
    """CLI-01: counting nothing is no success."""
    done = railbook("stats", tmp_path)
    assert (done.code, done.out) == (1, "0 logs: 0 counted\n")
    assert "no logs in" in done.complaint


# --------------------------------------------------------------------------------------------------------- broken logs


def steal(records: list[dict[str, Any]]) -> None:
    """Let the second claim be for the route of the first, events and all: it can be folded, but no rule allows it."""
    claims = [record for record in records if record.get("action", {}).get("type") == "ttr.claim-route"]
    claims[1]["action"]["route"] = claims[0]["action"]["route"]


def wrong_seat(records: list[dict[str, Any]]) -> None:
    """Let the points of a claim go to a seat that is not there."""
    event = next(e for record in records for e in record.get("events", ()) if e["type"] == "ttr.points-scored")
    event["seat"] = 9


@pytest.fixture
def spoilt(corpus: Path, tmp_path: Path) -> Path:
    """Give a folder with a sound log, one of each way to be broken, and one of a game that nobody has."""
    sound, other, third = sorted(corpus.glob("*.jsonl"))[:3]
    folder = tmp_path / "spoilt"
    folder.mkdir()
    (folder / "a-sound.jsonl").write_bytes(sound.read_bytes())
    (folder / "b-cut.jsonl").write_bytes(sound.read_bytes()[:-40])
    (folder / "c-empty.jsonl").write_bytes(b"")
    rewritten(other, folder / "d-illegal.jsonl", steal)
    rewritten(third, folder / "e-illegal.jsonl", steal)
    rewritten(sound, folder / "f-seat.jsonl", wrong_seat)
    rewritten(sound, folder / "g-unheard.jsonl", lambda records: records[0].update(game="unheard"))
    return folder


def test_broken_logs_are_listed_and_left_out(spoilt: Path) -> None:
    """LOG-01: what cannot be folded is one line each on standard error; what can be is counted as recorded."""
    done = railbook("stats", spoilt, "--jobs", "1", "--format", "json")
    assert done.code == 1
    assert (done.document["logs"], done.document["counted"]) == (7, 3)
    assert [line.split(": ")[1] for line in done.err.splitlines()] == [
        f"spoilt/{name}.jsonl" for name in ("b-cut", "c-empty", "f-seat", "g-unheard")
    ]
    assert {(cause["kind"], cause["rule"]): cause["logs"] for cause in done.document["causes"]} == {
        ("truncated", ""): 1,
        ("unreadable", ""): 1,
        ("different-events", ""): 1,
        ("unknown-game", ""): 1,
    }


def test_causes_say_which_rule_makes_logs_illegal(spoilt: Path, tmp_path: Path) -> None:
    """TTR-C10: with --verify illegal logs are left out, grouped by rule id with their number and the first."""
    done = railbook("stats", spoilt, "--verify", "--jobs", "1", "--format", "json")
    assert (done.code, done.document["counted"]) == (1, 1)
    first, *others = done.document["causes"]
    assert (first["kind"], first["rule"], first["logs"]) == ("illegal-action", "ttr.route-is-owned", 2)
    assert first["example"]["file"] == "spoilt/d-illegal.jsonl"
    assert all(cause["logs"] == 1 for cause in others)
    assert done.document["verdicts"] == {"diverged": 3, "exact": 1, "unreadable": 2, "unverified": 1}
    text = railbook("stats", spoilt, "--verify", "--jobs", "1", "--rows", tmp_path / "rows.jsonl")
    assert any(line.startswith("illegal-action    ttr.route-is-owned     2  spoilt/d-illegal") for line in text.lines)
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [row for row in rows if row["kind"] == "finding" and row["rule"] == "ttr.route-is-owned"]
    assert [row["file"] for row in found] == ["spoilt/d-illegal.jsonl", "spoilt/e-illegal.jsonl"]


def test_what_is_not_installed_is_no_fault_of_the_log(spoilt: Path) -> None:
    """A game that nobody has is exit code 3, which an option makes 0."""
    log = spoilt / "g-unheard.jsonl"
    assert railbook("stats", log, spoilt / "a-sound.jsonl").code == 3
    assert railbook("stats", log, spoilt / "a-sound.jsonl", "--allow-unverified").code == 0
    assert railbook("stats", log, spoilt / "c-empty.jsonl", "--allow-unverified").code == 1


def test_a_partial_log_counts_what_it_knows(short: Path, tmp_path: Path) -> None:
    """LOG-13: a redacted log has routes and scores as the whole game, and the tickets of its own seat only."""
    redacted = tmp_path / "redacted.jsonl"
    assert railbook("redact", short, "--as", "0", "--out", redacted).code == 0
    whole, known = rows_of(short, folder=tmp_path), rows_of(redacted, folder=tmp_path)
    for figure in ("claimed", "points"):
        assert sums(known, "ttr.routes", figure, "piece", "seat") == sums(whole, "ttr.routes", figure, "piece", "seat")
    kept = sums(whole, "ttr.tickets", "kept", "piece", "seat")
    own = {key: count for key, count in kept.items() if key[1] == 0}
    assert sums(known, "ttr.tickets", "kept", "piece", "seat") == own != kept
    done = railbook("stats", redacted, "--verify")
    assert (done.code, done.lines[-1]) == (3, "1 log: 1 counted, 1 unverified")


def test_a_running_game_is_counted_as_such(short: Path, tmp_path: Path) -> None:
    """A log without an end line is a game in progress: its rows have no winner, and no error is said."""
    log = tmp_path / "running.jsonl"
    log.write_bytes(log_of(records_of(short)[:-1]))
    rows = rows_of(log, folder=tmp_path)
    assert {row["status"] for row in rows} == {"running"}
    assert not [row for row in rows if "won" in row or row["kind"] == "score"]
    done = railbook("stats", log)
    assert (done.code, done.err, len(done.lines)) == (0, "", 5)


def test_a_stopped_count_is_gone_on_with(corpus: Path, tmp_path: Path) -> None:
    """A journal that an earlier run left is gone on with, to the same bytes; a finished table is not."""
    whole, again = tmp_path / "whole.jsonl", tmp_path / "again.jsonl"
    assert railbook("stats", corpus, "--rows", whole, "--jobs", "1").code == 0
    logs = logs_in([str(corpus)])
    task = CountTask()
    journal = Journal(again, task, [log.name for log in logs], resume=False)
    stopped = Run(task, logs[:2], How(rows=tmp_path / "part.jsonl"), Registry.installed())
    for index, result in stopped:
        size, content = content_of(logs[index].path)
        journal.add(index, row_of(task, result, identity(task, Registry.installed()), size, content))
    journal.close()
    done = railbook("stats", corpus, "--rows", again, "--resume", "--jobs", "1")
    assert done.complaint == f"railbook: 2 of {len(logs)} logs were done before and have not changed"
    assert again.read_bytes() == whole.read_bytes()
    refused = railbook("stats", corpus, "--rows", again, "--resume")
    assert (refused.code, "is finished" in refused.complaint) == (2, True)
