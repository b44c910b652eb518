"""What a log says never chooses what code runs, and never reaches a terminal as anything but text."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import command, log_of, process, railbook, records_of, rewritten

NAMES = (
    "../../evil",
    "/evil",
    "os",
    "evil.py",
    "evil",
    "usa/../../evil",
    "C:\\evil",
    "file:evil",
    "USA",
    "TTR-USA",
    "",
)
"""Names of games that would be paths, modules or something else."""

CONTROLS = "\x1b[2J\x1b]0;x\x07\rVERIFIED OK\n1 log, 999 plies checked: 1 exact\u202e\x9b\x7f\u2028\u2066\ufeff"
"""Text that would clear a screen, give a window a title, fake lines, and turn the direction of what follows."""

MARKS = "e" + "\u0301" * 80
"""A letter that would cover the lines above it."""


def harmful(text: str) -> list[str]:
    """Give the characters of an output that do more than stand there."""
    if text.isascii() and text.replace("\n", " ").isprintable():
        return []
    marks = [text[i : i + 6] for i in range(len(text)) if all(map(unicodedata.combining, text[i : i + 6].ljust(6)))]
    others = [c for c in text if c != "\n" and (unicodedata.category(c)[0] == "C" or c in "\u2028\u2029")]
    return [*others, *marks]


def everywhere(text: str) -> list[Callable[[list[dict[str, Any]]], object]]:
    """Give changes that put a text into each free place of a log."""
    return [
        lambda records: records[0]["seats"][0].update(name=text),
        lambda records: records[0]["seats"][0].update(colour=text),
        lambda records: records[0].update(game=text),
        lambda records: records[0].update(rules=text),
        lambda records: records[0].update(edition=text),
        lambda records: records[0]["map"].update(id=text),
        lambda records: records[0]["variants"].append(
            {"name": text, "version": "1.0", "distribution": text, "options": {text: text}}
        ),
        lambda records: records[0]["options"].update({text: text}),
        lambda records: records[0]["options"].update({"draw.second_pick": text}),
        lambda records: records[0]["chance"].update(procedure=text),
        lambda records: records[0].update(meta={text: text}, created=text, source={"platform": text}),
        lambda records: records[0].update({text: text}),
        lambda records: records.insert(2, {"type": "comment", "text": text}),
        lambda records: records[1]["chance"][0].__setitem__(0, text),
        lambda records: records[1]["chance"][0].__setitem__(1, text),
        lambda records: records[1]["events"][1].update(card=text),
        lambda records: records[1]["events"][-1].update(scope=text, step=text, agenda=[text]),
        lambda records: records[1]["events"][-1]["counts"].update({text: 1}),
        lambda records: records[2]["action"].update(keep=[text]),
        lambda records: records[2]["action"].update(type=text),
        lambda records: next(
            record["action"] for record in records[1:] if record["action"]["type"] == "ttr.claim-route"
        ).update(route=text),
        lambda records: records[-1].update(reason=text),
        lambda records: records[-1]["sheet"][0].update(id=text),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text", [CONTROLS, MARKS], ids=["controls", "marks"])
def test_nothing_harmful_is_shown(text: str, short: Path, tmp_path: Path) -> None:
    """SEC-04: wherever a log holds it, no control, direction or piled-up mark reaches the output, and no fake line."""
    for number, change in enumerate(everywhere(text)):
        log = rewritten(short, tmp_path / f"log-{number}.jsonl", change)
        for arguments in (("verify", log), ("replay", log), ("legal", log, "--at", "4"), ("diff", log, short)):
            done = railbook(*arguments)
            assert not harmful(done.out + done.err), (number, arguments)
            assert len(done.err.splitlines()) <= 1, number
            assert not [line for line in done.lines if line.startswith(("VERIFIED", "1 log, 999"))]


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "{log}", "--format", "json"),
        ("replay", "{log}", "--format", "json"),
        ("replay", "{log}", "--transcript"),
        ("replay", "{log}", "--at", "0"),
        ("diff", "{log}", "{other}", "--format", "json"),
        ("diff", "{log}", "-o", "tickets.draw=4"),
        ("legal", "{log}", "--at", "4", "--format", "json"),
    ],
)
def test_nothing_harmful_is_shown_in_other_forms(arguments: tuple[str, ...], short: Path, tmp_path: Path) -> None:
    """SEC-04: JSON, transcripts, positions and comparisons show no control or direction character either."""
    for number, change in enumerate(everywhere(CONTROLS)[-12:]):
        log = rewritten(short, tmp_path / f"log-{number}.jsonl", change)
        done = railbook(*(word.format(log=log, other=short) for word in arguments))
        assert not harmful(done.out + done.err), number


def test_a_verdict_is_one_row(short: Path, tmp_path: Path) -> None:
    """SEC-04: names with line breaks are refused with an escaped reason, and the log keeps one row and one verdict."""

    def fake(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = "x\nlog.jsonl  exact  99  proven"

    done = railbook("verify", rewritten(short, tmp_path / "log.jsonl", fake))
    assert done.code == 1
    rows = [line for line in done.lines if line.startswith("log.jsonl ")]
    assert len(rows) == 1
    assert rows[0].split()[1] == "unreadable"
    assert "(U+000A)" in done.out


def test_letters_of_names_stay_readable(short: Path, tmp_path: Path) -> None:
    """SEC-04: letters of all scripts, with an accent composed or not, are shown as they are."""
    name = "Zoe\u0308 Łódź 東京"

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = name

    log = rewritten(short, tmp_path / "log.jsonl", rename)
    assert f"  {name} " in railbook("verify", log).lines[1]
    assert f"seats 0 {name} (blue), 1 random (red)" in railbook("replay", log).lines[0]


def test_columns_stay_straight_under_wide_letters(corpus: Path, tmp_path: Path) -> None:
    """A name with wide letters or marks moves no column: what is behind it stands under its title."""
    logs = sorted(corpus.glob("*.jsonl"))[:2]
    log = rewritten(logs[0], tmp_path / "東京e\u0301.jsonl", lambda records: None)
    header, plain, wide = railbook("verify", log, logs[1].name, folder=corpus).lines[:3]
    assert plain.index("exact") == header.index("verdict")
    assert wide.index("exact") + 2 - 1 == header.index("verdict")  # two letters more, one mark less


def test_a_machine_gets_the_exact_text(short: Path, tmp_path: Path) -> None:
    """SEC-04: JSON holds hostile text exactly, escaped."""
    log = rewritten(short, tmp_path / "log.jsonl", lambda records: records[-1].update(reason=CONTROLS))
    end = json.loads(railbook("replay", log, "--format", "json").lines[-1])
    assert end["reason"] == CONTROLS


# Names in a log choose among what is installed and nothing else


@pytest.fixture
def trapped(short: Path, tmp_path: Path) -> Path:
    """Give a folder in which code lies in every place that a name could lead to; each would leave a mark."""
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    code = f"open({str(tmp_path / 'mark')!r}, 'w').close()\n"
    for place in (folder, folder.parent, tmp_path):
        (place / "evil.py").write_text(code, encoding="utf-8")
        for package in ("usa", "evil", "C:\\evil", "file:evil", "ttr-usa"):
            (place / package).mkdir(exist_ok=True)
            (place / package / "__init__.py").write_text(code, encoding="utf-8")
            (place / package / "evil.py").write_text(code, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_log_loads_no_code(name: str, short: Path, trapped: Path, tmp_path: Path) -> None:
    """SEC-03: a game, variant or map that is called like a path or a module is unknown, and no code beside it runs."""
    ref = {"name": name or "x", "version": "1.0", "distribution": name or "x", "options": {}}
    changes: list[Callable[[list[dict[str, Any]]], object]] = [
        lambda records: records[0].update(game=name),
        lambda records: records[0]["variants"].append(ref),
        lambda records: records[0]["map"].update(id=name),
        lambda records: records[0].update(edition=name or "x"),
    ]
    for change in changes:
        rewritten(short, trapped / "log.jsonl", change)
        for arguments in (("verify", "log.jsonl"), ("replay", "log.jsonl"), ("diff", "log.jsonl", "log.jsonl")):
            assert railbook(*arguments, folder=trapped).code in (1, 3)
    assert not (tmp_path / "mark").exists()


def test_an_unknown_game_is_named_as_such(short: Path, tmp_path: Path) -> None:
    """SEC-03: every such name but the empty one is an unknown game, spelt out in the finding."""
    for name in filter(None, NAMES):
        log = tmp_path / "log.jsonl"
        rewritten(short, log, lambda records, name=name: records[0].update(game=name))  # type: ignore[misc]
        done = railbook("verify", log)
        assert done.code == 3
        assert f"unknown-game: unknown game {name!r}: installed are " in done.out


OPENED = """
import os, sys

opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from railbook.cli.main import run
code = run(sys.argv[2:])
text = "\\n".join(opened)
with open(sys.argv[1], "w") as stream:
    stream.write(text)
sys.exit(code)
"""


@pytest.mark.slow
def test_no_file_beside_the_log_is_opened(short: Path, trapped: Path, tmp_path: Path) -> None:
    """SEC-03: of the folder of a log only the log and pyproject.toml are opened, traced by an audit hook."""
    rewritten(short, trapped / "log.jsonl", lambda records: records[0].update(game="../../evil"))
    (trapped / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    for verb in ("verify", "replay"):
        words = [command()[0], "-c", OPENED, str(tmp_path / "opened"), verb, "log.jsonl"]
        done = subprocess.run(words, check=False, cwd=trapped, capture_output=True, timeout=60)
        assert done.returncode == 3
        opened = (tmp_path / "opened").read_text(encoding="utf-8").splitlines()
        assert opened
        places = {trapped / place for place in opened if place and not place.startswith("<")}
        beside = {place.name for place in places if tmp_path in place.parents}
        assert beside == {"log.jsonl", "pyproject.toml"}
    assert not (tmp_path / "mark").exists()


def test_a_log_that_is_no_file_name_is_one_line(tmp_path: Path) -> None:
    """SEC-04: a hostile name of a file is shown as text too."""
    done = process("verify", "x\nexact\x1b]0;.jsonl", folder=tmp_path)
    assert (done.code, done.complaint) == (2, "railbook: x\\nexact\\x1b]0;.jsonl: no such file")


@pytest.mark.slow
def test_a_file_name_that_is_no_text_is_shown_all_the_same(short: Path, tmp_path: Path) -> None:
    """SEC-04: bytes in a file name that no encoding explains are escaped, as text and as JSON."""
    (tmp_path / "log-\udcff.jsonl").write_bytes(short.read_bytes())
    assert log_of(records_of(short)) == short.read_bytes()
    text, document = process("verify", tmp_path), process("verify", tmp_path, "--format", "json")
    assert (text.code, text.lines[1].split()[:2]) == (0, [f"{tmp_path.name}/log-\\udcff.jsonl", "exact"])
    assert document.document["logs"][0]["file"] == f"{tmp_path.name}/log-\udcff.jsonl"
