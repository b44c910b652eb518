"""Folds recorded events into states, and remembers enough of the way to go back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from railbook.engine.state import State, decode, encode
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event

SNAPSHOT_EVERY = 32
"""Plies between two snapshots of the state."""

HELD = 64 * 2**20
"""Bytes of plies and snapshots that are remembered, where nobody says another number."""


def fold(rules: Ruleset, state: State, events: Iterable[Event]) -> None:
    """Write recorded events into a state: needs the evolvers and no other rule."""
    evolvers = rules.events
    for event in events:
        evolvers[type(event)](state, event)


class Memory:
    """The last plies of a game, as snapshots and the events between them, in bounded memory.

    It reaches back at least `window` plies (`None`: to the beginning), as long as they did not take more than `most`
    bytes in the log: `first` says how far. A ply may be kept as the line where it stands, from which `read` gives its
    events: they are rarely wanted again, and a line is one thing instead of dozens.
    """

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        window: int | None,
        read: Callable[[bytes], list[Event]] | None = None,
        most: int = HELD,
    ) -> None:
        self._rules = rules
        self._read = read
        self._window = window
        self._snapshots: deque[tuple[int, bytes]] = deque([(state.ply, encode(state))])
        self._plies: deque[list[Event] | bytes] = deque()
        self._sizes: deque[int] = deque()
        self._most = most
        self._held = len(self._snapshots[0][1])
        self._since = 0
        """Bytes of the plies behind the last snapshot."""
        self._due = state.ply + SNAPSHOT_EVERY

    def add(self, state: State, events: list[Event] | bytes, size: int = 0) -> None:
        """Remember a ply: the state after it, its events or the line that `read` reads, and its bytes in the log."""
        self._plies.append(events)
        self._sizes.append(size)
        self._held += size
        self._since += size
        if state.ply < self._due and self._since < self._most // 4:
            return
        data = encode(state)
        self._due = state.ply + SNAPSHOT_EVERY
        self._snapshots.append((state.ply, data))
        self._held += len(data)
        self._since = 0
        while len(self._snapshots) > 1 and (self._is_out_of_reach(state) or self._held > self._most):
            first, old = self._snapshots.popleft()
            self._held -= len(old)
            for _ in range(self._snapshots[0][0] - first):
                self._plies.popleft()
                self._held -= self._sizes.popleft()

    def _is_out_of_reach(self, state: State) -> bool:
        """Tell whether no undo within the window needs the first snapshot."""
        return self._window is not None and self._snapshots[1][0] <= state.ply - self._window

    @property
    def first(self) -> int:
        """The earliest ply that can be gone back to."""
        return self._snapshots[0][0]

    def at(self, ply: int) -> State:
        """Give the state before the ply of this number, as a copy of its own."""
        if not self.first <= ply <= self.first + len(self._plies):
            raise IndexError(f"ply {ply} is out of reach")
        start, data = next(snapshot for snapshot in reversed(self._snapshots) if snapshot[0] <= ply)
        state = decode(self._rules, data)
        offset = start - self.first
        for number in range(offset, ply - self.first):
            fold(self._rules, state, self._events(number))
        return state

    def events(self, ply: int) -> list[Event]:
        """Give the events of the ply of this number."""
        if not self.first <= ply < self.first + len(self._plies):
            raise IndexError(f"ply {ply} is out of reach")
        return self._events(ply - self.first)

    def _events(self, number: int) -> list[Event]:
        kept = self._plies[number]
        if not isinstance(kept, bytes):
            return kept
        assert self._read is not None
        return self._read(kept)

    def back_to(self, ply: int) -> State:
        """Give the state before a ply, and forget that ply and what came behind it."""
        state = self.at(ply)
        while self._snapshots[-1][0] > ply:
            self._held -= len(self._snapshots.pop()[1])
        self._due = self._snapshots[-1][0] + SNAPSHOT_EVERY
        while self.first + len(self._plies) > ply:
            self._plies.pop()
            self._held -= self._sizes.pop()
        self._since = sum(self._sizes[at - self.first] for at in range(self._snapshots[-1][0], ply))
        return state
