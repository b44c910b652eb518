"""How commands take many logs: which ones, in how many processes, with rows, and how they stop and go on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from railbook.cli import out

if TYPE_CHECKING:
    from pathlib import Path

    from railbook.corpus.places import LogPath
    from railbook.corpus.run import How
    from railbook.corpus.tasks import Task
    from railbook.plugins.registry import Registry

R = TypeVar("R")

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C stopped."""


class Corpus(msgspec.Struct, frozen=True):
    """The logs that a command is to read, and those that do not exist."""

    logs: list[LogPath]
    there: list[LogPath]
    missing: list[str]
    named: str
    """What the user named, in a few words."""

    def complain(self) -> None:
        """Say what is missing, and where no logs are."""
        for path in self.missing:
            out.warn(f"railbook: {out.clean(path)}: no such file")
        if not self.logs:
            out.warn(f"railbook: no logs in {out.clean(self.named)}")

    def exit_code(self, code: int) -> int:
        """Give the exit code, where what was there gives this one.

        A missing file is worse than something that cannot be checked, and less than something found wrong.
        """
        return 2 if self.missing and (code != 1 or not self.there) else code


def corpus_of(places: Sequence[str] | None, files_from: str | None) -> Corpus:
    """Find the logs that were named; raises `UsageFault` where none were."""
    from railbook.corpus.places import is_missing, listed, logs_in

    if not places and files_from is None:
        raise out.UsageFault(
            "Missing argument 'LOG...': name logs, or a file of their names with --files-from (see --help)"
        )
    named = [*(places or []), *(listed(files_from) if files_from is not None else [])]
    if files_from == "-" and "-" in named:
        raise out.UsageFault("standard input is either a log or a list of logs")
    logs = logs_in(named)
    missing = {log.path for log in logs if is_missing(log)}
    said = ", ".join([*(places or []), *([files_from] if files_from is not None else [])])
    return Corpus(logs, [log for log in logs if log.path not in missing], sorted(missing), said)


def how_of(
    jobs: int | None, time_limit: float | None, rows: Path | None, *, resume: bool, engine: str, scheduler: str
) -> How:
    """Read the options of a run; raises `UsageFault` for those that do not fit one another."""
    from railbook.corpus.run import ENGINES, How

    if engine not in ENGINES:
        raise out.UsageFault(f"unknown engine {engine!r}: choose {' or '.join(ENGINES)}")
    if (engine == "dask") != bool(scheduler):
        raise out.UsageFault("--engine dask and --scheduler ADDRESS belong together")
    if time_limit is not None and time_limit != time_limit:  # noqa: PLR0124 - so a number that is none is known
        raise out.UsageFault("--time-limit is a number of seconds")
    if resume and rows is None:
        raise out.UsageFault("--resume goes on with the rows of an earlier run: name their file with --rows")
    return How(jobs or processors(), time_limit, engine, scheduler, rows, resume)


def processors() -> int:
    """Tell how many processes can work at once on this machine."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))  # a container may have fewer than the machine
    return os.cpu_count() or 1


def run(
    title: str,
    task: Task[LogPath, R],
    logs: Sequence[LogPath],
    how: How,
    registry: Registry,
    take: Callable[[int, R], str],
) -> None:
    """Run a task over logs, and hand each result over as it comes; the words given back are shown above the bar.

    Ctrl-C ends the command: what is done is kept where rows are written, and one line says how to go on.
    """
    from railbook.corpus.run import Run
    from railbook.corpus.tasks import CorpusFault
    from railbook.log.limits import limit

    limit("line")  # limits that are none are the fault of no log
    single = len(logs) == 1
    going = Run(task, logs, how, registry)
    weights = [] if single else [weight + 1 for weight in going.weights]
    try:
        with out.progress(title, len(logs), sum(weights)) as bar, contextlib.closing(iter(going)) as results:
            going.tick = bar.tick
            for index, result in results:
                if said := take(index, result):
                    bar.say(said)
                bar.step(1 if single else weights[index])
    except KeyboardInterrupt:
        on = "the same command with --resume goes on" if how.rows else "with --rows FILE a run can be gone on with"
        on = on if going.done else "nothing is kept"
        out.warn(f"railbook: stopped: {going.done} of {len(logs)} logs done; {on}")
        raise SystemExit(INTERRUPTED) from None
    except CorpusFault as fault:
        on = f": {going.done} of {len(logs)} logs done; the same command with --resume goes on"
        raise out.UsageFault(f"{fault}{on if how.rows and going.done else ''}") from None
    if how.resume:
        out.warn(f"railbook: {going.kept} of {len(logs)} logs were done before and have not changed")
