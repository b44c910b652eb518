"""Changes that do not fit a game, and logs that are at fault themselves: neither says anything of the change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from railbook import Layer
from railbook.audit.impact import impact
from railbook.audit.outcomes import Change, Outcome
from tests.core.follow import LINES, LOG, follow, prize
from tests.core.tables import Document, chained, documents, registry
from tests.core.tiny_table import Beach


@pytest.mark.parametrize(
    "change, why",
    [
        ({"without": ("gulls",)}, "the game was not recorded with variant 'gulls': it has none"),
        ({"edition": "first"}, "pebbles has no edition 'first'"),
        ({"options": {"peb.gaol": 9}}, "unknown option 'peb.gaol': did you mean peb.goal"),
        ({"options": {"peb.goal": 0}}, "option peb.goal cannot be 0: it takes a whole number 1 to 99"),
        ({"variants": {"moon": {"bonus": 9}}}, "option moon.bonus cannot be 9: it takes a whole number 0 to 5"),
    ],
)
def test_a_change_that_does_not_fit_is_one_line(change: Any, why: str, tmp_path: Path) -> None:
    """What the game does not have is not applicable, with the line that composing says."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(LOG)
    row = impact(path, registry(), Change(**change))
    assert row.outcome is Outcome.NOT_APPLICABLE
    assert why in row.why
    assert not row.answered


def test_a_variant_for_another_game_does_not_fit(tmp_path: Path) -> None:
    """A variant whose game is not among the layers of the log's is not applicable, and named with both."""
    other: Layer[Beach] = Layer("shells", table=Beach)
    row = follow(tmp_path, LOG, Layer("house", game=other, version="1.0"))
    assert (row.words, row.why) == ("not applicable", "variant 'house' is for games with 'shells', not for pebbles")


def forge_end(lines: list[Document]) -> None:
    """Give seat 0 a point that it does not have."""
    lines[-1]["sheet"][0]["points"][0] += 1


def forge_events(lines: list[Document]) -> None:
    """Let a pebble score more than it does."""
    event = next(e for line in lines[2:-1] for e in line["events"] if e["type"] == "peb.laid")
    event["points"] += 1


def forge_chance(lines: list[Document]) -> None:
    """Let another pebble be drawn than the seed says."""
    line = next(line for line in lines[2:-1] if line["action"]["type"] == "peb.draw")
    kind = "jet" if line["chance"][0][1] != "jet" else "flint"
    line["chance"][0][1] = kind
    next(e for e in line["events"] if e["type"] == "peb.drawn")["kind"] = kind


@pytest.mark.parametrize(
    "forge, outcome, cause",
    [
        (forge_end, Outcome.DIVERGED, "different-score"),
        (forge_events, Outcome.DIVERGED, "different-events"),
        (forge_chance, Outcome.DIVERGED, "different-events"),
        (lambda lines: lines[0].update(game="shells"), Outcome.UNVERIFIED, "unknown-game"),
        (lambda lines: lines[0].update(rules="9.9"), Outcome.UNVERIFIED, "unknown-version"),
        (lambda lines: lines[0].update(edition=7), Outcome.UNREADABLE, "unreadable"),
    ],
)
def test_a_log_at_fault_is_said_to_be(forge: Any, outcome: Outcome, cause: str, tmp_path: Path) -> None:
    """LOG-06: a log that does not follow from its rules, or is not readable or known, says nothing of the change."""
    lines = documents(LOG)
    forge(lines)
    row = follow(tmp_path, chained(lines), prize(1, 0))
    assert (row.outcome, row.cause) == (outcome, cause)
    assert (row.after, row.shifts, row.answered) == ({}, {}, False)


def test_a_log_that_is_cut_off_is_unreadable(tmp_path: Path) -> None:
    """LOG-01: a log whose last record is cut is unreadable at its line; without an end line it is in progress."""
    row = follow(tmp_path, LOG[:-30], prize(1, 0))
    assert (row.words, row.cause, row.line) == ("unreadable", "truncated", len(LINES))
    row = follow(tmp_path, b"".join(LOG.splitlines(keepends=True)[:-1]), prize(1, 0))
    assert (row.words, row.finished, row.shifts) == ("same so far", False, {})
