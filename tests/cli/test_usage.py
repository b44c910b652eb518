"""Wrong usage: one clear line on standard error, exit code 2, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import process, railbook

LAYER_TWICE = """
from railbook import Layer
from railbook_ticket_to_ride.family import TICKET_TO_RIDE

variants = [Layer("twin", game=TICKET_TO_RIDE), Layer("twin", game=TICKET_TO_RIDE)]
"""


def simulate(*arguments: str) -> list[str]:
    """Give the words of a simulation into the folder `games`."""
    return ["simulate", "ttr-usa", "--out", "games", *arguments]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["frobnicate"], ("frobnicate",)),
        (["simulat", "ttr-usa"], ("simulat", "'simulate'")),
        (["--frobnicate"], ("--frobnicate",)),
        (["verify"], ("LOG",)),
        (["verify", "x.jsonl", "--fromat", "json"], ("--fromat", "--format")),
        (["verify", "x.jsonl", "--format", "xml"], ("format", "'xml'", "text or json")),
        (["verify", "x.jsonl", "--jobs", "0"], ("--jobs", "1")),
        (["verify", "x.jsonl", "--jobs", "many"], ("--jobs",)),
        (["replay"], ("LOG",)),
        (["replay", "x.jsonl", "--at", "1", "--step"], ("choose one of", "--at", "--step")),
        (["replay", "x.jsonl", "--step", "--format", "json"], ("--step", "--format json")),
        (["replay", "x.jsonl", "--transcript", "--as", "0"], ("--as",)),
        (["replay", "x.jsonl", "--from", "9", "--to", "3"], ("--from 9", "--to 3")),
        (["diff", "x.jsonl"], ("two logs", "--option")),
        (["diff", "x.jsonl", "y.jsonl", "z.jsonl"], ("two logs",)),
        (["diff", "x.jsonl", "y.jsonl", "-o", "tickets.draw=4"], ("one log",)),
        (["diff", "x.jsonl", "y.jsonl", "--redeal"], ("--redeal",)),
        (["legal", "x.jsonl", "--at", "0"], ("--at", "1")),
        (["games", "ttr-mars"], ("unknown game 'ttr-mars'", "ttr-usa")),
        (["games", "ttr-usa", "--seats", "9"], ("2 to 5 seats", "9")),
        (["simulate", "ttr-mars", "--out", "games"], ("unknown game 'ttr-mars'", "ttr-usa")),
        (["simulate", "TTR-USA", "--out", "games"], ("unknown game 'TTR-USA'", "ttr-usa")),
        (["simulate", "ttr-usa"], ("--out",)),
        (simulate("--seats", "greedy"), ("2 to 5 seats", "not 1")),
        (simulate("--seats", "random," * 5 + "random"), ("2 to 5 seats", "not 6")),
        (simulate("--seats", ""), ("2 to 5 seats",)),
        (simulate("--seats", "greedy,,random"), ("no bot ''", "greedy, random")),
        (simulate("--seats", "greedy,clever"), ("no bot 'clever'", "greedy, random")),
        (simulate("--map", "moon"), ("no map 'moon'", "usa")),
        (simulate("--edition", "gold"), ("no edition 'gold'",)),
        (simulate("--variant", "night-trains"), ("unknown variant 'night-trains'",)),
        (simulate("--option", "tickets.drwa=4"), ("unknown option 'tickets.drwa'", "tickets.draw")),
        (simulate("--option", "tickets.draw"), ("name=value", "'tickets.draw'")),
        (simulate("--option", "tickets.draw="), ("name=value",)),
        (simulate("--option", "tickets.draw=many"), ("tickets.draw", "many", "a whole number 1 to 20")),
        (simulate("--option", "tickets.draw=0"), ("tickets.draw", "0", "a whole number 1 to 20")),
        (simulate("--option", "tickets.draw=" + "9" * 400), ("tickets.draw", "a whole number 1 to 20")),
        (simulate("--option", "end.zero_bonus=7"), ("end.zero_bonus", "true or false")),
        (simulate("--option", "draw.second_pick=maybe"), ("draw.second_pick", "required or optional")),
        (simulate("-o", "tickets.draw=4", "-o", "tickets.draw=5"), ("tickets.draw", "twice")),
        (simulate("--games", "0"), ("--games",)),
        (simulate("--seed", "-1"), ("seeds are whole numbers from 0", "-1")),
        (simulate("--seed", str(2**64)), ("seeds are whole numbers from 0", str(2**64 - 1))),
        (simulate("--seed", str(2**64 - 1), "--games", "2"), ("2 games", str(2**64 - 1))),
        (simulate("--seed", "seven"), ("--seed",)),
        (simulate("-p", "gone.py"), ("plugin gone.py", "no such file")),
        (simulate("-p", "gone_away"), ("plugin gone_away", "No module named 'gone_away'")),
        (simulate("-p", "broken.py"), ("plugin broken.py", "SyntaxError", "line 2")),
        (simulate("-p", "raising.py"), ("plugin raising.py", "KeyError")),
        (simulate("-p", "leaving.py"), ("plugin leaving.py", "SystemExit")),
        (simulate("-p", "nothing.py"), ("plugin nothing", "no hook", "`variant`")),
        (simulate("-p", "twice.py", "--variant", "twin"), ("variant 'twin'", "twice")),
        (simulate("-p", "odd.py", "--variant", "odd"), ("unknown variant 'odd'", "plugin odd", "is no Layer")),
        (["schema", "broken.py"], ("broken.py is a file",)),
        (["simulate", "ttr-usa", "--out", "broken.py"], ("broken.py is a file", "choose a folder")),
        (["simulate", "ttr-usa", "--out", "broken.py/games"], ("broken.py/games", "cannot be made")),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], words: tuple[str, ...], tmp_path: Path) -> None:
    """Wrong usage exits with 2 and says in one line what is wrong and what would be right; nothing is written."""
    (tmp_path / "broken.py").write_text("x = 1\nvariant = (\n", encoding="utf-8")
    (tmp_path / "raising.py").write_text("{}['x']\n", encoding="utf-8")
    (tmp_path / "leaving.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    (tmp_path / "nothing.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "twice.py").write_text(LAYER_TWICE, encoding="utf-8")
    (tmp_path / "odd.py").write_text("variants = ['odd']\n", encoding="utf-8")
    for name in ("x.jsonl", "y.jsonl", "z.jsonl"):
        (tmp_path / name).write_bytes(b"")
    before = sorted(tmp_path.rglob("*.jsonl"))
    done = railbook(*arguments, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith("railbook: ")
    missing = [word for word in words if word not in done.complaint]
    assert not missing, done.complaint
    assert sorted(tmp_path.rglob("*.jsonl")) == before
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("verb", ["replay", "legal"])
def test_a_seat_that_is_not_there_is_refused(verb: str, short: Path) -> None:
    """`--as` names one of the seats of the game, counted from 0."""
    done = railbook(verb, short, "--as", "2")
    assert (done.code, done.complaint) == (2, "railbook: there is no seat 2: the seats are 0 to 1")


@pytest.mark.parametrize(
    "arguments", [["replay", "--at", "9999"], ["replay", "--from", "9999"], ["legal", "--at", "9999"]]
)
def test_a_ply_that_is_not_there_is_refused(arguments: list[str], short: Path) -> None:
    """A ply behind the end is refused, and the line says which plies there are."""
    done = railbook(*arguments, short)
    assert done.code == 2
    assert "there is no ply 9999: the log has plies 0 to" in done.complaint


def test_an_output_that_exists_is_left_alone(short: Path, tmp_path: Path) -> None:
    """CLI-05: a log is never overwritten: the line says so and what to do, and no other game is written either."""
    there = tmp_path / "ttr-usa-1.jsonl"
    there.write_bytes(b"somebody's")
    done = railbook("simulate", "ttr-usa", "--out", tmp_path, "--games", "2")
    assert done.code == 2
    assert done.complaint.endswith("ttr-usa-1.jsonl exists: choose another folder or remove it first")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"somebody's"]


def test_usage_faults_show_no_traceback_in_a_process_of_their_own() -> None:
    """What a shell sees of wrong usage is the same one line."""
    done = process("simulate", "ttr-mars", "--out", "games")
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith("railbook: unknown game 'ttr-mars': installed are ")
