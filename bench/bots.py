"""How well `greedy` plays Ticket to Ride: the targets that it has to meet, measured over many games."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Sequence
from typing import cast

from bench.games import Findings, Finished, Target, play_game, rules_and_map
from railbook.bots import RandomPlayer
from railbook.plugins.registry import Registry
from railbook.rules.game import Player
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.greedy import GreedyPlayer
from railbook_ticket_to_ride.scoring import tickets_of
from railbook_ticket_to_ride.table import Table

GAMES = 100
"""Games of each measurement that a target is about."""

WINS = 95
"""Per cent of its games against `random` that it has to win."""

FALL = 20
"""Points by which its mean score has to fall when it does not look at its tickets."""

SURELY = 3
"""Standard errors by which it has to fall at least, so that luck does not decide."""


@dataclasses.dataclass(frozen=True)
class Board:
    """A board on which it is measured."""

    name: str
    game: str
    completed: int
    """Per cent of the tickets it keeps that it has to complete."""
    most_seats: int
    variants: tuple[str, ...] = ()


USA = Board("USA", "ttr-usa", 70, 5)
BOARDS = (
    USA,
    Board("Europe", "ttr-europe", 65, 5),
    Board("Old West", "ttr-old-west", 65, 6),
    Board("Old West with Alvin", "ttr-old-west", 65, 6, ("alvin",)),
)


@dataclasses.dataclass(frozen=True)
class SeatResult:
    """How a game ended for one seat."""

    score: int
    won: bool
    """Whether it came first and nobody shares that."""
    kept: int
    """Tickets kept."""
    completed: int
    """Of these, tickets completed."""


@dataclasses.dataclass(frozen=True)
class Row:
    """What was measured of `greedy` at one kind of table."""

    table: str
    seats: int
    games: int
    results: tuple[SeatResult, ...]
    """Of all its games, for each of its seats."""

    @property
    def mean(self) -> float:
        """Its mean score."""
        return statistics.mean(result.score for result in self.results)

    @property
    def error(self) -> float:
        """The standard error of that mean."""
        spread = statistics.stdev(result.score for result in self.results) if len(self.results) > 1 else 0.0
        return float(spread / len(self.results) ** 0.5)

    @property
    def wins(self) -> float:
        """Per cent of games won."""
        return 100 * sum(result.won for result in self.results) / len(self.results)

    @property
    def completed(self) -> float:
        """Per cent of the tickets kept that were completed."""
        return 100 * sum(result.completed for result in self.results) / sum(result.kept for result in self.results)

    @property
    def kept(self) -> float:
        """Tickets kept in a game."""
        return sum(result.kept for result in self.results) / len(self.results)

    def cells(self) -> dict[str, str | float]:
        """Give the figures by column."""
        return {
            "table": self.table,
            "seats": self.seats,
            "games": self.games,
            "mean score": self.mean,
            "±": self.error,
            "wins %": self.wins,
            "tickets kept": self.kept,
            "completed %": self.completed,
        }


def findings(board: Board, games: int = GAMES) -> Findings:
    """Measure on a board and put into a table."""
    rows, targets = measure(board, games, range(2, board.most_seats + 1))
    return Findings(f"The bot greedy, Ticket to Ride {board.name}", [row.cells() for row in rows], targets)


def measure(board: Board, games: int = GAMES, tables: Sequence[int] = ()) -> tuple[list[Row], list[Target]]:
    """Play the games; those of `greedy` among themselves have no target, and a fifth of the number does."""
    registry = Registry.installed()
    planning = against_random(registry, board, games, plans_tickets=True)
    blind = against_random(registry, board, games, plans_tickets=False)
    rows = [planning, blind, *(among_themselves(registry, board, max(1, games // 5), seats) for seats in tables)]
    error = (planning.error**2 + blind.error**2) ** 0.5
    targets = [
        Target("wins against random, %", WINS, planning.wins),
        Target("tickets completed of those kept, %", board.completed, planning.completed),
        Target("fall of the mean score without ticket planning", max(FALL, SURELY * error), planning.mean - blind.mean),
    ]
    return rows, targets


def against_random(registry: Registry, board: Board, games: int, *, plans_tickets: bool) -> Row:
    """Play `greedy` against `random`, changing seats from game to game."""
    rules, game_map = rules_and_map(registry, board.game, 2, board.variants)
    results = []
    for seed in range(games):
        greedy = GreedyPlayer(rules, seed, plans_tickets=plans_tickets)
        own = seed % 2
        players: list[Player] = [RandomPlayer(rules, seed), RandomPlayer(rules, seed)]
        players[own] = greedy
        results.append(_results(rules, play_game(rules, game_map, players, seed))[own])
    return Row("against random" if plans_tickets else "the same, tickets ignored", 2, games, tuple(results))


def among_themselves(registry: Registry, board: Board, games: int, seats: int) -> Row:
    """Play `greedy` against itself."""
    rules, game_map = rules_and_map(registry, board.game, seats, board.variants)
    results: list[SeatResult] = []
    for seed in range(games):
        results += _results(rules, play_game(rules, game_map, _greedy_table(rules, seed), seed))
    return Row("among themselves", seats, games, tuple(results))


def _greedy_table(rules: Ruleset, seed: int) -> list[Player]:
    return [GreedyPlayer(rules, seed * rules.seats + seat) for seat in range(rules.seats)]


def _results(rules: Ruleset, game: Finished) -> list[SeatResult]:
    state = cast(Table, game.state)
    results = []
    for seat, score in enumerate(game.scores):
        tickets = tickets_of(rules, state, seat)
        completed = sum(done for _, done in tickets)
        results.append(SeatResult(score, game.winner == seat, len(tickets), completed))
    return results
