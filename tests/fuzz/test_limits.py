"""The limits: each is named where it is met, documented with its value, and set by one variable of the environment."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from railbook.audit.case import verify_file
from railbook.audit.expected import read_changes
from railbook.audit.verify import verify
from railbook.log.foreign import DataFault, read_json, read_toml
from railbook.log.limits import LIMITS, LimitFault, amount, read_limits
from railbook.log.reader import FileFault, raw_lines
from tests.cli.running import process, railbook
from tests.core.tables import registry
from tests.fuzz.limits_table import rows
from tests.fuzz.readers import short_logs

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "trust.md"
LOG = short_logs()[1]

OTHERWISE = ("wait", "ratio", "held", "whole")
"""Limits that are met in test_files.py, test_constant_memory.py and tests/trust/test_bounded.py."""


def refused(read: Callable[[], object]) -> str:
    """Give the text of a fault."""
    with pytest.raises((FileFault, DataFault)) as caught:
        read()
    return str(caught.value)


def meeting(folder: Path) -> dict[str, tuple[str, Callable[[], str]]]:
    """Give for each limit a setting that is exceeded by a file, and what is said of the file."""
    log, case, changes, big = (folder / name for name in ("log.jsonl", "case.json", "changes.toml", "big.toml"))
    log.write_bytes(LOG)
    long_log = folder / "long.jsonl"
    long_log.write_bytes(LOG + b'{"text":"x","type":"comment"}\n' * 40)
    case.write_bytes(b'{"type":"case","x":"' + b"x" * 2000 + b'"}')
    changes.write_bytes(b"#" * 2000)
    big.write_bytes(b"#" * 2000)

    def said_of(path: Path) -> str:
        return str(verify_file(path, registry()).findings[0])

    return {
        "line": ("line=1K", lambda: _wide(folder)),
        "lines": ("lines=10", lambda: refused(lambda: list(raw_lines(long_log)))),
        "log": ("log=2K", lambda: said_of(log)),
        "depth": ("depth=10", lambda: refused(lambda: read_json("[" * 11 + "]" * 11))),
        "values": ("values=1000", lambda: refused(lambda: read_toml("a = [" + "1," * 1000 + "]"))),
        "map": ("map=1K", lambda: railbook("games", "ttr-usa", "--map", big).complaint),
        "case": ("case=1K", lambda: said_of(case)),
        "changes": ("changes=1K", lambda: refused(lambda: read_changes(changes))),
        "import": ("import=1K", lambda: _imported(folder)),
    }


def _wide(folder: Path) -> str:
    path = folder / "wide.jsonl"
    path.write_bytes(LOG.splitlines(keepends=True)[0] + b'{"text":"' + b"x" * 2000 + b'","type":"comment"}\n')
    return str(verify(path, registry()).findings[0])


def _imported(folder: Path) -> str:
    (folder / "game.json").write_bytes(b" " * 2000)
    return railbook("import", "choochoo", folder / "game.json", "--out", folder / "new.jsonl").complaint


@pytest.mark.parametrize(
    "name", sorted(name for name, one in LIMITS.items() if not one.fixed and name not in OTHERWISE)
)
def test_what_exceeds_a_limit_is_told_its_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-01, SEC-02: each limit can be set, and what exceeds it is told its name."""
    setting, said = meeting(tmp_path)[name]
    monkeypatch.setenv("RAILBOOK_LIMITS", setting)
    assert said().endswith(f"(limit {name})")


@pytest.mark.parametrize(
    "text, words",
    [
        ("line", "'line' is not written name=number"),
        ("line=-1", "is not written name=number"),
        ("line=9999999999999999999999", "is not written name=number"),
        ("line=5", "line is a number from 1,024 to 1,073,741,824 bytes"),
        ("depth=501", "depth is a number from 10 to 500 levels"),
        ("digits=30", "no limit 'digits' can be set: there are line, lines"),
        ("lime=3", "no limit 'lime' can be set"),
        ("\x1b[2J=3", "is not written name=number"),
    ],
)
def test_limits_that_cannot_be(text: str, words: str) -> None:
    """SEC-01: a setting that is none is refused with the values there are."""
    with pytest.raises(LimitFault) as caught:
        read_limits(text)
    assert words in str(caught.value)


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    """CLI-05, SEC-02: the command refuses a wrong setting with exit code 2, and reads nothing under guessed limits."""
    (tmp_path / "log.jsonl").write_bytes(LOG)
    done = process("verify", "log.jsonl", "--jobs", "1", folder=tmp_path, env={"RAILBOOK_LIMITS": "lime=3"})
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith("railbook: RAILBOOK_LIMITS: no limit 'lime' can be set")


def test_amounts_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-02: a limit is told as people say it, and as it is set."""
    assert [amount(name) for name in ("line", "depth", "log")] == ["4 MiB", "60 levels", "4 GiB"]
    monkeypatch.setenv("RAILBOOK_LIMITS", "line=8M, depth=100,log=1500")
    assert [amount(name) for name in ("line", "depth", "log")] == ["8 MiB", "100 levels", "1,500 bytes"]


def test_the_document_lists_all_limits() -> None:
    """SEC-02: docs/trust.md has the table of limits that `python -m tests.fuzz.limits_table` prints."""
    assert "\n".join(rows()) in DOCUMENT.read_text(encoding="utf-8")


# What the readers of foreign files refuse


@pytest.mark.parametrize(
    "text, words",
    [
        ('{"a": 1, "b": 2, "a": 3}', "key 'a' occurs twice"),
        ("[NaN]", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        (json.dumps("\ud800"), "half a character"),
        (b"\xed\xa0\x80", "not UTF-8 at byte 0"),
        (b"\xff\xfe[\x00]\x00", "not UTF-8 at byte 0"),
        ("[" * 61, "nested deeper than 60 levels (limit depth)"),
        ("[" + "9" * 10_000 + "]", "numbers too long"),
        ("[" + "1," * 1_000_001, "holds more than 1,000,000 values (limit values)"),
        ("\0", "not JSON"),
    ],
)
def test_json_of_others(text: str | bytes, words: str) -> None:
    """SEC-01, SEC-02, LOG-04: JSON that two readers may understand differently, or that costs too much, is refused."""
    assert words in refused(lambda: read_json(text))


def test_json_with_brackets_in_texts() -> None:
    """SEC-02: brackets in texts nest nothing, and a byte order mark means nothing."""
    assert read_json(b'\xef\xbb\xbf{"a": "' + b"[" * 500 + b'\\"[\\u00e9"}') == {"a": "[" * 500 + '"[é'}


@pytest.mark.parametrize(
    "text, words",
    [
        (".".join("a" * 100_000) + " = 1", "nested deeper than 60 levels (limit depth)"),
        ("[" + ".".join(['"a b"'] * 61) + "]", "nested deeper than 60 levels (limit depth)"),
        ("a = " + "[" * 61 + "]" * 61, "nested deeper than 60 levels (limit depth)"),
        ("a = " + "{b=" * 61, "nested deeper than 60 levels (limit depth)"),
        ("a = " + "9" * 5000, "not TOML"),
        ("a = 1\na = 2", "not TOML: Cannot overwrite a value"),
        ('a = "\\ud800"', "not TOML"),
        ("a = '\0'", "not TOML"),
    ],
)
def test_toml_of_others(text: str, words: str) -> None:
    """SEC-01, SEC-02, LOG-04: TOML that costs too much time is refused before it is read."""
    assert words in refused(lambda: read_toml(text))


def test_toml_with_dots_that_nest_nothing() -> None:
    """SEC-02: dots in texts, comments and fractions are no keys."""
    text = f"# {'.' * 99}\na = \"{'.' * 99}\"  # {'.' * 99}\nb = [{', '.join(['1.5'] * 99)}]\n'{'.' * 99}' = 1\n"
    assert read_toml(text.encode())["a"] == "." * 99
