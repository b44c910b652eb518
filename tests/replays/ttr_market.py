"""The referee's draw pile and display of Ticket to Ride: turning up cards, refilling and flushing (TTR-D9, TTR-M)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.replays.outcomes import Outcomes
from tests.replays.ttr_table import LOCOMOTIVE, Board, Table

Event = dict[str, Any]


class Market:
    """A table with its draw pile and display; what happens to them is noted as events."""

    slots = 5  # TTR-M1
    flush_at = 3  # TTR-M3

    def __init__(self, board: Board, seats: int) -> None:
        self.board = board
        self.count = seats
        self.table = Table([], [None] * self.slots, Counter(), {})

    def ask(self, step: str, *seats: int) -> None:
        """Wait for an answer of these seats."""
        self.table.asked, self.table.to_act = step, list(seats)

    def turn_up(self, outcomes: Outcomes, label: str, events: list[Event]) -> str | None:
        """Take the top card off the draw pile, made from the discards if it is empty; `None` if both are (TTR-D9)."""
        table = self.table
        if not table.draw_pile:
            if not table.discard:
                return None
            events.append({"type": "ttr.reshuffled", "cards": table.discard.total()})
            table.draw_pile, table.discard = table.discard, Counter()
        card = outcomes.draw(label, table.draw_pile)
        table.draw_pile -= Counter([card])
        return card

    def fill_display(self, outcomes: Outcomes, events: list[Event]) -> None:
        """Fill empty slots in their order, then flush as long as that is due and can help (TTR-M2 to TTR-M5)."""
        table = self.table
        while True:
            for index, there in enumerate(table.display):
                card = there or self.turn_up(outcomes, "ttr.face-up", events)
                if card is None:
                    break
                if not there:
                    table.display[index] = card
                    events.append({"type": "ttr.slot-filled", "slot": index + 1, "card": card})
            if not self.flush_is_due():
                return
            events.append({"type": "ttr.display-flushed", "cards": table.face_up})
            table.discard.update(table.face_up)
            table.display = [None] * self.slots

    def flush_is_due(self) -> bool:
        """Tell whether too many locomotives are face up, and another display is possible (TTR-M3, TTR-M5)."""
        table = self.table
        if table.face_up.count(LOCOMOTIVE) < self.flush_at:
            return False
        within_reach = Counter(table.face_up) + table.draw_pile + table.discard
        others = within_reach.total() - within_reach[LOCOMOTIVE]
        return others > min(self.slots, within_reach.total()) - self.flush_at

    def may_pick(self, slot: int | None) -> bool:
        """Tell whether a pick is possible: any card, but a face-up locomotive as the first pick only (TTR-D1 to D7)."""
        table = self.table
        if slot is None:
            return bool(table.draw_pile or table.discard)
        card = table.display[slot - 1] if 1 <= slot <= self.slots else None
        return card is not None and (card != LOCOMOTIVE or table.picks == 0)

    def may_draw(self) -> bool:
        """Tell whether any pick is possible."""
        return any(self.may_pick(slot) for slot in (None, *range(1, self.slots + 1)))

    def pick(self, seat: int, slot: int | None, outcomes: Outcomes) -> list[Event]:
        """Let a seat have a card; a face-up one is replaced, and a face-up locomotive counts as both picks (TTR-D)."""
        table = self.table
        events: list[Event] = []
        if slot is None:
            card = self.turn_up(outcomes, f"ttr.drawn@{seat}", events)
            events.append({"type": "ttr.card-drawn", "seat": seat, "card": card})
        else:
            card, table.display[slot - 1] = table.display[slot - 1], None
            events.append({"type": "ttr.card-taken", "seat": seat, "slot": slot, "card": card})
            self.fill_display(outcomes, events)
        table.seats[seat].hand[str(card)] += 1
        table.picks += 2 if slot is not None and card == LOCOMOTIVE else 1
        events.append({"type": "ttr.picks-used", "picks": table.picks})
        return events
