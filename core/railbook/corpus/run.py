"""A run of a task over a corpus: here or on a cluster, with rows where they are wanted, anew or gone on with."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from railbook.corpus.bench import Answer, Bench, Entry
from railbook.corpus.places import LogPath, only_here, weigh
from railbook.corpus.tasks import CorpusFault, Task
from railbook.plugins.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

    from railbook.corpus.journal import Journal

R = TypeVar("R")

TIME_LIMIT = 600.0
"""Seconds that a log may take where nobody says otherwise."""

ENGINES = ("local", "dask")


class How(msgspec.Struct, frozen=True):
    """How a run goes: nothing of it changes what comes out."""

    jobs: int = 1
    """Processes of this machine."""
    time_limit: float | None = None
    """Seconds that one log may take; 0 is no limit. Unset it is `TIME_LIMIT`, and none for one log alone."""
    engine: str = "local"
    scheduler: str = ""
    """The address of a scheduler of Dask."""
    rows: Path | None = None
    """Where to write a row for each log."""
    resume: bool = False
    """Whether to go on from the rows, or their journal, that an earlier run left."""


class Run(Generic[R]):
    """Gives, for each log, its index and its result, in the order in which they are done.

    `done` and `kept` count while it runs. One log alone is worked on in this process, unless a time limit is set; what
    then goes wrong is raised. Raises `CorpusFault`, and `OutputFault` for rows.
    """

    def __init__(
        self,
        task: Task[LogPath, R],
        logs: Sequence[LogPath],
        how: How,
        registry: Registry,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare a run; `registry` has the plugins that the task names loaded, and `tick` is called while it waits."""
        self.task = task
        self.logs = logs
        self.how = how
        self.registry = registry
        self.tick = tick
        self.done = self.kept = 0
        """Logs that are done, and how many of those were before."""

    @functools.cached_property
    def weights(self) -> list[int]:
        """About how much work each log is."""
        return [weigh(log) for log in self.logs]

    def __iter__(self) -> Generator[tuple[int, R], None, None]:
        journal: Journal | None = None
        bench = Bench(self.task)
        contents: dict[int, str] = {}
        if self.how.rows is not None:
            from railbook.corpus.identity import identity
            from railbook.corpus.journal import Journal

            bench = Bench(self.task, identity(self.task, self.registry))
            journal = Journal(self.how.rows, self.task, [log.name for log in self.logs], resume=self.how.resume)
        bench.set_up(self.registry)
        try:
            if journal is not None and self.how.resume:
                contents = journal.kept(bench.identity)
            entries = [Entry(index, log, contents.get(index, "")) for index, log in enumerate(self.logs)]
            with contextlib.closing(self._answers(bench, entries)) as answers:
                for answer in answers:
                    self.done += 1
                    if answer.kept:
                        assert journal is not None
                        self.kept += 1
                        yield answer.number, journal.result(answer.number)
                        continue
                    settled = bench.settle(self.logs[answer.number], answer)
                    if journal is not None:
                        journal.add(settled.number, settled.row)
                    yield settled.number, settled.result
            if journal is not None:
                journal.finish()
        finally:
            if journal is not None:
                journal.close()

    def _answers(self, bench: Bench, entries: list[Entry]) -> Generator[Answer, None, None]:
        if len(entries) == 1 and self.how.time_limit is None and self.how.engine == "local":
            yield bench.do(entries[0])
            return
        here = [entry for entry in entries if only_here(entry.item)]
        for entry in here:
            yield bench.answer(entry)
        apart = [entry for entry in entries if not only_here(entry.item)] if here else entries
        limit = TIME_LIMIT if self.how.time_limit is None else self.how.time_limit
        if not apart:
            return
        weights = [self.weights[entry.number] for entry in apart]
        if self.how.engine == "local":
            from railbook.corpus import local

            yield from local.run(bench, apart, weights, self.how.jobs, limit, self.tick)
        else:
            from railbook.corpus import cluster

            yield from cluster.run(bench, apart, weights, self.how.scheduler, limit, self.tick)


def over(task: Task[LogPath, R], logs: Sequence[LogPath], jobs: int = 1, registry: Registry | None = None) -> list[R]:
    """Give the results of a task over logs in their order, for programs that want no more than that."""
    found = dict(iter(Run(task, logs, How(jobs), registry or Registry.installed(task.plugins))))
    return [found[index] for index in range(len(logs))]


__all__ = ["ENGINES", "TIME_LIMIT", "CorpusFault", "How", "Run", "over"]
