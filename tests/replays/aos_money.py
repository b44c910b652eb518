"""The referee's income, expenses, elimination and reduction of Age of Steam (AOS-E, AOS-R)."""

from __future__ import annotations

from tests.replays.aos_builds import Builds
from tests.replays.aos_track import At, Track


class Money(Builds):
    """A table at which money is collected and paid."""

    def collect(self) -> None:
        """Pay everybody the income (AOS-E1)."""
        self.begin("income", [])
        cash = {str(seat): self.table.players[seat].income for seat in sorted(self.table.order)}
        for seat, amount in cash.items():
            self.table.players[int(seat)].cash += amount
        self.tell("income-collected", cash=cash)

    def pay(self) -> None:
        """Let everybody pay; what is missing comes off the income, and who falls below 0 is out (AOS-E2 to AOS-E6)."""
        table = self.table
        self.begin("expenses", [])
        for seat in list(table.order):
            player = table.players[seat]
            due = player.shares + player.locomotive
            paid = min(due, player.cash)
            player.cash -= paid
            player.income -= due - paid
            self.tell("expenses-paid", seat=seat, cash=paid, income=due - paid)
            if player.income < 0:
                self.eliminate(seat)
        if not table.order:
            self.stop("nobody is left")
        elif len(table.order) == 1 and self.rule("last_survivor") == "ends_game":
            self.stop("one player is left")

    def eliminate(self, seat: int) -> None:
        """Take a player out of the game (AOS-E5)."""
        player = self.table.players[seat]
        player.out, player.action = True, ""
        self.table.order.remove(seat)
        self.tell("player-eliminated", seat=seat)
        every = self.rule("elimination_markers") == "all"
        lost: set[At] = set()
        for section in Track(self.board, self.table).owned(seat):
            if every or not section.is_link:
                lost |= section.pieces
        self.give(None, lost, "eliminated")

    def reduce(self) -> None:
        """Reduce incomes by their size (AOS-R1)."""
        self.begin("reduction", [])
        for seat in self.table.order:
            player = self.table.players[seat]
            by = self.reduction(player.income)
            if by:
                player.income -= by
                self.tell("income-reduced", seat=seat, by=by)

    def reduction(self, income: int) -> int:
        """Give what an income loses: the bands of the table."""
        if income == 50:
            by: int = self.rule("reduction_at_50")
            return by
        bands = ((51, 10), (41, 8), (31, 6), (21, 4), (11, 2))
        return next((by for least, by in bands if income >= least), 0)
