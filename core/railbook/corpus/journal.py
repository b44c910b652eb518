"""The journal of a run: rows in the order in which they were done, on disk as soon as they are, to go on from later."""

from __future__ import annotations

import contextlib
import os
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from railbook.corpus import tables
from railbook.corpus.rows import read_line, result_of, written_of
from railbook.corpus.tasks import CorpusFault, Task
from railbook.log.locking import locked
from railbook.log.writer import OutputFault, output_fault, sync_folder, write_all

SUFFIX = ".journal"
"""What is put behind the name of the file of rows."""


class Journal:
    """Rows by the index of their log; in memory is only where each stands."""

    def __init__(self, path: Path, task: Task[Any, Any], names: Sequence[str], *, resume: bool) -> None:
        """Begin a journal beside the file of rows, or go on with one; raises `OutputFault` or `CorpusFault`."""
        tables.check_name(path)
        self.path = path
        self.beside = path.with_name(path.name + SUFFIX)
        self.task = task
        self._replace = resume
        self._offsets = array("q", [-1]) * len(names)
        self._indices = {name: index for index, name in enumerate(names)} if resume else {}
        if not resume:
            tables.require_free(path)
            tables.require_free(self.beside)
        try:
            self._handle = os.open(self.beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise output_fault(self.path, error) from None
        self._end = 0
        self._reader = open(self.beside, "rb")  # noqa: SIM115 - closed with the journal
        self._lock = contextlib.ExitStack()
        try:
            self._lock.enter_context(locked(self._reader))
        except BlockingIOError:
            self._reader.close()
            os.close(self._handle)
            raise OutputFault(f"{self.beside} is being written by another run") from None

    def kept(self, identity: str) -> dict[int, str]:
        """Give, by index, the content of the logs of which a row of the same task is there, and note the rows."""
        before = [*self._old_rows()]
        self._end = os.lseek(self._handle, 0, os.SEEK_END)
        contents: dict[int, str] = {}
        offset = 0
        with open(self.beside, "rb") as found:
            for line in found:
                if not line.endswith(b"\n"):
                    os.ftruncate(self._handle, offset)  # a line that was torn when the process was killed
                    self._end = offset
                    break
                self._note(line, offset, identity, contents)
                offset += len(line)
        for line in before:
            row = read_line(line)
            if row is not None and self._indices.get(row["file"], -1) not in contents:
                self._note(line, self._end, identity, contents)
                self._append(line)
        return contents

    def _old_rows(self) -> Iterator[bytes]:
        if os.path.lexists(self.path):
            if self.task.row_type is not None:
                raise CorpusFault(f"{self.path} is finished: remove it, or choose another name")
            yield from tables.read(self.path, self.task)

    def _note(self, line: bytes, offset: int, identity: str, contents: dict[int, str]) -> None:
        row = read_line(line)
        if row is None or row["task"] != identity or not row.get("content") or row["file"] not in self._indices:
            return
        if self.task.in_trouble(result_of(self.task, row)):
            return
        index = self._indices[row["file"]]
        contents[index] = row["content"]
        self._offsets[index] = offset

    def add(self, index: int, row: bytes) -> None:
        """Put the row of a log on record; a later one counts."""
        self._offsets[index] = self._end
        self._append(row)

    def _append(self, row: bytes) -> None:
        try:
            os.lseek(self._handle, self._end, os.SEEK_SET)
            write_all(self._handle, row)
        except OSError as error:
            raise output_fault(self.path, error) from None
        self._end += len(row)

    def result(self, index: int) -> Any:
        """Give the result that the row of a log was written of."""
        row = read_line(self._line(index))
        assert row is not None
        return result_of(self.task, row)

    def _line(self, index: int) -> bytes:
        self._reader.seek(self._offsets[index])
        return self._reader.readline()

    def finish(self) -> None:
        """Write the rows of all logs in their order, and remove the journal."""
        rows = (row for index in range(len(self._offsets)) for row in written_of(self.task, self._line(index)))
        tables.write(self.path, self.task, rows, replace=self._replace)
        self.close()
        os.unlink(self.beside)
        sync_folder(self.beside.parent)

    def close(self) -> None:
        """Leave the journal as it is, on disk."""
        if not self._reader.closed:
            self._lock.close()
            self._reader.close()
            os.fsync(self._handle)
            os.close(self._handle)
