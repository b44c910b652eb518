"""Rows for other programs: JSON Lines, packed or not, or Parquet with the optional extra `railbook[parquet]`."""

from __future__ import annotations

import contextlib
import gzip
import os
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec

from railbook.cli.out import UsageFault
from railbook.log.writer import OutputFault, output_fault

SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet")

BATCH = 20_000
"""Rows that are gathered before Parquet writes them."""


class RowWriter(Protocol):
    """Takes rows, one after the other."""

    def write(self, row: msgspec.Struct) -> None:
        """Write a row; all rows are of one type."""
        ...

    def close(self) -> None:
        """Write what waits to be."""
        ...


@contextlib.contextmanager
def writer_of(path: Path | None, kind: type[msgspec.Struct]) -> Iterator[RowWriter]:
    """Give a writer of rows of one type to a new file; nothing is left of it where the work inside fails.

    Without a path rows go nowhere. Raises `UsageFault` for a name or an extra that is missing, `OutputFault` for a file
    that exists or cannot be written.
    """
    if path is None:
        yield _Nowhere()
        return
    if not path.name.endswith(SUFFIXES):
        raise UsageFault(f"{path}: rows are {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if path.suffix == ".parquet":
        require_parquet()
    try:
        stream = path.open("xb")
    except FileExistsError:
        raise OutputFault(f"{path} exists: choose another name or remove it first") from None
    except OSError as error:
        raise output_fault(path, error) from None
    try:
        with stream:
            writer: RowWriter = (
                _Parquet(stream, kind) if path.suffix == ".parquet" else _JsonLines(stream, packed=path.suffix == ".gz")
            )
            yield writer
            writer.close()
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(path)
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, OutputFault):
            raise output_fault(path, error) from None
        raise


def require_parquet() -> Any:
    """Give pyarrow; raises `UsageFault` without the extra."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageFault("Parquet needs an extra: pip install 'railbook[parquet]', or write .jsonl") from None
    return pyarrow


class _Nowhere:
    """What there is where nobody asked for rows."""

    def write(self, row: msgspec.Struct) -> None:
        """Forget the row."""

    def close(self) -> None:
        """There is nothing to do."""


class _JsonLines:
    """A line a row; what a row does not have is left out."""

    def __init__(self, stream: IO[bytes], *, packed: bool) -> None:
        # Without a name and a time in it, so that the same rows give the same bytes.
        self._out = gzip.GzipFile("", "wb", fileobj=stream, mtime=0) if packed else stream
        self._packed = packed
        self._encoder = msgspec.json.Encoder()

    def write(self, row: msgspec.Struct) -> None:
        """Write a line."""
        self._out.write(self._encoder.encode(row) + b"\n")

    def close(self) -> None:
        """Finish the packed stream."""
        if self._packed:
            self._out.close()


class _Parquet:
    """Columns by the fields of the rows' type, written batch by batch."""

    def __init__(self, stream: IO[bytes], kind: type[msgspec.Struct]) -> None:
        self._arrow = require_parquet()
        self._schema = self._arrow.schema(
            [(field.name, self._type_of(field.type)) for field in msgspec.structs.fields(kind)]
        )
        self._writer = self._arrow.parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._batch: list[msgspec.Struct] = []

    def write(self, row: msgspec.Struct) -> None:
        """Keep the row until there are enough."""
        self._batch.append(row)
        if len(self._batch) >= BATCH:
            self._flush()

    def close(self) -> None:
        """Write the last rows, and where columns lie in the file."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        arrays = [
            self._arrow.array([getattr(row, column.name) for row in self._batch], column.type)
            for column in self._schema
        ]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._batch = []

    def _type_of(self, annotated: Any) -> Any:
        """Give the type of a column: text, whole number or truth, each of which may be missing."""
        kinds = typing.get_args(annotated) if isinstance(annotated, types.UnionType) else (annotated,)
        known = {str: self._arrow.string(), int: self._arrow.int64(), bool: self._arrow.bool_()}
        return next(known[kind] for kind in kinds if kind in known)
