"""The referee's own final score of Ticket to Ride: routes, tickets, longest path, and how ties are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.replays.paths import Rail, joined, longest_trail
from tests.replays.ttr_table import Board, Table


class Result(NamedTuple):
    """How a game ended; all lists are indexed by seat."""

    routes: list[int]
    tickets: list[int]
    bonus: list[int]
    completed: list[int]
    """Completed tickets."""
    paths: list[int]
    """Lengths of the longest paths, in trains."""
    totals: list[int]
    ranks: list[int]

    lines: dict[str, list[int]]
    """The score sheet."""

    def sheet(self) -> list[dict[str, Any]]:
        """Give the score sheet as a log holds it."""
        return [{"id": id, "points": points} for id, points in self.lines.items()]

    def standings(self) -> list[dict[str, int]]:
        """Give the standings as a log holds them: best first, equals in order of seats."""
        seats = sorted(range(len(self.totals)), key=lambda seat: self.ranks[seat])
        return [{"rank": self.ranks[seat], "seat": seat, "total": self.totals[seat]} for seat in seats]


def final_result(
    board: Board,
    table: Table,
    lines_of: Callable[[list[int], list[int]], dict[str, list[int]]],
    *,
    ticket_rails: list[list[Rail]] | None = None,
    routes: list[int] | None = None,
    criteria: dict[str, list[int]] | None = None,
) -> Result:
    """Score a table (TTR-E4): points of routes, tickets won and lost, and what a board has besides.

    `lines_of` gives further lines from completed tickets and lengths of paths. `ticket_rails` are those over which
    tickets are completed, if not just the own ones; `routes` the points of routes, if not just the claimer scores.
    """
    seats = range(len(table.seats))
    rails = [[board.rail(route) for route in table.routes_of(seat)] for seat in seats]
    over = rails if ticket_rails is None else ticket_rails
    routes = routes or [sum(board.points[rail.length] for rail in rails[seat]) for seat in seats]
    values = [[ticket_points(board, over[seat], ticket) for ticket in table.seats[seat].tickets] for seat in seats]
    tickets = [sum(row) for row in values]
    completed = [sum(value > 0 for value in row) for row in values]
    paths = [longest_trail(row) for row in rails]
    lines = {"ttr.routes": routes, "ttr.tickets": tickets, **lines_of(completed, paths)}
    totals = [sum(line[seat] for line in lines.values()) for seat in seats]
    by = {"total_points": totals, "most_completed_tickets": completed, "longest_path_length": paths, **(criteria or {})}
    keys = [tuple(by[name][seat] for name in board.tie_breakers) for seat in seats]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    bonus = lines.get("ttr.longest-path", [0] * len(totals))
    return Result(routes, tickets, bonus, completed, paths, totals, ranks, lines)


def ticket_points(board: Board, rails: list[Rail], ticket: str) -> int:
    """Give what a ticket adds or subtracts (TTR-K5, TTR-K6)."""
    points: int = board.tickets[ticket]["points"]
    return points if joined(rails, *board.tickets[ticket]["cities"]) else -points


def bonus_line(values: list[int], bonus: int) -> list[int]:
    """Give the full bonus to all with the greatest value (TTR-L3)."""
    return [bonus if value == max(values) else 0 for value in values]
