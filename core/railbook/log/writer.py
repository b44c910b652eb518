"""Writes logs: a whole new file at once, or a running game line by line, each on disk before the next ply."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, cast

from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import Comment

if TYPE_CHECKING:
    from pathlib import Path

PARTIAL = ".partial"
"""How the name of a file ends that is still being written, or was when the process was killed."""

NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)
"""What a file system without hard links answers."""


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
    """A log file that grows: every line is written whole, flushed and synced before `append` returns.

    Of a line that cannot be written nothing stays. Where even that fails, a torn line may stand behind the whole ones,
    which readers know as such, and nothing more is written behind it.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._failed = False

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
            if os.fstat(file._handle).st_size != length:
                os.ftruncate(file._handle, length)
            if line_break:
                file.append(b"\n")
            return file
        except OSError as error:
            with contextlib.suppress(OSError):
                file.close()
            raise output_fault(path, error) from None

    def append(self, line: bytes) -> None:
        """Put one whole line on disk, or nothing of it; raises `OutputFault`."""
        if self._failed:
            raise OutputFault(f"{self.path} holds a line that is torn: leave the game and go on with it anew")
        length = None
        try:
            length = os.fstat(self._handle).st_size
            put(self._handle, line)
        except BaseException as error:
            try:
                if length is not None:
                    os.ftruncate(self._handle, length)
            except OSError:
                self._failed = True
            if isinstance(error, OSError):
                raise output_fault(self.path, error) from None
            raise

    def close(self) -> None:
        """Let go of the file; raises `OutputFault`."""
        try:
            os.close(self._handle)
        except OSError as error:
            raise output_fault(self.path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write_whole(path: Path, data: bytes | Iterable[bytes], *, replace: bool = False) -> None:
    """Write a file completely or not at all; an existing one is only replaced when told. Raises `OutputFault`.

    What comes in pieces is written as it comes.
    """
    with written_whole(path, replace=replace) as file:
        file.writelines((data,) if isinstance(data, bytes) else data)


@contextlib.contextmanager
def written_whole(path: Path, *, replace: bool = False) -> Iterator[IO[bytes]]:
    """Give a stream for a file that is there completely or not at all; an existing one is only replaced when told.

    The bytes are written and synced under another name in the same folder, which ends in `.partial`: all that is left
    where the process is killed. Raises `OutputFault`.
    """
    import tempfile
    from pathlib import Path

    if not replace and os.path.lexists(path):
        raise OutputFault(f"{path} exists: choose another name or remove it first")
    # What a link points to is replaced, not the link.
    target = Path(os.path.realpath(path)) if replace else path
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=PARTIAL, dir=target.parent)
    except OSError as error:
        raise output_fault(path, error) from None
    try:
        raw = _Handle(handle)
        try:
            yield cast(IO[bytes], raw)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.chmod(name, _mode(target) if replace else 0o644)
        if replace:
            os.replace(name, target)
        else:
            _name(name, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise output_fault(path, error) from None
        raise
    sync_folder(target.parent)


class _Handle(io.RawIOBase):
    """A stream to an open file, without a buffer, which is closed by who opened it."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def writable(self) -> bool:
        """Nothing is read here."""
        return True

    def write(self, data: Any) -> int:
        """Write all bytes, however few the system takes at once."""
        return write_all(self._handle, data)


def put(handle: int, data: bytes) -> None:
    """Write all bytes and have them on disk."""
    write_all(handle, data)
    os.fsync(handle)


def write_all(handle: int, data: Any) -> int:
    """Write all bytes, however few the system takes at once; gives their number."""
    left = memoryview(data).cast("B")
    size = len(left)
    while left:
        left = left[os.write(handle, left) :]
    return size


def _mode(path: Path) -> int:
    """Give the rights of a file that is about to be replaced, so that nobody gets to read what he could not."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        return 0o644


def _name(written: str, path: Path) -> None:
    """Give a written file its name, which nobody else took meanwhile."""
    try:
        os.link(written, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # A file system without links: between this look and the renaming a file of that name would be lost.
        if os.path.lexists(path):
            raise FileExistsError from None
        os.rename(written, path)
    else:
        with contextlib.suppress(OSError):  # the file is whole: that it has a second name for now is no fault of it
            os.unlink(written)


def sync_folder(folder: Path) -> None:
    """Have the name of a new file on disk, too, where the system lets folders be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(folder: Path, things: str) -> None:
    """Make a folder for files, with those above it, unless it is there; raises `OutputFault`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputFault(f"{folder} is a file: choose a folder for the {things}") from None
    except OSError as error:
        raise OutputFault(f"{folder} cannot be made: {error.strerror or error}") from None


def output_fault(path: Path, error: OSError) -> OutputFault:
    """Say in one line why a file cannot be written, and the remedy."""
    if isinstance(error, OutputFault):
        return error
    if isinstance(error, FileExistsError):
        return OutputFault(f"{path} exists: choose another name or remove it first")
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return OutputFault(f"{path} cannot be written: the folder {path.parent} does not exist")
    return OutputFault(f"{path} cannot be written: {error.strerror or error}")
