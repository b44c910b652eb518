"""Writes sample logs of the installed format, a file for each thing that a log can hold, and what is read in them.

`python -m tests.formats.samples` adds those that are missing. What is committed is never written again: it is what
people have on their disks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from railbook.audit.replay import Replay
from railbook.audit.transcript import transcript_of
from railbook.audit.verify import verify
from railbook.chance import Seeded
from railbook.engine.core_layer import Leave
from railbook.engine.view import view
from railbook.log.canonical import body_of, line_of
from railbook.log.records import FORMAT, ChanceRef, Comment, Header, Source, UndoRule
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import committed_header, open_header
from railbook.recording.simulation import Table, players
from railbook.rules.types import OptionValue
from tests.plugins.ticket_to_ride.partial.hiding import hidden_from, records_of, written

HERE = Path(__file__).parent
SEED = 5
KEY = bytes(range(32))
TIME = "2004-05-01T10:00:00Z"
SHORT: dict[str, OptionValue] = {"end.trains_at_most": 40}


class Sample:
    """A game of bots under way, and the lines of its log."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        variants: tuple[str, ...] = (),
        change: Callable[[Header], Header] = lambda header: header,
        key: bytes = b"",
    ) -> None:
        loaded = Registry.installed()
        self.table = Table.of(loaded, game, ["random"] * seats, [loaded.variant(name) for name in variants], options)
        names = ["Zoë", "Ben", "Cleo", "Dan"][:seats]
        rules, board = self.table.rules, self.table.game_map
        header = committed_header(rules, board, names, key) if key else open_header(rules, board, names, SEED)
        self.lines: list[bytes] = []
        source = Seeded(key) if key else Seeded.of_seed(SEED)
        self.game = RecordedGame.begin(rules, change(header), source, self.lines.append, TIME, key)
        self.bots = players(rules, self.table.bots, SEED)

    def play(self, most: int = 10_000) -> Sample:
        """Let the bots play on for at most so many plies."""
        while not self.game.over and most:
            seat, most = self.game.state.to_act[0], most - 1
            bot = self.bots[seat]
            assert bot is not None
            self.game.act(seat, bot.choose(view(self.table.rules, self.game.state, seat), seat), TIME)
        return self

    def take_back_once(self) -> Sample:
        """Play until a seat may take its ply back, which it does, and plays the same again; with comments around."""
        while True:
            self.play(1)
            game = self.game
            last = game.state.ply - 1
            owner = game._plies[last][0]
            if owner is not None and game.undo_is_refused(owner, last) is None:
                break
        action = msgspec.json.decode(self.lines[-1])["action"]
        (kind,) = (one for one in self.table.rules.actions if one.__struct_config__.tag == action["type"])
        self.comment("oops")
        game.undo(owner)
        self.comment("the same again\tñ")
        game.act(owner, msgspec.convert(action, kind), TIME)
        return self

    def comment(self, text: str) -> None:
        """Write a comment."""
        self.lines.append(line_of(body_of(Comment(text=text)), "", TIME))

    def over(self) -> bytes:
        """Play to the end and give the log."""
        self.play()
        self.game.end()
        return self.so_far

    def left(self, why: str) -> bytes:
        """Let the last seat leave, and give the log."""
        self.game.act(self.table.rules.seats - 1, Leave(why))
        self.game.end()
        return self.so_far

    @property
    def so_far(self) -> bytes:
        """The log."""
        return b"".join(self.lines)


def bare(header: Header) -> Header:
    """Make a header of a game from elsewhere: no seed, and all that may stand in a header."""
    return msgspec.structs.replace(
        header,
        chance=ChanceRef("none"),
        salt="5a" * 16,
        undo=UndoRule(3, barrier=False),
        created="2004-05-01",
        source=Source(platform="a table", id="1", note="by hand"),
        meta={"place": ["Köln", 1, None, {"deep": True}]},
    )


def partial() -> bytes:
    """Give a game as seat 0 saw it."""
    rules, header, records = records_of(Sample("ttr-usa", options=SHORT).over(), Registry.installed())
    return written(*hidden_from(0, rules, header, records))


SAMPLES: dict[str, Callable[[], bytes]] = {
    "usa": lambda: Sample("ttr-usa", 3, SHORT).take_back_once().over(),
    "usa-committed": lambda: Sample("ttr-usa", 2, SHORT, key=KEY).over(),
    "usa-no-seed": lambda: Sample("ttr-usa", 2, SHORT, change=bare).take_back_once().over(),
    "usa-partial": partial,
    "usa-in-progress": lambda: Sample("ttr-usa", 2).play(12).so_far,
    "europe": lambda: Sample("ttr-europe", 3, SHORT).over(),
    "old-west-alvin": lambda: Sample("ttr-old-west", 2, SHORT, ("alvin",)).over(),
    "age-of-steam-left": lambda: Sample("age-of-steam", 3).play(40).left("agreed"),
}


def meaning(path: Path) -> dict[str, Any]:
    """Give what is read in a log: the verdict, and a transcript, for which no rules are needed."""
    loaded = Registry.installed()
    report = verify(path, loaded, path.name)
    transcript = list(transcript_of(Replay(path, loaded, path.name)))
    return {"verdict": report.words, "chance": report.chance, "plies": report.plies, "transcript": transcript}


def main() -> None:
    """Write the samples that are missing."""
    folder = HERE / str(FORMAT)
    folder.mkdir(exist_ok=True)
    known = folder / "samples.json"
    expected = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
    for name, make in SAMPLES.items():
        path = folder / f"{name}.jsonl"
        if name not in expected:
            path.write_bytes(make())
            expected[name] = meaning(path)
    known.write_text(json.dumps(expected, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
