"""Verification of logs that are sound: what it reports of them, and what changes nothing."""

import gzip
from pathlib import Path

import pytest

from railbook.audit.findings import exit_code
from tests.core.forging import LAST, LINES, LOG, forged
from tests.core.tables import Document, chained, judged, played
from tests.core.tiny_variants import variants


def test_a_sound_log(tmp_path: Path) -> None:
    """The report on a sound log says who played, how it ended and that chance is proven."""
    report = judged(tmp_path, LOG)
    assert (report.words, report.findings, report.chance, report.finished) == ("exact", [], "proven", True)
    assert (report.game, report.variants, report.players) == ("pebbles", [], ["Ada", "Bo"])
    assert report.plies == LAST - 1
    sheet = [line["points"] for line in LINES[-1]["sheet"]]
    assert report.totals == [sum(points) for points in zip(*sheet, strict=True)]
    assert report.ranks == [next(p["rank"] for p in LINES[-1]["standings"] if p["seat"] == seat) for seat in (0, 1)]
    assert report.winners == [name for name, rank in zip(report.players, report.ranks, strict=True) if rank == 1]
    assert report.reason == LINES[-1]["reason"]
    assert exit_code([report]) == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("varied", [False, True], ids=["plain", "varied"])
def test_every_game_verifies(seats: int, varied: bool, tmp_path: Path) -> None:
    """Whatever random players do, with variants or without, the log is exact, packed as well."""
    for seed in range(5):
        log = played(*(variants if varied else ()), seats=seats, seed=seed)
        assert judged(tmp_path, log).findings == []
        assert judged(tmp_path, gzip.compress(log), name="game.jsonl.gz").words == "exact"


@pytest.mark.parametrize("plies", [1, 2, 5])
def test_a_game_in_progress_is_exact_so_far(plies: int, tmp_path: Path) -> None:
    """A log without its end line is no fault, also when the game is over already."""
    for log in (chained(LINES[: plies + 1]), chained(LINES[:-1])):
        report = judged(tmp_path, log)
        assert (report.words, report.findings, report.finished) == ("exact so far", [], False)
        assert exit_code([report]) == 0
    assert judged(tmp_path, chained(LINES[: plies + 1])).plies == plies


TIMES = ["2024-05-01T12:00:00Z", "2024-05-01T11:00:00Z", "2024-05-01T11:00:00Z", "23:59:60", "2024-05-01 12:00", "früh"]


def test_times_do_not_matter(tmp_path: Path) -> None:
    """Clocks that go back, stand still, step or have no zone change nothing and are no finding (LOG-11)."""
    timed = [{**line, "time": TIMES[at % len(TIMES)]} if at else line for at, line in enumerate(LINES)]
    log = chained(timed)
    assert log.count(b'"time"') == LAST
    report, plain = judged(tmp_path, log), judged(tmp_path, LOG)
    assert report == plain


def test_comments_do_not_matter(tmp_path: Path) -> None:
    """Comments anywhere, behind the end as well, change nothing (LOG-10)."""
    comments = [{"type": "comment", "text": text} for text in ("", "ply 3 was bold", '"type":"end"')]
    lines = [LINES[0]]
    for at, line in enumerate(LINES[1:]):
        lines += [comments[at % 3], line]
    report = judged(tmp_path, chained([*lines, *comments]))
    assert [finding for finding in report.findings if finding.kind != "not-canonical"] == []
    assert (report.words, report.plies) == ("exact", LAST - 1)


def test_names_are_labels(tmp_path: Path) -> None:
    """Names and notes in the header do not change the game; the chain notices a later change of them."""

    def rename(lines: list[Document]) -> None:
        lines[0]["seats"][0]["name"] = "P2"
        lines[0]["meta"] = {"event": ["club night", 3, None]}

    report = judged(tmp_path, forged(rename))
    assert (report.words, report.findings, report.players) == ("exact", [], ["P2", "Bo"])
