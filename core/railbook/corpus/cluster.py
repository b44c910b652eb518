"""Works through items on a cluster of Dask: its workers run what the processes of one machine run, batch by batch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from railbook.corpus import local
from railbook.corpus.bench import Answer, Bench, Entry
from railbook.corpus.identity import identity
from railbook.corpus.places import LogPath
from railbook.corpus.sharing import Shares
from railbook.corpus.tasks import CorpusFault
from railbook.log.remote import is_address

REACHED = 10.0
"""Seconds in which a scheduler must answer."""

ALONE = 60.0
"""Seconds in which a scheduler must have a worker, at the beginning and whenever the last one is lost."""

AHEAD = 2
"""Batches that wait for each thread of a worker: it never waits for us, and one that is lost costs little."""

LEAST = 8 * 2**20
"""What a batch weighs at least: the process that works on it takes a moment to start."""

MOST = 500
"""Logs of a batch at most."""

RETRIES = 3
"""Times that a batch is begun anew after the worker was lost that had it; Dask itself begins it as often before."""


def run(
    bench: Bench,
    entries: Sequence[Entry],
    weights: Sequence[int],
    scheduler: str,
    time_limit: float = 0,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Answer]:
    """Give the answers as they come, each item once; raises `CorpusFault` where the cluster cannot go on."""
    try:
        import distributed
    except ImportError:
        raise CorpusFault("--engine dask needs Dask: pip install 'railbook[dask]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is of interest is said here, in one line
    try:
        client: Any = _untyped(distributed.Client)(scheduler, timeout=REACHED, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - no address, no scheduler, one of another protocol
        why = " ".join(str(error).split())[:200]
        raise CorpusFault(f"no scheduler of Dask at {scheduler}: {why}") from None
    with contextlib.closing(client):
        yield from _Campaign(client, scheduler, bench, entries, weights, time_limit).answers(tick)


def work(bench: Bench, entries: Sequence[Entry], time_limit: float) -> list[Answer]:
    """Answer a batch on a worker of the cluster, in a process of its own that may hang or die.

    Raises `CorpusFault` where other rules are installed than those of whoever asks: the answers would be others.
    """
    with _may_have_children():
        return list(local.run(bench, entries, [1] * len(entries), 1, time_limit))


@contextlib.contextmanager
def _may_have_children() -> Iterator[None]:
    """Let a process of Dask start one: its nanny makes it a daemon, for which the library forbids that.

    A workaround: `distributed.worker.daemon: False` in the cluster's own settings would be the other way.
    """
    settings: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # noqa: SLF001
    before = settings.get("daemon")
    settings["daemon"] = False
    try:
        yield
    finally:
        settings["daemon"] = before


class _Campaign:
    """One run on one cluster."""

    def __init__(
        self,
        client: Any,
        scheduler: str,
        bench: Bench,
        entries: Sequence[Entry],
        weights: Sequence[int],
        time_limit: float,
    ) -> None:
        self.client = client
        self.scheduler = scheduler
        task = msgspec.structs.replace(bench.task, plugins=tuple(map(_absolute, bench.task.plugins)))
        self.bench = Bench(task, bench.identity, identity(bench.task, bench.set_up()))
        self.entries = entries
        self.time_limit = time_limit
        self.threads = self.wait_for_workers()
        self.shares = Shares(weights, self.threads, LEAST, MOST)
        self.batches: dict[Any, list[int]] = {}
        """What is under way: the places in the list of entries, by future."""
        self.lost: dict[int, int] = {}
        """How often the batch that an entry was in came to nothing."""

    def wait_for_workers(self) -> int:
        """Give the number of threads that can work, once there are any."""
        until = time.monotonic() + ALONE
        while True:
            threads = sum(self.client.nthreads().values())
            if threads:
                return int(threads)
            if time.monotonic() > until:
                raise CorpusFault(f"the scheduler at {self.scheduler} has had no workers for {ALONE:g} seconds")
            time.sleep(0.2)

    def answers(self, tick: Callable[[], None]) -> Iterator[Answer]:
        import distributed

        wait = _untyped(distributed.wait)
        seen = time.monotonic()
        while self.shares or self.batches:
            try:
                while self.shares and len(self.batches) < AHEAD * self.threads:
                    self.submit(self.shares.take())
                with self.client.as_current():
                    done = wait(list(self.batches), timeout=local.TICK, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                done = set()
            except (Exception, asyncio.CancelledError):  # noqa: BLE001 - what was asked for is called off
                raise self.gone() from None
            tick()
            for future in done:
                yield from self.collect(future, self.batches.pop(future))
            if done:
                seen = time.monotonic()
            elif time.monotonic() > seen + local.TICK * 4:
                self.refuse_to_wait_for_nobody()
                seen = time.monotonic()

    def submit(self, places: list[int]) -> None:
        entries = tuple(_everywhere(self.entries[place]) for place in places)
        future = self.client.submit(work, self.bench, entries, self.time_limit, pure=False)
        self.batches[future] = places

    def collect(self, future: Any, places: list[int]) -> Iterator[Answer]:
        """Give the answers of a batch; one that came to nothing with its worker is put up again."""
        try:
            answers: list[Answer] = future.result()
        except CorpusFault:
            raise
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - whatever a cluster can come to
            self.lost[places[0]] = self.lost.get(places[0], 0) + 1
            if self.lost[places[0]] > RETRIES:
                why = " ".join(f"{type(error).__name__}: {error}".split())[:200]
                raise CorpusFault(f"the cluster at {self.scheduler} does not get on: {why}") from None
            self.shares.give_back(places)
            return
        yield from answers

    def refuse_to_wait_for_nobody(self) -> None:
        """Go on waiting only where somebody works."""
        try:
            self.wait_for_workers()
        except CorpusFault:
            raise
        except Exception:  # noqa: BLE001 - it does not answer
            raise self.gone() from None

    def gone(self) -> CorpusFault:
        return CorpusFault(f"the scheduler at {self.scheduler} has gone")


def _untyped(function: Any) -> Any:
    """Give a function of a library that says its types in part."""
    return function


def _everywhere(entry: Entry) -> Entry:
    """Name a log so that a worker with another working folder finds it; its name in reports stays."""
    log: LogPath = entry.item
    return entry._replace(item=log._replace(path=_absolute(log.path)))


def _absolute(path: str) -> str:
    """Give the whole path of a file here; the name of a module and an address stay as they are."""
    if is_address(path) or not Path(path).exists():
        return path
    return str(Path(path).absolute())
