"""Recorded games for the tests of the command line, made once in each run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import railbook, records_of

SHORT = ("--option", "end.trains_at_most=40")
"""Ends a game soon after the first claims."""


SEED = 918_273_645
"""The seed of the whole game: a number that is found where it must not be."""


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of eight short games with two to five seats."""
    folder = tmp_path_factory.mktemp("corpus")
    seats = (
        "greedy,random",
        "random,greedy,random",
        "random,random,random,greedy",
        "greedy,random,random,random,random",
    )
    for number, bots in enumerate(seats):
        done = railbook(
            "simulate", "ttr-usa", "--out", folder, "--games", "2", "--seats", bots, "--seed", str(10 * number), *SHORT
        )
        assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="session")
def short(corpus: Path) -> Path:
    """Give a short game of two seats."""
    return corpus / "ttr-usa-0.jsonl"


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a complete game of three seats with at least 200 plies, called G in the cases."""
    folder = tmp_path_factory.mktemp("whole")
    for seed in range(SEED, SEED + 30):
        done = railbook("simulate", "ttr-usa", "--out", folder, "--seats", "greedy,random,random", "--seed", str(seed))
        assert done.code == 0, done.err
        log = folder / f"ttr-usa-{seed}.jsonl"
        if sum(record["type"] == "ply" for record in records_of(log)) >= 200:
            return log
    pytest.fail("no game of three seats is long enough any more")
