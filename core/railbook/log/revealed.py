"""Reads the lines of a log that can be looked through first, for the key that its end line reveals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import msgspec

from railbook.log.canonical import Codec, LineFault
from railbook.log.reader import FileFault, RawLine, raw_lines
from railbook.log.records import End

if TYPE_CHECKING:
    from pathlib import Path

_SIZE = 4  # bytes that say how long a copied line is


class LogLines:
    """The lines of a log within a limit, one after another. Raises `FileFault` as `raw_lines` does."""

    def __init__(self, path: Path | str, within: str = "log") -> None:
        self._path = path
        self._lines = raw_lines(path, within)

    def __iter__(self) -> Iterator[RawLine]:
        return self._lines

    def __next__(self) -> RawLine:
        return next(self._lines)

    def revealed_key(self, written: int) -> bytes:
        """Look ahead for the key in the end line; empty where there is none, or no end that can be read.

        `written` is the format of the log. A file is read twice for it. What can be read only once, such as a pipe, is
        copied to a temporary file.
        """
        codec = Codec(None, written)
        if str(self._path) != "-" and os.path.isfile(self._path):
            found = (_key_of(line, codec) for line in _as_far_as_readable(raw_lines(self._path)))
            return next((key for key in found if key is not None), b"")
        key: bytes | None = None
        fault: FileFault | None = None
        import tempfile

        copy = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed behind its last line
        try:
            for line in self._lines:
                data = msgspec.msgpack.encode(line)
                copy.write(len(data).to_bytes(_SIZE, "big") + data)
                key = _key_of(line, codec) if key is None else key
        except FileFault as error:
            fault = error
        copy.seek(0)
        self._lines = _again(copy, fault)
        return key or b""


def _again(copy: IO[bytes], fault: FileFault | None) -> Iterator[RawLine]:
    """Give copied lines, and then the fault at which the file had ended."""
    with copy:
        while size := copy.read(_SIZE):
            yield msgspec.msgpack.decode(copy.read(int.from_bytes(size, "big")), type=RawLine)
    if fault is not None:
        raise fault


def _as_far_as_readable(lines: Iterator[RawLine]) -> Iterator[RawLine]:
    """Give lines up to a fault: who reads them next says what it is."""
    try:
        yield from lines
    except FileFault:
        return


def _key_of(line: RawLine, codec: Codec) -> bytes | None:
    """Give the key of an end line, empty if it has none; `None` for every other line."""
    if b'"end"' not in line.raw and b"\\u" not in line.raw:  # several times as fast as a regular expression
        return None
    try:
        record = codec.read(line.raw).record
    except LineFault:
        return None
    if not isinstance(record, End):
        return None
    return b"" if record.key is msgspec.UNSET else bytes.fromhex(record.key)
