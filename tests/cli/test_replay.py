"""`railbook replay` and `railbook legal`: what was recorded is shown, to all or as one seat knew it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.replay import Replay
from railbook.engine.play import legal_actions
from railbook.plugins.registry import Registry
from tests.cli.running import log_of, railbook, records_of, rewritten

NOBODY_DRAWS = {"type": "ttr.card-drawn", "card": "red", "seat": 7}

AT = 60
"""A ply in the middle of the game."""


@pytest.fixture(scope="module")
def running(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a game in progress: the first plies of the whole one."""
    log = tmp_path_factory.mktemp("running") / "running.jsonl"
    log.write_bytes(log_of(records_of(whole)[: AT + 2]))
    return log


def strings_in(value: Any) -> Iterator[str]:
    """Give all strings in nested values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *strings_in(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)


# The whole and its parts


def test_a_replay_tells_every_ply(whole: Path) -> None:
    """A replay shows who sat where, each ply with its seat, and the final sheet with totals."""
    records = records_of(whole)
    done = railbook("replay", whole)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "ttr-usa, map usa; seats 0 greedy (blue), 1 random-1 (red), 2 random-2 (green)"
    told = [line for line in done.lines if line.startswith("ply ")]
    assert len(told) == len(records) - 2
    names = ("greedy", "random-1", "random-2")
    for record, line in zip(records[2:-1], told[1:], strict=True):
        assert line.startswith(f"ply {record['ply']}, seat {record['seat']} ({names[record['seat']]}): ")
    total = {place["seat"]: str(place["total"]) for place in records[-1]["standings"]}
    (row,) = [line.split() for line in done.lines if line.startswith("total ")]
    assert row == ["total", total[0], total[1], total[2]]


def test_a_part_of_a_replay_is_from_ply_to_ply(whole: Path) -> None:
    """`--from` and `--to` show these plies, both included, and no end."""
    done = railbook("replay", whole, "--from", "7", "--to", "9")
    assert [line.split(",")[0] for line in done.lines if line.startswith("ply ")] == ["ply 7", "ply 8", "ply 9"]
    assert "total" not in done.out


def test_json_of_a_replay_is_what_was_recorded(whole: Path) -> None:
    """CLI-04: `--format json` gives the recorded plies and the end, each as a line of ASCII with sorted keys."""
    done = railbook("replay", whole, "--format", "json")
    assert done.out.isascii()
    assert [json.loads(line) for line in done.lines] == records_of(whole)[1:]
    for line in done.lines:
        assert line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))


def test_a_position_is_shown_after_its_ply(whole: Path) -> None:
    """`--at` shows the ply and the table after it, and as JSON the state that the next ply begins from."""
    text = railbook("replay", whole, "--at", str(AT))
    assert text.lines[0].startswith(f"ply {AT}, seat ")
    assert any(line.startswith("display ") for line in text.lines)
    state = railbook("replay", whole, "--at", str(AT), "--format", "json").document
    assert state["ply"] == AT + 1
    assert [seat["points"] for seat in state["seats"]] == [
        sum(
            event["points"]
            for record in records_of(whole)[1 : AT + 2]
            for event in record["events"]
            if event["type"] == "ttr.points-scored" and event["seat"] == seat
        )
        for seat in range(3)
    ]


def test_what_comes_before_a_fault_stays_readable(whole: Path, tmp_path: Path) -> None:
    """LOG-01: in a log that is cut off the plies before are shown, then the fault is named, with exit code 1."""
    log = tmp_path / "cut.jsonl"
    log.write_bytes(whole.read_bytes()[:-20])
    there, cut = railbook("replay", whole, "--at", "5"), railbook("replay", log, "--at", "5")
    assert cut.out == there.out
    assert (cut.code, "truncated" in cut.complaint) == (1, True)
    shown = railbook("replay", log)
    assert shown.code == 1
    assert sum(line.startswith("ply ") for line in shown.lines) == len(records_of(whole)) - 2


def test_a_transcript_is_a_line_for_each_round(whole: Path) -> None:
    """`--transcript` begins with the table and ends with the standings, best first."""
    places = records_of(whole)[-1]["standings"]
    names = ("greedy", "random-1", "random-2")
    done = railbook("replay", whole, "--transcript")
    assert done.lines[0] == "ttr-usa map usa: greedy, random-1, random-2"
    assert any(line.startswith("round 1: points ") for line in done.lines)
    assert done.lines[-3:] == [f"rank {place['rank']}: {names[place['seat']]} {place['total']}" for place in places]


def test_of_a_ply_that_was_taken_back_the_last_one_counts(short: Path, tmp_path: Path) -> None:
    """After an undo `--at` shows the ply that stands, a whole replay shows both and the undo between them."""

    def take_back(records: list[dict[str, Any]]) -> None:
        other = json.loads(json.dumps(records[2]))
        for values in (other["action"], other["events"][0]["action"]):
            values["keep"], values["put_back"] = values["keep"][:2], [*values["put_back"], *values["keep"][2:]]
        records[2:2] = [other, {"type": "undo", "seat": 0, "to": 1}]

    log = rewritten(short, tmp_path / "undone.jsonl", take_back)
    assert railbook("replay", log, "--at", "1").out == railbook("replay", short, "--at", "1").out
    told = [line for line in railbook("replay", log).lines if line.startswith(("ply 1,", "seat 0 takes"))]
    assert [line.split(" ")[:2] for line in told] == [["ply", "1,"], ["seat", "0"], ["ply", "1,"]]
    assert told[1] == "seat 0 takes back everything from ply 1 on"
    kinds = [json.loads(line)["type"] for line in railbook("replay", log, "--format", "json", "--to", "1").lines]
    assert kinds == ["ply", "ply", "undo", "ply"]


@pytest.mark.parametrize(
    "change, kind",
    [
        (lambda records: records[5].update(seat=7), "not-your-turn"),
        (lambda records: records[5].update(ply=9), "broken-chain"),
        (lambda records: records[5]["events"].pop(), "different-events"),
        (lambda records: records[5]["events"].append(records[1]["events"][0]), "different-events"),
        (lambda records: records[5]["events"].insert(0, NOBODY_DRAWS), "different-events"),
        (lambda records: records[-1]["sheet"][0]["points"].pop(), "different-score"),
        (lambda records: records[-1]["standings"].pop(), "different-score"),
        (lambda records: records.insert(5, {"type": "undo", "seat": 0, "to": 40}), "illegal-action"),
        (lambda records: records.insert(5, {"type": "undo", "seat": 9, "to": 1}), "not-your-turn"),
        (lambda records: records.insert(5, records[0]), "unreadable"),
    ],
)
def test_what_cannot_be_folded_is_one_line(change: Any, kind: str, short: Path, tmp_path: Path) -> None:
    """A log whose lines fit each other but no game is refused at that line, by every way to replay it."""
    log = rewritten(short, tmp_path / "log.jsonl", change)
    for arguments in (("replay", log), ("replay", log, "--transcript"), ("diff", log, short), ("legal", log)):
        done = railbook(*arguments)
        assert done.code == 1
        assert f": {kind}: " in done.complaint
        assert done.complaint.startswith("railbook: log.jsonl: line ")


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event.update(route="nowhere--elsewhere"),
        lambda event: event.update(seat=1, trains=40),
    ],
)
def test_what_cannot_be_drawn_is_one_line(change: Any, short: Path, tmp_path: Path) -> None:
    """Events that fit the state but no board are shown as far as they can be, and never as a traceback."""
    claim = next(r["ply"] for r in records_of(short)[1:] if r["action"]["type"] == "ttr.claim-route")

    def forge(records: list[dict[str, Any]]) -> None:
        change(next(event for event in records[claim + 1]["events"] if event["type"] == "ttr.route-claimed"))

    log = rewritten(short, tmp_path / "log.jsonl", forge)
    for arguments in (("--at", str(claim)), ("--at", str(claim), "--as", "0"), ("--transcript",), ()):
        done = railbook("replay", log, *arguments)
        assert done.code in (0, 1)
        assert done.code == 0 or f"log.jsonl: line {claim + 2}, ply {claim}: different-events: " in done.complaint


@pytest.mark.parametrize("change", [lambda waits: waits.update(seats=[9]), lambda waits: waits.update(step="nowhere")])
def test_a_question_that_nobody_can_answer_is_one_line(change: Any, short: Path, tmp_path: Path) -> None:
    """A log that waits for a seat or step that does not exist has no legal actions, but a finding."""
    log = rewritten(short, tmp_path / "log.jsonl", lambda records: change(records[4]["events"][-1]))
    done = railbook("legal", log, "--at", "4")
    assert (done.code, done.out) == (1, "")
    assert done.complaint.startswith("railbook: log.jsonl: line ")


# What one seat knows


def secrets_of(running: Path, seat: int) -> tuple[set[str], tuple[str, str]]:
    """Give the tickets that only other seats saw, and the seed and the salt."""
    records = records_of(running)
    offered: list[set[str]] = [set(), set(), set()]
    for record in records[1:]:
        for event in record["events"]:
            if event["type"] == "ttr.tickets-offered":
                offered[event["seat"]] |= set(event["tickets"])
    return set().union(*offered) - offered[seat], (str(records[0]["chance"]["seed"]), records[0]["salt"])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_shown_no_secret_in_text(seat: int, running: Path) -> None:
    """LOG-13: `replay --as SEAT` names no ticket of others, no card dealt to or drawn unseen by them, and no seed."""
    loaded = Registry.installed()
    replay = Replay(running, loaded)
    tickets, keys = secrets_of(running, seat)
    board = replay.rules.board
    words = {
        ticket: f"{board.city_names[board.tickets[ticket].a]}–{board.city_names[board.tickets[ticket].b]} ("
        f"{board.tickets[ticket].points})"
        for ticket in tickets
    }
    shown = railbook("replay", running, "--as", str(seat))
    assert shown.code == 0
    open_text = railbook("replay", running).out
    assert any(word in open_text for word in words.values())
    assert not [word for word in words.values() if word in shown.out]
    assert not [key for key in keys if key in shown.out]
    for other in {0, 1, 2} - {seat}:
        dealt = [line for line in shown.lines if line.startswith(f"    seat {other} is dealt ")]
        assert dealt
        assert set(dealt) == {f"    seat {other} is dealt a card"}
        drawn = {line for line in shown.lines if line.startswith(f"    seat {other} draws ")}
        assert drawn <= {f"    seat {other} draws a card from the pile"}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_shown_no_secret_in_json(seat: int, running: Path) -> None:
    """LOG-13: the JSON of plies and of a position, as one seat, holds nothing that only others or nobody may know."""
    tickets, keys = secrets_of(running, seat)
    whole = railbook("replay", running, "--as", str(seat), "--format", "json")
    position = railbook("replay", running, "--at", str(AT), "--as", str(seat), "--format", "json")
    assert not [key for key in keys if key in whole.out + position.out]
    plies, state = [json.loads(line) for line in whole.lines], position.document
    assert [ply["ply"] for ply in plies] == list(range(AT + 1))
    assert plies[0]["events"].pop(0)["type"] == "ttr.table-laid"  # which names all tickets that there are
    assert tickets
    assert not tickets & set(strings_in([plies, state]))
    for ply in plies:
        for label, outcome in ply["chance"]:
            assert outcome is None or label == "ttr.face-up" or label.endswith(f"@{seat}")
        for event in ply["events"]:
            if event["type"] in ("ttr.card-dealt", "ttr.card-drawn"):
                assert (event["card"] is None) == (event["seat"] != seat)
    assert state["draw_pile"]["kinds"] == {}
    for number, one in enumerate(state["seats"]):
        if number != seat:
            assert one["hand"]["kinds"] == {}
            assert set(one["tickets"]) <= {None}


def test_event_numbers_are_those_of_the_full_log(running: Path) -> None:
    """LOG-13: a view holds every ply, seat and event of the full log, in its place."""
    shown = [json.loads(line) for line in railbook("replay", running, "--as", "1", "--format", "json").lines]
    whole = records_of(running)[1:]
    assert [(ply["ply"], ply["seat"], [e["type"] for e in ply["events"]]) for ply in shown] == [
        (ply["ply"], ply["seat"], [e["type"] for e in ply["events"]]) for ply in whole
    ]


# Legal actions


def test_legal_actions_of_a_position_are_listed(whole: Path) -> None:
    """`legal --at` lists, for the seat that is to act, exactly the actions that the rules allow there."""
    record = records_of(whole)[AT + 1]
    replay = Replay(whole, Registry.installed())
    played = replay.at(AT - 1)
    assert played is not None
    legal = [replay.rules.say(action) for action in legal_actions(replay.rules, played.state, record["seat"])]
    done = railbook("legal", whole, "--at", str(AT))
    assert done.code == 0
    assert done.lines[0].startswith(f"ply {AT}, seat {record['seat']} (")
    assert [line[7:] for line in done.lines[1:]] == legal
    as_json = [json.loads(line) for line in railbook("legal", whole, "--at", str(AT), "--format", "json").lines]
    assert {"seat": record["seat"], "action": record["action"]} in as_json
    assert len(as_json) == len(legal)


def test_fewer_legal_actions_can_be_asked_for(whole: Path) -> None:
    """`--most` stops after so many actions."""
    assert len(railbook("legal", whole, "--at", str(AT), "--most", "3").lines) == 4


def test_a_seat_that_is_not_asked_has_nothing_legal(whole: Path) -> None:
    """`--as` another seat says that nothing is legal for it now."""
    other = (records_of(whole)[AT + 1]["seat"] + 1) % 3
    done = railbook("legal", whole, "--at", str(AT), "--as", str(other))
    assert (done.code, done.lines[1:]) == (0, ["  nothing: this seat is not asked now"])


def test_at_the_end_of_a_running_game_the_next_actions_are_legal(running: Path, whole: Path) -> None:
    """Without `--at` the position is the end of the log; there, the action that was then played is legal."""
    record = records_of(whole)[AT + 2]
    as_json = [json.loads(line) for line in railbook("legal", running, "--format", "json").lines]
    assert {"seat": record["seat"], "action": record["action"]} in as_json


def test_nothing_is_legal_when_the_game_is_over(whole: Path) -> None:
    """A finished game has no legal actions, and the line says how to look at an earlier ply."""
    done = railbook("legal", whole)
    assert (done.code, done.out) == (0, "")
    assert done.complaint == "railbook: the game is over (last round): nothing is legal; --at goes back to a ply"
