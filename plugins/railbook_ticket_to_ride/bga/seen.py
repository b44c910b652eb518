"""Chance as a history tells it: what its writer saw of each ply, and nothing of what he did not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbook.chance import Address, ChanceFault
from railbook_ticket_to_ride.market import FLUSH_SEEN


class Seen:
    """Answers from what is queued by label for the ply; what is not told is `None`."""

    def __init__(self) -> None:
        self.queue: dict[str, list[str | None]] = {}
        self.setting_up = True

    def expect(self, label: str, *answers: str | None) -> None:
        """Queue what the history tells under a label."""
        self.queue.setdefault(label, []).extend(answers)

    def left(self, label: str) -> int:
        """How many answers under a label were not asked for."""
        return len(self.queue.get(label, ()))

    def clear(self) -> None:
        """Forget what was queued: the move is over."""
        self.queue.clear()

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Give the next thing seen."""
        answers = self.queue.get(address.label) or self.queue.get(address.label.partition("@")[0])
        if answers:
            return answers.pop(0)
        # In the set-up a flush leaves no trace that anybody knows; later none is told unless there was none.
        return "stay" if address.label == FLUSH_SEEN and not self.setting_up else None

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Nothing is rolled in these games."""
        raise ChanceFault("impossible-chance", f"{address.label} is rolled")

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """No order that becomes public is shuffled in these games."""
        raise ChanceFault("impossible-chance", f"{address.label} is shuffled")
