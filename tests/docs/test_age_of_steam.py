"""What the page on Age of Steam at the terminal shows can be typed, and its turn is played as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from railbook.engine.play import check
from railbook.rules.notation import read, write
from railbook.rules.types import Rejection
from tests.cli.record_helpers import Recorder, lines_of, verdict
from tests.plugins.age_of_steam.positions import position, rules_for

PAGE = (Path(__file__).parents[2] / "docs" / "age-of-steam.md").read_text("utf-8")
ROWS = [line.split("|")[2:4] for line in PAGE.splitlines() if line.startswith("|") and "`" in line]
EXAMPLES = [text for _, cell in ROWS for text in re.findall(r"`([^`]*)`", cell)]
STEPS = {
    "issue": "aos.shares",
    **dict.fromkeys(("bid", "drop", "stay"), "aos.auction"),
    "choose": "aos.actions",
    **dict.fromkeys(("build", "urbanize", "done"), "aos.build"),
    **dict.fromkeys(("move", "upgrade", "pass"), "aos.move"),
    **dict.fromkeys(("place", "return"), "aos.growth"),
}
NETWORK = {
    "10,13": "S1 4-1@0",
    "11,12": "S1 4-1@0",
    "9,13": "S2 3-1@1",
    "indianapolis": "D2S T-4@1 T-1@1",
    "11,11": "S2 4-2@1",
}
"""The track of AOS-X04."""


def test_every_verb_has_an_example() -> None:
    """The table shows each action of the game."""
    assert {example.partition(" ")[0] for example in EXAMPLES} == {
        known.verb for known in rules_for().notations.values()
    }
    shown = {form for cell, _ in ROWS for form in re.findall(r"`([^`]*)`", cell)}
    for known in rules_for().notations.values():
        long = known.form.replace("[", "").replace("]", "")
        assert {long, re.sub(r" \[.*?\]", "", known.form)} <= shown


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_read(example: str) -> None:
    """Each example of the table is an action where it is asked for, and is written so that it is read again."""
    step = STEPS[example.partition(" ")[0]]
    actions = {0: "production"} if step == "aos.growth" else {}
    drawn = ["red", "blue"] if step == "aos.growth" else []
    game = position(enter=step, actions=actions, tiles=NETWORK if step == "aos.move" else {}, produced=drawn)
    action = read(game.rules, game.state, 0, example)
    assert action is not None
    assert read(game.rules, game.state, 0, write(game.rules, game.state, 0, action)) == action


def test_rejection() -> None:
    """The rejection that the page shows is the one that is given (AOS-B6, AOS-X35)."""
    game = position(order=[1, 0, 2], tiles={"10,13": "S1 4-1@0"})
    action = read(game.rules, game.state, 1, "build 11,12 S1 1-4")
    assert action is not None
    refused = check(game.rules, game.state, 1, action)
    assert isinstance(refused, Rejection)
    assert f"    {refused}\n" in PAGE


def test_turn_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The turn is accepted as it is typed, by those who are asked, but for the move that the page says is refused."""
    (block,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    typed = [line.partition("> ")[::2] for line in block.splitlines()]
    (command,) = re.findall(r"^    (railbook record .*)$", PAGE, re.MULTILINE)
    record = Recorder(tmp_path, monkeypatch, capsys)
    keys = [key for _, text in typed for key in ("", text, "")]
    answer = record(*shlex.split(command)[1:], "--out", "g.jsonl", typed=keys)
    assert answer.code == 0
    assert answer.out.count("aos.wrong-end (AOS-M4): Wheeling takes no purple cubes") == 1
    assert not [line for line in answer.out.splitlines() if re.match(r"(aos|core)\.(?!wrong-end)[a-z-]+ ", line)]
    header, *lines = lines_of(tmp_path / "g.jsonl")
    names = [seat["name"] for seat in header["seats"]]
    refused = ("BEN", "move purple pittsburgh wheeling")
    assert [names[line["seat"]] for line in lines[1:]] == [name for name, text in typed if (name, text) != refused]
    assert lines[-1]["events"][-1]["type"] == "core.waits"
    assert [event["turn"] for event in lines[-1]["events"] if event["type"] == "aos.phase-begun"][-1] == 2
    assert verdict(tmp_path / "g.jsonl").words == "exact so far"
