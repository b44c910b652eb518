"""The last part of an option's name, wherever an option is set at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import railbook, records_of

REPLAYS = Path(__file__).resolve().parents[2] / "replays" / "age-of-steam"
LOG = REPLAYS / "3-tinkerer-locomotive-for-nothing.jsonl"
SEATS = "random,random,random"
AMBIGUOUS = "option 'shares' may be limits.shares or start.shares: write the whole name"


def test_simulate_writes_the_whole_name(tmp_path: Path) -> None:
    """The header of a log holds whole names only."""
    done = railbook("simulate", "ttr-usa", "--games", "1", "--option", "longest_path_bonus=12", "--out", tmp_path / "a")
    assert done.code == 0, done.err
    (log,) = (tmp_path / "a").iterdir()
    options = records_of(log)[0]["options"]
    assert options["end.longest_path_bonus"] == 12
    assert "longest_path_bonus" not in options


@pytest.mark.parametrize("command", ["impact", "diff"])
def test_changed_rules(command: str) -> None:
    """`railbook impact` and `diff` change the option that is meant, which the log says with its whole name."""
    short, whole = (railbook(command, LOG, "--option", f"{name}=10") for name in ("most", "rules.reduction_at_50"))
    assert short.code == 2
    short = railbook(command, LOG, "--option", "reduction_at_50=10")
    assert (short.code, short.out) == (whole.code, whole.out)
    assert short.code == 0
    assert "rules.reduction_at_50: 8 -> 10" in short.out


def test_several_that_end_alike_are_refused(tmp_path: Path) -> None:
    """One line names all that could be meant, and the exit code is 2."""
    done = railbook("simulate", "age-of-steam", "--seats", SEATS, "--option", "shares=3", "--out", tmp_path)
    assert (done.code, done.err.splitlines()) == (2, [f"railbook: {AMBIGUOUS}"])
    assert railbook("impact", LOG, "--option", "shares=3").code == 2
    twice = railbook("impact", LOG, "--option", "reduction_at_50=10", "--option", "rules.reduction_at_50=8")
    assert "option rules.reduction_at_50 is given twice" in twice.err
