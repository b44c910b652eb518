"""Leaving is a ply as any other: in each game, for each reason, every command understands it and nothing is scored."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from railbook.audit.verify import verify
from railbook.bots import RandomPlayer
from railbook.engine.core_layer import Leave
from railbook.engine.play import check, legal_actions
from railbook.engine.state import UNFINISHED
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import Illegal, RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import Table
from tests.cli.running import log_of, railbook, records_of

GAMES = {
    "ttr-usa": ("ttr-usa", ()),
    "ttr-europe": ("ttr-europe", ()),
    "ttr-old-west": ("ttr-old-west", ()),
    "alvin": ("ttr-old-west", ("alvin",)),
    "age-of-steam": ("age-of-steam", ()),
}
REASONS = ("resigned", "removed", "timed out", "agreed")
PLIES = 9
"""Plies before somebody leaves."""


@cache
def installed() -> Registry:
    """Load what is installed."""
    return Registry.installed()


@cache
def table(name: str) -> Table:
    """Seat three random bots."""
    game, variants = GAMES[name]
    return Table.of(installed(), game, ["random"] * 3, [installed().variant(one) for one in variants])


def under_way(name: str, plies: int, lines: list[bytes]) -> RecordedGame:
    """Let bots play so many plies behind the set-up."""
    seats = table(name)
    header = open_header(seats.rules, seats.game_map, ["Ann", "Ben", "Cleo"], 1)
    game = RecordedGame.begin(seats.rules, header, seeded_source(header), lines.append)
    bots = [RandomPlayer(seats.rules, seat) for seat in range(3)]
    for _ in range(plies):
        seat = game.state.to_act[-1]
        game.act(seat, bots[seat].choose(view(seats.rules, game.state, seat), seat))
    return game


def left(name: str, why: str, plies: int = PLIES) -> bytes:
    """Give the log of a game in which a seat leaves that is not asked, or the first one that is."""
    lines: list[bytes] = []
    game = under_way(name, plies, lines)
    others = [seat for seat in range(3) if seat not in game.state.to_act]
    game.act([*others, game.state.to_act[0]][0], Leave(why))
    game.end()
    return b"".join(lines)


every_game = pytest.mark.parametrize("name", list(GAMES))
every_reason = pytest.mark.parametrize("why", REASONS)


@every_game
@every_reason
def test_a_game_that_somebody_left_verifies(name: str, why: str, tmp_path: Path) -> None:
    """Q27, core.leave: whoever leaves, and why, is a ply; the game is over, unfinished, exact, and without a score."""
    log = tmp_path / "left.jsonl"
    log.write_bytes(left(name, why))
    *_, ply, end = records_of(log)
    assert ply["action"] == {"type": "core.leave", "why": why}
    assert ply["events"] == [{"type": "core.ended", "reason": UNFINISHED}]
    assert (end["reason"], end["sheet"], end["standings"]) == (UNFINISHED, [], [])
    report = verify(log, installed())
    assert (report.words, report.winners, report.findings) == ("exact", [], [])
    assert (report.finished, report.reason, report.totals) == (True, UNFINISHED, [])


@pytest.mark.slow
@every_game
def test_every_command_understands_it(name: str, tmp_path: Path) -> None:
    """Q27: replay says who left and why, diff and impact go on to the end, transcript and page end as unfinished."""
    log, other = tmp_path / "left.jsonl", tmp_path / "other.jsonl"
    log.write_bytes(left(name, "timed out"))
    other.write_bytes(left(name, "resigned"))
    shown = railbook("replay", log)
    assert shown.code == 0
    assert shown.out.count("leaves the game (timed out)") == 1
    assert shown.lines[-1] == "the game is over: unfinished"
    assert railbook("replay", log, "--transcript").lines[-1] == "over: unfinished"
    assert railbook("replay", log, "--as", "1").lines[-1] == "the game is over: unfinished"
    assert railbook("diff", log, log).code == 0
    parted = railbook("diff", log, other)
    assert parted.code == 1
    assert f"ply {PLIES + 1}" in parted.out
    assert "another action" in parted.out
    page = tmp_path / "left.html"
    assert railbook("page", log, "--out", page).code == 0
    assert "leaves the game (timed out)" in page.read_text(encoding="utf-8")
    assert railbook("draw", log, "--out", tmp_path / "left.svg").code == 0


@pytest.mark.parametrize(
    "name, option",
    [
        pytest.param("ttr-usa", "end.longest_path_bonus=15", marks=pytest.mark.slow),
        ("age-of-steam", "limits.locomotive=5"),
    ],
    ids=["ttr", "aos"],
)
def test_impact_of_changed_scores_is_none(name: str, option: str, tmp_path: Path) -> None:
    """Q27: where nothing is scored, a change of the score changes nothing."""
    log = tmp_path / "left.jsonl"
    log.write_bytes(left(name, "agreed"))
    done = railbook("impact", log, "-o", option, "--format", "json")
    (row,) = done.document["logs"]
    assert row["outcome"] == "same", row


@every_game
@pytest.mark.parametrize("plies", [0, 2])
def test_leaving_in_the_middle_of_secret_choices(name: str, plies: int, tmp_path: Path) -> None:
    """Q27: a seat may leave while others still choose, and the log says nothing of choices that never took effect."""
    log = tmp_path / "left.jsonl"
    log.write_bytes(left(name, "removed", plies))
    report = verify(log, installed())
    assert (report.words, report.plies) == ("exact", plies + 2)


@every_game
def test_nobody_is_asked_any_more(name: str) -> None:
    """Q27, core.over, core.undo-over: no seat, bot or person, can act, leave again or take the leaving back."""
    lines: list[bytes] = []
    game = under_way(name, PLIES, lines)
    last = game.state.ply
    game.act(2, Leave("resigned"))
    for seat in range(3):
        seen = view(game.rules, game.state, seat)
        assert list(legal_actions(game.rules, seen, seat)) == []
        refused = check(game.rules, seen, seat, Leave("agreed"))
        assert "core.over" in str(refused)
    with pytest.raises(Illegal, match=r"core\.undo-over"):
        game.undo(2, last)


@every_game
def test_a_reason_that_no_log_knows(name: str, tmp_path: Path) -> None:
    """core.leave-reason: a log in which somebody leaves for another reason diverges at that ply."""
    log = tmp_path / "left.jsonl"
    records = records_of(left(name, "agreed"))
    records[-2]["action"]["why"] = "bored"
    log.write_bytes(log_of(records))
    (finding,) = verify(log, installed()).findings
    assert (finding.kind, finding.rule, finding.ply) == ("illegal-action", "core.leave-reason", PLIES + 1)


def test_bots_go_home(tmp_path: Path) -> None:
    """Q27: a recording in which a person leaves ends at once, whoever else is a bot."""
    log = tmp_path / "left.jsonl"
    log.write_bytes(left("ttr-usa", "resigned").rpartition(b'{"reason"')[0])
    assert json.loads(log.read_bytes().splitlines()[-1])["action"]["type"] == "core.leave"
    done = railbook("record", log, "--seats", "random,random,random")
    assert done.code == 0
    assert "nothing is scored" in done.out
    assert records_of(log)[-1]["type"] == "end"
