"""Replays a log: folds its recorded events into states, ply by ply, without deciding anything again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from railbook.audit.findings import Finding
from railbook.chance import Seeded, commitment_of
from railbook.engine.fold import Memory, fold
from railbook.engine.state import Ended, State, Waits, copy, new_state
from railbook.log.canonical import Codec, Line, LineFault, NewerLine, codec_of
from railbook.log.chain import Chain
from railbook.log.limits import limit, short
from railbook.log.reader import FileFault, RawLine, too_long, too_much_to_hold
from railbook.log.records import Comment, End, Header, Ply, Record, Undo
from railbook.log.revealed import LogLines
from railbook.log.stretch import Stretch, in_stretches
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.header import HeaderFault, ruleset_of

if TYPE_CHECKING:
    from pathlib import Path

LAST_EVENTS = (Waits, Ended)
"""The types of events with one of which each ply ends."""


class ReplayFault(Exception):
    """A log that cannot be replayed from here on; the finding says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


class Played(msgspec.Struct, frozen=True, gc=False):
    """A ply that was replayed: its record, the state after it, and the line where it stands.

    The state is that of the replay, which goes on with it: copy what is to stay.
    """

    record: Ply[Any, Any]
    state: State
    line: int


class Replay:
    """A log being replayed. The header and rules are read at once; `plies` gives the rest, in memory that is bounded.

    Raises `ReplayFault` for what cannot be read, for a broken chain, for a game that is not installed, and
    `to_decide` also for rules of another version. `name` is how faults call the log, `within` the
    limit of its size.
    """

    def __init__(
        self, path: Path | str, registry: Registry, name: str = "", *, to_decide: bool = False, within: str = "log"
    ) -> None:
        self.name = name or str(path)
        self.number = 0
        self.ply: int | None = None
        self.end: End | None = None
        self.record: Record | None = None
        """The record that was read last, also where the fault lies in it."""
        self.broken: ReplayFault | None = None
        """What `at` met behind the ply that it gave."""
        self._raw = LogLines(path, within)
        first = self._next()
        if first is None:
            raise self.fault("unreadable", "the file is empty")
        line = self._read(first, codec_of(None))
        if not isinstance(line.record, Header):
            raise self.fault("unreadable", "the first line is not a header")
        self.header = line.record
        self._written = line.format
        self.chain = Chain(self.header.salt)
        self._seats = len(self.header.seats)
        self._link(line)
        try:
            self.rules = ruleset_of(registry, self.header, to_replay=not to_decide)
        except NotInstalled as missing:
            raise self.fault(missing.kind, str(missing)) from None
        except HeaderFault as fault:
            raise self.fault("unreadable", f"header: {fault}") from None
        self.state = new_state(self.rules)
        """The state after the ply that `plies` gave last, or after the undo."""

    def source(self) -> Seeded | None:
        """Give what all outcomes follow from: the open seed, or the key that the end line reveals; `None` without one.

        To be asked before `plies`. Raises `ReplayFault` for a key that the header does not commit to.
        """
        chance = self.header.chance
        if isinstance(chance.seed, int):
            return Seeded.of_seed(chance.seed)
        if chance.scheme != "committed" or self.header.partial:  # what lies in a pile a partial log does not tell
            return None
        key = self._raw.revealed_key(self._written)
        if key and commitment_of(key) != chance.commitment:
            raise self.fault("chance-mismatch", "the end line reveals another key than the header commits to")
        return Seeded(key) if key else None

    def plies(self) -> Iterator[Played | Undo]:
        """Give each ply as it was played, and each undo; `end` is set when the end line was reached."""
        codec = codec_of(self.rules, self._written)
        state = self.state
        memory = Memory(self.rules, state, self.header.undo.window, codec.events, limit("held"))
        try:
            for raw, ply in self._ahead(codec):
                if ply is not None:
                    self.number, self.ply, self.record = raw.number, ply.ply, ply
                    self._fold(state, ply)
                    memory.add(state, raw.raw, len(raw.raw))
                    yield Played(ply, state, raw.number)
                    continue
                line = self._read(raw, codec)
                self.record = record = line.record
                if isinstance(record, Ply):
                    self.ply = record.ply
                    self._link(line)
                    self._fold(state, record)
                    memory.add(state, record.events, len(line.body))
                    yield Played(record, state, raw.number)
                elif not isinstance(record, Comment):
                    self._link(line)
                    if isinstance(record, Undo):
                        state = self._go_back(memory, record)
                        yield record
                    elif isinstance(record, End):
                        self._require_whole_sheet(record)
                        self.end = record
                    else:
                        raise self.fault("unreadable", "a second header")
        except FileFault as fault:
            raise self.fault("unreadable", str(fault)) from None
        if not state.ply:
            raise self.fault("unreadable", "nothing but a header: there is no ply to show")

    def _ahead(self, codec: Codec) -> Iterator[tuple[RawLine, Ply[Any, Any] | None]]:
        """Give all lines; plies that stand in a row in canonical form are read and chained several at a time."""
        for stretch, line in in_stretches(self._raw, codec, lambda line: not codec.may_hold_anything(line.raw)):
            yield from self._taken(stretch)
            if line is not None:
                yield line, None

    def _taken(self, stretch: Stretch) -> Iterable[tuple[RawLine, Ply[Any, Any] | None]]:
        """Read and chain plies that stand in a row; if one is not canonical or breaks the chain, none is read here."""
        plies = stretch.plies() if stretch.lines else []
        if plies is None or not stretch.is_written(plies, self.chain):
            return [(line, None) for line in stretch.lines]
        return zip(stretch.lines, plies, strict=True)

    def at(self, ply: int) -> Played | None:
        """Give the ply of this number as it stands in the end, with a state of its own; `None` if there is none.

        A fault of the log behind it is kept in `broken`: what came before is readable all the same.
        """
        found: Played | None = None
        try:
            for played in self.plies():
                if isinstance(played, Undo):
                    found = found if played.to > ply else None
                elif played.record.ply == ply:
                    found = msgspec.structs.replace(played, state=copy(self.rules, played.state))
        except ReplayFault as fault:
            if found is None:
                raise
            self.broken = fault
        return found

    def _go_back(self, memory: Memory, record: Undo) -> State:
        self._require_seats((record.seat,))
        if 1 <= record.to < memory.first and self.state.ply - record.to <= self.header.undo.window:
            raise self.fault("unreadable", too_much_to_hold(record.to))
        if not max(1, memory.first) <= record.to < self.state.ply:
            raise self.fault("illegal-action", f"there is no ply {record.to} to take back")
        self.state = memory.back_to(record.to)
        return self.state

    def _fold(self, state: State, record: Ply[Any, Any]) -> None:
        due, seat, events = state.ply, record.seat, record.events
        if record.ply != due:
            raise self.fault("broken-chain", f"ply {record.ply} stands where ply {due} is due")
        if seat is not None and seat >= self._seats:
            self._require_seats((seat,))
        try:
            fold(self.rules, state, events)
        except Exception as error:  # noqa: BLE001 - evolvers of any plugin, fed with whatever a file holds
            message = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            raise self.fault("different-events", f"the events do not fit this game ({message})") from None
        if state.ply != due + 1 or type(events[-1]) not in LAST_EVENTS:
            raise self.fault("different-events", "the events do not end the ply")
        self._require_seats(state.to_act)

    def _require_seats(self, seats: Iterable[int]) -> None:
        for seat in seats:
            if not 0 <= seat < self._seats:
                raise self.fault("not-your-turn", f"there is no seat {seat}: the seats are 0 to {self._seats - 1}")

    def _require_whole_sheet(self, end: End) -> None:
        seats = range(len(self.header.seats))
        sheet = all(len(line.points) == len(seats) for line in end.sheet)
        ranked = sorted(standing.seat for standing in end.standings)
        if not sheet or (ranked and ranked != list(seats)):
            raise self.fault("different-score", f"the score sheet or the standings are not those of {len(seats)} seats")

    def _next(self) -> RawLine | None:
        try:
            return next(self._raw, None)
        except FileFault as fault:
            raise self.fault("unreadable", str(fault)) from None

    def _read(self, raw: RawLine, codec: Codec) -> Line:
        self.number, self.ply = raw.number, None
        if raw.too_long:
            raise self.fault("unreadable", too_long())
        try:
            return codec.read(raw.raw)
        except NewerLine as newer:
            raise self.fault("unknown-version", str(newer)) from None
        except LineFault as fault:
            if raw.whole:
                raise self.fault("unreadable", str(fault)) from None
            raise self.fault("truncated", "the file is cut off inside its last record") from None

    def _link(self, line: Line) -> None:
        if self.chain.link(line.body) != line.digest:
            raise self.fault("broken-chain", "the digest does not fit this line and those before it")

    def fault(self, kind: str, message: str) -> ReplayFault:
        """Give a fault of this log, in the line that was read last."""
        return ReplayFault(Finding(self.name, kind, short(message), self.number, self.ply))
