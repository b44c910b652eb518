"""Replays a log: folds its recorded events into states, ply by ply, without deciding anything again."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from railbook.audit.findings import Finding
from railbook.engine.fold import Memory, fold
from railbook.engine.state import State, new_state
from railbook.log.canonical import Codec, Line, LineFault
from railbook.log.chain import Chain
from railbook.log.reader import RawLine, raw_lines
from railbook.log.records import Comment, End, Header, Ply, Undo
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.header import HeaderFault, ruleset_of
from railbook.rules.types import RulesError


class ReplayFault(Exception):
    """A log that cannot be replayed from here on; the finding says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """A ply that was replayed: its record, the state after it, and the line where it stands."""

    record: Ply[Any, Any]
    state: State
    line: int


class Replay:
    """A log being replayed. The header and rules are read at once; `plies` gives the rest, in memory that is bounded.

    Raises `ReplayFault` for what cannot be read, for a broken chain, and for a game that is not installed.
    """

    def __init__(self, path: Path | str, registry: Registry, name: str = "") -> None:
        self.name = name or str(path)
        self._lines = raw_lines(path)
        self.number = 0
        self.ply: int | None = None
        self.end: End | None = None
        first = next(self._lines, None)
        if first is None:
            raise self._fault("unreadable", "the file is empty")
        line = self._read(first, Codec())
        if not isinstance(line.record, Header):
            raise self._fault("unreadable", "the first line is not a header")
        self.header = line.record
        self.chain = Chain(self.header.salt)
        self._link(line)
        try:
            self.rules = ruleset_of(registry, self.header, to_replay=True)
        except NotInstalled as missing:
            raise self._fault(missing.kind, str(missing)) from None
        except HeaderFault as fault:
            raise self._fault("unreadable", f"header: {fault}") from None

    def plies(self) -> Iterator[Played | Undo]:
        """Give each ply as it was played, and each undo; `end` is set when the end line was reached."""
        rules = self.rules
        codec = Codec(rules)
        state = new_state(rules)
        memory = Memory(rules, state, self.header.undo.window)
        for raw in self._lines:
            line = self._read(raw, codec)
            record = line.record
            if isinstance(record, Comment):
                continue
            if isinstance(record, Ply):
                self.ply = record.ply
            self._link(line)
            if isinstance(record, Ply):
                if record.ply != state.ply:
                    raise self._fault("broken-chain", f"ply {record.ply} stands where ply {state.ply} is due")
                try:
                    fold(rules, state, record.events)
                except (LookupError, TypeError, ValueError, AttributeError, RulesError) as error:
                    raise self._fault("different-events", f"the events do not fit this game ({error!r})") from None
                memory.add(state, record.events)
                yield Played(record, state, self.number)
            elif isinstance(record, Undo):
                if not max(1, memory.first) <= record.to < state.ply:
                    raise self._fault("illegal-action", f"there is no ply {record.to} to take back")
                state = memory.back_to(record.to)
                yield record
            elif isinstance(record, End):
                self.end = record
            else:
                raise self._fault("unreadable", "a second header")

    def _read(self, raw: RawLine, codec: Codec) -> Line:
        self.number = raw.number
        if raw.too_long:
            raise self._fault("unreadable", "the line is too long")
        try:
            return codec.read(raw.raw)
        except LineFault as fault:
            if raw.whole:
                raise self._fault("unreadable", str(fault)) from None
            raise self._fault("truncated", "the file is cut off inside its last record") from None

    def _link(self, line: Line) -> None:
        if self.chain.link(line.body) != line.digest:
            raise self._fault("broken-chain", "the digest does not fit this line and those before it")

    def _fault(self, kind: str, message: str) -> ReplayFault:
        return ReplayFault(Finding(self.name, kind, message, self.number, self.ply))
