"""Transcripts of games in which plies were taken back: a round that is no part of the game is not told."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.transcript import transcript_of
from railbook.plugins.registry import Registry
from tests.cli.running import log_of, records_of
from tests.formats.samples import SHORT, Sample, bare


@cache
def recorded() -> list[dict[str, Any]]:
    """Give the records of a game whose header lets an undo cross what was revealed."""
    return records_of(Sample("ttr-usa", 2, SHORT, change=bare).over())


@cache
def installed() -> Registry:
    """Load what is installed."""
    return Registry.installed()


def replayed(folder: Path, records: list[dict[str, Any]]) -> Replay:
    """Replay these records."""
    path = folder / "game.jsonl"
    path.write_bytes(log_of(json.loads(json.dumps([{k: v for k, v in one.items() if k != "time"} for one in records]))))
    return Replay(path, installed())


def last_of_a_round() -> int:
    """Give the index of the record of seat 1 with which its second turn, and so a round, ends."""
    turns = [at for at, one in enumerate(recorded()) if one.get("seat") == 1]
    ends = [at for at in turns if recorded()[at + 1].get("seat") == 0 and at > turns[0]]
    return ends[1]


def test_a_round_that_was_taken_back_is_told_once(tmp_path: Path) -> None:
    """LOG-09: a round whose last ply was taken back and made again has one line, as if it had not been taken back."""
    records, at = recorded(), last_of_a_round()
    straight = list(transcript_of(replayed(tmp_path, records)))
    undo = {"type": "undo", "seat": 1, "to": records[at]["ply"]}
    again = [*records[: at + 1], undo, *records[at:]]
    assert list(transcript_of(replayed(tmp_path, again))) == straight
    assert sum(line.startswith("round ") for line in straight) == len({*straight} & {*filter(_is_round, straight)})
    twice = [*records[: at + 1], undo, records[at], undo, *records[at:]]
    assert list(transcript_of(replayed(tmp_path, twice))) == straight


def _is_round(line: str) -> bool:
    return line.startswith("round ")


def test_what_stays_taken_back_is_not_told(tmp_path: Path) -> None:
    """LOG-09: a log that ends with an undo has the transcript of one that ends before what was taken back."""
    records, at = recorded(), last_of_a_round()
    undo = {"type": "undo", "seat": 1, "to": records[at]["ply"]}
    undone = list(transcript_of(replayed(tmp_path, [*records[: at + 1], undo])))
    assert undone == list(transcript_of(replayed(tmp_path, records[:at])))


def test_rounds_before_a_fault_are_told(tmp_path: Path) -> None:
    """LOG-01: the rounds before a line that cannot be replayed are told, and then the fault is raised."""
    records, at = recorded(), last_of_a_round()
    told: list[str] = []
    with pytest.raises(ReplayFault, match="stands where ply"):
        _keep(told, replayed(tmp_path, [*records[: at + 2], records[1]]))
    assert told
    assert told == list(transcript_of(replayed(tmp_path, records)))[: len(told)]
    assert any(map(_is_round, told))


def _keep(told: list[str], replay: Replay) -> None:
    told.extend(transcript_of(replay))  # what came before a fault stays
