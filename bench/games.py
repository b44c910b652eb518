"""Games between players that are handed in, of which only the result is kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import cast

from railbook.engine.score import standings, totals
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.game import GameMap, Player
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.scoring import tickets_of
from railbook_ticket_to_ride.table import Table

GAME = "ttr-usa"


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


def rules_and_map(registry: Registry, seats: int) -> tuple[Ruleset, GameMap]:
    """Compose the rules of the measured game under default options."""
    game = registry.game(GAME)
    game_map = registry.map(game)
    return game.ruleset(seats, game_map), game_map


def play_game(rules: Ruleset, game_map: GameMap, players: Sequence[Player], seed: int) -> list[SeatResult]:
    """Play one game to its end; each player sees the view of its seat."""
    header = open_header(rules, game_map, [f"seat {seat}" for seat in range(rules.seats)], seed)
    game = RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)
    while not game.over:
        seat = game.state.to_act[0]
        game.act(seat, players[seat].choose(view(rules, game.state, seat), seat))
    sheet = game.end().sheet
    score = totals(sheet, rules.seats)
    first = [place.seat for place in standings(rules, game.state, sheet) if place.rank == 1]
    state = cast(Table, game.state)
    results = []
    for seat in range(rules.seats):
        tickets = tickets_of(rules, state, seat)
        results.append(SeatResult(score[seat], first == [seat], len(tickets), sum(done for _, done in tickets)))
    return results
