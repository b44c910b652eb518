"""Holds signals back for as long as something must not be broken off."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def held_back(*signals: signal.Signals) -> Iterator[None]:
    """Let signals wait until this is over; a process started meanwhile holds them back for good.

    Where the system cannot do that they come as they come.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
