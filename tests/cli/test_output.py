"""Where output goes: pipes, other locales, terminals, and readers that go away."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pexpect
import pytest

from railbook.cli import out
from tests.cli.running import command, process, railbook, records_of, rewritten

ASCII = {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
"""The environment of a machine that knows no letter beyond ASCII."""

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def montreal(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a game in which a player with letters beyond ASCII is offered tickets of Montréal."""
    log = tmp_path_factory.mktemp("montreal") / "log.jsonl"
    rewritten(whole, log, lambda records: records[0]["seats"][0].update(name="Zoë 東京"))
    assert "Montréal" in railbook("replay", log).out
    return log


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "{log}"),
        ("verify", "{log}"),
        ("diff", "{log}", "-o", "tickets.draw=4"),
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                ("replay", "{log}", "--at", "9"),
                ("replay", "{log}", "--transcript"),
                ("diff", "{log}", "{other}"),
                ("legal", "{log}", "--at", "9"),
                ("games", "ttr-usa"),
                ("--help",),
                (),
            )
        ),
    ],
)
def test_a_locale_without_letters_gets_them_escaped(arguments: tuple[str, ...], montreal: Path, corpus: Path) -> None:
    """CLI-03: under LANG=C and an ASCII pipe nothing fails, and what cannot be encoded is escaped readably."""
    words = [word.format(log=montreal, other=corpus / "ttr-usa-0.jsonl") for word in arguments]
    there = railbook(*words)
    done = process(*words, env=ASCII)
    assert (done.code, done.err) == (there.code, there.err.encode("ascii", "backslashreplace").decode())
    assert done.out.isascii()
    assert done.out == there.out.encode("ascii", "backslashreplace").decode()


def test_the_words_of_the_commands_are_ascii(montreal: Path) -> None:
    """CLI-03: only names hold other letters, of players, cities and files: help and verdicts are ASCII."""
    for verb in ("games", "record", "simulate", "replay", "verify", "diff", "legal", "schema"):
        assert railbook(verb, "--help").out.isascii(), verb
    text = railbook("verify", montreal).out + railbook("diff", montreal, "-o", "end.all_pass=continue").out
    assert text.replace("Zoë 東京", "").isascii()


@pytest.mark.slow
def test_json_is_the_same_in_every_locale(montreal: Path) -> None:
    """CLI-03, CLI-04: machine-readable output is valid JSON and the same bytes under an ASCII locale."""
    for arguments in (("verify",), ("replay", "--at", "9"), ("legal", "--at", "9"), ("diff", "-o", "tickets.draw=4")):
        words = (arguments[0], montreal, *arguments[1:], "--format", "json")
        assert process(*words, env=ASCII).out == railbook(*words).out


@pytest.mark.parametrize(
    "verb", ["replay", *(pytest.param(verb, marks=pytest.mark.slow) for verb in ("verify", "games"))]
)
def test_a_reader_that_goes_away_is_no_fault(verb: str, montreal: Path) -> None:
    """CLI-03: a pipe that closes early ends the command without a word, and not with the exit code of a verdict."""
    words = (verb, "ttr-usa" if verb == "games" else montreal)
    # The reading end is closed before anything is written.
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(command(*words), check=False, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_the_first_line_is_enough_for_head(montreal: Path) -> None:
    """CLI-03: `railbook replay LOG | head -1` prints one line and nothing on standard error."""
    line = f"{shlex.join(command('replay', montreal))} | head -1"
    done = subprocess.run(["bash", "-c", line], check=False, capture_output=True, timeout=60)
    assert (len(done.stdout.splitlines()), done.stderr) == (1, b"")


# Plain where it is piped, drawn where people look


def test_piped_output_is_plain(corpus: Path) -> None:
    """Piped output has neither colours nor frames, even where the environment would like colours."""
    done = process("verify", corpus, env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm-256color"})
    assert done.code == 0
    assert "\x1b" not in done.out + done.err
    header, first = done.lines[:2]
    assert first.index("exact") == header.index("verdict")


def on_terminal(arguments: tuple[str | Path, ...], env: dict[str, str] | None = None, columns: int = 140) -> Any:
    """Start a command on a pseudo-terminal."""
    program, *words = command(*arguments)
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return pexpect.spawn(
        program,
        words,
        env={**plain, "TERM": "xterm-256color", **(env or {})},
        encoding="utf-8",
        dimensions=(40, columns),
        timeout=60,
    )


def seen_on_terminal(arguments: tuple[str | Path, ...], env: dict[str, str] | None = None, columns: int = 140) -> str:
    """Run a command on a pseudo-terminal and give all that it shows there."""
    child = on_terminal(arguments, env, columns)
    shown = str(child.read())
    child.close()
    assert child.exitstatus == 0
    return shown


def test_a_terminal_gets_a_coloured_table(corpus: Path) -> None:
    """On a terminal verdicts are coloured and the bar is gone at the end; the words are those of the piped output."""
    shown = seen_on_terminal(("verify", corpus, "--jobs", "1"))
    assert "\x1b[32mexact" in shown
    assert "\x1b[1m" in shown
    text = ESCAPE.sub("", shown)
    for row in railbook("verify", corpus).lines:
        for cell in re.split(r"  +", row):
            assert cell in text


SLEEPY = """
import os
import time
from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, ClaimRoute

variant = Layer("sleepy", game=TICKET_TO_RIDE, version="1.0")


@variant.validator(ClaimRoute, "sleepy.asleep")
def nobody_is_asleep(rules, state, seat, action):
    if "SLEEPY" in os.environ:
        print("asleep now", flush=True)
        time.sleep(50)
"""
"""A house rule that stops for long inside a decision, where a test can be sure to interrupt it."""


def test_ctrl_c_ends_without_a_traceback(tmp_path: Path) -> None:
    """A command that is interrupted while it works ends with 130 and says nothing of its inside."""
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    plugin = ("-p", tmp_path / "sleepy.py")
    games = ("--seats", "random,random", "--games", "2", "--seed", "1", "--out", tmp_path / "games")
    assert railbook("simulate", "ttr-usa", *plugin, "--variant", "sleepy", *games).code == 0
    child = on_terminal(("verify", tmp_path / "games", "--jobs", "1", *plugin), {"SLEEPY": "1"})
    child.expect("asleep now")
    child.sendintr()
    shown = str(child.read())
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in shown
    assert "plies checked" not in shown


def test_no_color_is_respected(corpus: Path) -> None:
    """With NO_COLOR set a terminal gets the same table without a colour."""
    shown = seen_on_terminal(("verify", corpus / "ttr-usa-0.jsonl"), {"NO_COLOR": "1"})
    assert "exact" in shown
    assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38|4[0-7])[;m]", shown)


def test_a_narrow_terminal_loses_nothing(corpus: Path) -> None:
    """On 60 columns long cells go on in the next line: every name and score is still there, in no wider line."""
    shown = ESCAPE.sub("", seen_on_terminal(("verify", corpus / "ttr-usa-20.jsonl"), columns=60))
    assert all(len(line) <= 60 for line in shown.splitlines()[:-1])
    end = records_of(corpus / "ttr-usa-20.jsonl")[-1]
    squeezed = re.sub(r"\s", "", shown)
    assert all(str(place["total"]) in squeezed for place in end["standings"])


def test_a_replay_on_a_terminal_has_the_colours_of_the_cards(montreal: Path) -> None:
    """A position on a terminal is coloured, and without its colours says what the piped one says."""
    shown = seen_on_terminal(("replay", montreal, "--at", "30"), columns=120)
    assert re.search(r"\x1b\[[0-9;]*m", shown)
    text = ESCAPE.sub("", shown)
    assert "draw pile" in text
    assert "discard pile" in text


def test_a_bar_is_drawn_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are forked while the bar is shown, so nothing may run beside the main thread then."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    before = threading.active_count()
    with out.progress("verifying", 3) as bar:
        bar.step()
        assert threading.active_count() == before
