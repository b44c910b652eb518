"""The referee's own final score of Age of Steam (AOS-S)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.replays.aos_board import Board
from tests.replays.aos_table import Table
from tests.replays.aos_track import Track


class Result(NamedTuple):
    """How a game ended; all lists are indexed by seat."""

    income: list[int]
    track: list[int]
    shares: list[int]
    totals: list[int]
    ranks: list[int]

    def sheet(self) -> list[dict[str, Any]]:
        """Give the score sheet as a log holds it."""
        lines = {"aos.income": self.income, "aos.track": self.track, "aos.shares": self.shares}
        return [{"id": id, "points": points} for id, points in lines.items()]

    def standings(self) -> list[dict[str, int]]:
        """Give the standings as a log holds them: best first, equals in order of seats."""
        seats = sorted(range(len(self.totals)), key=lambda seat: self.ranks[seat])
        return [{"rank": self.ranks[seat], "seat": seat, "total": self.totals[seat]} for seat in seats]


def final_result(board: Board, table: Table) -> Result:
    """Score a table: 3 for each step of income, 1 for each piece in links, 3 lost for each share (AOS-S2 to S4)."""
    track = Track(board, table)
    players = list(enumerate(table.players))
    income = [0 if player.out else 3 * player.income for _, player in players]
    pieces = [0 if player.out else track.points(seat) for seat, player in players]
    shares = [0 if player.out else -3 * player.shares for _, player in players]
    totals = [sum(parts) for parts in zip(income, pieces, shares, strict=True)]
    keys = [(not player.out, totals[seat]) for seat, player in players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return Result(income, pieces, shares, totals, ranks)
