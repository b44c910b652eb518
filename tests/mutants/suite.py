"""Runs tests against mutants: collects them once, then forks a process for each mutant.

A process composes its rulesets without one rule and runs the tests that quote the rule's id, the fastest first, until
one fails.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType
from typing import Any, NamedTuple, TypeVar

import pytest

from railbook.plugins.registry import Registry
from tests.mutants.mutations import Mutant, all_layers, all_mutants, apply

T = TypeVar("T")

TEST_SECONDS = 20
"""A test that takes longer under a mutant has noticed it: what is missing is what ends a loop."""


class Ran(NamedTuple):
    """How one test went: its duration in seconds, and whether it failed."""

    node: str
    seconds: float
    failed: bool


class Suite:
    """A plugin of pytest that takes the place of its loop over tests; `code` is the exit code afterwards."""

    def __init__(self, ids: Sequence[str], jobs: int) -> None:
        self.code = 2
        self._ids = ids
        self._jobs = max(jobs, 1)
        self._failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Let hypothesis be quick and repeatable: the first counterexample is enough."""
        from hypothesis import Phase, settings  # imported any sooner, pytest could not rewrite its assertions

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.default, phases=phases, database=None, derandomize=True)
        settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Show what cannot be collected."""
        if report.failed:
            print(report.longreprtext, file=sys.stderr)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure in any phase of a test."""
        self._failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant."""
        if not session.testsfailed:
            self.code = self._try_all(session.items)
        return True

    def _try_all(self, items: Sequence[pytest.Item]) -> int:
        mutants = [one for one in all_mutants(all_layers(Registry.installed())) if not self._ids or one.id in self._ids]
        texts = {item: quotable(item) for item in items}
        quoting = {
            id: [item for item in items if quotes(texts[item], id)] for id in dict.fromkeys(m.id for m in mutants)
        }
        began = time.monotonic()
        ran = self._run_unchanged([item for item in items if any(item in named for named in quoting.values())])
        for one in ran.values():
            if one.failed:
                print(f"fails although nothing is taken away: {one.node}")
        survivors = 0
        width = max((len(str(mutant)) for mutant in mutants), default=0)
        work = [functools.partial(self._killer, m, _fastest(quoting[m.id], ran)) for m in mutants]
        for mutant, killer in zip(mutants, in_processes(work, self._jobs), strict=True):
            survivors += not killer
            said = f"noticed by {killer}" if killer else f"SURVIVES {len(quoting[mutant.id])} tests that quote it"
            print(f"{mutant.layer:16} {mutant!s:{width}} {said}", flush=True)
        print(f"mutants: {len(mutants)} in {time.monotonic() - began:.0f} s")
        print(f"survivors: {survivors}")
        if any(one.failed for one in ran.values()) or not mutants:
            return 2
        return 1 if survivors else 0

    def _run_unchanged(self, items: Sequence[pytest.Item]) -> dict[str, Ran]:
        """Run tests without a mutant: only those that pass can notice one."""
        shares = [functools.partial(self._run, items[job :: self._jobs * 4]) for job in range(self._jobs * 4)]
        return {one[0]: Ran(*one) for share in in_processes(shares, self._jobs) for one in share}

    def _killer(self, mutant: Mutant, items: Sequence[pytest.Item]) -> str:
        """Give the first test that notices a mutant, if any does."""
        clear_caches()
        apply(mutant)
        ran = self._run(items, stop=True)
        return ran[-1].node if ran and ran[-1].failed else ""

    def _run(self, items: Sequence[pytest.Item], *, stop: bool = False) -> list[Ran]:
        ran: list[Ran] = []
        signal.signal(signal.SIGALRM, _too_long)
        for item, following in zip(items, [*items[1:], None][: len(items)], strict=True):
            began = time.monotonic()
            self._failed = False
            signal.setitimer(signal.ITIMER_REAL, TEST_SECONDS, 1)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except BaseException:  # noqa: BLE001 - what breaks the runner itself is noticed all the same
                self._failed = True
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            ran.append(Ran(item.nodeid, time.monotonic() - began, self._failed))
            if stop and self._failed:
                break
        return ran


def quotable(item: pytest.Item) -> str:
    """Give the text in which a test may quote ids: its name, its docstring and its markers `rule`."""
    marked = [str(id) for marker in item.iter_markers("rule") for id in marker.args]
    docstring = getattr(getattr(item, "function", None), "__doc__", None) or ""
    return "\n".join([item.nodeid, docstring, *marked])


def quotes(text: str, id: str) -> bool:
    """Tell whether a text quotes an id, and not merely one that begins or ends like it."""
    return re.search(rf"(?<![\w.-]){re.escape(id)}(?![\w-]|\.\w)", text) is not None


def clear_caches() -> None:
    """Forget everything composed so far: tests keep rulesets in caches."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith(("tests.", "railbook")):
            found.cache_clear()


def in_processes(work: Iterable[Callable[[], T]], jobs: int) -> Iterator[T]:
    """Do each piece of work in a forked process of its own, several at a time; answers come in order, as plain JSON."""
    waiting: list[tuple[int, int]] = []
    for piece in work:
        waiting.append(_forked(piece))
        if len(waiting) >= jobs * 2:
            yield _answer(*waiting.pop(0))
    for process, pipe in waiting:
        yield _answer(process, pipe)


def _forked(piece: Callable[[], Any]) -> tuple[int, int]:
    """Begin a piece of work; gives its process and where its answer will be read."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as stream:
            try:
                answer = json.dumps([piece(), ""])
            except BaseException:  # noqa: BLE001 - told to the parent, which raises it again
                answer = json.dumps([None, traceback.format_exc()])
            stream.write(answer)
    finally:
        os._exit(0)  # nothing of the parent's is torn down here


def _answer(process: int, pipe: int) -> Any:
    with os.fdopen(pipe, encoding="utf-8") as stream:
        text = stream.read()
    os.waitpid(process, 0)
    answer, fault = json.loads(text) if text else (None, "it died")
    if fault:
        raise RuntimeError(f"a process that tried a mutant failed: {fault}")
    return answer


def _fastest(items: Iterable[pytest.Item], ran: dict[str, Ran]) -> list[pytest.Item]:
    """Order tests by duration, and leave out those that fail anyway."""
    return sorted((item for item in items if not ran[item.nodeid].failed), key=lambda item: ran[item.nodeid].seconds)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"the test takes longer than {TEST_SECONDS} seconds")
