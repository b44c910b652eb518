"""Games between players that are handed in, of which only the end is kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from railbook.engine.score import standings, totals
from railbook.engine.state import State
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.game import GameMap, Player
from railbook.rules.ruleset import Ruleset


@dataclasses.dataclass(frozen=True)
class Finished:
    """A game that is over."""

    state: State
    scores: Sequence[int]
    """By seat."""
    winner: int | None
    """The seat that came first, if it shares that with nobody."""


@dataclasses.dataclass(frozen=True)
class Target:
    """What has to hold, and whether it does."""

    name: str
    wanted: float
    found: float

    @property
    def met(self) -> bool:
        """Whether enough was found."""
        return self.found >= self.wanted


@dataclasses.dataclass(frozen=True)
class Findings:
    """What was measured of a bot: a table of figures by column, and its targets."""

    title: str
    rows: Sequence[Mapping[str, str | float]]
    targets: Sequence[Target]


def rules_and_map(
    registry: Registry, game_id: str, seats: int, variants: Sequence[str] = ()
) -> tuple[Ruleset, GameMap]:
    """Compose the rules of a game with variants, all under default options."""
    game = registry.game(game_id)
    game_map = registry.map(game)
    return game.ruleset(seats, game_map, [registry.variant(name) for name in variants]), game_map


def play_game(rules: Ruleset, game_map: GameMap, players: Sequence[Player], seed: int) -> Finished:
    """Play one game to its end; each player sees the view of its seat."""
    header = open_header(rules, game_map, [f"seat {seat}" for seat in range(rules.seats)], seed)
    game = RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)
    while not game.over:
        seat = game.state.to_act[0]
        game.act(seat, players[seat].choose(view(rules, game.state, seat), seat))
    sheet = game.end().sheet
    first = [place.seat for place in standings(rules, game.state, sheet) if place.rank == 1]
    return Finished(game.state, totals(sheet, rules.seats), first[0] if len(first) == 1 else None)
