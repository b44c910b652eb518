"""Games between bots, from a seed to the bytes of a log."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from railbook.engine.view import view
from railbook.log.chain import Chain
from railbook.log.records import Header
from railbook.log.writer import LogWriter
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header, seat_names
from railbook.rules.compose import Chosen
from railbook.rules.game import Bot, GameMap, Player
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue


@dataclasses.dataclass(frozen=True)
class Table:
    """A table of bots: the rules, the map and who sits where."""

    rules: Ruleset
    game_map: GameMap
    bots: tuple[Bot, ...]

    @classmethod
    def of(
        cls,
        registry: Registry,
        game: str,
        seats: Sequence[str],
        variants: Sequence[Chosen] = (),
        options: Mapping[str, OptionValue] | None = None,
        edition: str = "",
        map_id: str = "",
    ) -> Table:
        """Seat bots by name; raises `NotInstalled`, `SeatsError`, `OptionError` or `LayerConflict`."""
        played = registry.game(game)
        game_map = registry.map(played, map_id)
        rules = played.ruleset(len(seats), game_map, variants, options, edition)
        return cls(rules, game_map, tuple(find_bot(registry, rules, name) for name in seats))


def find_bot(registry: Registry, rules: Ruleset, name: str) -> Bot:
    """Find a bot that plays a game; raises `NotInstalled`, which says which ones do."""
    bots = registry.bots({origin.layer for origin in rules.origins})
    if name not in bots:
        raise NotInstalled("unknown-game", f"no bot {name!r} plays {rules.game}: there are {', '.join(sorted(bots))}")
    return bots[name]


def players(rules: Ruleset, bots: Sequence[Bot | None], seed: int) -> list[Player | None]:
    """Make players for seats; each bot's choices have a seed of their own. `None` stands for a person."""
    return [bot.make(rules, (seed * 100 + seat) % 2**64) if bot is not None else None for seat, bot in enumerate(bots)]


def first_line(table: Table, seed: int) -> bytes:
    """Give the first line of the log of a game: it says all that the game follows from."""
    header = _header(table, seed)
    return LogWriter(Chain(header.salt)).line(header)


def _header(table: Table, seed: int) -> Header:
    return open_header(table.rules, table.game_map, seat_names([bot.name for bot in table.bots]), seed)


def play(table: Table, seed: int) -> bytes:
    """Let the bots play one game; gives the bytes of its log."""
    lines: list[bytes] = []
    header = _header(table, seed)
    game = RecordedGame.begin(table.rules, header, seeded_source(header), lines.append)
    seated = players(table.rules, table.bots, seed)
    while not game.over:
        seat = game.state.to_act[0]
        player = seated[seat]
        assert player is not None  # a table of bots has no people
        game.act(seat, player.choose(view(table.rules, game.state, seat), seat))
    game.end()
    return b"".join(lines)
