"""What a task is, something that is done with each log of a corpus and reaches every process, and its faults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from railbook.plugins.registry import Registry

T = TypeVar("T")
R = TypeVar("R")


class CorpusFault(RuntimeError):
    """A run over a corpus that cannot be begun or gone on with: one line with the remedy."""


class Trouble(NamedTuple):
    """Why something has no result: its kind, `time-limit` or `crashed`, the reason, and what was raised, if that."""

    kind: str
    said: str
    error: Exception | None = None


class Task(msgspec.Struct, Generic[T, R], frozen=True):
    """What is done with each item, a log as a rule, and with what. It is pickled, and so are items and results.

    A task of one's own gives `name`, `result`, `do` and `failed`; `parameters` if it has any, and `derived` for columns
    of rows that no field of the result holds.
    """

    plugins: tuple[str, ...] = ()
    """Modules and files to load beside what is installed."""

    name: ClassVar[str] = ""
    result: ClassVar[type[Any]]
    """The struct that `do` gives: its fields are the columns of a row."""
    more: ClassVar[dict[str, type[Any] | Any]] = {}
    """The types of the columns that `derived` adds."""
    row_type: ClassVar[type[msgspec.Struct] | None] = None
    """The struct that is a row of the file, where that is a table of its own: `rows` gives those of a result."""

    def do(self, registry: Registry, item: T) -> R:
        """Give the result for one item."""
        raise NotImplementedError

    def failed(self, item: T, trouble: Trouble) -> R:
        """Give the result for an item that took too long, or that ended the process which worked on it."""
        raise NotImplementedError

    def parameters(self) -> dict[str, Any]:
        """Give all that decides what follows, besides the log, the rules and the plugins, as plain values."""
        return {}

    def derived(self, result: R) -> dict[str, Any]:
        """Give further columns of the row of a result."""
        return {}

    def rows(self, result: R) -> Iterable[msgspec.Struct]:
        """Give the rows of a result of `row_type`."""
        return ()

    def in_trouble(self, result: R) -> bool:
        """Tell whether a result was made by `failed`: a run that goes on does such a log again."""
        return False
