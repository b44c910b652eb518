"""Writes logs: a whole new file at once, or a running game line by line, each on disk before the next ply."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import Comment


class OutputFault(OSError):
    """An output that cannot be written, or must not be: one line with the remedy."""


class LogWriter:
    """Turns records into chained lines. `line` gives each as bytes with its line break."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    def line(self, record: Any, time: str = "") -> bytes:
        """Give the line of the next record and chain it; comments are not chained."""
        body = body_of(record)
        if isinstance(record, Comment):
            return line_of(body, "", time)
        return line_of(body, self.chain.link(body), time)


class LogFile:
    """A log file that grows: every line is written whole, flushed and synced before `append` returns."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle

    @classmethod
    def create(cls, path: Path) -> LogFile:
        """Begin a file that does not exist yet."""
        try:
            return cls(path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644))
        except OSError as error:
            raise output_fault(path, error) from None

    @classmethod
    def resume(cls, path: Path, length: int, *, line_break: bool) -> LogFile:
        """Go on with a file after its first `length` bytes; what stands behind them, a torn line, is cut off."""
        try:
            file = cls(path, os.open(path, os.O_WRONLY | os.O_APPEND))
        except OSError as error:
            raise output_fault(path, error) from None
        try:
            os.ftruncate(file._handle, length)
            if line_break:
                file.append(b"\n")
            return file
        except OSError as error:
            file.close()
            raise output_fault(path, error) from None

    def append(self, line: bytes) -> None:
        """Put one whole line on disk, or nothing of it."""
        length = os.fstat(self._handle).st_size
        try:
            left = memoryview(line)
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, length)
            if isinstance(error, OSError):
                raise output_fault(self.path, error) from None
            raise

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write_whole(path: Path, data: bytes, *, replace: bool = False) -> None:
    """Write a file completely or not at all; an existing one is only replaced when told."""
    if not replace and os.path.lexists(path):
        raise OutputFault(f"{path} exists: choose another name or remove it first")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent)
    except OSError as error:
        raise output_fault(path, error) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)
        if replace:
            os.replace(name, path)
        else:
            os.link(name, path)
            os.unlink(name)
    except BaseException as error:
        if os.path.exists(name):
            os.unlink(name)
        if isinstance(error, OSError):
            raise output_fault(path, error) from None
        raise


def output_fault(path: Path, error: OSError) -> OutputFault:
    """Say in one line why a file cannot be written, and the remedy."""
    if isinstance(error, OutputFault):
        return error
    if isinstance(error, FileExistsError):
        return OutputFault(f"{path} exists: choose another name or remove it first")
    if isinstance(error, FileNotFoundError):
        return OutputFault(f"{path} cannot be written: the folder {path.parent} does not exist")
    return OutputFault(f"{path} cannot be written: {error.strerror or error}")
