"""`railbook redact`: a log for one seat or a spectator, and the proof that such a log is what the whole one gives."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import SEED
from tests.cli.record_helpers import Recorder
from tests.cli.running import log_of, railbook, records_of, rewritten
from tests.cli.test_replay import strings_in

RUNNING = 42
"""Lines of the game that still runs."""


@pytest.fixture
def running(whole: Path, tmp_path: Path) -> Path:
    """Give the beginning of a whole game of three seats."""
    path = tmp_path / "running.jsonl"
    path.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:RUNNING]))
    return path


def secrets(log: Path, seat: int | None) -> set[str]:
    """Give the tickets that only other seats have been offered."""
    offered: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    for record in records_of(log)[1:]:
        for event in record["events"]:
            if event["type"] == "ttr.tickets-offered":
                offered[event["seat"]] |= set(event["tickets"])
    own = offered[seat] if seat is not None else set()
    return set().union(*offered.values()) - own


@pytest.mark.parametrize("who", ["0", "2", "spectator"])
def test_a_redacted_log_holds_no_secret(who: str, running: Path, tmp_path: Path) -> None:
    """LOG-13: no seed, salt or digest of the whole log, no hand, ticket or draw of others, in any line.

    Plies keep their numbers, and the log verifies as far as it can.
    """
    seat = None if who == "spectator" else int(who)
    told = tmp_path / "told.jsonl"
    done = railbook("redact", running, "--as", who, "--out", told)
    assert (done.code, done.out, done.err) == (0, "", "")
    header, *plies = records_of(told)
    text = told.read_text("utf-8")
    whole = [json.loads(line) for line in running.read_bytes().splitlines()]
    assert not [key for key in (str(SEED), whole[0]["salt"], *(line["digest"] for line in whole)) if key in text]
    assert header["partial"] is True
    assert header["meta"] == {"seen-by": seat if seat is not None else "spectator"}
    assert plies[0]["events"].pop(0)["type"] == "ttr.table-laid"  # which names all tickets that there are
    assert secrets(running, seat)
    assert not secrets(running, seat) & set(strings_in(plies))
    assert [(ply["ply"], ply["seat"]) for ply in plies] == [(ply["ply"], ply["seat"]) for ply in whole[1:]]
    for ply in plies:
        for label, outcome in ply["chance"]:
            assert (outcome is not None) == (label == "ttr.face-up" or label.endswith(f"@{seat}"))
    verdict = railbook("verify", told)
    assert verdict.code == 3
    assert "unverified" in verdict.out
    assert railbook("verify", told, "--allow-unverified").code == 0


def test_a_redacted_log_shows_what_the_seat_saw(running: Path, tmp_path: Path) -> None:
    """LOG-13: replayed, a redacted log says ply by ply what `--as` that seat says of the whole one."""
    told = tmp_path / "told.jsonl"
    railbook("redact", running, "--as", "1", "--out", told)
    for arguments in ((), ("--at", "30"), ("--notation",)):
        assert (
            railbook("replay", told, "--as", "1", *arguments).lines
            == railbook("replay", running, "--as", "1", *arguments).lines
        )
    for at in ("10", "39"):
        views = [railbook("replay", log, "--as", "1", "--at", at, "--format", "json").out for log in (told, running)]
        assert views[0] == views[1]
    assert railbook("replay", told).code == 0, "without --as too"


def test_redacting_again_proves_a_redacted_log(whole: Path, running: Path, tmp_path: Path) -> None:
    """LOG-13: `--check` compares with the whole log: the same, the same so far, or another game from that line on."""
    told, part, other = (tmp_path / name for name in ("told.jsonl", "part.jsonl", "other.jsonl"))
    assert railbook("redact", whole, "--as", "1", "--out", told).code == 0
    assert railbook("redact", running, "--as", "1", "--out", part).code == 0
    lines = len(told.read_bytes().splitlines())
    same = railbook("redact", whole, "--as", "1", "--check", told)
    assert (same.code, same.lines) == (
        0,
        [f"{told} is what seat 1 can know of {whole.name}: all {lines} lines are the same"],
    )
    early = railbook("redact", whole, "--as", "1", "--check", part)
    assert (early.code, f"its {RUNNING} lines are the same, more follow" in early.out) == (0, True)
    rewritten(told, other, lambda records: records[9]["events"][-1].update(scope="turn 9 seat 9"))
    changed = railbook("redact", whole, "--as", "1", "--check", other)
    assert changed.code == 1
    assert changed.lines[0] == f"{other} is not what seat 1 can know of {whole.name}: line 10 differs"
    assert [line.split(":")[0].strip() for line in changed.lines[1:]] == ["due", "there"]
    assert railbook("redact", whole, "--as", "spectator", "--check", told).code == 1
    assert railbook("redact", running, "--as", "1", "--check", told).code == 1, "more than the whole log holds"


def test_packed_logs(running: Path, tmp_path: Path) -> None:
    """A name that ends in `.gz` packs the log, with the same bytes every time, and is read as any other."""
    paths = [tmp_path / name for name in ("a.jsonl", "a.jsonl.gz", "b.jsonl.gz")]
    for path in paths:
        assert railbook("redact", running, "--as", "0", "--out", path).code == 0
    assert gzip.decompress(paths[1].read_bytes()) == paths[0].read_bytes()
    assert paths[1].read_bytes() == paths[2].read_bytes()
    assert railbook("redact", running, "--as", "0", "--check", paths[1]).code == 0


def test_standard_input(running: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is the whole log, or the one to be checked."""
    told = tmp_path / "told.jsonl"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(running.read_bytes())))
    assert railbook("redact", "-", "--as", "0", "--out", told).code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told.read_bytes())))
    assert railbook("redact", running, "--as", "0", "--check", "-").code == 0


@pytest.mark.parametrize(
    "arguments, word",
    [
        pytest.param(("LOG", "--out", "x.jsonl"), "say for whom: --as SEAT", id="no-seat"),
        pytest.param(("LOG", "--as", "3", "--out", "x.jsonl"), "there is no seat 3", id="seat"),
        pytest.param(("LOG", "--as", "all", "--out", "x.jsonl"), "name a seat, 0 to 2, or spectator", id="word"),
        pytest.param(("LOG", "--as", "٣", "--out", "x.jsonl"), "name a seat", id="other-digits"),
        pytest.param(("LOG", "--as", "0"), "choose --out FILE", id="nothing-to-do"),
        pytest.param(("LOG", "--as", "0", "--out", "x.jsonl", "--check", "LOG"), "choose --out FILE", id="both"),
        pytest.param(("LOG", "--as", "0", "--out", "LOG"), "exists", id="onto-itself"),
        pytest.param(("LOG", "--as", "0", "--check", "gone.jsonl"), "gone.jsonl: no such file", id="gone"),
        pytest.param(("-", "--as", "0", "--check", "-"), "only one of both logs", id="twice-standard-input"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], word: str, running: Path, tmp_path: Path) -> None:
    """CLI exit codes: wrong usage is one line and 2, and nothing is written."""
    before = running.read_bytes()
    done = railbook("redact", *(str(running) if word == "LOG" else word for word in arguments), folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert word in done.complaint
    assert running.read_bytes() == before
    assert not (tmp_path / "x.jsonl").exists()


def change_ply_five(records: list[dict[str, Any]]) -> None:
    """Let another seat have played ply 5."""
    records[6]["seat"] = (records[6]["seat"] + 1) % 3


def test_what_cannot_be_read_is_not_handed_out(running: Path, tmp_path: Path) -> None:
    """A broken chain, a torn line and an unknown game give one line, 1 or 3, and no file."""
    told = tmp_path / "told.jsonl"
    broken = tmp_path / "broken.jsonl"
    records = [json.loads(line) for line in running.read_bytes().splitlines()]
    change_ply_five(records)
    broken.write_text("".join(json.dumps(record, sort_keys=True) + "\n" for record in records), "utf-8")
    done = railbook("redact", broken, "--as", "0", "--out", told)
    assert (done.code, "broken-chain" in done.complaint) == (1, True)
    broken.write_bytes(running.read_bytes()[:-40])
    done = railbook("redact", broken, "--as", "0", "--out", told)
    assert (done.code, "truncated" in done.complaint) == (1, True)
    rewritten(running, broken, lambda lines: lines[0].update(game="chess"))
    assert railbook("redact", broken, "--as", "0", "--out", told).code == 3
    assert not told.exists()


def test_a_spectator_may_look_everywhere(running: Path, tmp_path: Path) -> None:
    """LOG-13: `--as spectator` shows a game to somebody who only watches; nothing is ever legal for him."""
    shown = railbook("replay", running, "--as", "spectator", "--format", "json")
    plies = [json.loads(line) for line in shown.lines]
    assert plies[0]["events"].pop(0)["type"] == "ttr.table-laid"
    assert not secrets(running, None) & set(strings_in(plies))
    assert "chooses in secret" in railbook("replay", running, "--as", "spectator").out
    page = tmp_path / "game.html"
    assert railbook("page", running, "--as", "spectator", "--out", page).code == 0
    assert '"viewer":"spectator"' in page.read_text("utf-8").replace(" ", "")
    assert railbook("draw", running, "--as", "spectator", "--out", tmp_path / "x.svg").code == 0
    refused = railbook("legal", running, "--as", "spectator")
    assert (refused.code, "a spectator is never asked" in refused.complaint) == (2, True)


def test_a_revealed_key_is_for_who_holds_the_whole_log(short: Path, tmp_path: Path) -> None:
    """LOG-13: as JSON the end of a game is shown to a seat without the key."""
    records = records_of(short)
    records[0]["chance"] = {"scheme": "committed", "procedure": "blake2b-1", "commitment": "cd" * 32}
    records[-1]["key"] = "ab" * 32
    log = tmp_path / "committed.jsonl"
    log.write_bytes(log_of(records))
    assert "ab" * 32 in railbook("replay", log, "--format", "json").out
    for who in ("0", "spectator"):
        shown = railbook("replay", log, "--as", who, "--format", "json")
        assert (shown.code, "ab" * 32 in shown.out) == (0, False)
        assert json.loads(shown.lines[-1])["standings"] == records[-1]["standings"]


def test_findings_are_not_told_to_a_seat(short: Path, tmp_path: Path) -> None:
    """LOG-13: a page for a seat says where a log goes wrong, not in words that may name hidden cards."""
    log, page = tmp_path / "wrong.jsonl", tmp_path / "wrong.html"
    dealt = next(event for event in records_of(short)[1]["events"] if event["type"] == "ttr.card-dealt")
    rewritten(short, log, lambda records: records[1]["chance"][0].__setitem__(1, "no-such-card"))
    assert dealt
    assert railbook("page", log, "--out", page).code == 0
    assert "no-such-card" in page.read_text("utf-8")
    assert railbook("page", log, "--as", "1", "--out", page, "--force").code == 0
    assert "no-such-card" not in page.read_text("utf-8")
    assert "see the whole log" in page.read_text("utf-8")


def test_a_game_that_was_left_turns_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LOG-13, Q27: whoever resigns sees no hand of others at the end, for nothing was played out."""
    record = Recorder(tmp_path, monkeypatch, capsys)
    answer = record("record", "ttr-usa", "--seed", "4", typed=["resign", "yes"])
    last_table = answer.out.partition("the game is over: unfinished")[2]
    assert "\npiles " in last_table
    assert "\nhand " not in last_table
    assert "\nhand " in record("replay", str(record.one_log()), "--at", "1").out, "the whole log shows all hands"


@pytest.mark.parametrize("who", ["0", "1", "spectator"])
def test_what_changed_rules_do_is_undetermined(who: str, short: Path, tmp_path: Path) -> None:
    """A redacted log is no broken one for `impact`: from where hidden things decide nobody can say."""
    told = tmp_path / "told.jsonl"
    assert railbook("redact", short, "--as", who, "--out", told).code == 0
    done = railbook("impact", told, "--option", "market.flush_at=2")
    assert "1 log: 1 undetermined" in done.out, done.out
