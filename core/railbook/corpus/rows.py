"""One row a log: its columns, and how it is written as a line of JSON and read again."""

from __future__ import annotations

import enum
import json
import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from railbook.corpus.tasks import Task

OWN = {"task": str, "bytes": int, "content": str}
"""Columns of every row: the digest of what was done, the size of the log's file, and the digest of that."""


def row_of(task: Task[Any, Any], result: Any, identity: str, size: int, content: str) -> bytes:
    """Give the row of a result as one line: sorted keys, nothing but ASCII, the same bytes on every machine."""
    fields = msgspec.to_builtins(result, str_keys=True, enc_hook=str)
    row = {**fields, **task.derived(result), "task": identity, "bytes": size, "content": content}
    return (json.dumps(row, sort_keys=True, separators=(",", ":"), default=str) + "\n").encode()


def read_line(line: bytes) -> dict[str, Any] | None:
    """Read a line of rows; `None` for one that is none."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and all(isinstance(row.get(key), str) for key in ("task", "file")) else None


def result_of(task: Task[Any, Any], row: dict[str, Any]) -> Any:
    """Give the result that a row was written of; raises `msgspec.ValidationError` for one of another task."""
    fields: tuple[str, ...] = task.result.__struct_fields__
    return msgspec.convert({name: row[name] for name in fields if name in row}, task.result)


def written_of(task: Task[Any, Any], line: bytes) -> Iterator[bytes]:
    """Give what the file of rows has for the row of a result: that row, or those of the task's own table."""
    if task.row_type is None:
        yield line
    else:
        for row in task.rows(result_of(task, json.loads(line))):
            yield msgspec.json.encode(row) + b"\n"


def columns_of(task: Task[Any, Any]) -> dict[str, str]:
    """Give the columns of a task's rows and what they hold: `text`, `number`, `flag`, lists of them, or `json`."""
    if task.row_type is not None:
        return {name: _kind_of(hint) for name, hint in typing.get_type_hints(task.row_type).items()}
    hints: dict[str, Any] = {**OWN, **typing.get_type_hints(task.result), **task.more}
    return {name: _kind_of(hints[name]) for name in sorted(hints)}


def _kind_of(hint: Any) -> str:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):  # a column may always be empty
        hint = next(one for one in typing.get_args(hint) if one is not types.NoneType)
    plain = {str: "text", int: "number", bool: "flag", list[str]: "texts", list[int]: "numbers"}
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return "text"
    return next((kind for known, kind in plain.items() if hint == known), "json")
