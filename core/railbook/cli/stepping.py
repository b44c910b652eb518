"""`railbook replay --step`: goes through a recorded game ply by ply, forwards and backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbook.audit.replay import Played
from railbook.cli import out
from railbook.cli.screen import clear
from railbook.cli.showing import show_ply, show_table
from railbook.engine.fold import Memory
from railbook.engine.state import new_state

if TYPE_CHECKING:
    from railbook.audit.replay import Replay

HELP = "Enter: next ply   b: back   a number: go to that ply   e: the end   q: leave"


class Timeline:
    """The plies of a log that were not taken back, with snapshots to go to any of them."""

    def __init__(self, game: Replay) -> None:
        self.game = game
        self._memory = Memory(game.rules, new_state(game.rules), None)
        self._plies: list[Played] = []
        for played in game.plies():
            if isinstance(played, Played):
                self._memory.add(played.state, played.record.events)
                self._plies.append(played)
            else:
                self._memory.back_to(played.to)
                del self._plies[played.to :]

    def __len__(self) -> int:
        return len(self._plies)

    def at(self, ply: int) -> Played:
        """Give a ply with the state after it."""
        found = self._plies[ply]
        return Played(found.record, self._memory.at(ply + 1), found.line)


def step_through(game: Replay, viewer: int | None) -> None:
    """Show ply after ply and ask where to go; the end of the input leaves."""
    timeline = Timeline(game)
    if not len(timeline):
        raise out.UsageFault("the log has no plies")
    at = 0
    while True:
        played = timeline.at(at)
        clear()
        show_ply(game, played, viewer)
        show_table(game, played.state, viewer)
        try:
            wish = input(f"\nply {at} of 0 to {len(timeline) - 1}   ({HELP}) > ").strip()
        except EOFError:
            out.say()
            return
        if wish == "q":
            return
        if wish == "b":
            at = max(0, at - 1)
        elif wish == "e":
            at = len(timeline) - 1
        elif wish.isascii() and wish.isdecimal():
            at = min(int(wish), len(timeline) - 1)
        elif not wish:
            at = min(at + 1, len(timeline) - 1)
