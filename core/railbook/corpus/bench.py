"""Where a task meets an item: decides it, turns what goes wrong into an answer, and writes its row."""

from __future__ import annotations

from typing import Any, NamedTuple

from railbook.audit.findings import CRASHED
from railbook.corpus.tasks import CorpusFault, Task, Trouble
from railbook.plugins.registry import Registry


class Entry(NamedTuple):
    """An item with its number in the run, and the content that its file had when a row was kept of it."""

    number: int
    item: Any
    content: str = ""


class Answer(NamedTuple):
    """What became of an item: a result, with its row where rows are wanted; or that its row still holds; or trouble."""

    number: int
    result: Any = None
    row: bytes = b""
    kept: bool = False
    trouble: Trouble | None = None


class Bench:
    """A task with the plugins that it needs, loaded once in each process."""

    def __init__(self, task: Task[Any, Any], identity: str = "", expected: str = "") -> None:
        """Prepare a task; with an identity, that of the run, each answer has its row.

        An `expected` identity is what must be found where the work is done.
        """
        self.task = task
        self.identity = identity
        self.expected = expected
        self._registry: Registry | None = None

    def set_up(self, registry: Registry | None = None) -> Registry:
        """Have the plugins loaded: those given, or what is installed and what the task names. Raises as they do."""
        self._registry = self._registry or registry or Registry.installed(self.task.plugins)
        return self._registry

    def check(self) -> None:
        """Refuse to work with other rules than those that are expected; raises `CorpusFault`."""
        if not self.expected:
            return
        from railbook.corpus.identity import identity as identity_of

        if identity_of(self.task, self.set_up()) != self.expected:
            raise CorpusFault("a worker has other versions of railbook, its plugins or its limits than are here")

    def __getstate__(self) -> tuple[Task[Any, Any], str, str]:
        return self.task, self.identity, self.expected  # each process loads plugins of its own

    def __setstate__(self, state: tuple[Task[Any, Any], str, str]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def answer(self, entry: Entry) -> Answer:
        """Give the answer for one item; never raises for what it holds."""
        try:
            return self.do(entry)
        except Exception as error:  # noqa: BLE001 - one bad log must not stop the others
            return Answer(entry.number, trouble=raised(error))

    def do(self, entry: Entry) -> Answer:
        """Give the answer for one item, or raise what the task raises."""
        size, content = 0, ""
        if self.identity:
            from railbook.corpus.identity import content_of

            size, content = content_of(entry.item.path)
        if content and content == entry.content:
            return Answer(entry.number, kept=True)
        result = self.task.do(self.set_up(), entry.item)
        return Answer(entry.number, result, self.row(result, size, content))

    def settle(self, item: Any, answer: Answer) -> Answer:
        """Give the answer with a result whatever happened: that of a task for an item in trouble."""
        if answer.trouble is None:
            return answer
        result = self.task.failed(item, answer.trouble)
        return Answer(answer.number, result, self.row(result, 0, ""))

    def row(self, result: Any, size: int, content: str) -> bytes:
        """Give the row of a result, where rows are wanted."""
        if not self.identity:
            return b""
        from railbook.corpus.rows import row_of

        return row_of(self.task, result, self.identity, size, content)


def raised(error: Exception) -> Trouble:
    """Say what was raised; the exception goes along where it reaches another process unharmed."""
    import pickle

    said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    try:
        known = type(pickle.loads(pickle.dumps(error))) is type(error)  # noqa: S301 - what was written just now
    except Exception:  # noqa: BLE001 - exceptions of any plugin
        known = False
    return Trouble(CRASHED, said, error if known else None)
