"""Folds recorded events into states, and remembers enough of the way to go back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from railbook.engine.state import State, decode, encode
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event

SNAPSHOT_EVERY = 128
"""Plies between two snapshots of the state."""

HELD = 64 * 2**20
"""Bytes of plies and snapshots that are remembered, where nobody says another number."""


def fold(rules: Ruleset, state: State, events: Iterable[Event]) -> None:
    """Write recorded events into a state: needs the evolvers and no other rule."""
    evolvers = rules.events
    for event in events:
        evolvers[type(event)](state, event)


class _Stretch:
    """The plies from one snapshot of the state on: what is kept of each, and how many bytes all take."""

    __slots__ = ("first", "plies", "size", "sizes", "snapshot")

    def __init__(self, first: int, snapshot: bytes) -> None:
        self.first = first
        self.snapshot = snapshot
        self.plies: list[list[Event] | bytes] = []
        self.sizes: list[int] = []
        self.size = 0


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
        self._most = most
        self._last = _Stretch(state.ply, encode(state))
        self._stretches: deque[_Stretch] = deque([self._last])
        self._held = len(self._last.snapshot)
        """Bytes of all stretches but the last, and of all snapshots."""
        self._due = state.ply + SNAPSHOT_EVERY

    def add(self, state: State, events: list[Event] | bytes, size: int = 0) -> None:
        """Remember a ply: the state after it, its events or the line that `read` reads, and its bytes in the log."""
        last = self._last
        last.plies.append(events)
        last.sizes.append(size)
        last.size += size
        if state.ply >= self._due or last.size >= self._most // 4:
            self._begin(state)

    def add_lines(self, state: State, lines: Sequence[bytes]) -> None:
        """Remember plies that stand in a row by their lines, and the state after the last one."""
        last, sizes = self._last, list(map(len, lines))
        last.plies += lines
        last.sizes += sizes
        last.size += sum(sizes)
        if state.ply >= self._due or last.size >= self._most // 4:
            self._begin(state)

    def _begin(self, state: State) -> None:
        """Begin a stretch with a snapshot, and forget those that are out of reach or too much."""
        stretches = self._stretches
        self._held += self._last.size
        self._last = _Stretch(state.ply, encode(state))
        stretches.append(self._last)
        self._held += len(self._last.snapshot)
        self._due = state.ply + SNAPSHOT_EVERY
        while len(stretches) > 1 and (self._is_out_of_reach(state) or self._held > self._most):
            gone = stretches.popleft()
            self._held -= len(gone.snapshot) + gone.size

    def _is_out_of_reach(self, state: State) -> bool:
        """Tell whether no undo within the window needs the first snapshot."""
        return self._window is not None and self._stretches[1].first <= state.ply - self._window

    @property
    def first(self) -> int:
        """The earliest ply that can be gone back to."""
        return self._stretches[0].first

    @property
    def held(self) -> tuple[int, int]:
        """How many plies and how many snapshots are held."""
        return sum(len(stretch.plies) for stretch in self._stretches), len(self._stretches)

    def at(self, ply: int) -> State:
        """Give the state before the ply of this number, as a copy of its own."""
        stretch = self._stretch(ply, behind=1)
        state = decode(self._rules, stretch.snapshot)
        for kept in stretch.plies[: ply - stretch.first]:
            fold(self._rules, state, self._events(kept))
        return state

    def events(self, ply: int) -> list[Event]:
        """Give the events of the ply of this number."""
        return self._events(self.kept(ply))

    def kept(self, ply: int) -> list[Event] | bytes:
        """Give what is kept of the ply of this number: its events, or its line."""
        stretch = self._stretch(ply)
        return stretch.plies[ply - stretch.first]

    def _stretch(self, ply: int, behind: int = 0) -> _Stretch:
        """Find the stretch of a ply, or with `behind` that of a ply that may be the next to come."""
        if not self.first <= ply < self._last.first + len(self._last.plies) + behind:
            raise IndexError(f"ply {ply} is out of reach")
        return next(stretch for stretch in reversed(self._stretches) if stretch.first <= ply)

    def _events(self, kept: list[Event] | bytes) -> list[Event]:
        if not isinstance(kept, bytes):
            return kept
        assert self._read is not None
        return self._read(kept)

    def back_to(self, ply: int) -> State:
        """Give the state before a ply, and forget that ply and what came behind it."""
        state = self.at(ply)
        while self._last.first > ply:
            self._held -= len(self._stretches.pop().snapshot)
            self._last = self._stretches[-1]
            self._held -= self._last.size
        last = self._last
        del last.plies[ply - last.first :], last.sizes[ply - last.first :]
        last.size = sum(last.sizes)
        self._due = last.first + SNAPSHOT_EVERY
        return state
