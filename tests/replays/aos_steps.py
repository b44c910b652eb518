"""What all parts of the referee's Age of Steam share: board, table, options, and who is asked next."""

from __future__ import annotations

from typing import Any

from tests.replays.aos_board import Board
from tests.replays.aos_table import Table
from tests.replays.outcomes import Fault, Outcomes

Event = dict[str, Any]


class Steps:
    """A table on which steps follow each other; `events` are those of the ply being played."""

    def __init__(self, board: Board, options: dict[str, Any], count: int) -> None:
        self.board = board
        self.table = Table()
        self.options = options
        self.count = count
        self.events: list[Event] = []

    def rule(self, name: str) -> Any:
        """Give the value of an option of section D."""
        return self.options[f"rules.{name}"]

    def limit(self, name: str) -> int:
        """Give a number that the rules name."""
        number: int = self.options[f"limits.{name}"]
        return number

    def start(self, name: str) -> list[int]:
        """Give by seat what players start with; an option holds one number for all, or a list."""
        value: int | list[int] = self.options[f"start.{name}"]
        return [value] * self.count if isinstance(value, int) else list(value)

    def tell(self, type: str, **fields: Any) -> None:  # noqa: A002 - the key of the tag in a log
        """Note an event."""
        self.events.append({"type": f"aos.{type}", **fields})

    def begin(self, phase: str, queue: list[int], turn: int | None = None) -> None:
        """Begin a phase with those who act in it, in order."""
        table = self.table
        table.turn = table.turn if turn is None else turn
        table.queue, table.dropped = list(queue), []
        self.tell("phase-begun", turn=table.turn, phase=phase, queue=queue)

    def ask(self, step: str, *seats: int) -> None:
        """Wait for an answer of these seats."""
        self.table.asked, self.table.to_act = step, list(seats)

    def first_in(self, action: str) -> list[int]:
        """Give the current order, but who has an action comes first (AOS-B1, AOS-M1)."""
        first = self.table.holder(action)
        return sorted(self.table.order, key=lambda seat: seat != first)

    def stop(self, reason: str) -> None:
        """End the game."""
        self.table.ended = reason
        self.ask("")
        self.events.append({"type": "core.ended", "reason": reason})

    def follow(self, outcomes: Outcomes) -> None:
        """Take the steps to come until one asks or the game is over."""
        while not self.table.asked and not self.table.ended:
            if not self.table.to_come:
                raise Fault("nothing follows, and the game is not over")
            self.take(self.table.to_come.pop(0), outcomes)

    def take(self, step: str, outcomes: Outcomes) -> None:
        """Take one step."""
        raise NotImplementedError
