"""What a terminal shows while a corpus is worked on: how far it is by work, and what is known early."""

from __future__ import annotations

import io
import re
import sys

import pytest

from railbook.audit.findings import Finding, Report, Verdict
from railbook.cli import out
from railbook.cli.verify import Tally


class Terminal(io.StringIO):
    """A stream that people read as it comes."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_the_bar_grows_by_work_and_shows_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """One log of half the bytes is half of the work; the time left is shown, and a line that is known early above."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(out, "REDRAWN", 0.0)
    with out.progress("verifying", 10, 1000) as bar:
        bar.step(500)
        bar.say("known early")
        shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.getvalue())
    assert "verifying 1/10" in shown
    assert " 50%" in shown
    assert re.search(r"\d:\d\d|-:--:--", shown)
    assert "known early" in shown


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piped, neither the bar nor an early line appears: the output is the same in every run."""
    piped = io.StringIO()
    monkeypatch.setattr(sys, "stderr", piped)
    with out.progress("verifying", 10) as bar:
        bar.step()
        bar.say("known early")
    assert piped.getvalue() == ""


@pytest.mark.parametrize("verdict", list(Verdict), ids=lambda verdict: str(verdict.value))
def test_what_is_not_exact_is_told_early(verdict: Verdict) -> None:
    """A report that is not exact gives one line with its last finding, harmless on a terminal; an exact one none."""
    finding = Finding("a.jsonl", "truncated", "cut\x1b[2J off", 7)
    said = Tally(1, every=True).take(0, Report("a.jsonl", verdict, findings=[finding]))
    expected = f"a.jsonl: {verdict.value}: line 7: truncated: cut\\x1b[2J off"
    assert said == ("" if verdict is Verdict.EXACT else expected)
