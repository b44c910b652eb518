"""The game that is forged: three seats on the USA board, with times, comments and an undo, under two schemes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

import railbook_ticket_to_ride.plugin
import railbook_usa.plugin
from railbook.chance import PROCEDURE, Seeded, commitment_of
from railbook.engine.play import legal_actions
from railbook.engine.view import view
from railbook.log.canonical import body_of, line_of
from railbook.log.records import ChanceRef, Comment, Header
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import Table, players
from railbook.rules.types import Action
from railbook_ticket_to_ride.actions import ClaimRoute

SCHEMES = ("open", "none")
SEED = 3
"""The first seed with whose game every forger finds what he needs: a payment that is never missed is the rarest."""

OTHER_SEED = 8
SALT = "5a" * 16
"""The salt of the log without a seed: one that follows from no seed."""

COMMENTED = (10, 20, 30)
"""The plies behind which somebody wrote a comment."""


class Turn(NamedTuple):
    """One thing that happened while a game was recorded: an action, or with no action an undo."""

    seat: int
    action: Action | None


@cache
def registry() -> Registry:
    """Load the plugins that the game needs, and no others."""
    loaded = Registry()
    loaded.add(railbook_ticket_to_ride.plugin, "ticket-to-ride", "railbook")
    loaded.add(railbook_usa.plugin, "usa", "railbook")
    return loaded


@cache
def table() -> Table:
    """Seat three random bots."""
    return Table.of(registry(), "ttr-usa", ["random"] * 3)


def header_of(scheme: str, seed: int) -> Header:
    """Make a header; under the other schemes it does not say the seed, though the same outcomes are drawn."""
    made = open_header(table().rules, table().game_map, ["Ann", "Ben", "Cleo"], seed, created="2004-05-01")
    if scheme == "none":
        return msgspec.structs.replace(made, chance=ChanceRef("none"), salt=SALT)
    if scheme == "committed":
        chance = ChanceRef("committed", PROCEDURE, commitment=commitment_of(key_of(seed)))
        return msgspec.structs.replace(made, chance=chance, salt=SALT)
    return made


def key_of(seed: int) -> bytes:
    """Give the key that somebody might have made at random: the one with the outcomes of a seed."""
    return Seeded.of_seed(seed)._key


class Recording:
    """A game being recorded, line by line, as people would: with times and now and then a comment."""

    def __init__(self, scheme: str, seed: int) -> None:
        self.lines: list[bytes] = []
        self.turns: list[Turn] = []
        source = seeded_source(header_of("open", seed))
        key = key_of(seed) if scheme == "committed" else b""
        header = header_of(scheme, seed)
        self.game = RecordedGame.begin(table().rules, header, source, self.lines.append, key=key)

    def take(self, turn: Turn) -> None:
        """Let one thing happen."""
        self.turns.append(turn)
        if turn.action is None:
            self.game.undo(turn.seat)
            return
        at = self.game.state.ply
        self.game.act(turn.seat, turn.action, f"2004-05-01T{10 + at // 60:02}:{at % 60:02}:00Z")
        if at in COMMENTED:
            self.lines.append(line_of(body_of(Comment(text=f"so far {at} plies")), ""))

    def play_on(self, seed: int) -> None:
        """Let bots play to the end; the first claim is taken back once and made again."""
        bots = players(table().rules, table().bots, seed)
        undone = any(turn.action is None for turn in self.turns)
        while not self.game.over:
            seat = self.game.state.to_act[0]
            bot = bots[seat]
            assert bot is not None
            action = bot.choose(view(table().rules, self.game.state, seat), seat)
            self.take(Turn(seat, action))
            if isinstance(action, ClaimRoute) and not undone and self.game.state.ply > COMMENTED[-1]:
                self.take(Turn(seat, None))
                self.take(Turn(seat, action))
                undone = True
        self.game.end()

    @property
    def data(self) -> bytes:
        """The bytes of the log."""
        return b"".join(self.lines)


@cache
def recorded(scheme: str, seed: int = SEED) -> bytes:
    """Give the log of the game; all schemes have the same turns, outcomes and events."""
    recording = Recording(scheme, seed)
    if scheme == "open":
        recording.play_on(seed)
    else:
        for turn in _turns(seed):
            recording.take(turn)
        recording.game.end()
    return recording.data


@cache
def _turns(seed: int) -> tuple[Turn, ...]:
    recording = Recording("open", seed)
    recording.play_on(seed)
    return tuple(recording.turns)


@cache
def replayed_otherwise(scheme: str, ply: int) -> bytes:
    """Record the game again by somebody who knows the seed, with another action in one ply and whatever follows."""
    recording = Recording(scheme, SEED)
    for turn in _turns(SEED):
        if recording.game.state.ply == ply and turn.action is not None:
            break
        recording.take(turn)
    seat, state = recording.game.state.to_act[0], recording.game.state
    other: Callable[[Any], bool] = lambda action: action != turn.action  # noqa: E731 - a filter of one use
    recording.take(Turn(seat, next(filter(other, legal_actions(table().rules, state, seat)))))
    recording.play_on(OTHER_SEED)
    return recording.data
