"""Declared changes of rules, and `--bisect`: what CI accepts is what was declared, no more and no less."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import railbook, records_of, rewritten

RULE = "ttr.cards"


def declared(rule: str, kind: str, games: str, why: str = "the rulebook says so, page 3") -> str:
    """Write one declaration."""
    return f'[[change]]\nrule = "{rule}"\nkind = "{kind}"\ngames = {games}\nwhy = "{why}"\n'


@pytest.fixture
def folder(short: Path, corpus: Path, tmp_path: Path) -> Path:
    """Give a folder with an exact log, and one that a rule of today refuses: recorded under older rules."""
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(corpus / "ttr-usa-1.jsonl", games / "exact.jsonl")
    ply = next(record["ply"] for record in records_of(short) if record.get("action", {}).get("type") == "ttr.draw-card")

    def edit(records: list[Any]) -> None:
        records[0]["rules"] = "0.9"
        records[ply + 1]["seat"] = 1 - records[ply + 1]["seat"]

    rewritten(short, games / "older.jsonl", edit)
    return games


ILLEGAL = ("core.not-your-turn", "not-your-turn")


def test_without_declarations_an_older_log_is_not_checked(folder: Path) -> None:
    """Rules of another version are not applied to a log unless a change is declared."""
    assert railbook("verify", folder).code == 3


@pytest.mark.parametrize("games", ['["older.jsonl"]'])
def test_what_is_declared_passes(games: str, folder: Path) -> None:
    """A change that is declared, and nothing else, is exit code 0; the table still tells what was found."""
    (folder / "expected-changes.toml").write_text(declared(*ILLEGAL, games))
    done = railbook("verify", folder)
    assert (done.code, done.complaint) == (0, f"railbook: all is as {folder / 'expected-changes.toml'} declares")
    assert "diverged" in done.out


@pytest.mark.parametrize(
    "text, words",
    [
        ("", ["older.jsonl: not-your-turn by core.not-your-turn at ply", "is found and not declared"]),
        (declared("core.not-now", "not-your-turn", '["older.jsonl"]'), ["not declared", "declared and not found"]),
        (declared("core.not-your-turn", "illegal-action", '"all"'), ["not declared", "declared and not found"]),
        (declared(*ILLEGAL, '"all"'), ["exact.jsonl: not-your-turn by core.not-your-turn is declared and not found"]),
        (declared(*ILLEGAL, '["exact.jsonl", "older.jsonl"]'), ["exact.jsonl: not-your-turn"]),
        (declared(*ILLEGAL, '["older.jsonl", "gone.jsonl"]'), ["gone.jsonl: not-your-turn"]),
    ],
    ids=["nothing", "another rule", "another kind", "all", "one more", "a log that is not there"],
)
def test_more_or_less_than_declared_fails(text: str, words: list[str], folder: Path) -> None:
    """What was found must equal what was declared, no more and no less: else exit code 1, with a line for each."""
    (folder / "expected-changes.toml").write_text(text)
    done = railbook("verify", folder)
    assert done.code == 1
    for part in words:
        assert part in done.err


@pytest.mark.parametrize(
    "text, words",
    [
        ("[[change", "Expected"),
        (declared(*ILLEGAL, '"some"'), "Invalid enum value 'some' - at `$.change[0].games`"),
        (declared(*ILLEGAL, "[]"), "at `$.change[0].games`"),
        (declared(*ILLEGAL, '"all"', why=""), "at `$.change[0].why`"),
        (declared("", "not-your-turn", '"all"'), "at `$.change[0].rule`"),
        (declared("core.not-now", "wrong", '"all"'), "change 1: kind 'wrong' is none of"),
        ("colour = 1", "unknown field `colour`"),
    ],
)
def test_a_bad_file(text: str, words: str, folder: Path) -> None:
    """A file that cannot be read is one line that names the file and the key, exit code 2."""
    (folder / "expected-changes.toml").write_text(text)
    done = railbook("verify", folder)
    assert done.code == 2
    assert "expected-changes.toml: " in done.complaint
    assert words in done.complaint


def test_the_file_may_lie_elsewhere(folder: Path, tmp_path: Path) -> None:
    """`--expected` names the file; the names in it are relative to where it lies."""
    (tmp_path / "meant.toml").write_text(declared(*ILLEGAL, '["games/older.jsonl"]'))
    assert railbook("verify", folder, "--expected", tmp_path / "meant.toml").code == 0
    missing = railbook("verify", folder, "--expected", tmp_path / "none.toml")
    assert missing.code == 2
    assert "none.toml" in missing.complaint


def test_bisect(folder: Path) -> None:
    """`git bisect run railbook verify --bisect LOG`: 0 and 1 as ever, and 125 where a log cannot be checked."""
    assert railbook("verify", "--bisect", folder / "exact.jsonl").code == 0
    assert railbook("verify", "--bisect", folder / "older.jsonl").code == 125
    assert railbook("verify", "--bisect", folder / "none.jsonl").code == 125
    rewritten(folder / "exact.jsonl", folder / "wrong.jsonl", lambda records: records[2].update(seat=7))
    assert railbook("verify", "--bisect", folder / "wrong.jsonl").code == 1
