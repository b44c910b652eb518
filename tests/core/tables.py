"""Tables for the tests of the core: registries, rules, games and logs of Pebbles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from railbook.audit.findings import Report
from railbook.audit.verify import verify
from railbook.bots import RandomPlayer
from railbook.chance import Scripted, Seeded, Source
from railbook.engine.view import view
from railbook.log.chain import Chain
from railbook.log.records import Header
from railbook.log.writer import LogWriter
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook.rules.compose import Chosen
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, OptionValue
from tests.core import tiny, tiny_map, tiny_variants
from tests.core.tiny_table import Beach

NAMES = ("Ada", "Bo", "Cleo", "Dan")
Document = dict[str, Any]


def registry(*more: Any) -> Registry:
    """Give a registry with Pebbles, its variants and further plugins."""
    loaded = Registry()
    loaded.add(tiny, "tiny", "tests")
    loaded.add(tiny_variants, "tiny-variants", "tests")
    for number, plugin in enumerate(more):
        loaded.add(plugin, f"more-{number}", "tests")
    return loaded


def rules_of(
    *layers: Layer[Any] | Chosen,
    seats: int = 2,
    shore: tiny_map.Shore = tiny_map.BAY,
    options: Mapping[str, OptionValue] | None = None,
    edition: str = "",
) -> Ruleset:
    """Compose Pebbles with these variants."""
    chosen = [layer if isinstance(layer, Chosen) else Chosen(layer, distribution="tests") for layer in layers]
    return tiny.TINY.ruleset(seats, shore, chosen, options, edition)


class Played:
    """A game of Pebbles under way, with the lines of its log."""

    def __init__(
        self,
        rules: Ruleset | None = None,
        seed: int = 0,
        source: Source | None = None,
        change: Callable[[Header], Header] = lambda header: header,
    ) -> None:
        self.rules = rules or rules_of()
        self.lines: list[bytes] = []
        header = change(open_header(self.rules, self.rules.board, NAMES[: self.rules.seats], seed))
        self.game = RecordedGame.begin(self.rules, header, source or Seeded.of_seed(seed), self.lines.append)
        self.bots = [RandomPlayer(self.rules, (10 * seed + seat) % 2**64) for seat in range(self.rules.seats)]

    @property
    def state(self) -> Beach:
        """The full state."""
        return cast(Beach, self.game.state)

    @property
    def log(self) -> bytes:
        """The log so far."""
        return b"".join(self.lines)

    def act(self, seat: int, action: Action) -> None:
        """Let a seat act."""
        self.game.act(seat, action)

    def step(self) -> None:
        """Let the first seat that is asked choose at random, from what it knows."""
        seat = self.state.to_act[0]
        self.game.act(seat, self.bots[seat].choose(view(self.rules, self.state, seat), seat))

    def finish(self) -> bytes:
        """Play to the end and give the whole log."""
        while not self.game.over:
            self.step()
        self.game.end()
        return self.log


def under_way(*layers: Layer[Beach], hand: Iterable[str] = ("jet", "jet", "flint"), **options: Any) -> Played:
    """Give a game without bets in which seat 0 acts and holds these pebbles, as many as seat 1."""
    hand = list(hand)
    script = Scripted({"peb.drawn@0": hand, "peb.tide": [["agate", "flint", "jet"]]}, Seeded.of_seed(1))
    options = {"peb.bets": False, "peb.hand": len(hand), **{f"peb.{name}": value for name, value in options.items()}}
    return Played(rules_of(*layers, options=options), source=script)


def tags(game: Played) -> list[str]:
    """Give the tags of the events of the last ply."""
    return [str(event.__struct_config__.tag) for event in game.game._memory.events(game.state.ply - 1)]


def played(*layers: Layer[Any] | Chosen, seats: int = 2, seed: int = 0) -> bytes:
    """Give the log of a whole game between random players."""
    return Played(rules_of(*layers, seats=seats), seed).finish()


def documents(log: bytes) -> list[Document]:
    """Give the lines of a log as plain values, without digests."""
    lines = [json.loads(line) for line in log.splitlines()]
    for line in lines:
        line.pop("digest", None)
    return lines


def chained(lines: Iterable[Document]) -> bytes:
    """Make a log of plain values, with a chain that fits whatever they say."""
    lines = list(lines)
    writer = LogWriter(Chain(lines[0]["salt"]))
    written = []
    for line in lines:
        values = dict(line)
        time = values.pop("time", "")
        if values["type"] == "comment":
            written.append(json.dumps(values).encode() + b"\n")
        else:
            written.append(writer.line(values, time))
    return b"".join(written)


def judged(folder: Path, log: bytes, *, name: str = "game.jsonl", more: Sequence[Any] = ()) -> Report:
    """Verify a log with what a registry of Pebbles holds."""
    path = folder / name
    path.write_bytes(log)
    return verify(path, registry(*more), name)
