"""How well `greedy` plays Age of Steam: the targets that it has to meet, measured over many games."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Sequence
from typing import cast

from bench.games import Findings, Finished, Target, play_game, rules_and_map
from railbook.bots import RandomPlayer
from railbook.plugins.registry import Registry
from railbook.rules.game import Player
from railbook_age_of_steam.greedy import GreedyPlayer
from railbook_age_of_steam.state import Line

GAME = "age-of-steam"

GAMES = 100
"""Games of each measurement that a target is about."""

WINS = 95
"""Per cent of its games against two of `random` that it has to win."""

SOLVENT = 90
"""Per cent of its seats, at tables of its own kind, that have to be in the game at the end."""

POSITIVE = 75
"""Per cent of those seats that have to end above 0."""


@dataclasses.dataclass(frozen=True)
class SeatResult:
    """How a game ended for one seat."""

    score: int
    won: bool
    """Whether it came first and nobody shares that."""
    out: bool
    """Whether it was eliminated."""


@dataclasses.dataclass(frozen=True)
class Row:
    """What was measured of `greedy` at one kind of table."""

    table: str
    seats: int
    games: int
    results: tuple[SeatResult, ...]
    """Of all its games, for each of its seats."""

    @property
    def wins(self) -> float:
        """Per cent of games won."""
        return self._per_cent(sum(result.won for result in self.results))

    @property
    def solvent(self) -> float:
        """Per cent of its seats that were in the game at the end."""
        return self._per_cent(sum(not result.out for result in self.results))

    @property
    def positive(self) -> float:
        """Per cent of its seats that ended above 0."""
        return self._per_cent(sum(result.score > 0 and not result.out for result in self.results))

    def _per_cent(self, count: int) -> float:
        return 100 * count / len(self.results)

    def cells(self) -> dict[str, str | float]:
        """Give the figures by column."""
        return {
            "table": self.table,
            "seats": self.seats,
            "games": self.games,
            "mean score": statistics.mean(result.score for result in self.results),
            "wins %": self.wins,
            "not bankrupt %": self.solvent,
            "above 0 %": self.positive,
        }


def measure(games: int = GAMES, tables: Sequence[int] = (3, 4, 5, 6)) -> tuple[list[Row], list[Target]]:
    """Play the games; at tables of its own kind a twentieth of the number does, since all seats count."""
    registry = Registry.installed()
    against = against_random(registry, games)
    own = [among_themselves(registry, max(1, games // 20), seats) for seats in tables]
    targets = [Target("wins against random, %", WINS, against.wins)]
    if own:
        together = Row("", 0, 0, tuple(result for row in own for result in row.results))
        targets += [
            Target("not bankrupt among themselves, %", SOLVENT, together.solvent),
            Target("above 0 among themselves, %", POSITIVE, together.positive),
        ]
    return [against, *own], targets


def findings(games: int = GAMES) -> Findings:
    """Measure and put into a table."""
    rows, targets = measure(games)
    return Findings("The bot greedy, Age of Steam", [row.cells() for row in rows], targets)


def against_random(registry: Registry, games: int) -> Row:
    """Play `greedy` against two of `random`, changing seats from game to game."""
    rules, game_map = rules_and_map(registry, GAME, 3)
    results = []
    for seed in range(games):
        own = seed % 3
        players: list[Player] = [RandomPlayer(rules, 3 * seed + seat) for seat in range(3)]
        players[own] = GreedyPlayer(rules, seed)
        results.append(_results(play_game(rules, game_map, players, seed))[own])
    return Row("against random", 3, games, tuple(results))


def among_themselves(registry: Registry, games: int, seats: int) -> Row:
    """Play `greedy` against itself."""
    rules, game_map = rules_and_map(registry, GAME, seats)
    results: list[SeatResult] = []
    for seed in range(games):
        players: list[Player] = [GreedyPlayer(rules, seed * seats + seat) for seat in range(seats)]
        results += _results(play_game(rules, game_map, players, seed))
    return Row("among themselves", seats, games, tuple(results))


def _results(game: Finished) -> list[SeatResult]:
    seats = cast(Line, game.state).players
    return [SeatResult(score, game.winner == seat, seats[seat].out) for seat, score in enumerate(game.scores)]
