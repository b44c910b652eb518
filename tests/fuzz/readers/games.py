"""Readers of logs of the shipped games: their actions, events and maps are spoilt."""

from __future__ import annotations

import functools
from pathlib import Path

from railbook.audit.findings import Verdict
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.bots import RandomPlayer
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from tests.fuzz.readers.answers import Reader, hear, require_clear, verdict_of
from tests.fuzz.readers.data import CORNER, ISLAND

SHIPPED = Path(__file__).resolve().parents[3] / "replays"


@functools.cache
def installed() -> Registry:
    """Give the installed plugins, loaded once."""
    return Registry.installed()


@functools.cache
def beginnings(game: str) -> list[bytes]:
    """Give the first five lines of the two smallest shipped games."""
    found = sorted((SHIPPED / game).glob("*.jsonl"), key=lambda path: path.stat().st_size)[:2]
    return [b"".join(path.read_bytes().splitlines(keepends=True)[:5]) for path in found]


@functools.cache
def smallest(game: str, map_file: bytes = b"", **options: int) -> bytes:
    """Give header, set-up and first ply of a game of two on a small map, or with small hands."""
    played = installed().game(game)
    game_map = played.maps()[0]
    if map_file and played.parse_map is not None:
        game_map = played.parse_map(map_file, "map.toml")
    rules = played.ruleset(2, game_map, options={name.replace("_", "."): value for name, value in options.items()})
    header = open_header(rules, game_map, ("Ann", "Bo"), 1)
    lines: list[bytes] = []
    live = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    seat = live.state.to_act[0]
    live.act(seat, RandomPlayer(rules, 1).choose(view(rules, live.state, seat), seat))
    return b"".join(lines)


def _game(path: Path) -> str:
    """Verify a log of a shipped game, and replay it too: what no rule would give is folded all the same."""
    report = verify(path, installed(), "log")
    answer = verdict_of(report)
    if report.verdict is Verdict.UNREADABLE:
        return answer  # both read lines alike
    try:
        for _ in Replay(path, installed(), "log").plies():
            pass
    except ReplayFault as fault:
        require_clear(str(fault))
        hear(fault.finding)
    return answer


def _of_tickets() -> list[bytes]:
    return [smallest("ttr-usa", setup_hand=1), smallest("ttr-europe", CORNER)]


READERS = {
    "Ticket to Ride log": Reader(
        "log.jsonl", _of_tickets, _game, lambda: beginnings("ttr-usa") + beginnings("ttr-europe"), chained=True
    ),
    "Age of Steam log": Reader(
        "log.jsonl",
        lambda: [smallest("age-of-steam", ISLAND)],
        _game,
        lambda: beginnings("age-of-steam"),
        chained=True,
    ),
}
"""Readers of logs of the shipped games by the name of what they read."""
