"""A game without an end, as a plugin, and its log as a stream: a million plies, or a gigabyte, that nobody stores.

`python -m tests.fuzz.endless PLIES WIDTH` writes such a log to standard output: plies with texts of that width.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from railbook import Action, Ask, Event, Layer, Public, Ruleset, Scope, Score, hookimpl, then
from railbook.chance import Chance
from railbook.engine.core_layer import CORE
from railbook.engine.state import State
from railbook.log.canonical import line_of
from railbook.log.chain import Chain
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.game import Game
from railbook.rules.layer import Flow
from railbook.rules.plain_map import PlainMap

UNDO_EVERY, UNDONE = 50, 3
"""Every so many plies, so many are taken back."""

COMMENT = b'{"text":"and on it goes","type":"comment"}\n'


class Line(State, kw_only=True):
    """A line that is never finished."""

    stations: Public[int] = 0
    last: Public[str] = ""


ENDLESS: Layer[Line] = Layer("endless-line", table=Line, summary="a line without an end")
ENDLESS.sequence("set-up", "endless-line.begin", "endless-line.act")
ENDLESS.sequence("endless-line.turn", "endless-line.act")


class Built(Event, frozen=True, tag="endless-line.built"):
    """A station was built."""

    name: Public[str]


@ENDLESS.event(Built)
def evolve_built(state: Line, event: Built) -> None:
    """It is counted."""
    state.stations += 1
    state.last = event.name


class Build(Action, frozen=True, tag="endless-line.build"):
    """Build one station more."""

    name: Public[str]


@ENDLESS.step("endless-line.begin")
def begin(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """There is one scope for all."""
    yield Scope("the line")


@ENDLESS.step("endless-line.act")
def ask(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Seat 0 builds on."""
    yield Ask((0,))


@ENDLESS.action(Build, "endless-line.act")
def build(rules: Ruleset, state: Line, seat: int, action: Build, chance: Chance) -> Flow:
    """The station stands, and the next one is due."""
    yield Built(action.name)
    yield then(*rules.sequences["endless-line.turn"])


@ENDLESS.candidates(Build)
def ways_to_build(rules: Ruleset, state: Line, seat: int) -> list[Build]:
    """Any name will do."""
    return [Build("x")]


@ENDLESS.scorer("endless-line.stations")
def score(rules: Ruleset, state: Line) -> Score:
    """A point for each station, if it ever came to that."""
    return Score((state.stations,) * rules.seats)


@ENDLESS.end_condition("endless-line.never")
def never(rules: Ruleset, state: Line) -> str | None:
    """It goes on."""
    return None


TABLE = PlainMap("table", (2, 2))
GAME = Game(
    id="endless-line",
    title="Endless Line",
    version="1.0",
    summary="2 seats; it does not end",
    layers=lambda game_map: (CORE, ENDLESS),
    maps=lambda: (TABLE,),
    read_map=PlainMap.read,
    compile_map=lambda game_map: game_map,
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [GAME]


def registry() -> Registry:
    """Give a registry with this game alone."""
    loaded = Registry()
    loaded.add(sys.modules[__name__], "endless", "tests")
    return loaded


def log(plies: int, width: int) -> Iterator[bytes]:
    """Give the lines of a log in which so many plies are played, each with a text so wide, some of them taken back.

    The lines are put together as the recorder writes them; the tests compare its first ones with those of a real game.
    """
    rules = GAME.ruleset(2, TABLE)
    header = open_header(rules, TABLE, ("Ada", "Bo"), 1)
    lines: list[bytes] = []
    game = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    game.act(0, Build("0" * width))
    yield from lines[:2]
    before, _, after = (part for part in _plain(lines[2]).partition(b'"ply":1'))
    chain = Chain(header.salt, lines[1].rpartition(b'"digest":"')[2][:32].decode())
    number = 1
    for played in range(1, plies + 1):
        name = str(played).rjust(width, "0").encode()
        body = (before + b'"ply":%d' % number + after).replace(b"0" * width, name)
        yield line_of(body, chain.link(body))
        number += 1
        if played % UNDO_EVERY == 0:
            number -= UNDONE
            body = b'{"seat":0,"to":%d,"type":"undo"}' % number
            yield line_of(body, chain.link(body))
            yield COMMENT


def _plain(line: bytes) -> bytes:
    """Give the canonical form of a line, without its digest."""
    return line[: line.rindex(b',"digest"')] + b"}"


def main() -> None:
    """Write a log to standard output."""
    plies, width = int(sys.argv[1]), int(sys.argv[2])
    for line in log(plies, width):
        sys.stdout.buffer.write(line)


if __name__ == "__main__":
    main()
