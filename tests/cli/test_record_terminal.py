"""`railbook record` at a pseudo-terminal: two people and a bot to the end, killed and resumed on the way."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from railbook.audit.replay import Played, Replay
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.rules.screen import plain
from railbook.rules.types import RulesError
from tests.cli.record_helpers import lines_of, verdict

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals are a matter of POSIX")
if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a matter of POSIX", allow_module_level=True)

LONGER = ("-o", "end.trains_at_most=38")
"""Options of a game that is over after a few rounds."""

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
COMMAND = "from railbook.cli.main import main; main()"
PEOPLE = {"ANNA": 0, "BEN": 1}
ASKED = [
    r"Hand the screen to (?P<hand>\w+), then press Enter ",
    r"Enter hides your screen(?P<undo>, u takes back)? ",
    r"(?P<asked>ANNA|BEN)> ",
    r"check:  railbook verify",
]
HAND, PAUSE, CHOOSE, OVER = range(4)


class Shown(NamedTuple):
    """What stood on the screen between two clearings: who had it, and the log's number of plies at its end."""

    who: str
    text: str
    plies: int


class Table:
    """A game at a pseudo-terminal, and everything that was shown there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "g.jsonl"
        self.folder = folder
        self.shown: list[Shown] = []
        self.child: Any = None
        self.who = ""
        self.text = ""

    def start(self, *arguments: str, **environment: str) -> None:
        """Start the command."""
        import os

        quiet = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", COMMAND, "record", *arguments],
            cwd=str(self.folder),
            env={**quiet, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", **environment},
            encoding="utf-8",
            dimensions=(40, 120),
            timeout=60,
        )
        self.child.delaybeforesend = None
        self.who = self.text = ""

    def next(self) -> int:
        """Wait until something is asked; gives what."""
        kind: int = self.child.expect(ASKED)
        for part in re.split(f"({re.escape(CLEARED)})", self.child.before + self.child.after):
            if part == CLEARED:
                self.keep()
            else:
                self.text += part
        if kind == CHOOSE:
            assert self.who in ("", self.child.match["asked"]), "a screen shows what two people are asked"
            self.who = self.child.match["asked"]
        return kind

    def keep(self) -> None:
        """Put what stands on the screen away before it is cleared."""
        self.shown.append(Shown(self.who, self.text, len(lines_of(self.path)) - 1 if self.path.exists() else 0))
        self.who = self.text = ""

    def answer(self, kind: int) -> None:
        """Answer as a small policy does: BEN draws from the pile where he can, others take the first action."""
        pile = re.search(r"([0-9]+)  draw a card from the pile", self.text.rpartition("now ")[2])
        self.child.sendline("" if kind != CHOOSE else pile[1] if self.who == "BEN" and pile else "1")

    def kill(self) -> None:
        """Let the process die at once, as when the power fails."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()
        self.child.close()


def secrets_of(path: Path) -> dict[str, set[str]]:
    """Give by name the sentences that only that person may read: tickets offered or kept, and cards drawn unseen."""
    replay = Replay(path, Registry.installed())
    words = replay.rules.say
    found: dict[str, set[str]] = {name: set() for name in PEOPLE}
    for played in replay.plies():
        assert isinstance(played, Played)
        for event in played.record.events:
            for name, seat in PEOPLE.items():
                if getattr(event, "seat", None) != seat:
                    continue
                tag = event.__struct_config__.tag
                if tag == "ttr.tickets-offered":
                    found[name] |= {words(event).rpartition(" is offered ")[2].split(", ")[i] for i in range(3)}
                elif tag == "ttr.card-drawn":
                    found[name].add(words(event).replace(f"seat {seat}", name))
    return found


def hands_of(path: Path, ply: int) -> dict[str, str]:
    """Give by name the hand as the screen shows it, from the log's state before a ply."""
    replay = Replay(path, Registry.installed())
    for played in replay.plies():
        if isinstance(played, Played) and played.record.ply == ply - 1:
            rules, state = replay.rules, played.state
            screens = {name: rules.screen(view(rules, state, seat), seat) for name, seat in PEOPLE.items()}
            return {
                name: plain(next(panel.rows[0] for panel in panels if panel.title == "hand"))
                for name, panels in screens.items()
            }
    raise RulesError(f"the log has no ply {ply - 1}")


def bare(text: str) -> str:
    """Give text without colours, and lines that were wrapped as one."""
    return re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", text))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Play two people and a bot to the end, with a kill and a resume in the middle."""
    table = Table(tmp_path_factory.mktemp("terminal"))
    table.start("ttr-usa", "--seats", "ANNA,BEN,greedy", "--seed", "11", "--out", "g.jsonl", *LONGER)
    asked = 0
    killed = resumed = False
    while (kind := table.next()) != OVER:
        asked += kind == CHOOSE
        if asked == 8 and not killed:
            before = table.path.read_bytes()
            table.kill()
            killed = True
            assert table.path.read_bytes() == before
            table.path.write_bytes(before + before.splitlines()[-1][:40])  # a write that was cut off
            table.start("g.jsonl")
            continue
        if killed and not resumed:
            resumed = True
            assert kind == HAND, "who goes on must have the screen alone"
            assert "a torn last line (40 bytes) was cut off" in bare(table.text)
        table.answer(kind)
    table.child.expect(pexpect.EOF)
    table.text += table.child.before
    table.child.close()
    assert table.child.exitstatus == 0
    assert resumed
    return table


def test_game_is_exact(game: Table) -> None:
    """The log of a game that was killed and resumed verifies as exact, with its end and without a gap."""
    report = verdict(game.path)
    assert (report.words, report.chance, report.reason) == ("exact", "proven", "last round")
    plies = [line["ply"] for line in lines_of(game.path) if line["type"] == "ply"]
    assert plies == list(range(len(plies)))
    acted = {line["seat"] for line in lines_of(game.path) if line["type"] == "ply"}
    assert acted == {None, 0, 1, 2}


def test_end_is_shown(game: Table) -> None:
    """The end shows how each line of the sheet arises, who won, and how to verify."""
    text = bare(game.text)
    report = verdict(game.path)
    assert "ttr.tickets" in text
    assert "completed)" in text
    assert "longest path" in text
    for total in report.totals:
        assert str(total) in text
    assert f"{report.winners[0]} win" in text
    assert "railbook verify g.jsonl" in text


def test_secrets_stay_secret(game: Table) -> None:
    """While one person has the screen, no ticket and no unseen card of the other stands there."""
    secrets = secrets_of(game.path)
    assert all(len(own) >= 3 for own in secrets.values())
    assert any("draws" in secret for secret in secrets["BEN"])
    screens = {name: [bare(shown.text) for shown in game.shown if shown.who == name] for name in PEOPLE}
    for name, other in (("ANNA", "BEN"), ("BEN", "ANNA")):
        assert len(screens[name]) >= 4
        for secret in secrets[name]:
            assert any(secret in text for text in screens[name]), f"{name} never saw {secret}: the test looks wrongly"
            assert not any(secret in text for text in screens[other]), f"{other} saw {secret} of {name}"
    for shown in game.shown:
        if not shown.who:
            assert "hand " not in bare(shown.text), "nobody's screen shows a hand"


def test_hand_on_screen(game: Table) -> None:
    """The hand that a person sees is his own, as the log has it."""
    looked = 0
    for before, shown in zip(game.shown, game.shown[1:], strict=False):
        found = re.search(r"hand +(.*?in all\))", bare(shown.text))
        if shown.who and found:
            hands = hands_of(game.path, max(1, before.plies))
            if hands["ANNA"] != hands["BEN"]:
                looked += 1
                assert found[1].replace("  ", " ") == bare(hands[shown.who])
    assert looked >= 4


def test_screen_is_cleared_on_resume(game: Table) -> None:
    """Each handing over names one person and stands alone on a cleared screen, also after the resume."""
    handed = [shown for shown in game.shown if "Hand the screen to" in shown.text]
    assert {re.search(r"Hand the screen to (\w+),", shown.text)[1] for shown in handed} == set(PEOPLE)  # type: ignore[index]
    assert all(not shown.who for shown in handed)


def test_colours(game: Table) -> None:
    """Cards and routes have colours at a terminal."""
    assert any("\x1b[" in shown.text for shown in game.shown if shown.who)


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_no_colours(tmp_path: Path, environment: dict[str, str]) -> None:
    """With `NO_COLOR`, or on a terminal that knows none, no colour is sent."""
    table = Table(tmp_path)
    table.start("ttr-usa", "--seed", "4", "--out", "g.jsonl", **environment)
    table.child.expect("you> ")
    sent = table.child.before
    assert "draw" in sent or "keep" in sent
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", sent)
    assert not re.search(r"\x1b\[[0-9;]*4[0-9]m", sent)
    table.child.sendline("q")
    table.child.expect(pexpect.EOF)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_keys_that_leave(tmp_path: Path, key: str) -> None:
    """Ctrl-C and Ctrl-D leave as `q` does: the way back is told, nothing is lost, no traceback is shown."""
    table = Table(tmp_path)
    table.start("ttr-usa", "--seed", "4", "--out", "g.jsonl")
    table.child.expect("you> ")
    table.child.sendline("1")
    table.child.expect("u takes back ")
    table.child.send(key)
    table.child.expect(pexpect.EOF)
    table.child.close()
    assert table.child.exitstatus == 0
    assert "go on:  railbook record g.jsonl" in table.child.before
    assert "Traceback" not in table.child.before
    report = verdict(table.path)
    assert (report.words, report.plies) == ("exact so far", 2)


@pytest.mark.slow
def test_typed_ahead(tmp_path: Path) -> None:
    """What one person typed ahead does not answer for the next."""
    table = Table(tmp_path)
    table.start("ttr-usa", "--seats", "ANNA,BEN", "--seed", "4", "--out", "g.jsonl")
    table.child.expect("Hand the screen to ANNA")
    table.child.sendline("")
    table.child.expect("ANNA> ")
    table.child.send("1\n\n\n1\n")
    table.child.expect("Hand the screen to BEN, then press Enter ")
    with pytest.raises(pexpect.TIMEOUT):
        table.child.expect("BEN> ", timeout=0.7)
    assert len(lines_of(table.path)) == 3
    table.child.sendline("q")
    table.child.expect(pexpect.EOF)
