"""Undo and leaving at the terminal: what the header allows, what is typed, and what the log then holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.record_helpers import Recorder, lines_of, verdict

PEBBLES = ("record", "pebbles", "-p", "tests.core.tiny", "--seed", "1", "-o", "peb.bets=false", "-o", "peb.tide=sorted")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recorder:
    """Give the command in an empty folder."""
    return Recorder(tmp_path, monkeypatch, capsys)


# Undo


def test_undo_across_a_reveal(record: Recorder) -> None:
    """LOG-09: where the header opens the barrier a drawn card is taken back, stays in the file, and comes again."""
    draw = "draw a card from the pile"
    typed = ["1", "", f"/{draw}", "42", "u", "42", "u", "q"]
    answer = record("record", "ttr-usa", "--seed", "4", "--undo-reveals", typed=typed)
    assert answer.code == 0
    assert answer.out.count("taken back") == 2
    lines = lines_of(record.one_log())
    assert lines[0]["undo"] == {"barrier": False, "window": 64}
    kinds = [line["type"] for line in lines]
    first, second = (at for at, kind in enumerate(kinds) if kind == "undo")
    assert second == first + 2
    assert lines[first - 1]["chance"]
    assert {key: lines[first - 1][key] for key in ("action", "chance", "events", "ply")} == {
        key: lines[second - 1][key] for key in ("action", "chance", "events", "ply")
    }
    assert verdict(record.one_log()).words == "exact so far"


@pytest.mark.parametrize(
    "window, undone, rule", [(1, 1, "core.undo-window"), (0, 0, "core.undo-window"), (64, 2, "core.undo-target")]
)
def test_the_window_of_the_header(record: Recorder, window: int, undone: int, rule: str) -> None:
    """LOG-09: undo reaches as far back as the header says, from the furthest ply, and then says why no further."""
    answer = record(
        *PEBBLES, "-o", "peb.hand=3", "-o", "peb.goal=99", "--seats", "ANNA,BEN", "--undo-window", str(window),
        typed=["", "2", "2", "undo", "undo", "undo", "q"],
    )  # fmt: skip
    lines = lines_of(record.one_log())
    assert lines[0]["undo"] == {"barrier": True, "window": window}
    assert [line["type"] for line in lines].count("undo") == undone
    assert rule in answer.out


def test_the_rule_about_undo_is_that_of_the_log(record: Recorder) -> None:
    """What the header says about undo cannot be said again when going on."""
    record("record", "ttr-usa", "--out", "g.jsonl")
    for option in (("--undo-window", "3"), ("--undo-reveals",)):
        answer = record("record", "g.jsonl", *option)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert f"{option[0]} is for a new game" in answer.err


# Leaving


@pytest.mark.parametrize(
    "typed, seat, why, said",
    [
        (["resign", "yes"], 0, "resigned", "ANNA leaves the game (resigned)"),
        (["kick BEN", "yes"], 1, "removed", "BEN leaves the game (removed)"),
        (["kick 2", "yes"], 2, "removed", "random leaves the game (removed)"),
        (["timeout ben", "yes"], 1, "timed out", "BEN leaves the game (timed out)"),
        (["TIMEOUT 0", "yes"], 0, "timed out", "ANNA leaves the game (timed out)"),
        (["agree", "yes"], 0, "agreed", "ANNA leaves the game (agreed)"),
    ],
)  # fmt: skip
def test_leaving_is_typed(record: Recorder, typed: list[str], seat: int, why: str, said: str) -> None:
    """Q27: who leaves and why is typed, asked again, told and recorded; the game is over as unfinished and exact."""
    answer = record("record", "ttr-usa", "--seats", "ANNA,BEN,random", "--seed", "4", typed=["", *typed])
    assert answer.code == 0
    assert said in answer.out
    assert "nothing is scored" in answer.out
    *_, leave, end = lines_of(record.one_log())
    assert (leave["seat"], leave["action"]) == (seat, {"type": "core.leave", "why": why})
    assert (end["reason"], end["sheet"]) == ("unfinished", [])
    assert verdict(record.one_log()).words == "exact"


@pytest.mark.parametrize(
    "typed, says",
    [
        (["kick", "q"], "kick goes with a seat or a name: 0 ANNA, 1 BEN"),
        (["timeout Carl", "q"], "timeout goes with a seat or a name: 0 ANNA, 1 BEN"),
        (["kick 2", "q"], "kick goes with a seat or a name"),
        (["kick BEN", "no", "q"], "Type yes to remove BEN"),
        (["agree", "", "q"], "Type yes if all agree"),
        (["timeout BEN", "q", "q"], "Type yes if BEN's time is up"),
    ],
)
def test_leaving_that_is_not_meant(record: Recorder, typed: list[str], says: str) -> None:
    """Q27: without a seat that is there, or without `yes`, nobody leaves and nothing is written."""
    answer = record("record", "ttr-usa", "--seats", "ANNA,BEN", "--seed", "4", typed=["", *typed])
    assert answer.code == 0
    assert says in answer.out
    assert [line["type"] for line in lines_of(record.one_log())] == ["header", "ply"]


def test_somebody_is_gone_when_the_screen_is_handed_on(record: Recorder) -> None:
    """Q27: who does not come to the screen is removed, or timed out, where the screen waits for him."""
    answer = record(
        "record", "ttr-usa", "--seats", "ANNA,BEN", "--seed", "4", typed=["kick nobody", "kick ANNA", "yes"]
    )
    assert "ANNA leaves the game (removed)" in answer.out
    assert lines_of(record.one_log())[-2]["action"]["why"] == "removed"
    assert verdict(record.one_log()).words == "exact"
