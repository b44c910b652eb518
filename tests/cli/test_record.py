"""`railbook record` plays in a pipe as at a terminal: every ply is on disk first, what is wrong is said in a line."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from railbook.cli import record as command
from railbook.cli.main import run
from tests.cli.record_helpers import SHORT, Recorder, lines_of, verdict


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recorder:
    """Give the command in an empty folder, at a fixed time."""
    monkeypatch.setattr(command, "now", lambda: datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC))
    return Recorder(tmp_path, monkeypatch, capsys)


# Beginning


def test_alone(record: Recorder) -> None:
    """`record ttr-usa` alone is you against greedy, in a file that it names itself and tells."""
    answer = record("record", "ttr-usa")
    assert answer.code == 0
    header, first = lines_of(record.folder / "ttr-usa-20260102-030405.jsonl")
    assert [seat["name"] for seat in header["seats"]] == ["you", "greedy"]
    assert header["meta"] == {"players": ["person", "greedy"]}
    assert header["created"] == first["time"] == "2026-01-02T03:04:05Z"
    assert "recorded in ttr-usa-20260102-030405.jsonl" in answer.out


def test_free_name(record: Recorder) -> None:
    """A second game of the same second gets the first free name."""
    record("record", "ttr-usa")
    first = record.one_log().read_bytes()
    record("record", "ttr-usa")
    assert (record.folder / "ttr-usa-20260102-030405-2.jsonl").exists()
    assert (record.folder / "ttr-usa-20260102-030405.jsonl").read_bytes() == first


def test_same_seed_deals_the_same_game(record: Recorder) -> None:
    """With the same seed the same game is dealt; without one the header commits to a key of its own (LOG-08)."""
    record("record", "ttr-usa", "--out", "a.jsonl", "--seed", "7")
    record("record", "ttr-usa", "--out", "b.jsonl", "--seed", "7")
    record("record", "ttr-usa", "--out", "c.jsonl")
    logs = [(record.folder / name).read_bytes() for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    assert logs[0] == logs[1]
    assert lines_of(record.folder / "c.jsonl")[0]["chance"]["scheme"] == "committed"


@pytest.mark.parametrize("seed", [0, 1, 9007199254740993, 2**64 - 1])
def test_seed_is_exact(record: Recorder, seed: int) -> None:
    """Every seed is written with all its digits (LOG-08)."""
    assert record("record", "ttr-usa", "--seed", str(seed)).code == 0
    assert lines_of(record.one_log())[0]["chance"]["seed"] == seed


def test_rules_of_the_game(record: Recorder) -> None:
    """Options of the command line stand in the header, and names are those that were given."""
    answer = record("record", "ttr-usa", "--seats", "you,random,random", "--names", "Zoë,R2,D2", "-o", "tickets.draw=4")
    assert answer.code == 0
    header = lines_of(record.one_log())[0]
    assert header["options"]["tickets.draw"] == 4
    assert [seat["name"] for seat in header["seats"]] == ["Zoë", "R2", "D2"]


def test_names_of_bots_are_numbered(record: Recorder) -> None:
    """Bots of one kind are numbered, people keep their names."""
    record("record", "ttr-usa", "--seats", "greedy,ANNA,greedy")
    assert [seat["name"] for seat in lines_of(record.one_log())[0]["seats"]] == ["greedy-1", "ANNA", "greedy-2"]


def test_bots_only(record: Recorder) -> None:
    """A table of bots plays through without asking, as `simulate` does with the same seed."""
    answer = record("record", "ttr-usa", "--seats", "random,random", "--seed", "3", "--out", "g.jsonl", *SHORT)
    assert answer.code == 0
    assert verdict(record.folder / "g.jsonl").words == "exact"
    record("simulate", "ttr-usa", "--seats", "random,random", "--seed", "3", "--out", "s", *SHORT)
    recorded, simulated = (lines_of(path) for path in (record.folder / "g.jsonl", record.folder / "s/ttr-usa-3.jsonl"))
    assert [line.get("action") for line in recorded] == [line.get("action") for line in simulated]
    assert "ttr.longest-path" in answer.out
    assert " win" in answer.out


# Playing


def test_every_ply_is_on_disk(record: Recorder) -> None:
    """Whenever a line is asked for, the log holds every ply so far and verifies as exact so far."""
    seen: list[int] = []

    def look() -> None:
        report = verdict(record.folder / "g.jsonl")
        assert report.words == "exact so far"
        seen.append(report.plies)

    answer = record(
        "record", "ttr-usa", "--seats", "ANNA,random", "--seed", "2", "--out", "g.jsonl", *SHORT,
        typed=["1", ""] * 60, before=look,
    )  # fmt: skip
    assert answer.code == 0
    assert "the game is over: last round" in answer.out
    assert len(set(seen)) > 4
    assert seen == sorted(seen)
    report = verdict(record.folder / "g.jsonl")
    assert (report.words, report.chance) == ("exact", "proven")
    plies = [line for line in lines_of(record.folder / "g.jsonl") if line["type"] == "ply"]
    assert {line["time"] for line in plies} == {"2026-01-02T03:04:05Z"}


def test_screen(record: Recorder) -> None:
    """A person sees the display, the hand, the tickets, all seats and the numbered actions by type."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=["1", ""])
    for word in ("display ", "piles ", "hand ", "tickets ", "seats ", "longest path", "claim route (", "draw card (6)"):
        assert word in answer.out
    assert "keep at least 2 of these 3 tickets" in answer.out
    assert "take the white card in slot 1" in answer.out
    assert "#2 greedy has chosen" in answer.out
    assert "greedy keeps 2 tickets" in answer.out
    assert "you keep Atlanta–New York (6)" in answer.out


def test_filter_and_commands(record: Recorder) -> None:
    """Words filter the actions, whose numbers stay; `?`, `v`, `l` and `b` help; other input is answered."""
    typed = ["1", "", "YELLOW", "/draw pile", "b santa denver", "l", "?", "v", "99", "0", "montréal zürich", "", "q"]
    answer = record("record", "ttr-usa", "--seed", "4", typed=typed)
    prompts = answer.out.split("you> ")
    assert prompts[2].splitlines()[1:] == ["draw card (1)", "  39  take the yellow card in slot 3"]
    assert prompts[3].splitlines()[1:] == ["draw card (1)", "  42  draw a card from the pile"]
    assert "Denver–Santa Fe" in prompts[4]
    assert "Denver–Omaha" not in prompts[4]
    assert "#1 you have chosen" in prompts[5]
    assert "take that action" in prompts[6]
    assert "display " in prompts[7]
    assert "there is no 99: the numbers go from 1 to 43" in prompts[8]
    assert "there is no 0" in prompts[9]
    assert "no action with 'montréal zürich'" in prompts[10]
    assert "draw tickets" in prompts[11]


def test_long_lists_are_cut(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is longer than the screen is cut, each type keeps a part, and it says how to see the rest."""
    monkeypatch.setenv("LINES", "24")
    answer = record("record", "ttr-usa", "--seed", "4", typed=["1", "", "q"])
    shown = answer.out.rpartition("claim route (36)")[2]
    assert "more: type to filter" in shown
    assert "draw card (6)" in shown
    assert "draw tickets (1)" in shown
    assert len(shown.splitlines()) < 24


def test_undo(record: Recorder) -> None:
    """A claim is taken back before the others go on; the undo is logged, a repeated claim is the same (LOG-09)."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=["1", "", "1", "u", "1", "", "q"])
    assert answer.out.count("you claim Atlanta–Nashville (grey 1)") == 2
    lines = lines_of(record.one_log())
    undo = next(index for index, line in enumerate(lines) if line["type"] == "undo")
    assert (lines[undo]["seat"], lines[undo]["to"]) == (0, 3)
    before, after = lines[undo - 1], lines[undo + 1]
    assert (before["action"], before["events"]) == (after["action"], after["events"])
    assert verdict(record.one_log()).words == "exact so far"


@pytest.mark.parametrize(
    "typed, rule",
    [
        pytest.param(["1", "", "42", "u"], "core.undo-barrier", id="core.undo-barrier"),
        pytest.param(["1", "", "undo"], "core.undo-not-yours", id="core.undo-not-yours"),
        pytest.param(["u"], "core.undo-target", id="core.undo-target"),
    ],
)
def test_undo_is_refused(record: Recorder, typed: list[str], rule: str) -> None:
    """What may not be taken back is refused with the rule id, and nothing is written (LOG-09)."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=typed)
    assert answer.out.rpartition("you> ")[0].rstrip().splitlines()[-1].startswith(rule)
    assert "undo" not in [line["type"] for line in lines_of(record.one_log())]


def test_choice_is_withdrawn(record: Recorder) -> None:
    """A secret choice is taken back, while others still choose, by an action of its own and made anew."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=["1", "u", "2", "", "q"])
    actions = [line["action"]["type"] for line in lines_of(record.one_log())[1:]]
    assert actions == ["core.set-up", "ttr.keep-tickets", "core.withdraw", "ttr.keep-tickets", "ttr.keep-tickets"]
    assert "taken back" in answer.out
    assert verdict(record.one_log()).words == "exact so far"


def test_resign(record: Recorder) -> None:
    """A person who resigns, and confirms it, ends the game as unfinished: nothing is scored (Q27)."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=["resign", "no", "resign", "yes"])
    assert answer.code == 0
    assert "the game is over: unfinished" in answer.out
    assert "nothing is scored" in answer.out
    *_, leave, end = lines_of(record.one_log())
    assert leave["action"] == {"type": "core.leave", "why": "resigned"}
    assert (end["reason"], end["sheet"], end["standings"]) == ("unfinished", [], [])
    assert verdict(record.one_log()).words == "exact"


def test_two_people(record: Recorder) -> None:
    """Two people and a bot choose their tickets one after another, each with the screen to himself."""
    typed = ["", "1", "", "", "2", "", "", "q"]
    answer = record("record", "ttr-usa", "--seats", "ANNA,greedy,BEN", "--seed", "4", typed=typed)
    assert answer.code == 0
    parts = answer.out.split("-" * 60)
    hands = [part for part in parts if "Hand the screen to" in part]
    assert [part.partition("Hand the screen to ")[2].partition(",")[0] for part in hands] == ["ANNA", "BEN", "ANNA"]
    assert all("hand " not in part and "tickets " not in part for part in hands)
    assert verdict(record.one_log()).plies == 4


def test_one_person_keeps_the_screen(record: Recorder) -> None:
    """With one person nothing is handed over and nothing is cleared."""
    answer = record("record", "ttr-usa", "--seed", "4", typed=["1", "", "1", "", "q"])
    assert "Hand the screen" not in answer.out
    assert "-" * 60 not in answer.out


def test_undo_at_the_handover(record: Recorder) -> None:
    """A person takes a claim back even when the screen is already to be handed on, and is asked again (LOG-09)."""
    typed = ["", "1", "", "", "1", "", "", "1", "", "u", "", "q"]
    answer = record("record", "ttr-usa", "--seats", "ANNA,BEN", "--seed", "4", typed=typed)
    assert "(u: ANNA takes the last ply back)" in answer.out
    assert lines_of(record.one_log())[-1]["type"] == "undo"
    assert "BEN" in answer.out.rpartition("(u: ANNA")[2].splitlines()[1]
    assert "ANNA" in answer.out.rpartition("Hand the screen to ")[2].splitlines()[0]
    assert verdict(record.one_log()).words == "exact so far"


# Leaving and going on


@pytest.mark.parametrize("typed", [["q"], ["quit"], []], ids=["q", "quit", "end of input"])
def test_leaving(record: Recorder, typed: list[str]) -> None:
    """Leaving loses nothing, and prints the very commands that go on and verify."""
    answer = record("record", "ttr-usa", "--out", "a game.jsonl", typed=["1", "", *typed])
    assert answer.code == 0
    go_on, check = (line.partition(":")[2].strip() for line in answer.out.splitlines()[-2:])
    assert run(shlex.split(check)[1:]) == 0
    again = record(*shlex.split(go_on)[1:])
    assert again.code == 0
    assert "going on with a game.jsonl: ply 3 is due" in again.out


def test_interrupt(record: Recorder) -> None:
    """Ctrl-C leaves as `q` does."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    answer = record("record", "ttr-usa", before=interrupt)
    assert answer.code == 0
    assert "go on:  railbook record " in answer.out
    assert verdict(record.one_log()).words == "exact so far"


def test_going_on_to_the_end(record: Recorder) -> None:
    """A game that is left after every answer and gone on with ends as exact; the header says who plays."""
    record("record", "ttr-usa", "--seats", "ANNA,random", "--seed", "2", "--out", "g.jsonl", *SHORT)
    for _ in range(60):
        answer = record("record", "g.jsonl", typed=["1", ""])
        if "the game is over" in answer.out:
            break
    assert verdict(record.folder / "g.jsonl").words == "exact"
    header, *plies = lines_of(record.folder / "g.jsonl")
    assert header["meta"] == {"players": ["person", "random"]}
    assert [line["ply"] for line in plies if line["type"] == "ply"] == list(range(len(plies) - 1))


def test_others_go_on(record: Recorder) -> None:
    """`--seats` puts bots in the places of people, and the names stay."""
    record("record", "ttr-usa", "--seats", "ANNA,BEN", "--out", "g.jsonl", *SHORT)
    answer = record("record", "g.jsonl", "--seats", "random,random")
    assert answer.code == 0
    assert "the game is over" in answer.out
    report = verdict(record.folder / "g.jsonl")
    assert (report.words, report.players) == ("exact", ["ANNA", "BEN"])


def test_torn_line_is_cut_off(record: Recorder) -> None:
    """A last line that was cut off while written is taken away, which is said; the plies before it stay (LOG-01)."""
    record("record", "ttr-usa", "--out", "g.jsonl", typed=["1", ""])
    path = record.folder / "g.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"action":{"type":"ttr.dr')
    answer = record("record", "g.jsonl")
    assert "ply 3 is due; a torn last line (25 bytes) was cut off" in answer.out
    assert path.read_bytes() == whole


def test_missing_line_break(record: Recorder) -> None:
    """A whole last line without its line break is kept, and the next ply gets a line of its own (LOG-02)."""
    record("record", "ttr-usa", "--seed", "4", "--out", "g.jsonl", typed=["1", ""])
    path = record.folder / "g.jsonl"
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    answer = record("record", "g.jsonl", typed=["1", ""])
    assert "cut off" not in answer.out
    report = verdict(path)
    assert (report.words, report.plies) == ("exact so far", 5)


def test_end_line_is_made_up_for(record: Recorder) -> None:
    """A game that was over when the process died gets its end line when it is gone on with."""
    record("record", "ttr-usa", "--seats", "random,random", "--seed", "3", "--out", "g.jsonl", *SHORT)
    path = record.folder / "g.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    answer = record("record", "g.jsonl")
    assert "the game is over: last round" in answer.out
    assert path.read_bytes() == whole


def test_undone_plies_stay_undone(record: Recorder) -> None:
    """Going on behind an undo goes on from the ply that is due again."""
    record("record", "ttr-usa", "--seed", "4", "--out", "g.jsonl", typed=["1", "", "1", "u"])
    answer = record("record", "g.jsonl", typed=["l", "1", ""])
    assert "ply 3 is due" in answer.out
    assert "#3" not in answer.out.split("you> ")[1]
    assert verdict(record.folder / "g.jsonl").words == "exact so far"


def test_only_one_process_records(record: Recorder) -> None:
    """A log that another process records is refused: nothing of either is lost."""
    pytest.importorskip("fcntl")
    from railbook.recording.unfinished import alone

    record("record", "ttr-usa", "--out", "g.jsonl")
    before = (record.folder / "g.jsonl").read_bytes()
    with alone(record.folder / "g.jsonl"):
        answer = record("record", "g.jsonl", typed=["1"])
    assert answer.code == 2
    assert "is being recorded by another process" in answer.err
    assert (record.folder / "g.jsonl").read_bytes() == before


# What is wrong


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["ttr-uss"], "unknown game 'ttr-uss'"),
        (["ttr-usa", "--variant", "nothing"], "unknown variant 'nothing'"),
        (["ttr-usa", "-o", "tickets.drew=4"], "did you mean tickets.draw"),
        (["ttr-usa", "-o", "tickets.draw=0"], "tickets.draw cannot be 0"),
        (["ttr-usa", "--edition", "first"], "no edition 'first'"),
        (["ttr-usa", "--map", "mars"], "no map 'mars'"),
        (["ttr-usa", "-p", "no_such_plugin"], "plugin no_such_plugin cannot be loaded"),
        (["ttr-usa", "--seats", "you,gredy"], "did you mean greedy?"),
        (["ttr-usa", "--seats", "you,Random"], "did you mean random?"),
        (["ttr-usa", "--seats", "you"], "takes 2 to 5 seats, not 1"),
        (["ttr-usa", "--seats", "a,b,c,d,e,f"], "takes 2 to 5 seats, not 6"),
        (["ttr-usa", "--seats", "ANNA,ANNA"], "two seats are called 'ANNA'"),
        (["ttr-usa", "--seats", "ANNA,Anna"], "look alike"),
        (["ttr-usa", "--seats", "ANNA,"], "a seat has an empty name"),
        (["ttr-usa", "--names", "ANNA"], "2 seats need 2 names, not 1"),
        (["ttr-usa", "--names", "ANNA,"], "a seat has an empty name"),
        (["ttr-usa", "--names", "ANNA,a\x1b[2Jb"], "control character"),
        (["ttr-usa", "--seed", "-1"], "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (["ttr-usa", "--seed", "18446744073709551616"], "not 18446744073709551616"),
        (["ttr-usa", "--seed", "x"], "valid int"),
        (["ttr-usa", "--out", "no/such/folder/g.jsonl"], "does not exist"),
        (["ttr-usa", "--out", "there.txt/g.jsonl"], "there.txt/g.jsonl cannot be written"),
        (["ttr-usa", "--out", "there.txt"], "there.txt exists: choose another name or remove it first"),
        (["missing.jsonl"], "missing.jsonl: there is no such file"),
        ([], "Missing argument"),
    ],
)
def test_bad_input(record: Recorder, arguments: list[str], says: str) -> None:
    """Wrong usage is one clear line and exit code 2, and nothing is written (LOG-08, LOG-14, PLG-03)."""
    (record.folder / "there.txt").write_text("mine")
    answer = record("record", *arguments)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert says in answer.err
    assert answer.out == ""
    assert [path.name for path in record.folder.rglob("*")] == ["there.txt"]
    assert (record.folder / "there.txt").read_text() == "mine"


def test_unwritable_folder(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be written is said in one line (CLI-05)."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)  # the mode of a folder does not stop every user
    answer = record("record", "ttr-usa", "--out", "g.jsonl")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "g.jsonl cannot be written: Permission denied" in answer.err
    assert list(record.folder.iterdir()) == []


def test_disk_is_full(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ply that cannot be written ends the session in one line, and what is on disk goes on being exact (CLI-05)."""
    record("record", "ttr-usa", "--seed", "4", "--out", "g.jsonl")

    def refuse(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("os.fsync", refuse)
        answer = record("record", "g.jsonl", typed=["1", ""])
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "g.jsonl cannot be written: No space left on device" in answer.err
    assert verdict(record.folder / "g.jsonl").words == "exact so far"


def _damaged(whole: bytes, how: str) -> bytes:
    lines = whole.splitlines(keepends=True)
    if how == "other card":
        return whole.replace(b'"card":"white"', b'"card":"black"', 1)
    if how == "cut in the first ply":
        return b"".join(lines[:1]) + lines[1][:50]
    if how == "line missing":
        return b"".join([*lines[:2], *lines[3:]])
    if how == "unknown game":
        return whole.replace(b'"game":"ttr-usa"', b'"game":"ttr-mars"', 1)
    return {
        "empty": b"",
        "binary": bytes(range(256)) * 9,
        "header only": lines[0],
        "text": b"hello\nworld\n",
        "garbage line": whole + b"not a line of a log\n",
    }[how]


@pytest.mark.parametrize(
    "how",
    ["empty", "binary", "header only", "text", "garbage line", "other card", "cut in the first ply", "line missing",
     "unknown game"],
)  # fmt: skip
def test_inexact_log_is_refused(record: Recorder, how: str) -> None:
    """Only a log that is exact so far is gone on with; any other is left as it is (LOG-01, LOG-05, LOG-06, PLG-03)."""
    record("record", "ttr-usa", "--seed", "4", "--out", "g.jsonl", typed=["1", "", "1", ""])
    path = record.folder / "g.jsonl"
    damaged = _damaged(path.read_bytes(), how)
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    answer = record("record", "g.jsonl", typed=["1", ""])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "g.jsonl cannot be continued" in answer.err
    assert path.read_bytes() == damaged


def test_finished_log_is_refused(record: Recorder) -> None:
    """Nothing can be added to a game that is over."""
    record("record", "ttr-usa", "--seats", "random,random", "--out", "g.jsonl", *SHORT)
    answer = record("record", "g.jsonl")
    assert answer.code == 2
    assert "g.jsonl is a finished game" in answer.err


@pytest.mark.parametrize("name, says", [("g.jsonl.gz", "is packed"), ("folder.jsonl", "s a directory")])
def test_what_is_no_log_to_write(record: Recorder, name: str, says: str) -> None:
    """A packed log or a folder is refused in one line."""
    if name.startswith("folder"):
        (record.folder / name).mkdir()
    else:
        (record.folder / name).write_bytes(b"\x1f\x8b")
    answer = record("record", name)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert says in answer.err


@pytest.mark.parametrize(
    "options",
    [["--seed", "1"], ["--names", "A,B"], ["--out", "h.jsonl"], ["-o", "tickets.draw=4"], ["--variant", "x"]],
)
def test_options_of_a_new_game(record: Recorder, options: list[str]) -> None:
    """What a log's header says cannot be said again when going on with it."""
    record("record", "ttr-usa", "--out", "g.jsonl")
    answer = record("record", "g.jsonl", *options)
    assert answer.code == 2
    assert "is for a new game" in answer.err


def test_log_does_not_say_who_plays(record: Recorder) -> None:
    """A game of `simulate` that was cut short is gone on with where `--seats` says by whom."""
    record("simulate", "ttr-usa", "--seats", "random,random", "--seed", "3", "--out", "s", *SHORT)
    path = record.folder / "s/ttr-usa-3.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:5]))
    answer = record("record", str(path))
    assert answer.code == 2
    assert "say it with --seats" in answer.err
    answer = record("record", str(path), "--seats", "random")
    assert answer.code == 2
    assert "has 2 seats, not 1" in answer.err
    assert record("record", str(path), "--seats", "random,random").code == 0
    assert verdict(path).words == "exact"


# Any game, any locale


def test_game_without_drawings(record: Recorder) -> None:
    """A game that draws no panels is played from its words, against the bot that plays any game."""
    answer = record("record", "pebbles", "-p", "tests.core.tiny", "--seed", "1", typed=["1", "", *["1", ""] * 200])
    assert answer.code == 0
    assert "the game is over" in answer.out
    assert lines_of(record.one_log())[0]["meta"] == {"players": ["person", "random"]}
    assert run(["verify", str(record.one_log()), "-p", "tests.core.tiny"]) == 0


def test_plain_locale(tmp_path: Path) -> None:
    """In a locale without its letters the names of cities are escaped readably, and input is still read (CLI-03)."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", "from railbook.cli.main import main; main()", "record", "ttr-usa", "--seed", "4"],
        input="1\n\nb montréal boston\nboston\xe9\nq\n".encode("latin-1"),
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert rb"Houston\u2013Winnipeg" in done.stdout
    assert b"go on:  railbook record ttr-usa-" in done.stdout
