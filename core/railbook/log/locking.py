"""Keeps an open file for one process: by `flock` on POSIX, by a locked byte on Windows."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

BYTE = 2**31 - 2
"""The byte that is locked on Windows: others cannot read or write what is locked there, so it is one that no log has.

The call takes no place beyond it; what a log of 2 GiB has there would be out of reach while it is locked.
"""

TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""What the system answers where another process has locked the byte."""


@contextmanager
def locked(stream: IO[bytes]) -> Iterator[None]:
    """Lock an open file; raises `BlockingIOError` where another process has it.

    Where the file system or the system has no locks, nothing keeps two processes apart.
    """
    try:
        import fcntl
    except ImportError:
        with _locked_byte(stream):
            yield
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass  # a file system without locks
    yield  # closing the file unlocks it


@contextmanager
def _locked_byte(stream: IO[bytes]) -> Iterator[None]:
    try:
        import msvcrt
    except ImportError:  # neither POSIX nor Windows
        yield
        return
    system: Any = msvcrt  # type checkers elsewhere know nothing in it
    handle = stream.fileno()
    os.lseek(handle, BYTE, os.SEEK_SET)
    try:
        system.locking(handle, system.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in TAKEN:
            raise BlockingIOError(error.errno, os.strerror(error.errno)) from None
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # closing the file would unlock it too, later
            os.lseek(handle, BYTE, os.SEEK_SET)
            system.locking(handle, system.LK_UNLCK, 1)
