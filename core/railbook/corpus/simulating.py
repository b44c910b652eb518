"""Many games between bots, each from a seed of its own, in processes: whichever plays one, the bytes are the same."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from railbook.corpus.bench import Bench, Entry
from railbook.corpus.run import TIME_LIMIT
from railbook.corpus.signals import held_back
from railbook.corpus.tasks import Task, Trouble
from railbook.log.writer import OutputFault, write_whole
from railbook.plugins.choosing import chosen_variants, rule_options
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, first_line, play


class Seed(NamedTuple):
    """A game that is to be played: where its log is written, and its seed."""

    path: str
    seed: int


class SimulateTask(Task[Seed, str], frozen=True):
    """Play games at one table and write their logs; the result says why a game was given up, empty if it was not."""

    game: str = ""
    seats: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    edition: str = ""
    map_id: str = ""
    resume: bool = False

    name: ClassVar[str] = "simulate"
    result: ClassVar[type[Any]] = str

    def table(self, registry: Registry) -> Table:
        """Seat the bots, once for each registry; raises as `Table.of` does."""
        if _tables.get("registry") is not registry or _tables.get("task") != self:
            chosen, options = chosen_variants(registry, self.variants), rule_options(self.options)
            table = Table.of(registry, self.game, self.seats, chosen, options, self.edition, self.map_id)
            _tables.update(registry=registry, task=self, table=table)
        seated: Table = _tables["table"]
        return seated

    def do(self, registry: Registry, item: Seed) -> str:
        """Play a game and write its log whole, or not at all."""
        played = play(self.table(registry), item.seed)
        # To play may take long and can be broken off; a file half written would stay if that happened in between.
        with held_back(signal.SIGINT, signal.SIGTERM):
            write_whole(Path(item.path), played)
        return ""

    def failed(self, item: Seed, trouble: Trouble) -> str:
        """Say why a game was given up; what the rules or the disk raised is raised here."""
        if trouble.error is not None:
            raise trouble.error
        return f"{Path(item.path).name}: {trouble.kind}: {trouble.said}"


_tables: dict[str, Any] = {}
"""The table that this process plays at: to compose its rules takes longer than some games."""


class Simulation:
    """Games of a range of seeds that are to lie in a folder. Counts what is `done`, `kept` and `given_up`."""

    def __init__(self, task: SimulateTask, folder: Path, seeds: range, registry: Registry) -> None:
        self.task = task
        self.registry = registry
        self._folder = folder
        digits = len(str(seeds[-1]))
        self.games = [Seed(str(folder / f"{task.game}-{seed:0{digits}}.jsonl"), seed) for seed in seeds]
        self.done = self.kept = self.given_up = 0

    def refuse_what_is_there(self, table: Table) -> None:
        """Leave out games that lie there, if the run goes on with them; raises `OutputFault` for any other file."""
        due = []
        other_names = self._other_names()
        for game in self.games:
            path = other_names.get(game.seed, Path(game.path))
            if not path.exists():
                due.append(game)
            elif not self.task.resume:
                raise OutputFault(f"{path} exists: choose another folder or remove it first")
            elif not _begins_with(path, first_line(table, game.seed)):
                raise OutputFault(f"{path} is another game than this command plays: choose another folder")
        self.kept = self.done = len(self.games) - len(due)
        self.games = due

    def _other_names(self) -> dict[int, Path]:
        """Find games that lie there by their seeds: a run of more or fewer games writes those with other zeros."""
        begin = f"{self.task.game}-"
        there = [path for path in self._folder.glob("*.jsonl") if path.name.startswith(begin)]
        numbers = [(path.stem.removeprefix(begin), path) for path in sorted(there)]
        return {int(number): path for number, path in numbers if number.isascii() and number.isdecimal()}

    def play(
        self, jobs: int, time_limit: float | None = None, tick: Callable[[], None] = lambda: None
    ) -> Iterator[str]:
        """Play what is left; for each game gives why it was given up, or nothing. Raises as `Task.failed` does."""
        bench = Bench(self.task)
        entries = [Entry(index, game) for index, game in enumerate(self.games)]
        if len(entries) == 1 and time_limit is None:
            self.task.do(self.registry, self.games[0])
            self.done += 1
            yield ""
            return
        from railbook.corpus import local

        limit = TIME_LIMIT if time_limit is None else time_limit
        with contextlib.closing(local.run(bench, entries, [1] * len(entries), jobs, limit, tick)) as answers:
            for answer in answers:
                said = bench.settle(self.games[answer.number], answer).result
                self.given_up += bool(said)
                self.done += not said
                yield said


def _begins_with(path: Path, line: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(line)) == line
