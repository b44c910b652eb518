"""`railbook record age-of-steam` takes typed actions: a whole game typed, left, gone on with, verified; faults help."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.record_helpers import Recorder, lines_of, verdict

CASH = ("-o", "start.cash=30")
"""An option that lets random players last for some turns."""

PLIES = 90
"""Plies that are typed, some turns."""

SEATS = ("ANNA", "BEN", "CAT")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recorder:
    """Give the command in an empty folder."""
    monkeypatch.setenv("COLUMNS", "120")
    return Recorder(tmp_path, monkeypatch, capsys)


def typed_by(record: Recorder, log: Path) -> Iterator[tuple[str, str]]:
    """Give the plies of a log as `replay --notation` shows them: who, and what is typed."""
    answer = record("replay", str(log), "--notation")
    assert (answer.code, answer.err) == (0, "")
    for number, line in enumerate(answer.out.splitlines()[1:], 1):
        ply, _, rest = line.strip().partition(" ")
        if ply != str(number):
            return
        name, _, text = rest.strip().partition(" ")
        yield name, text.strip()


def actions_of(log: Path) -> list[tuple[int | None, dict[str, object]]]:
    """Give who did what in a log."""
    return [(line["seat"], line["action"]) for line in lines_of(log) if line["type"] == "ply"]


@pytest.mark.slow
def test_a_game_is_typed(record: Recorder) -> None:
    """A game of bots, typed by three people who leave in the middle and go on, has the same actions and verifies."""
    seated = ("--seed", "9", *CASH)
    assert record("simulate", "age-of-steam", "--seats", "greedy,random,greedy", "--out", "bots", *seated).code == 0
    (bots,) = (record.folder / "bots").glob("*.jsonl")
    texts = [text for _, text in typed_by(record, bots)]
    assert len(texts) == len(actions_of(bots)) - 1 > PLIES
    # Enter when the screen is handed over, and Enter when a ply is looked at; where nobody waits it does nothing.
    first, second = ([line for text in part for line in ("", text, "")] for part in (texts[:40], texts[40:PLIES]))
    answer = record("record", "age-of-steam", "--seats", ",".join(SEATS), "--out", "g.jsonl", *seated, typed=first)
    assert answer.code == 0
    assert "ply 41 is due" in answer.out
    assert verdict(record.folder / "g.jsonl").words == "exact so far"
    assert record("record", "g.jsonl", typed=second).code == 0
    report = verdict(record.folder / "g.jsonl")
    assert (report.words, report.chance) == ("exact so far", "proven")
    typed = actions_of(record.folder / "g.jsonl")
    assert typed == actions_of(bots)[: PLIES + 1]
    kinds = {str(action["type"]) for _, action in typed}
    assert kinds >= {"aos.issue-shares", "aos.bid", "aos.choose-action", "aos.build", "aos.move-goods", "aos.pass-move"}


def test_a_person_against_bots(record: Recorder) -> None:
    """One person types some plies between those of bots: each is checked, recorded, and told in words."""
    typed = ["issue 2", "", "bid 3", "", "", "drop", "", "choose urbanization", "", "build", "build 10,13 S1 1-4", "q"]
    answer = record(
        "record", "age-of-steam", "--seats", "ANNA,random,random", "--seed", "5", "--out", "g.jsonl", typed=typed
    )
    assert answer.code == 0
    assert "ANNA issues 2 shares for $10" in answer.out
    assert verdict(record.folder / "g.jsonl").words == "exact so far"
    own = [action for seat, action in actions_of(record.folder / "g.jsonl") if seat == 0]
    assert own[0] == {"type": "aos.issue-shares", "shares": 2}
    assert own[-1] == {"type": "aos.build", "hex": "10,13", "tile": "S1", "rotation": 1, "under": ""}
    assert "a hex, a tile and its paths are expected" in answer.out
    assert "ANNA builds S1 1-4 on S10 (10,13) for $2" in answer.out


@pytest.mark.parametrize(
    "typed, said",
    [
        ("issue two", "'two' is no whole number: how many shares to issue, 0 for none"),
        ("issue 99", "aos.share-limit (AOS-I2): 99 shares are too many: at most 13 more"),
        ("  legal", "no action with 'legal'"),
        ("isue 2", "no action with 'isue 2' (did you mean issue?)"),
        ("bid 4", "bid is not asked for now, but issue NUMBER"),
        ("?", "or type an action: issue NUMBER"),
        ("/7", "issue 7  for $35"),
        ("b springfield", "board: nothing with 'springfield'"),
        ("99", "there is no 99: the numbers go from 1 to 14"),
    ],
)
def test_answers(record: Recorder, typed: str, said: str) -> None:
    """What is wrong is answered in a line that helps, and nothing is recorded (AOS-I2, aos.share-limit)."""
    seats = ("--seats", ",".join(SEATS))
    answer = record("record", "age-of-steam", *seats, "--seed", "5", "--out", "g.jsonl", typed=["", typed])
    assert said in answer.out.partition("> ")[2]
    assert len(actions_of(record.folder / "g.jsonl")) == 1


def test_board_on_request(record: Recorder) -> None:
    """`b` shows the hex board, which is too long for every screen; names stand for seats."""
    answer = record("record", "age-of-steam", "--seats", ",".join(SEATS), "--seed", "5", typed=["", "b"])
    before, _, after = answer.out.partition("> ")[2].partition("> ")
    assert "CHICA" in before
    assert "0 ANNA   1 BEN   2 CAT" in before
    assert "CHICA" not in answer.out.partition("> ")[0] + after


def test_undo_of_a_typed_ply(record: Recorder) -> None:
    """A typed ply is taken back as any other and typed otherwise (LOG-09)."""
    first = ["", "issue 3", "u", "", "issue 1", "", "q"]
    answer = record(
        "record", "age-of-steam", "--seats", ",".join(SEATS), "--seed", "5", "--out", "g.jsonl", typed=first
    )
    assert answer.code == 0
    kinds = [line["type"] for line in lines_of(record.folder / "g.jsonl")]
    assert kinds == ["header", "ply", "ply", "undo", "ply"]
    assert verdict(record.folder / "g.jsonl").words == "exact so far"


def test_replay_shows_the_table(record: Recorder) -> None:
    """`replay --at` shows players, goods and track, with `--board` the hex board; `legal` lists what can be typed."""
    record("simulate", "age-of-steam", "--seats", "greedy,greedy,random", "--seed", "2", "--out", "bots")
    (log,) = (str(path) for path in (record.folder / "bots").glob("*.jsonl"))
    typed = [text for _, text in typed_by(record, Path(log))]
    at = next(number for number, text in enumerate(typed, 1) if text.startswith("build"))
    shown = record("replay", log, "--at", str(at))
    assert shown.code == 0
    for word in ("players ", "goods ", "bag ", "track ", "now ", "building track"):
        assert word in shown.out
    assert "CHICA" not in shown.out
    assert "CHICA" in record("replay", log, "--at", str(at), "--board").out
    auction = next(number for number, text in enumerate(typed, 1) if text.startswith("bid"))
    assert "\nauction " in record("replay", log, "--at", str(auction)).out
    legal = record("legal", log, "--at", str(at)).out
    assert f"  {typed[at - 1]}\n" in legal
    assert f"{len(legal.splitlines()) - 1:>5}  done" in legal


def test_notation_of_what_one_seat_saw(record: Recorder) -> None:
    """`replay --notation --as` keeps secrets; actions without a notation are said in words."""
    record("simulate", "ttr-usa", "--seats", "greedy,random", "--seed", "2", "--out", "bots")
    (log,) = (str(path) for path in (record.folder / "bots").glob("*.jsonl"))
    lines = record("replay", log, "--notation", "--as", "1").out.splitlines()
    assert lines[1] == "   1  greedy  chooses in secret"
    assert re.fullmatch(r"   2  random  keep .*–.* \([0-9]+\).*", lines[2])
    assert any("draw a card from the pile" in line for line in lines)


@pytest.mark.parametrize("other", ["--step", "--transcript", "--format json"])
def test_one_way_to_replay(record: Recorder, other: str) -> None:
    """`--notation` is one way among others: two at once are refused in one line."""
    record(
        "simulate", "ttr-usa", "--seats", "random,random", "--seed", "2", "--out", "bots", "-o", "end.trains_at_most=43"
    )
    (log,) = (str(path) for path in (record.folder / "bots").glob("*.jsonl"))
    answer = record("replay", log, "--notation", *other.split())
    assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert "--notation" in answer.err


# At a terminal


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a matter of POSIX")
def test_tab_completes(tmp_path: Path) -> None:
    """At a terminal Tab completes verbs and names, and what was typed cannot be paged back to."""
    pexpect = pytest.importorskip("pexpect")
    pytest.importorskip("readline")
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from railbook.cli.main import main; main()", "record", "age-of-steam", "--seats", "ANNA,BEN,CAT",
         "--seed", "5", "--out", "g.jsonl"],
        cwd=str(tmp_path), encoding="utf-8", dimensions=(50, 140), timeout=20,
        env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "INPUTRC": "/dev/null"},
    )  # fmt: skip
    child.expect("then press Enter ")
    child.sendline("")
    child.expect("> ")
    child.send("iss\t12\r")
    child.expect("hides your screen")
    child.sendline("")
    child.expect("then press Enter ")
    child.sendline("")
    child.expect("> $")
    child.send("\x1b[A\r")  # the key that would bring back what was typed before
    child.expect("issue shares")
    child.expect("> $")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert [action for _, action in actions_of(tmp_path / "g.jsonl")][1:] == [
        {"type": "aos.issue-shares", "shares": 12}
    ]
