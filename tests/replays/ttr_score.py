"""The referee's own final score of Ticket to Ride: routes, tickets, longest path, and how ties are broken."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.replays.paths import joined, longest_trail
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

    def sheet(self) -> list[dict[str, Any]]:
        """Give the score sheet as a log holds it."""
        lines = {"ttr.routes": self.routes, "ttr.tickets": self.tickets, "ttr.longest-path": self.bonus}
        return [{"id": id, "points": points} for id, points in lines.items()]

    def standings(self) -> list[dict[str, int]]:
        """Give the standings as a log holds them: best first, equals in order of seats."""
        seats = sorted(range(len(self.totals)), key=lambda seat: self.ranks[seat])
        return [{"rank": self.ranks[seat], "seat": seat, "total": self.totals[seat]} for seat in seats]


def final_result(board: Board, table: Table, longest_path_bonus: int) -> Result:
    """Score a table (TTR-E4): points of routes, tickets won and lost, the bonus to all with the longest path."""
    seats = range(len(table.seats))
    rails = [[board.rail(route) for route in table.routes_of(seat)] for seat in seats]
    routes = [sum(board.points[rail.length] for rail in rails[seat]) for seat in seats]
    values = [
        [
            board.tickets[ticket]["points"] * (1 if joined(rails[seat], *board.tickets[ticket]["cities"]) else -1)
            for ticket in table.seats[seat].tickets
        ]
        for seat in seats
    ]
    tickets = [sum(row) for row in values]
    completed = [sum(value > 0 for value in row) for row in values]
    paths = [longest_trail(row) for row in rails]
    bonus = [longest_path_bonus if path == max(paths) else 0 for path in paths]
    totals = [routes[seat] + tickets[seat] + bonus[seat] for seat in seats]
    criteria = {"total_points": totals, "most_completed_tickets": completed, "longest_path_length": paths}
    keys = [tuple(criteria[name][seat] for name in board.tie_breakers) for seat in seats]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return Result(routes, tickets, bonus, completed, paths, totals, ranks)
