"""The page about impact: its figures are those of the shipped rules over the shipped games, and counting is exact."""

from __future__ import annotations

import re

import pytest

from railbook.audit.changed import changed_rules
from railbook.audit.outcomes import LEVELS, Impact, Outcome
from railbook.audit.replay import Replay
from railbook.engine.score import score
from railbook.rules.ruleset import Ruleset
from tests.docs.impact import PAGE, REPLAYS, ROOT, line_of, only_counts, page, registry, rows_of, shipped

TEXT = PAGE.read_text(encoding="utf-8")
COUNTING = [name for name in shipped() if only_counts(registry().variant(name).layer)]
SOME = ("hand-limit", "mild-tickets", "no-elimination")
"""Rules whose rows are compared each time; the others take minutes together."""

each_rule = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SOME else pytest.mark.nightly) for name in shipped()]
)


@pytest.mark.slow
@each_rule
def test_figures_of_a_rule_are_as_printed(name: str) -> None:
    """Each rule's row is what the games give now; if it should change: python -m tests.docs.impact."""
    assert line_of(name, rows_of(name)) in TEXT.splitlines(), "python -m tests.docs.impact"


def test_every_rule_has_its_row() -> None:
    """The table has one row for each shipped rule and no other, in order of name."""
    printed = re.findall(r"^\| `([a-z0-9-]+)` \| \d", TEXT, re.MULTILINE)
    assert printed == shipped(), "python -m tests.docs.impact"


def test_the_rest_of_the_page_stays() -> None:
    """Writing the table again leaves the words before it alone."""
    words = page(TEXT, "| a |\n")
    assert words.endswith("a test compares them.\n\n| a |\n")
    assert TEXT.startswith(words.removesuffix("| a |\n"))


def test_levels_are_those_of_the_code() -> None:
    """The page names every level of --fail-on beside its outcome, in order of gravity."""
    printed = re.findall(r"^\| `([a-z ]+?)(?: (?:at|from) ply n.*)?` \|.*\| `([a-z]+)` \|$", TEXT, re.MULTILINE)
    assert printed == [(outcome.value, level) for level, outcome in LEVELS.items()]


def winners_by_folding(row: Impact) -> tuple[dict[str, list[int]], list[str]]:
    """Count a game anew without following it: fold what was recorded, let the changed scorers count the last state.

    Gives points by seat by scorer, and who has the most, ties broken one after another.
    """
    replay = Replay(ROOT / row.file, registry())
    name = row.changes[0][0].removeprefix("variant ")
    rules: Ruleset = changed_rules(registry(), replay.header, variants=[registry().variant(name)])
    *_, _last = replay.plies()
    state = replay.state
    sheet = {id: list(line.points) for id, line in score(rules, state)}
    best = list(range(len(row.players)))
    total = [sum(points) for points in zip(*sheet.values(), strict=True)]
    best = [seat for seat in best if total[seat] == max(total)]
    for _id, breaker in rules.tie_breakers:
        if len(best) > 1:
            value = breaker(rules, state, tuple(best))
            best = [seat for seat in best if value[seat] == max(value[other] for other in best)]
    return sheet, [row.players[seat] for seat in best]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTING)
def test_a_rule_that_only_counts_is_counted_by_folding_too(name: str) -> None:
    """No game is undetermined or illegal, and points and winners are those that folding the log gives."""
    rows = rows_of(name)
    assert rows
    for row in rows:
        assert row.outcome in (Outcome.SAME, Outcome.SCORE, Outcome.WINNER)
        if row.finished and row.changes:
            assert (row.after, row.winners_after) == winners_by_folding(row), row.file


@pytest.mark.slow
@pytest.mark.parametrize("folder", sorted(path.name for path in REPLAYS.glob("ttr-*")))
def test_an_option_that_only_counts_is_counted_by_hand(folder: str) -> None:
    """`end.longest_path_bonus`: without the bonus no game is undetermined, and only that line of the sheet is gone."""
    from railbook.audit.impact import impact
    from railbook.audit.outcomes import Change
    from railbook.corpus.places import logs_in

    for log in logs_in([str(REPLAYS / folder)]):
        row = impact(log.path, registry(), Change(options={"end.longest_path_bonus": 0}))
        gone = row.before.get("ttr.longest-path", [])
        assert row.shifts == ({"ttr.longest-path": [-points for points in gone]} if any(gone) else {})
        assert row.outcome in (Outcome.SAME, Outcome.SCORE, Outcome.WINNER)
        total = [sum(points) for points in zip(*row.after.values(), strict=True)]
        assert {row.players.index(name) for name in row.winners_after} <= {
            seat for seat, points in enumerate(total) if points == max(total)
        }
