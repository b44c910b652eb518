"""A game at a table of people and bots: each ply is on disk before the next is asked for, so it can be left anytime."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from railbook.chance import Seeded, new_key
from railbook.chance.seeded import SEED_LIMIT
from railbook.engine.core_layer import Leave, Withdraw
from railbook.engine.play import check
from railbook.engine.state import State
from railbook.engine.view import view, view_of_action, view_of_events
from railbook.log.records import End, Ply, Undo, UndoRule
from railbook.log.writer import LogFile, write_whole
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import committed_header, open_header
from railbook.recording.keyfile import forget_key, keep_key
from railbook.recording.seating import Seating
from railbook.recording.simulation import players
from railbook.recording.unfinished import Unfinished, alone
from railbook.rules.game import GameMap
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action

Clock = Callable[[], datetime]
"""Gives the time, with its zone."""

REMEMBERED = 400
"""The last plies that can be told again."""


def stamp(time: datetime) -> str:
    """Write a time as logs have it: UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Session:
    """A running game, its file and who plays. Everything that people are shown comes from views."""

    def __init__(self, path: Path, seating: Seating, clock: Clock) -> None:
        self.path = path
        self.seating = seating
        self.names = seating.names
        self.game: RecordedGame
        self._clock = clock
        self._file: LogFile | None = None
        self._lock = ExitStack()
        self._first_lines: list[bytes] = []
        self._plies: deque[Ply[Action, Any]] = deque(maxlen=REMEMBERED)

    @classmethod
    def begin(
        cls,
        path: Path,
        rules: Ruleset,
        game_map: GameMap,
        seating: Seating,
        seed: int | None,
        clock: Clock,
        undo: UndoRule | None = None,
    ) -> Session:
        """Begin a game in a new file, which appears with header and set-up or not at all.

        Without an open seed a key is made, and lies beside the log before that appears.
        """
        session = cls(path, seating, clock)
        key = new_key() if seed is None else b""
        if seed is None:
            header = committed_header(rules, game_map, seating.names, key, stamp(clock()))
        else:
            header = open_header(rules, game_map, seating.names, seed, stamp(clock()))
        header = msgspec.structs.replace(header, meta={"players": seating.kinds}, undo=undo or UndoRule())
        source = Seeded(key) if key else seeded_source(header)
        session.game = RecordedGame.begin(rules, header, source, session._write, stamp(clock()), key)
        first = b"".join(session._first_lines)
        if key:
            keep_key(path, key)
        try:
            write_whole(path, first)
        except OSError:  # then there is no log; nobody else gets that far with a key of this name
            if key:
                forget_key(path)
            raise
        with ExitStack() as lock:
            lock.enter_context(alone(path))  # before anything may be cut off behind what was just written
            session._file = LogFile.resume(path, len(first), line_break=False)
            session._lock = lock.pop_all()
        session._seat_bots(seed)
        return session

    @classmethod
    def resume(cls, log: Unfinished, seating: Seating, clock: Clock) -> Session:
        """Go on with a game on its own file; a torn last line is cut off."""
        session = cls(log.path, seating, clock)
        header = log.header
        source = Seeded(log.key) if log.key else seeded_source(header)
        session.game = RecordedGame.resume(log.rules, header, source, session._write, log.records, log.last, log.key)
        for record in log.records:
            if isinstance(record, Undo):
                session._forget(record.to)
            elif isinstance(record, Ply):
                session._plies.append(record)
        session._file = LogFile.resume(log.path, log.length, line_break=log.line_break)
        # Bots begin anew: with the game's own seed they would repeat the choices of its beginning.
        seed = header.chance.seed
        session._seat_bots(seed + session.game.state.ply if isinstance(seed, int) else None)
        return session

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()

    def end(self) -> End:
        """Write the end line of a game that is over; what it reveals need not be kept any more."""
        record = self.game.end()
        if record.key is not msgspec.UNSET:
            forget_key(self.path)
        return record

    def _seat_bots(self, seed: int | None) -> None:
        """Let bots choose by a seed; without one by luck, which has nothing to do with the key."""
        seed = secrets.randbelow(SEED_LIMIT) if seed is None else seed
        self._players = players(self.game.rules, self.seating.bots, seed)

    def _write(self, line: bytes) -> None:
        if self._file is None:
            self._first_lines.append(line)
        else:
            self._file.append(line)

    # Playing

    @property
    def asked(self) -> int:
        """The seat whose answer is due; of several, the first."""
        return self.game.state.to_act[0]

    def is_person(self, seat: int) -> bool:
        """Tell whether a person plays a seat."""
        return self._players[seat] is None

    def view(self, seat: int | None) -> State:
        """Give what a seat knows."""
        return view(self.game.rules, self.game.state, seat)

    def act(self, seat: int, action: Action) -> Ply[Action, Any]:
        """Let a seat act; the ply is on disk when this returns. Raises `Illegal` if a rule forbids it."""
        ply = self.game.act(seat, action, stamp(self._clock()))
        self._plies.append(ply)
        return ply

    def let_bot_act(self) -> None:
        """Let the bot that is asked choose from its view."""
        seat = self.asked
        player = self._players[seat]
        assert player is not None  # is_person was asked before
        self.act(seat, player.choose(self.view(seat), seat))

    def can_take_back(self, seat: int) -> bool:
        """Tell whether a seat may take its last ply back, or its choice that others still wait with."""
        game = self.game
        if game.over:
            return False
        withdrawn = check(game.rules, game.state, seat, Withdraw()) is None
        return withdrawn or game.undo_is_refused(seat, game.state.ply - 1) is None

    def take_back(self, seat: int) -> None:
        """Take a seat's last ply back, or its choice that others still wait with; raises `Illegal`."""
        game = self.game
        if check(game.rules, game.state, seat, Withdraw()) is None:
            self.act(seat, Withdraw())
        else:
            self._forget(game.undo(seat))

    def _forget(self, ply: int) -> None:
        while self._plies and self._plies[-1].ply >= ply:
            self._plies.pop()

    # Telling

    def told(self, ply: Ply[Action, Any], viewer: int | None) -> str:
        """Say in one line what a viewer saw of a ply; seats are called `seat 0` and so on."""
        rules = self.game.rules
        left = [f"seat {ply.seat} {rules.say(ply.action)}"] if isinstance(ply.action, Leave) else []
        said = left + [
            rules.say(event)
            for event in view_of_events(rules, ply.seat, ply.events, viewer)
            if type(event) in rules.words
        ]
        if said:
            return "; ".join(said)
        action = view_of_action(rules, ply.seat, ply.action, ply.events, viewer)
        return f"seat {ply.seat}: {rules.say(action) if action is not None else 'chooses in secret'}"

    def last_plies(self, most: int) -> Sequence[Ply[Action, Any]]:
        """Give the last plies, but not the set-up."""
        return [ply for ply in self._plies if ply.seat is not None][-most:]

    def since(self, seat: int) -> Sequence[Ply[Action, Any]]:
        """Give the plies behind the last one of a seat."""
        found: list[Ply[Action, Any]] = []
        for ply in reversed(self._plies):
            if ply.seat in (seat, None):
                break
            found.insert(0, ply)
        return found
