"""Files of rows: JSON Lines, packed or not, and Parquet; written whole or not at all, in the order of the logs."""

from __future__ import annotations

import gzip
import itertools
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from railbook.corpus.rows import columns_of
from railbook.corpus.tasks import CorpusFault, Task
from railbook.log.writer import OutputFault, written_whole

LINES, PACKED, PARQUET = ".jsonl", ".jsonl.gz", ".parquet"
SUFFIXES = (LINES, PACKED, PARQUET)
"""How the names of files of rows end: that decides what is written."""

GROUP = 5000
"""Rows of a group of Parquet, which is held in memory."""


def check_name(path: Path) -> None:
    """Refuse a name that does not say what to write, and Parquet where pyarrow is missing, before anything is done."""
    if not path.name.endswith(SUFFIXES):
        raise CorpusFault(f"--rows {path}: the name must end in {' or '.join(SUFFIXES)}")
    if path.name.endswith(PARQUET):
        _pyarrow()


def write(path: Path, task: Task[Any, Any], rows: Iterable[bytes], *, replace: bool = False) -> None:
    """Write rows, given as lines of JSON, in their order; raises `OutputFault`."""
    with written_whole(path, replace=replace) as file:
        if path.name.endswith(PARQUET):
            _write_parquet(file, task, rows)
        elif path.name.endswith(PACKED):
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:  # neither its name nor the time
                packed.writelines(rows)
        else:
            file.writelines(rows)


def read(path: Path, task: Task[Any, Any]) -> Iterator[bytes]:
    """Give the rows of a file that `write` made, as lines of JSON; raises `CorpusFault` for any other file."""
    try:
        if path.name.endswith(PARQUET):
            yield from _read_parquet(path, task)
        else:
            with gzip.open(path, "rb") if path.name.endswith(PACKED) else open(path, "rb") as file:
                yield from file
    except (OSError, EOFError, ValueError) as error:
        raise CorpusFault(f"{path} holds no rows that could be gone on with: {error}") from None


def _write_parquet(file: IO[bytes], task: Task[Any, Any], rows: Iterable[bytes]) -> None:
    arrow, parquet = _pyarrow()
    kinds = columns_of(task)
    types = {"text": arrow.string(), "number": arrow.int64(), "flag": arrow.bool_(), "json": arrow.string()}
    types |= {"texts": arrow.list_(arrow.string()), "numbers": arrow.list_(arrow.int64())}
    schema = arrow.schema([(name, types[kind]) for name, kind in kinds.items()])
    lines = iter(rows)
    with parquet.ParquetWriter(file, schema) as writer:
        while group := [_cells(json.loads(line), kinds) for line in itertools.islice(lines, GROUP)]:
            writer.write_table(arrow.Table.from_pylist(group, schema))


def _cells(row: dict[str, Any], kinds: dict[str, str]) -> dict[str, Any]:
    return {name: _cell(row.get(name), kind) for name, kind in kinds.items()}


def _cell(value: Any, kind: str) -> Any:
    if kind == "json":
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    # A file's name may hold bytes that are no text: they are written as escapes, as everywhere.
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _read_parquet(path: Path, task: Task[Any, Any]) -> Iterator[bytes]:
    _, parquet = _pyarrow()
    kinds = columns_of(task)
    with parquet.ParquetFile(path) as file:
        if set(file.schema_arrow.names) != set(kinds):
            raise CorpusFault(f"{path} holds rows of another kind: choose another name or remove it first")
        for batch in file.iter_batches(GROUP):
            for row in batch.to_pylist():
                cells = {name: json.loads(value) if kinds[name] == "json" else value for name, value in row.items()}
                yield (json.dumps(cells, sort_keys=True, separators=(",", ":")) + "\n").encode()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise CorpusFault("rows as Parquet need pyarrow: pip install 'railbook[parquet]'") from None
    return pa, parquet


def require_free(path: Path) -> None:
    """Refuse a file that exists."""
    if os.path.lexists(path):
        raise OutputFault(f"{path} exists: choose another name, remove it first, or go on with it by --resume")
