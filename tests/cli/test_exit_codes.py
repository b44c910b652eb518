"""The exit codes of every command that reads logs: the table that the documentation promises."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Result, log_of, railbook, records_of, rewritten

Make = Callable[[Path, Path], Path]
READERS = ("verify", "replay", "diff", "legal")
"""The commands that take a recorded game."""


def run_on(verb: str, log: Path | str, other: Path) -> Result:
    """Run a command on a log; `diff` compares it with another one."""
    return railbook(verb, log, *([other] if verb == "diff" else []))


def as_it_is(log: Path, folder: Path) -> Path:
    """Give a log as it was written."""
    return log


def packed(log: Path, folder: Path) -> Path:
    """Pack a log with gzip."""
    target = folder / "packed.jsonl.gz"
    target.write_bytes(gzip.compress(log.read_bytes()))
    return target


def reordered(log: Path, folder: Path) -> Path:
    """Write each line with other spacing and its keys in another order; the digests stay."""
    import json

    target = folder / "reordered.jsonl"
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    texts = [json.dumps(dict(reversed(line.items())), ensure_ascii=False) for line in lines]
    target.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return target


def unfinished(log: Path, folder: Path) -> Path:
    """Leave the end line and the last three plies away."""
    target = folder / "unfinished.jsonl"
    target.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-4]))
    return target


def cut(log: Path, folder: Path) -> Path:
    """Cut a log off inside its last line."""
    target = folder / "cut.jsonl"
    target.write_bytes(log.read_bytes()[:-20])
    return target


def changed(log: Path, folder: Path) -> Path:
    """Change the name of a player and nothing else."""
    target = folder / "changed.jsonl"
    target.write_bytes(log.read_bytes().replace(b'"name":"greedy"', b'"name":"somebody"'))
    return target


def other_reason(log: Path, folder: Path) -> Path:
    """Let the game end for another reason, with a chain that fits."""

    def change(records: list[dict[str, Any]]) -> None:
        records[-1]["reason"] = "all passed"

    return rewritten(log, folder / "reason.jsonl", change)


def without_plies(log: Path, folder: Path) -> Path:
    """Keep nothing but the header."""
    target = folder / "header.jsonl"
    target.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    return target


def empty(log: Path, folder: Path) -> Path:
    """Make a file of 0 bytes."""
    target = folder / "empty.jsonl"
    target.write_bytes(b"")
    return target


def binary(log: Path, folder: Path) -> Path:
    """Make a file of bytes that are no text."""
    target = folder / "binary.jsonl"
    target.write_bytes(bytes(range(256)) * 20)
    return target


def torn_gzip(log: Path, folder: Path) -> Path:
    """Cut a packed log off in the middle."""
    target = folder / "torn.jsonl.gz"
    target.write_bytes(gzip.compress(log.read_bytes())[:-300])
    return target


def link_to_nowhere(log: Path, folder: Path) -> Path:
    """Make a link whose target is not there."""
    target = folder / "link.jsonl"
    target.symlink_to(folder / "nowhere")
    return target


def another_game(log: Path, folder: Path) -> Path:
    """Name a game that is not installed, with a chain that fits."""
    return rewritten(log, folder / "game.jsonl", lambda records: records[0].update(game="usa-1910"))


def newer_format(log: Path, folder: Path) -> Path:
    """Say a format that will only come."""
    return rewritten(log, folder / "format.jsonl", lambda records: records[0].update(format=2, later=True))


@pytest.mark.parametrize(
    "make, code, verdict",
    [
        (as_it_is, 0, "exact"),
        (packed, 0, "exact"),
        (reordered, 0, "exact"),
        (unfinished, 0, "exact so far"),
        (cut, 1, "unreadable"),
        (changed, 1, "diverged"),
        (other_reason, 1, "diverged"),
        (without_plies, 1, "unreadable"),
        (empty, 1, "unreadable"),
        (binary, 1, "unreadable"),
        (torn_gzip, 1, "unreadable"),
        (link_to_nowhere, 1, "unreadable"),
        (another_game, 3, "unverified"),
        (newer_format, 3, "unverified"),
    ],
)
def test_verify_answers_each_kind_of_file(make: Make, code: int, verdict: str, short: Path, tmp_path: Path) -> None:
    """CLI-01: each kind of file has its verdict, shown once in the table, and its exit code."""
    done = railbook("verify", make(short, tmp_path))
    assert (done.code, done.err) == (code, "")
    assert f"  {verdict}  " in done.lines[1]
    assert done.lines[-1].endswith(f"plies checked: 1 {verdict}")


def test_another_layout_is_exact_with_a_remark(short: Path, tmp_path: Path) -> None:
    """A log that other software wrote anew is exact, and the report says that its form is not the usual one."""
    done = railbook("verify", reordered(short, tmp_path))
    assert "not-canonical" in done.out


@pytest.mark.parametrize("verb", ["replay", "diff", "legal"])
@pytest.mark.parametrize(
    "make, code",
    [
        (packed, 0),
        (reordered, 0),
        (cut, 1),
        (changed, 1),
        (without_plies, 1),
        (empty, 1),
        (binary, 1),
        (torn_gzip, 1),
        (link_to_nowhere, 1),
        (another_game, 3),
        (newer_format, 3),
    ],
)
def test_readers_answer_each_kind_of_file(verb: str, make: Make, code: int, short: Path, tmp_path: Path) -> None:
    """CLI-01: what cannot be replayed is one line that names the file; exit code 1, or 3 where rules are missing."""
    log = make(short, tmp_path)
    done = run_on(verb, log, short)
    assert done.code == code
    if code:
        assert done.complaint.startswith(f"railbook: {log.name}: ")


@pytest.mark.parametrize("verb", READERS)
def test_a_missing_file_is_wrong_usage(verb: str, short: Path, tmp_path: Path) -> None:
    """A log that is not there exits with 2 and is named."""
    done = run_on(verb, tmp_path / "gone.jsonl", short)
    assert done.code == 2
    assert done.complaint.endswith("gone.jsonl: no such file")


@pytest.mark.parametrize("verb", ["replay", "diff", "legal"])
def test_a_folder_is_no_log(verb: str, short: Path, tmp_path: Path) -> None:
    """Commands that take one log refuse a folder and say what to name instead."""
    done = run_on(verb, tmp_path, short)
    assert done.code == 2
    assert done.complaint.endswith("is a folder: name one of the logs in it")


def test_allow_unverified_forgives_only_what_could_not_be_checked(short: Path, tmp_path: Path) -> None:
    """`--allow-unverified` turns 3 into 0, and leaves 1 as it is."""
    unknown = another_game(short, tmp_path)
    assert railbook("verify", "--allow-unverified", unknown).code == 0
    assert railbook("verify", "--allow-unverified", unknown, cut(short, tmp_path)).code == 1
    assert railbook("verify", "--allow-unverified", unknown, tmp_path / "gone.jsonl").code == 2


def test_the_worst_log_decides(short: Path, tmp_path: Path) -> None:
    """Over many logs what was found wrong beats what could not be checked, and that beats exact."""
    exact, unknown, wrong = short, another_game(short, tmp_path), changed(short, tmp_path)
    assert railbook("verify", exact, unknown).code == 3
    assert railbook("verify", exact, unknown, wrong).code == 1
    assert railbook("verify", wrong, tmp_path / "gone.jsonl").code == 1
    assert railbook("verify", unknown, tmp_path / "gone.jsonl").code == 2


def test_diff_exits_with_1_where_games_differ(corpus: Path, short: Path) -> None:
    """Two games that part exit with 1, the same game twice with 0."""
    assert railbook("diff", short, corpus / "ttr-usa-1.jsonl").code == 1
    assert railbook("diff", short, short).code == 0


def test_unverified_names_what_is_missing_and_what_is_installed(short: Path, tmp_path: Path) -> None:
    """PLG-03: verify and replay exit with 3 and name the unknown game, and those that are installed."""
    log = another_game(short, tmp_path)
    for said in (railbook("verify", log).out, railbook("replay", log).err):
        assert "unknown-game" in said
        assert "'usa-1910'" in said
        assert "installed are" in said
        assert "ttr-usa" in said


@pytest.mark.parametrize(
    "change, kind, words",
    [
        (
            lambda header: header["variants"].append(
                {"name": "night-trains", "version": "1.0", "distribution": "nobody", "options": {}}
            ),
            "unknown-variant",
            ("'night-trains'", "installed are"),
        ),
        (lambda header: header.update(rules="99.0"), "unknown-version", ("99.0", "installed is 1.0")),
        (
            lambda header: header["map"].update(digest="0" * 32),
            "unknown-version",
            ("'usa'", "0" * 32),
        ),
        (
            lambda header: header["chance"].update(procedure="dice-7"),
            "unknown-version",
            ("'dice-7'", "installed is blake2b-1"),
        ),
    ],
)
def test_rules_that_are_not_installed_are_named(
    change: Callable[[dict[str, Any]], None], kind: str, words: tuple[str, ...], short: Path, tmp_path: Path
) -> None:
    """PLG-03: an unknown variant, a newer version of rules, map or chance: exit code 3, named, nothing replayed."""
    records = records_of(short)
    change(records[0])
    log = tmp_path / "log.jsonl"
    log.write_bytes(log_of(records))
    verified, replayed = railbook("verify", log), railbook("replay", log)
    assert (verified.code, replayed.code) == (3, 3)
    assert "1 log, 0 plies checked: 1 unverified" in verified.out
    assert replayed.out == ""
    for said in (verified.out, replayed.complaint):
        assert all(word in said for word in (kind, *words))
