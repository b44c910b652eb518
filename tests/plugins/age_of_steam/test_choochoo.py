"""Games that choochoo recorded are imported, come out as its own tables say, and verify exact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railbook.audit.verify import verify
from railbook.plugins.importers import Imported, ImportFault
from railbook.plugins.registry import Registry
from railbook_age_of_steam.choochoo.importer import import_game
from railbook_age_of_steam.choochoo.seedrandom import SeedRandom
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from tests.cli.running import railbook


def games(external: Path) -> list[Path]:
    """Give the recorded games of both folders."""
    found = sorted([*(external / "choochoo").glob("*.json"), *(external / "choochoo-bots").glob("*.json")])
    assert len(found) >= 22
    return found


def imported(path: Path) -> Imported:
    """Import a game and compare it with the tables beside it."""
    expected = path.with_suffix("").with_suffix(".expected.txt").read_text(encoding="utf-8")
    return import_game(AGE_OF_STEAM_GAME, path.read_bytes(), path.name, expected)


def test_every_game_comes_out_as_expected(external: Path, tmp_path: Path) -> None:
    """AOS-X54, AOS-X66, AOS-X74: every figure of every round, and the standings, are those of the other platform."""
    registry = Registry.installed()
    for path in games(external):
        done = imported(path)
        assert (path.name, done.as_expected, done.notes) == (path.name, True, [])
        log = tmp_path / f"{path.stem}.jsonl"
        log.write_bytes(done.log)
        report = verify(log, registry)
        assert (path.name, report.words, report.findings) == (path.name, "exact", [])


def test_importing_twice_gives_the_same_bytes(external: Path) -> None:
    """An import has nothing random and no time in it, and no account number either."""
    path = external / "choochoo" / "2692.json"
    first = imported(path)
    assert first.log == imported(path).log
    header = json.loads(first.log.split(b"\n", 1)[0])
    assert [seat["name"] for seat in header["seats"]] == [f"player {number}" for number in range(1, 6)]
    assert header["source"] == {"id": "2692", "platform": "choochoo"}


def test_another_board_is_embedded(external: Path) -> None:
    """A board that is not installed is built from the start state, and the log carries it."""
    header = json.loads(imported(external / "choochoo" / "249.json").log.split(b"\n", 1)[0])
    assert header["map"]["id"] == "reversteam"
    assert len(header["map"]["data"]["hexes"]) == 177


def test_a_log_that_ends_early_is_unfinished(external: Path) -> None:
    """A recording that stops in the middle is imported as far as it goes, and said to be unfinished."""
    game = json.loads((external / "choochoo" / "2692.json").read_bytes())
    game["actions"] = game["actions"][:60]
    done = import_game(AGE_OF_STEAM_GAME, json.dumps(game).encode(), "short.json", None)
    (note,) = done.notes
    assert note.startswith("short.json ends before the game does: turn 2, aos.")
    assert b'"type":"end"' not in done.log


def test_wrong_figures_are_told(external: Path) -> None:
    """A table that says otherwise is compared line by line."""
    path = external / "choochoo" / "2692.json"
    text = path.with_suffix(".expected.txt").read_text(encoding="utf-8").replace("income=2 ", "income=3 ", 1)
    done = import_game(AGE_OF_STEAM_GAME, path.read_bytes(), path.name, text)
    assert not done.as_expected
    assert "round 1 end: expected" in done.notes[0]


@pytest.mark.parametrize(
    "change, problem, broke",
    [
        (lambda game: game.pop("actions"), "actions", False),
        (lambda game: game.update(startState="{"), "not JSON", False),
        (lambda game: game.update(startState=None), "start state", False),
        (lambda game: game["actions"].pop(3), "version 5", False),
        (lambda game: game["actions"][5].update(actionName="teleport"), "version 6", False),
        (lambda game: game["actions"][0].update(actionData={"numShares": 99}), "aos.share-limit", True),
    ],
)
def test_broken_files_get_one_line(external: Path, change: object, problem: str, *, broke: bool) -> None:
    """What is no game, or breaks our rules, is told in one line, with version and rule id where there are."""
    game = json.loads((external / "choochoo" / "2692.json").read_bytes())
    change(game)  # type: ignore[operator]  # a function of the list above
    with pytest.raises(ImportFault, match=problem) as caught:
        import_game(AGE_OF_STEAM_GAME, json.dumps(game).encode(), "broken.json", None)
    assert "\n" not in str(caught.value)
    assert caught.value.broke_rules is broke


DICE = """
46 3 5 2 1 2 3 1 2 3 3
93 5 2 3 2 1 3 2 6 1 4
130 5 1 5 5 2 2 3 6 2 5
165 4 3 5 1 5 1 6 6 2 3
203 2 5 4 2 6 3 4 6 5 3
235 6 2 4 6 1 6 2 5 5 5
258 3 6 2 4 4 1 6 2 3 6
"""
"""Versions of game 2692, each with the dice of both parts that its seed gives."""


def test_generator(external: Path) -> None:
    """AOS-W2: the seeds of game 2692 give the dice that it shows, round by round."""
    first = SeedRandom("5506416902061946")
    assert [first.below(6) + 1 for _ in range(10)] == [3, 5, 2, 1, 2, 3, 1, 2, 3, 3]
    actions = json.loads((external / "choochoo" / "2692.json").read_bytes())["actions"]
    for line in DICE.split("\n")[1:-1]:
        version, *dice = (int(word) for word in line.split())
        random = SeedRandom(actions[version - 1]["seed"])
        assert [random.below(6) + 1 for _ in dice] == dice


def test_dice_are_in_the_log(external: Path) -> None:
    """AOS-X30, AOS-W2: the log holds those dice as outcomes; a reader needs no generator."""
    log = imported(external / "choochoo" / "2692.json").log
    rolled = [
        event["dice"]
        for line in log.splitlines()
        for event in json.loads(line).get("events", ())
        if event["type"] == "aos.dice-rolled"
    ]
    expected = [[int(die) for die in line.split()[1:]] for line in DICE.split("\n")[1:-1]]
    assert rolled == [dice for both in expected for dice in (both[:5], both[5:])]


def test_no_account_numbers(external: Path) -> None:
    """Who played is no part of a log."""
    game = json.loads((external / "choochoo" / "2692.json").read_bytes())
    numbers = [987_654_321_000 + index for index in range(len(game["playerIds"]))]
    text = json.dumps(game)
    for old, new in zip(game["playerIds"], numbers, strict=True):
        text = text.replace(f'"playerId": {old}', f'"playerId": {new}')
    marked = json.loads(text)
    marked["playerIds"] = numbers
    done = import_game(AGE_OF_STEAM_GAME, json.dumps(marked).encode(), "marked.json", None)
    assert b"987654321" not in done.log


def test_command(external: Path, tmp_path: Path) -> None:
    """`railbook import` writes a log and exits 0; with tables that differ it exits 1."""
    source, tables = external / "choochoo" / "2692.json", external / "choochoo" / "2692.expected.txt"
    good = railbook("import", "choochoo", source, "--out", tmp_path / "a.jsonl", "--expected", tables)
    assert (good.code, good.err) == (0, "")
    assert "as expected" in good.out
    assert railbook("verify", tmp_path / "a.jsonl").code == 0
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(tables.read_text(encoding="utf-8").replace("income=2 ", "income=3 ", 1), encoding="utf-8")
    assert railbook("import", "choochoo", source, "--out", tmp_path / "b.jsonl", "--expected", wrong).code == 1
    again = railbook("import", "choochoo", source, "--out", tmp_path / "a.jsonl")
    assert again.code != 0


@pytest.mark.parametrize(
    "change, code, words",
    [
        (lambda game: game.pop("startState"), 2, "start state"),
        (lambda game: game["actions"][5].update(actionName="teleport"), 2, "version 6"),
        (lambda game: game["actions"][0].update(actionData={"numShares": 99}), 1, "version 1"),
        (lambda game: game["actions"][0].update(actionData={"numShares": 99}), 1, "aos.share-limit"),
    ],
)
def test_command_leaves_no_file(external: Path, tmp_path: Path, change: object, code: int, words: str) -> None:
    """Bad input exits 2, an action that breaks our rules 1, with version and rule id: one line, and no file."""
    game = json.loads((external / "choochoo" / "2692.json").read_bytes())
    change(game)  # type: ignore[operator]  # a function of the list above
    source = tmp_path / "broken.json"
    source.write_text(json.dumps(game), encoding="utf-8")
    done = railbook("import", "choochoo", source, "--out", tmp_path / "out.jsonl")
    assert done.code == code
    assert words in done.complaint
    assert not (tmp_path / "out.jsonl").exists()


def test_other_edition_differs(external: Path, tmp_path: Path) -> None:
    """AOS-X52, AOS-N2, aos.urbanize-first, urbanization_timing: the first divergence is a New City after builds.

    Version 26 places it after the third build of the turn. That a build turn ends by itself is the same in both.
    """
    log = tmp_path / "a.jsonl"
    log.write_bytes(imported(external / "choochoo" / "2692.json").log)
    done = railbook("diff", log, "--edition", "warfrog-2002")
    assert done.code == 1
    assert "first difference at ply 26: the action is illegal under the changed rules" in done.out
    assert "aos.urbanize-first (AOS-N2)" in done.out
    assert "    seat 4: put New City E on Rock Island" in done.lines
