"""How work is shared out: long logs first and alone, short ones together, by what each process did."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from railbook.corpus.places import LogPath
from railbook.corpus.run import over
from railbook.corpus.sharing import MOST, Shares
from tests.corpus.helpers import LONG, Witness


def batches(weights: list[int], workers: int) -> list[list[int]]:
    """Give the batches of all work, in the order in which they are taken."""
    shares = Shares(weights, workers)
    return [shares.take() for _ in iter(lambda: len(shares), 0)]


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_a_log_a_thousand_times_longer_is_begun_first_and_alone(workers: int) -> None:
    """Whoever takes the long log takes nothing else, first of all, and every log is taken once."""
    taken = batches([1000] * 700 + [1_000_000] + [1000] * 300, workers)
    assert taken[0] == [700]
    assert sorted(index for batch in taken for index in batch) == list(range(1001))


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_short_logs_go_in_batches_that_shrink(workers: int) -> None:
    """A thousand equal logs take few batches, the last of which are single logs, so that all workers end together."""
    sizes = [len(batch) for batch in batches([5000] * 1000, workers)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == min(MOST, 1000 // (4 * workers))
    assert sizes[-1] == 1
    assert len(sizes) < 1000 / 3


def test_what_is_given_back_comes_next() -> None:
    """Logs that a worker left undone are the next that are taken, before those that wait."""
    shares = Shares([5, 5, 9, 5], 1)
    first = shares.take()
    shares.give_back([*first, 7][:1])
    assert shares.take() == first == [2]


def test_no_log_waits_behind_the_long_one(tmp_path: Path) -> None:
    """Two processes, a log 1,000 times longer than 60 others: one process does it alone, the other one all the rest.

    The long one is not done before the others are: were one of them in its batch, it would never be.
    """
    for number in range(60):
        (tmp_path / f"{number}.jsonl").write_bytes(b"x" * 1000)
    (tmp_path / "long.jsonl").write_bytes(b"x" * 1_000_000)
    marks = tmp_path / "marks"
    marks.mkdir()
    logs = [LogPath(str(path), path.stem) for path in sorted(tmp_path.glob("*.jsonl"))]
    seen = over(Witness(marks=str(marks), others=60), logs, 2)
    assert [one.file for one in seen] == [log.name for log in logs]
    assert [one.said for one in seen if one.kind] == []
    busy = next(one.process for one in seen if one.file == LONG)
    assert sorted(Counter(one.process for one in seen).values()) == [1, 60]
    assert Counter(one.process for one in seen)[busy] == 1
