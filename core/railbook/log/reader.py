"""Reads the lines of a file one by one, in memory that does not grow, and says how each is cut off or dressed up."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

import msgspec

from railbook.log.limits import amount, beyond, limit
from railbook.log.patient import FileFault, Patient
from railbook.log.remote import Remote, is_address

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileFault", "RawLine", "opened", "raw_lines", "too_long", "too_much_to_hold", "whole_file"]

RATIO_FROM = 16 * 2**20
"""Unpacked bytes up to which a log may be packed as tightly as it likes."""

PACKED_SLACK = 2**20
"""Packed bytes that may give nothing, beyond those of two of the longest lines."""

SMALL = 2**16
"""Bytes that are read in one go at most, and of a small file all."""

PACKED = ".gz"
"""How the names of packed logs end."""

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


def raw_lines(path: Path | str, within: str = "log") -> Iterator[RawLine]:
    """Give the lines of a log file; `-` is standard input, `.gz` is unpacked on the way. Raises `FileFault`.

    `within` names the limit of the whole log. Blank lines are passed over. A line that is too long is given empty,
    and is the last one. Of a file that grows meanwhile only what was there at the beginning is read.
    """
    most_line, most_lines, most = limit("line"), limit("lines"), limit(within)
    source = opened(path)
    stream = _unpacked(path, source)
    raw_source = getattr(source, "raw", None)
    packed = raw_source if stream is not source and isinstance(raw_source, Patient) else None
    if packed is not None:
        _refuse_bomb(packed, 0)
    number = total = 0
    begun: list[bytes] = []
    """What was read of a line whose end was not."""
    size = 0
    try:
        while block := _read(stream):
            total += len(block)
            if total > most:
                raise FileFault(f"is longer than {amount(within)} {beyond(within)}")
            if packed is not None:
                _refuse_bomb(packed, total)
            *lines, rest = block.split(b"\n")
            if lines and begun:
                lines[0] = b"".join([*begun, lines[0]])
                begun, size = [], 0
            for raw in lines:
                number += 1
                if number > most_lines:
                    raise FileFault(f"has more than {amount('lines')} {beyond('lines')}")
                if number > 1 and raw[-1:] != b"\r" and len(raw) < most_line and not raw.isspace():
                    if raw:
                        yield RawLine(number, raw, True)  # nearly all are such lines
                    continue
                if len(raw) >= most_line:
                    yield RawLine(number, b"", False, too_long=True)
                    return
                yield from _dressed(number, raw, whole=True)
            begun.append(rest)
            size += len(rest)
            if size > most_line:
                yield RawLine(number + 1, b"", False, too_long=True)
                return
        yield from _dressed(number + 1, b"".join(begun), whole=False)
    finally:
        if source is not sys.stdin.buffer:
            stream.close()
            source.close()


def _dressed(number: int, raw: bytes, *, whole: bool) -> Iterator[RawLine]:
    """Give a line without what it is dressed up with, unless nothing else is there."""
    dressed = []
    if number == 1 and raw.startswith(_BOM):
        raw = raw.removeprefix(_BOM)
        dressed.append("a byte order mark")
    if raw.endswith(b"\r"):
        raw = raw.removesuffix(b"\r")
        dressed.append("carriage returns")
    if raw.strip():
        yield RawLine(number, raw, whole, dressed=" and ".join(dressed))


def too_long() -> str:
    """Say that a line is too long, with the limit."""
    return f"the line is longer than {amount('line')} {beyond('line')}"


def too_much_to_hold(ply: int) -> str:
    """Say that an undo goes back further than what is held of the plies, with the limit."""
    return f"ply {ply} is no longer held: the plies behind it take more than {amount('held')} {beyond('held')}"


def whole_file(path: Path | str, name: str = "case") -> bytes:
    """Give a file that is small by nature, within the limit of that name; raises `FileFault`."""
    most = limit(name)
    stream = opened(path)
    try:
        data: bytes = stream.read(min(most, SMALL) + 1)  # to ask for all that may be there takes room for it
        data += stream.read(most + 1 - len(data)) if len(data) > SMALL else b""
    except FileFault:
        raise
    except OSError as error:
        raise FileFault(f"cannot be read: {error.strerror or error}") from None
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()
    if len(data) > most:
        raise FileFault(f"is larger than {amount(name)} {beyond(name)}")
    return data


def opened(path: Path | str) -> IO[bytes]:
    """Open a file as it stands, packed or not; `-` is standard input. Raises `FileFault`."""
    if str(path) == "-":
        return sys.stdin.buffer
    return io.BufferedReader(Remote(str(path)) if is_address(path) else Patient(path), 2**16)


def _unpacked(path: Path | str, source: IO[bytes]) -> IO[bytes]:
    if not str(path).endswith(PACKED):
        return source
    import gzip

    return gzip.open(source, "rb")  # type: ignore[return-value]  # it reads bytes as any binary stream


def _read(stream: Any) -> bytes:
    """Read what is there, not to keep who reads a pipe waiting for what has been written."""
    try:
        block: bytes = stream.read1(SMALL)
    except FileFault:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised
        raise _fault_of(error) from None
    return block


def _fault_of(error: Exception) -> Exception:
    """Give the fault that an error in reading is; what has to do with gzip is imported only now."""
    import gzip
    import zlib

    if isinstance(error, gzip.BadGzipFile | zlib.error | EOFError):
        return FileFault(f"is not whole gzip data ({error})")
    if isinstance(error, OSError):
        return FileFault(f"cannot be read: {error.strerror or error}")
    return error


def _refuse_bomb(patient: Patient, total: int) -> None:
    """Refuse what unpacks to far more than games do, and let as many bytes more be packed as two lines may take."""
    most = limit("ratio")
    if total > max(RATIO_FROM, most * patient.taken):
        raise FileFault(f"unpacks to more than {most} times its size {beyond('ratio')}")
    patient.allow(2 * limit("line") + PACKED_SLACK)
