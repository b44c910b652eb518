"""Recorded games typed in again at a real table by one seat: the log is what that seat knows, and never diverged."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from railbook.audit.replay import Played, Replay
from railbook.audit.verify import verify
from railbook.engine.core_layer import at_table
from railbook.plugins.registry import Registry
from railbook.recording.at_table import TypedChance
from railbook_ticket_to_ride.unseen.at_table import QUESTIONS
from tests.plugins.ticket_to_ride.partial.hiding import records_of
from tests.plugins.ticket_to_ride.partial.retyping import Retyping
from tests.replays.corpus import logs
from tests.sampling import every_second

GAMES = [path for path in logs() if path.parent.name.startswith("ttr-")]
FAST = ("2-greedy-locomotive-tunnel", "2-greedy-bonus-decides", "2-alvin-greedy-random-first-capture")


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


def check_retyped(path: Path, me: int | None, folder: Path) -> None:
    """Type a game in again, and compare points, owners and score with the recorded one."""
    retyping = Retyping(path, folder / f"{me}.jsonl", me, registry())
    game = retyping.run()
    report, full = verify(retyping.target, registry()), verify(path, registry())
    assert (report.words, report.findings) == ("unverified", [])
    assert (report.totals, report.ranks, report.plies) == (full.totals, full.ranks, full.plies)
    plies = Replay(retyping.target, registry()).plies()
    table = game.words.checks(((one.record, one.state) for one in plies if isinstance(one, Played)), finished=True)
    assert not [line for line in table if "violated" in line]
    assert "BGA-A16 final score: ok" in table


@pytest.fixture(autouse=True)
def no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of lines that each wait for the disk would take minutes."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.mark.parametrize("path", [path for path in GAMES if path.stem in FAST], ids=lambda path: path.stem)
def test_a_typed_game_is_unverified(path: Path, tmp_path: Path) -> None:
    """BGA-A1 to A16: what one seat typed of a true game is consistent, and has the score of the game."""
    check_retyped(path, 0, tmp_path)


@pytest.mark.parametrize("label", ["ttr.taken", "ttr.flush-seen", "ttr.surcharge-seen", "ttr.face-up"])
def test_what_lies_open_is_asked_for(label: str) -> None:
    """ttr.taken, ttr.flush-seen, ttr.surcharge-seen: whoever watches the table is asked for what everybody sees."""
    europe = registry().game("ttr-europe")
    rules = europe.ruleset(2, registry().map(europe, ""), [], {}, "")
    watching = TypedChance(at_table(rules, None), rules.outcomes, lambda question: "?", lambda said: None)
    assert watching.sees(label)
    assert not watching.sees("ttr.drawn@0")


@pytest.mark.parametrize(
    "game, label, asked",
    [("ttr-usa", "ttr.drawn@0", QUESTIONS["ttr.drawn"]), ("age-of-steam", "aos.production", "aos.production")],
)
def test_a_game_asks_in_its_own_words(game: str, label: str, asked: str) -> None:
    """core.at-table: Ticket to Ride has questions for outcomes, a game without any is asked by their labels."""
    played = registry().game(game)
    rules = played.ruleset(3, registry().map(played, ""), [], {}, "")
    assert at_table(rules, 0).question(label) == asked


@pytest.mark.slow
@pytest.mark.parametrize("path", every_second(GAMES), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_games_can_be_typed(path: Path, tmp_path: Path) -> None:
    """The same for every recorded game of the family, as its first, its last seat, and somebody who watches."""
    seats = len(records_of(path.read_bytes(), registry())[1].seats)
    for me in (None, 0, seats - 1):
        check_retyped(path, me, tmp_path)
