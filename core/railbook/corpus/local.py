"""Works through items in processes of this machine: none waits for another, and one that hangs or dies is replaced.

A pool of the library ends as a whole when one of its processes is killed, and counts time by batches, not by logs; so
each process here has a pipe of its own, answers log by log, and is killed alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
import types
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any

from railbook.audit.findings import CRASHED, TIME_LIMIT
from railbook.corpus.bench import Answer, Bench, Entry
from railbook.corpus.sharing import Shares
from railbook.corpus.signals import held_back
from railbook.corpus.tasks import CorpusFault, Trouble
from railbook.corpus.worker import READY, serve

PRELOADED = ("railbook.corpus.preload",)
"""What the process that all others are forked from has imported."""

TICK = 0.5
"""Seconds after which whoever waits for answers is told that time goes by."""

LIVES = 2
"""So often an item is begun: whatever killed the first process that worked on it may have had nothing to do with it."""

STARTS = 3
"""Processes that may end, one after another, before they are ready."""

GRACE = 5.0
"""Seconds in which a process that is no longer wanted must end, before it is killed."""

PATIENCE = 120.0
"""Seconds in which a process must be ready."""


def run(
    bench: Bench,
    entries: Sequence[Entry],
    weights: Sequence[int],
    jobs: int,
    time_limit: float = 0,
    tick: Callable[[], None] = lambda: None,
) -> Generator[Answer, None, None]:
    """Give the answers as they come, each item once; a time limit of 0 seconds is none. Raises `CorpusFault`."""
    crew = _Crew(bench, entries, weights, jobs, time_limit)
    try:
        while crew.busy():
            crew.give_work()
            yield from crew.answers()
            tick()
    finally:
        crew.dismiss()


class _Worker:
    """A process with its pipe and the items that it was given and has not answered yet."""

    def __init__(self, bench: Bench) -> None:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context: Any = multiprocessing.get_context(method)
        if method == "forkserver":
            context.set_forkserver_preload(list(PRELOADED))
        self.connection, theirs = context.Pipe()
        arguments = (theirs, bench, dict(os.environ), list(sys.path))
        self.process = context.Process(target=serve, args=arguments, daemon=True)
        # There SIGINT is held back for good: it would only show a traceback.
        with held_back(signal.SIGINT), _without_main():
            self.process.start()
        theirs.close()
        self.batch: deque[int] = deque()
        """Places in the list of entries."""
        self.ready = False
        self.since = time.monotonic()

    def end(self) -> int | None:
        """Kill the process, if it still runs, and give its exit code."""
        self.process.kill()
        self.process.join()
        code: int | None = self.process.exitcode
        self.process.close()
        self.connection.close()
        return code


class _Crew:
    """All workers of one run."""

    def __init__(
        self, bench: Bench, entries: Sequence[Entry], weights: Sequence[int], jobs: int, time_limit: float
    ) -> None:
        self.bench = bench
        self.entries = entries
        self.jobs = max(1, min(jobs, len(entries)))
        self.time_limit = time_limit
        self.shares = Shares(weights, self.jobs)
        self.workers: list[_Worker] = []
        self.begun: Counter[int] = Counter()
        self.failed_starts = 0
        self.woken = time.monotonic()

    def busy(self) -> bool:
        return bool(self.shares) or any(worker.batch for worker in self.workers)

    def give_work(self) -> None:
        """Give each worker that has nothing to do a batch, and start as many as there is work for."""
        for worker in self.workers:
            if worker.ready and not worker.batch and self.shares:
                worker.batch.extend(self.shares.take())
                worker.since = time.monotonic()
                with contextlib.suppress(OSError):  # it has died: that is seen next
                    worker.connection.send([self.entries[place] for place in worker.batch])
        idle = sum(not worker.batch for worker in self.workers)
        for _ in range(min(self.jobs - len(self.workers), len(self.shares) - idle)):
            self.workers.append(_Worker(self.bench))

    def answers(self) -> Iterator[Answer]:
        """Wait for a while, and give what was answered meanwhile and what became of those that died or hang."""
        ears: dict[Any, _Worker] = {}
        for worker in self.workers:
            ears[worker.connection] = ears[worker.process.sentinel] = worker
        asked = time.monotonic()
        heard = wait(list(ears), self.pause(asked))
        self.forgive(asked)
        for worker in {id(ears[ear]): ears[ear] for ear in heard}.values():
            alive = True
            while alive and worker.connection.poll():
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    alive = False
                    break
                worker.since = time.monotonic()
                if isinstance(message, CorpusFault):
                    raise message
                if message == READY:
                    worker.ready, self.failed_starts = True, 0
                else:
                    worker.batch.popleft()
                    yield message
            if not alive or worker.process.sentinel in heard:
                yield from self.died(worker)
        yield from self.overdue()

    def pause(self, now: float) -> float:
        """Give the seconds until somebody is overdue, and no more than a tick."""
        due = [worker.since + self.limit(worker) - now for worker in self.workers]
        return max(0.0, min([TICK, *due]))

    def limit(self, worker: _Worker) -> float:
        if not worker.ready:
            return PATIENCE
        return self.time_limit if worker.batch and self.time_limit else float("inf")

    def forgive(self, asked: float) -> None:
        """Do not count the time for which all of us were stopped, or the machine slept."""
        lost = time.monotonic() - asked - TICK
        if lost > TICK:
            for worker in self.workers:
                worker.since += lost

    def died(self, worker: _Worker) -> Iterator[Answer]:
        """Replace a worker that has ended: what it worked on is begun once more, and then given up."""
        self.workers.remove(worker)
        ready, batch, how = worker.ready, list(worker.batch), _said(worker.end())
        if not ready:
            self.failed_starts += 1
            if self.failed_starts >= STARTS:
                raise CorpusFault(f"no process can be started: it {how} before it was ready")
        if not batch:
            return
        first, *rest = batch
        self.begun[first] += 1
        if self.begun[first] < LIVES:
            self.shares.give_back(batch)
            return
        self.shares.give_back(rest)
        yield self.trouble(first, CRASHED, f"the process that worked on it {how}")

    def overdue(self) -> Iterator[Answer]:
        """Kill the workers that take too long for one item, and give that up."""
        now = time.monotonic()
        for worker in list(self.workers):
            if now < worker.since + self.limit(worker) or worker.connection.poll():
                continue
            if worker.process.exitcode is not None:  # it ended just now: that is said next, and says more
                continue
            if not worker.ready:
                raise CorpusFault(f"no process can be started: it was not ready after {PATIENCE:g} seconds")
            self.workers.remove(worker)
            worker.end()
            first, *rest = worker.batch
            self.shares.give_back(rest)
            said = f"not done after {self.time_limit:g} seconds; --time-limit sets how long a log may take"
            yield self.trouble(first, TIME_LIMIT, said)

    def trouble(self, place: int, kind: str, said: str) -> Answer:
        return Answer(self.entries[place].number, trouble=Trouble(kind, said))

    def dismiss(self) -> None:
        """End all workers: what they are at they leave tidy, if they do so soon."""
        for worker in self.workers:
            worker.process.terminate()
        until = time.monotonic() + GRACE
        while self.workers:
            worker = self.workers.pop()
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.end()


def _said(code: int | None) -> str:
    """Say how a process ended."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    """Let a new process not import the program that this one runs: it may be anything, and workers need none of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
