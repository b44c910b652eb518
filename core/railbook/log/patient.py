"""A file as a stream of bytes that ends: no device, no pipe that stays silent, and of a growing file only its start."""

from __future__ import annotations

import io
import os
import select
import stat
from typing import TYPE_CHECKING

from railbook.log.limits import beyond, limit

if TYPE_CHECKING:
    from pathlib import Path


class FileFault(OSError):
    """A file that cannot be read at all; says why in one line."""


class Patient(io.RawIOBase):
    """An open file; raises `FileFault` for what is none, and for a pipe into which nobody writes for too long.

    `taken` counts the bytes that were read.
    """

    def __init__(self, path: Path | str) -> None:
        self.taken = 0
        self._most: int | None = None
        self._handle = -1
        try:
            _refuse_devices(os.stat(path).st_mode)  # some do things when they are opened
            self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            found = os.fstat(self._handle)
            _refuse_devices(found.st_mode)
        except FileFault:
            self.close()
            raise
        except (OSError, ValueError) as error:
            raise FileFault(f"cannot be opened: {getattr(error, 'strerror', None) or error}") from None
        self._pipe = not stat.S_ISREG(found.st_mode)
        # A file of the kernel has no size; another one grows while its own replay is appended to it.
        self._size = found.st_size if found.st_size and not self._pipe else None

    def allow(self, more: int) -> None:
        """Let so many bytes be read from here on: a packed file may hold a lot that unpacks to nothing."""
        self._most = self.taken + more

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read what there is, at least one byte; 0 at the end."""
        if self._most is not None and self.taken > self._most:
            raise FileFault(f"holds packed data that unpacks to nothing {beyond('line')}")
        left = len(buffer) if self._size is None else min(len(buffer), self._size - self.taken)
        if left <= 0:
            return 0
        data = self._take(left)
        buffer[: len(data)] = data
        self.taken += len(data)
        return len(data)

    def _take(self, most: int) -> bytes:
        return self._wait(most) if self._pipe else os.read(self._handle, most)

    def _wait(self, most: int) -> bytes:
        while True:
            if not select.select([self._handle], [], [], limit("wait"))[0]:
                raise FileFault(f"is a pipe that stayed silent for {limit('wait')} seconds {beyond('wait')}")
            try:
                return os.read(self._handle, most)
            except BlockingIOError:
                continue

    def close(self) -> None:
        """Let go of the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        super().close()


def _refuse_devices(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FileFault("is a folder, not a file")
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise FileFault("is a device or a socket, not a file")
