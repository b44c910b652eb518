"""Writes what every shipped rule does to the shipped games into the documentation.

python -m tests.docs.impact        writes the table at the end of docs/impact.md
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from railbook.audit.changed import WITHOUT_EFFECT
from railbook.audit.outcomes import Change, Impact, Outcome, causes
from railbook.corpus.following import ImpactTask
from railbook.corpus.places import LogPath, logs_in
from railbook.corpus.run import over
from railbook.plugins.registry import Registry
from railbook.rules.layer import Layer

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "impact.md"
REPLAYS = ROOT / "replays"
HEADING = "## The shipped rules over the shipped games"
OUTCOMES = (
    *(Outcome.SAME, Outcome.EVENTS, Outcome.SCORE, Outcome.WINNER),
    *(Outcome.UNDETERMINED, Outcome.ILLEGAL),
)


@functools.cache
def registry() -> Registry:
    """Give what is installed."""
    return Registry.installed()


def shipped() -> list[str]:
    """Give the names of the variants and house rules that come with the games, for any of them."""
    loaded = registry()
    return sorted({one.layer.name for game in loaded.games().values() for one in loaded.shipped_variants(game)})


def only_counts(layer: Layer[Any]) -> bool:
    """Tell whether a rule has no part in how a game is played, only in how it is counted and shown."""
    return all(entry.kind in WITHOUT_EFFECT for entry in layer.entries)


def rows_of(name: str, *, jobs: int = 0) -> list[Impact]:
    """Give the rows of the games that a rule fits."""
    logs = [LogPath(log.path, os.path.relpath(log.path, ROOT)) for log in logs_in([str(REPLAYS)])]
    rows = over(ImpactTask((), Change({name: {}})), logs, jobs or os.cpu_count() or 1)
    return [row for row in rows if row.outcome is not Outcome.NOT_APPLICABLE]


def line_of(name: str, rows: Iterable[Impact]) -> str:
    """Give the line of the table for one rule."""
    rows = list(rows)
    found = [row.outcome for row in rows]
    assert set(found) <= set(OUTCOMES), f"{name}: a shipped game cannot be followed"
    grouped = causes(rows)
    often = max(grouped, key=lambda one: one.count, default=None)
    cause = f"{often.outcome.value}: `{often.cause}` ({often.count})" if often else ""
    cells = [f"`{name}`", str(len(rows)), *(str(found.count(outcome)) for outcome in OUTCOMES), cause]
    return f"| {' | '.join(cells)} |"


def table() -> str:
    """Give the whole table."""
    titles = ("rule", "games", *(outcome.value for outcome in OUTCOMES), "most frequent cause")
    lines = [f"| {' | '.join(titles)} |", f"|---|{'---:|' * (len(OUTCOMES) + 1)}---|"]
    return "\n".join([*lines, *(line_of(name, rows_of(name)) for name in shipped())]) + "\n"


def page(text: str, figures: str) -> str:
    """Give a page with other figures: behind the heading one paragraph stays, and the table comes anew."""
    before, heading, behind = text.partition(HEADING)
    assert heading
    return f"{before}{heading}{behind.partition('|')[0].rstrip()}\n\n{figures}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")


if __name__ == "__main__":
    main()
