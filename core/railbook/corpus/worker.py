"""What works through items: in a process that a run started, or in the command itself where there is one log alone."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import types
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import NoReturn

from railbook.corpus.bench import Answer, Bench, Entry, raised
from railbook.corpus.signals import held_back
from railbook.corpus.tasks import CorpusFault

READY = "ready"
"""What a process says once it has loaded the plugins: from here on the time of logs is counted."""


def serve(connection: Connection, bench: Bench, environment: dict[str, str], path: list[str]) -> None:
    """Answer batch after batch, each item as it is done, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all; the process that gave the work decides
    signal.signal(signal.SIGTERM, _leave)
    with held_back(signal.SIGTERM):  # there for good: what is held back in one thread comes to another
        threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = path
    with contextlib.suppress(EOFError, OSError):  # nobody waits for an answer any more
        try:
            bench.set_up()
            bench.check()
        except Exception as error:  # noqa: BLE001 - of any plugin
            connection.send(error if isinstance(error, CorpusFault) else CorpusFault(raised(error).said))
            return
        connection.send(READY)
        while True:
            batch: list[Entry] = connection.recv()
            for entry in batch:
                _send(connection, bench.answer(entry))


def _send(connection: Connection, answer: Answer) -> None:
    try:
        connection.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError, RecursionError) as error:
        trouble = answer.trouble or raised(error)
        connection.send(Answer(answer.number, trouble=trouble._replace(error=None)))


def _leave(number: int, frame: types.FrameType | None) -> NoReturn:
    """Leave what is being done, and the disk as it was: a file half written is taken away."""
    raise SystemExit(0)


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, in the midst of a log too."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
