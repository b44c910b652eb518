"""Reads the lines of a file one by one, in memory that does not grow, and says how each is cut off or dressed up."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

MAX_LINE = 4 * 2**20
"""A line longer than this many bytes is refused unread."""

_BOM = b"\xef\xbb\xbf"


class RawLine(msgspec.Struct, frozen=True, gc=False):
    """One line as it stands in the file: its number from 1, its bytes, and what is odd about it."""

    number: int
    raw: bytes
    whole: bool
    """False for the last line of a file that does not end with a line break."""
    too_long: bool = False
    dressed: str = ""
    """What was stripped to read it: a byte order mark, a carriage return."""


class FileFault(OSError):
    """A file that cannot be read at all; says why in one line."""


def raw_lines(path: Path | str) -> Iterator[RawLine]:
    """Give the lines of a log file; `-` is standard input, `.gz` is unpacked on the way. Raises `FileFault`.

    Blank lines are passed over. A line that is too long is given empty, and is the last one.
    """
    stream = _open(path)
    try:
        number = 0
        while True:
            try:
                raw = stream.readline(MAX_LINE + 1)
            except (gzip.BadGzipFile, zlib.error, EOFError) as error:
                raise FileFault(f"is not whole gzip data ({error})") from None
            except OSError as error:
                raise FileFault(f"cannot be read: {error.strerror or error}") from None
            if not raw:
                return
            number += 1
            if number > 1 and raw.endswith(b"}\n") and len(raw) <= MAX_LINE:
                yield RawLine(number, raw[:-1], True)
                continue
            if len(raw) > MAX_LINE:
                yield RawLine(number, b"", False, too_long=True)
                return
            whole = raw.endswith(b"\n")
            dressed = []
            raw = raw.removesuffix(b"\n")
            if number == 1 and raw.startswith(_BOM):
                raw = raw.removeprefix(_BOM)
                dressed.append("a byte order mark")
            if raw.endswith(b"\r"):
                raw = raw.removesuffix(b"\r")
                dressed.append("carriage returns")
            if raw.strip():
                yield RawLine(number, raw, whole, dressed=" and ".join(dressed))
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


def whole_file(path: Path | str) -> bytes:
    """Give a file that is small by nature, at most `MAX_LINE` bytes; raises `FileFault`."""
    stream = _open(path)
    try:
        data = stream.read(MAX_LINE + 1)
    except OSError as error:
        raise FileFault(f"cannot be read: {error.strerror or error}") from None
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()
    if len(data) > MAX_LINE:
        raise FileFault(f"is longer than {MAX_LINE // 2**20} MiB")
    return data


def _open(path: Path | str) -> IO[bytes]:
    if str(path) == "-":
        return sys.stdin.buffer
    try:
        if str(path).endswith(".gz"):
            return gzip.open(path, "rb")  # type: ignore[return-value]  # it reads bytes as any binary stream
        return Path(path).open("rb")
    except IsADirectoryError:
        raise FileFault("is a folder, not a log") from None
    except (OSError, ValueError) as error:
        raise FileFault(f"cannot be opened: {getattr(error, 'strerror', None) or error}") from None
