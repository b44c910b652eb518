"""`railbook diff`: games are compared by what they mean, and the first real divergence is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.replay import Played, Replay
from railbook.bots import RANDOM
from railbook.engine.play import legal_actions
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from tests.cli.running import log_of, railbook, records_of, rewritten

FROM = 90
"""The ply from which on the other game differs, at the first draw of a face-up card."""


def played_otherwise(log: Path, target: Path) -> tuple[int, str, str]:
    """Record a game again up to a draw from ply 90 on, draw another card there, and let bots play on.

    Gives the number of that ply and both actions in words.
    """
    replay = Replay(log, Registry.installed())
    lines: list[bytes] = []
    game = RecordedGame.begin(replay.rules, replay.header, seeded_source(replay.header), lines.append)
    bots = [RANDOM.make(replay.rules, seat) for seat in range(replay.rules.seats)]
    parted: tuple[int, str, str] | None = None
    for played in replay.plies():
        assert isinstance(played, Played)
        record = played.record
        if record.seat is None:
            continue
        action = record.action
        if record.ply >= FROM and getattr(action, "slot", None) is not None:
            action = next(
                other
                for other in legal_actions(replay.rules, game.state, record.seat)
                if type(other) is type(record.action) and other != record.action
            )
            parted = record.ply, replay.rules.say(record.action), replay.rules.say(action)
        game.act(record.seat, action)
        if parted:
            break
    assert parted
    while not game.over:
        seat = game.state.to_act[0]
        game.act(seat, bots[seat].choose(view(replay.rules, game.state, seat), seat))
    game.end()
    target.write_bytes(b"".join(lines))
    return parted


def dressed_otherwise(log: Path, target: Path) -> Path:
    """Write a game with other spacing and another order of keys."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    target.write_text("".join(json.dumps(dict(reversed(line.items()))) + "\n" for line in lines), encoding="utf-8")
    return target


def with_times_and_comments(log: Path, target: Path) -> Path:
    """Write times behind all plies, and comments between them."""
    comment = b'{"text":"what a game","type":"comment"}\n'
    lines = [line[:-2] + b',"time":"2031-01-01T00:00:00Z"}\n' + comment for line in log.read_bytes().splitlines(True)]
    target.write_bytes(b"".join(lines))
    return target


@pytest.mark.parametrize("write", [dressed_otherwise, with_times_and_comments])
def test_what_means_the_same_is_no_difference(write: Callable[[Path, Path], Path], whole: Path, tmp_path: Path) -> None:
    """CLI-02: another order of keys and spacing, other times and comments are no difference, and exit with 0."""
    other = write(whole, tmp_path / "other.jsonl")
    assert railbook("verify", other).code == 0
    done = railbook("diff", whole, other)
    assert (done.code, done.out) == (0, f"no difference: {len(records_of(whole)) - 2} plies are the same\n")


def test_a_game_that_ends_earlier_is_told(whole: Path, tmp_path: Path) -> None:
    """CLI-02: without its last three plies a log 'ends 3 plies earlier, after ply n', and that exits with 1."""
    records = records_of(whole)
    last = records[-2]["ply"]
    (tmp_path / "shorter.jsonl").write_bytes(log_of(records[:-4]))
    for pair in ((whole, tmp_path / "shorter.jsonl"), (tmp_path / "shorter.jsonl", whole)):
        done = railbook("diff", *pair)
        assert (done.code, done.out) == (
            1,
            f"difference: shorter.jsonl ends 3 plies earlier, after ply {last - 3}\n",
        )


def test_one_ply_is_counted_in_the_singular(whole: Path, tmp_path: Path) -> None:
    """CLI-02: one ply less is 'ends 1 ply earlier', and only the end line less is said to be that."""
    records = records_of(whole)
    (tmp_path / "shorter.jsonl").write_bytes(log_of(records[:-2]))
    (tmp_path / "open.jsonl").write_bytes(log_of(records[:-1]))
    assert " ends 1 ply earlier, after ply " in railbook("diff", whole, tmp_path / "shorter.jsonl").out
    done = railbook("diff", whole, tmp_path / "open.jsonl")
    assert (done.code, done.out) == (1, "difference: open.jsonl has no end line\n")


def test_another_draw_is_the_first_difference(whole: Path, tmp_path: Path) -> None:
    """CLI-02: a game played on otherwise differs first at that ply: both actions, the state, nothing later."""
    ply, mine, theirs = played_otherwise(whole, tmp_path / "other.jsonl")
    seat = records_of(whole)[ply + 1]["seat"]
    assert railbook("verify", tmp_path / "other.jsonl").code == 0
    done = railbook("diff", whole, tmp_path / "other.jsonl")
    assert done.code == 1
    assert done.lines[0] == f"first difference at ply {ply}: another action"
    assert f"-   seat {seat}: {mine}" in done.lines
    assert f"+   seat {seat}: {theirs}" in done.lines
    assert done.out.count("first difference") == 1
    found = railbook("diff", whole, tmp_path / "other.jsonl", "--format", "json").document
    assert (found["ply"], found["plies"], found["same"]) == (ply, ply, False)
    assert found["header"] == []
    paths = [path for path, _, _ in found["state"]]
    assert any(path.startswith(f"seats[{seat}].hand.") for path in paths)
    assert not any(path.startswith(("ply", "round", "owners")) for path in paths)


def test_other_outcomes_are_told_apart_from_other_actions(short: Path, corpus: Path, tmp_path: Path) -> None:
    """Two games of other seeds differ in the header and in what chance answered at ply 0."""
    done = railbook("diff", short, corpus / "ttr-usa-1.jsonl")
    assert done.lines[:2] == [
        "header chance.seed: 0 | 1",
        "first difference at ply 0: chance answered otherwise",
    ]


def test_only_the_headers_may_differ(short: Path, tmp_path: Path) -> None:
    """The same plies with another player are a difference of the headers, and exit with 1."""

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = "Ada"

    done = railbook("diff", short, rewritten(short, tmp_path / "other.jsonl", rename))
    plies = len(records_of(short)) - 2
    assert (done.code, done.lines) == (
        1,
        ["header seats[0].name: greedy | Ada", f"only the headers differ: {plies} plies are the same"],
    )


def test_an_undo_in_one_log_is_a_difference(short: Path, tmp_path: Path) -> None:
    """Plies that only one log takes back are said, even where the game goes on alike."""

    def take_back(records: list[dict[str, Any]]) -> None:
        records[3:3] = [{"type": "undo", "seat": 0, "to": 1}, records[2]]

    other = rewritten(short, tmp_path / "other.jsonl", take_back)
    done = railbook("diff", short, other)
    assert (done.code, done.out) == (1, "difference: after ply 1 only one of them takes plies back, or others\n")
    assert railbook("diff", other, other).code == 0


@pytest.mark.parametrize(
    "change, what",
    [
        (lambda end: [place.update(rank=3 - place["rank"]) for place in end["standings"]], "another winner"),
        (lambda end: end["sheet"][0]["points"].reverse(), "another score"),
        (lambda end: end.update(reason="all passed"), "another end"),
    ],
)
def test_ends_are_compared(change: Callable[[Any], object], what: str, short: Path, tmp_path: Path) -> None:
    """Games with the same plies may end otherwise: another winner is said before another score or reason."""
    other = rewritten(short, tmp_path / "other.jsonl", lambda records: change(records[-1]))
    done = railbook("diff", short, other)
    assert (done.code, done.lines[0]) == (1, f"difference: {what}")
    assert len(done.lines) >= 3


# One log under changed rules


def test_an_option_that_changes_the_game_is_shown_where_it_does(whole: Path) -> None:
    """`diff LOG --option tickets.draw=4` names the first ply at which four tickets are offered, and what differs."""
    records = records_of(whole)
    draw = next(record for record in records[5:] if record.get("action", {}).get("type") == "ttr.draw-tickets")
    done = railbook("diff", whole, "--option", "tickets.draw=4")
    assert done.code == 1
    assert done.lines[0] == "option tickets.draw: 3 -> 4"
    assert done.lines[1] == f"first difference at ply {draw['ply']}: other events follow"
    found = railbook("diff", whole, "-o", "tickets.draw=4", "--format", "json").document
    assert found["rules"] == [["option tickets.draw", 3, 4]]
    assert (found["ply"], found["plies"]) == (draw["ply"], draw["ply"])
    mine, theirs = found["sides"]
    assert mine["chance"] == draw["chance"]
    assert theirs["chance"][:3] == draw["chance"]
    assert len(theirs["chance"]) == 4
    (offer,) = [row for row in found["state"] if row[0].startswith(f"seats[{draw['seat']}].offer")]
    assert offer == [f"seats[{draw['seat']}].offer[3:]", [], [theirs["chance"][3][1]]]


def test_the_state_shows_only_what_the_game_is_about(whole: Path) -> None:
    """What differs names parts of the table, not the engine's bookkeeping of steps and numbers of outcomes."""
    found = railbook("diff", whole, "-o", "tickets.draw=4", "--format", "json").document
    assert not [path for path, _, _ in found["state"] if path.startswith(("agenda", "counts", "scope"))]


def test_an_option_may_change_only_the_score(whole: Path) -> None:
    """A longest path that is worth more changes no ply: the difference is the score, or also the winner."""
    done = railbook("diff", whole, "-o", "end.longest_path_bonus=11")
    assert done.code == 1
    assert done.lines[1] in ("difference: another score", "difference: another winner")
    assert "points.ttr.longest-path" in done.out


def test_the_recorded_set_up_is_kept_unless_told(short: Path) -> None:
    """Other hands at the start change nothing of a recorded game, and the output says how to deal again."""
    done = railbook("diff", short, "-o", "setup.hand=6")
    assert done.code == 0
    assert done.lines[-1] == "the set-up was kept as recorded: --redeal decides it again too"
    again = railbook("diff", short, "-o", "setup.hand=6", "--redeal")
    assert again.code == 1
    assert again.lines[1] == "first difference at ply 0: other events follow"


def test_the_same_rules_are_no_difference(short: Path) -> None:
    """An option that is given the value it had changes nothing, and the set-up dealt again is the recorded one."""
    done = railbook("diff", short, "-o", "tickets.draw=3", "--redeal")
    assert (done.code, done.lines) == (0, [f"no difference: {len(records_of(short)) - 2} plies are the same"])


def test_without_a_key_what_was_never_drawn_is_undetermined(whole: Path, tmp_path: Path) -> None:
    """Where nothing says what a fourth ticket would have been, the answer is undetermined, not made up."""

    def recorded_at_a_table(records: list[dict[str, Any]]) -> None:
        records[0]["chance"] = {"scheme": "none"}

    log = rewritten(whole, tmp_path / "table.jsonl", recorded_at_a_table)
    assert railbook("diff", log, "-o", "end.all_pass=continue").code == 0
    done = railbook("diff", log, "-o", "tickets.draw=4")
    assert done.code == 1
    assert ": undetermined from here on, because information is hidden: " in done.lines[1]


def test_a_game_with_an_undo_is_followed(short: Path, tmp_path: Path) -> None:
    """Plies that were taken back and played again are decided under the changed rules as well."""

    def take_back(records: list[dict[str, Any]]) -> None:
        records[0]["undo"]["barrier"] = False
        records[3:3] = [{"type": "undo", "seat": 0, "to": 1}, records[2]]

    log = rewritten(short, tmp_path / "undone.jsonl", take_back)
    assert railbook("verify", log).code == 0
    done = railbook("diff", log, "-o", "end.all_pass=continue")
    assert (done.code, done.lines[1]) == (0, f"no difference: {len(records_of(log)) - 4} plies are the same")


def test_a_forged_log_is_not_compared(whole: Path, tmp_path: Path) -> None:
    """A log whose plies do not follow from its own rules is refused at that ply, with a hint to verify it."""

    def forge(records: list[dict[str, Any]]) -> None:
        event = next(e for r in records if r.get("ply", 0) > 9 for e in r["events"] if e["type"] == "ttr.points-scored")
        event["points"] += 1

    log = rewritten(whole, tmp_path / "forged.jsonl", forge)
    done = railbook("diff", log, "-o", "end.all_pass=continue")
    assert done.code == 1
    assert "different-events" in done.complaint
    assert done.complaint.endswith("see `railbook verify`")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("other.jsonl",), ("-o", "tickets.draw=4"), ("-o", "setup.hand=5", "--redeal")])
def test_json_of_a_diff_is_the_same_everywhere(arguments: tuple[str, ...], whole: Path, tmp_path: Path) -> None:
    """CLI-04: the same comparison gives the same bytes in every folder, in ASCII and without an absolute path."""
    printed = []
    for folder in (tmp_path / "here", tmp_path / "far" / "away"):
        folder.mkdir(parents=True)
        (folder / "log.jsonl").write_bytes(whole.read_bytes())
        played_otherwise(whole, folder / "other.jsonl")
        places = [folder / argument if argument == "other.jsonl" else argument for argument in arguments]
        printed.append(railbook("diff", folder / "log.jsonl", *places, "--format", "json").out)
    assert printed[0] == printed[1]
    assert printed[0].isascii()
    assert str(tmp_path) not in printed[0]
    assert msgspec.json.decode(printed[0])["same"] is False
