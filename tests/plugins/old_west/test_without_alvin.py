"""Games that were played with Alvin, decided again without him."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.changed import changed_rules
from railbook.audit.diff import diff_rules
from railbook.audit.following import Following
from railbook.audit.replay import Replay
from railbook.engine.score import totals
from railbook.log.records import Ply
from railbook.plugins.registry import Registry

REPLAYS = Path(__file__).resolve().parents[3] / "replays" / "ttr-old-west"
LOGS = sorted(REPLAYS.glob("*-alvin-*.jsonl"))
each_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)


def plies_of(log: Path) -> list[dict[str, Any]]:
    """Give the plies of a log as plain values."""
    return [line for line in map(json.loads, log.read_text("utf-8").splitlines()) if line["type"] == "ply"]


def kinds(ply: dict[str, Any]) -> set[str]:
    """Give the types of the events of a ply."""
    return {event["type"] for event in ply["events"]}


def without(log: Path) -> tuple[Replay, Following]:
    """Follow a log under the rules without Alvin."""
    registry = Registry.installed()
    replay = Replay(log, registry)
    return replay, Following(replay, changed_rules(registry, replay.header, without=["alvin"]), keep_set_up=True)


def test_there_are_games_with_captures_and_without() -> None:
    """TTR-ALV5: the games below show what they are about."""
    captured = [any("alvin.captured" in kinds(ply) for ply in plies_of(log)) for log in LOGS]
    assert {True, False} <= set(captured)


@each_log
def test_diff_names_the_first_ply_where_he_mattered(log: Path) -> None:
    """TTR-ALV4, alvin.capture: the set-up is kept, and the first difference is the first capture, or none."""
    registry = Registry.installed()
    replay = Replay(log, registry)
    found = diff_rules(replay, changed_rules(registry, replay.header, without=["alvin"]))
    captures = [ply["ply"] for ply in plies_of(log) if "alvin.captured" in kinds(ply)]
    assert found.ply == (captures[0] if captures else None)
    assert found.same is not bool(captures)


@each_log
def test_the_same_cards_are_drawn_where_his_plies_fall_away(log: Path) -> None:
    """alvin.place-alvin: without him his plies fall away, and every other ply draws what it drew, in the same turn."""
    _, following = without(log)
    drawn = []
    for record in following.plies():
        assert isinstance(record, Ply)
        if following.refused:
            break
        drawn.append([list(entry) for entry in following.chance])
    recorded = plies_of(log)
    assert drawn == [ply["chance"] for ply in recorded[: len(drawn)]]
    if following.refused:
        # alvin.no-marker-at-home: only without him a marker is offered for Roswell, and the log has no answer to that
        assert (following.state.asked, following.rule) == ("old-west.offer-marker", "core.not-your-turn")
        assert "roswell" in recorded[len(drawn) - 1]["action"]["route"]
    else:
        assert len(drawn) == len(recorded)


def test_most_games_go_on_to_the_end_without_him() -> None:
    """TTR-ALV4, TTR-ALV8: then every seat has what it had, less its captures and its control of Alvin."""
    ended = 0
    for log in LOGS:
        replay, following = without(log)
        assert list(following.plies())
        if following.refused:
            continue
        end = replay.end
        assert end is not None
        seats = len(replay.header.seats)
        lost = [0] * seats
        for event in (event for ply in plies_of(log) for event in ply["events"]):
            if event["type"] == "alvin.captured":
                lost[event["seat"]] += 10
        for line in end.sheet:
            if line.id == "alvin.control":
                lost = [mine + points for mine, points in zip(lost, line.points, strict=True)]
        recorded = totals(end.sheet, seats)
        assert totals(following.end().sheet, seats) == [mine - away for mine, away in zip(recorded, lost, strict=True)]
        ended += any(lost)
    assert ended >= 3
