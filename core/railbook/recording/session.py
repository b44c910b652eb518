"""A game at a table of people and bots: each ply is on disk before the next is asked for, so it can be left anytime."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from railbook.engine.core_layer import Withdraw
from railbook.engine.play import check
from railbook.engine.state import State
from railbook.engine.view import view, view_of_action, view_of_events
from railbook.log.records import Header, Ply, Undo
from railbook.log.writer import LogFile, write_whole
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.seating import Seating
from railbook.recording.simulation import players
from railbook.recording.unfinished import Unfinished
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
        self._first_lines: list[bytes] = []
        self._plies: deque[Ply[Action, Any]] = deque(maxlen=REMEMBERED)

    @classmethod
    def begin(cls, path: Path, rules: Ruleset, game_map: GameMap, seating: Seating, seed: int, clock: Clock) -> Session:
        """Begin a game in a new file, which appears with header and set-up or not at all."""
        session = cls(path, seating, clock)
        header = open_header(rules, game_map, seating.names, seed, stamp(clock()))
        header = msgspec.structs.replace(header, meta={"players": seating.kinds})
        session.game = RecordedGame.begin(rules, header, seeded_source(header), session._write, stamp(clock()))
        first = b"".join(session._first_lines)
        write_whole(path, first)
        session._file = LogFile.resume(path, len(first), line_break=False)
        session._seat_bots(header, seed)
        return session

    @classmethod
    def resume(cls, log: Unfinished, seating: Seating, clock: Clock) -> Session:
        """Go on with a game on its own file; a torn last line is cut off."""
        session = cls(log.path, seating, clock)
        header = log.header
        session.game = RecordedGame.resume(
            log.rules, header, seeded_source(header), session._write, log.records, log.last
        )
        for record in log.records:
            if isinstance(record, Undo):
                session._forget(record.to)
            elif isinstance(record, Ply):
                session._plies.append(record)
        session._file = LogFile.resume(log.path, log.length, line_break=log.line_break)
        assert isinstance(header.chance.seed, int)
        # Bots begin anew: with the game's own seed they would repeat the choices of its beginning.
        session._seat_bots(header, header.chance.seed + session.game.state.ply)
        return session

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def _seat_bots(self, header: Header, seed: int) -> None:
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
        said = [
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
