"""Twins of games: the same to one seat, and different in what that seat cannot know."""

from __future__ import annotations

import dataclasses
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from railbook.audit.redact import redacted
from railbook.audit.replay import Played, Replay
from railbook.chance import Address
from railbook.engine.play import check, legal_actions_of
from railbook.engine.state import Committed, Revealed, Withdrawn, decode, encode
from railbook.engine.view import view, view_of_chance
from railbook.log.records import ChanceRef, Comment, Header
from railbook.log.writer import LogWriter
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Outcome
from railbook.testing.random_game import PlayedPly, RandomGame
from railbook_ticket_to_ride.actions import KeepTickets
from railbook_ticket_to_ride.table import Table

TRIES = 20
"""So often a twin is looked for."""
HALF = 0.5


class Apart(Exception):
    """Something public would have to differ: this is no twin."""


class Twin(NamedTuple):
    """A game that was played like another, as seen by one viewer, and its log."""

    log: bytes
    different: bool
    """Whether an outcome or a choice is another one."""


class Forced:
    """Answers as a recorded game did, but for hidden outcomes that are to change or have become impossible."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.changed = False
        self._entries: Sequence[tuple[str, Outcome]] = ()
        self._hidden: list[bool] = []
        self._change: frozenset[int] = frozenset()
        self._next = 0

    def begin(self, entries: Sequence[tuple[str, Outcome]], hidden: list[bool], change: frozenset[int]) -> None:
        """Take the outcomes of the next ply, which of them are hidden, and which of those are to change."""
        self._entries, self._hidden, self._change, self._next = entries, hidden, change, 0

    def finish(self) -> None:
        """All that was drawn before must have been drawn again."""
        if self._next != len(self._entries):
            raise Apart

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Give the recorded item where the viewer sees it, and otherwise perhaps another one that is there."""
        at, recorded = self._take(address)
        assert isinstance(recorded, str)
        there = sorted(item for item, count in bag.items() if count > 0)
        if not self._hidden[at]:
            if recorded not in there:
                raise Apart
            return recorded
        others = [item for item in there if item != recorded]
        if recorded in there and not (at in self._change and others):
            return recorded
        self.changed = True
        return self.dice.choice(others)

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Give the recorded dice: no shipped game rolls unseen."""
        recorded: Any = self._take(address)[1]
        return list(recorded)

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Give the recorded order: an order that is shuffled at once is public."""
        recorded: Any = self._take(address)[1]
        return list(recorded)

    def _take(self, address: Address) -> tuple[int, Outcome]:
        at = self._next
        if at >= len(self._entries) or self._entries[at][0] != address.label:
            raise Apart
        self._next += 1
        return at, self._entries[at][1]


def while_choosing(game: RandomGame) -> RandomGame:
    """Cut a game off where some have made their secret choice and others have not, as late as there is such a ply."""
    for at in range(len(game.plies) - 1, 0, -1):
        if decode(game.rules, game.plies[at].after).committed:
            return dataclasses.replace(game, plies=game.plies[: at + 1])
    return game


def twin(game: RandomGame, viewer: int | None, dice: random.Random) -> Twin | None:
    """Look for another game that a viewer cannot tell from this one; `None` where none was found."""
    hidden = [_hidden(game.rules, ply, viewer) for ply in game.plies]
    places = [(ply, at) for ply, entries in enumerate(hidden) for at, secret in enumerate(entries) if secret]
    choices = [ply.number for ply in game.plies if ply.seat != viewer and _is_secret(ply)]
    for _ in range(TRIES if places or choices else 0):
        change = set(dice.sample(places, min(len(places), dice.randint(1, 4)))) if places else set()
        rechosen = {ply for ply in choices if dice.random() < HALF} if dice.random() < HALF or not places else set()
        try:
            found = replayed(game, viewer, dice, change, rechosen, 7)
        except Apart:
            continue
        if found.different:
            return found
    return None


def replayed(
    game: RandomGame,
    viewer: int | None,
    dice: random.Random,
    change: set[tuple[int, int]],
    rechosen: set[int],
    seed: int,
) -> Twin:
    """Play a game again with other hidden outcomes and choices at these places; raises `Apart`."""
    lines: list[bytes] = []
    source, rechosen_now = Forced(dice), False
    source.begin(*_outcomes(game, 0, viewer, change))
    header = header_of(game.header, seed)
    running = RecordedGame.begin(game.rules, header, source, lines.append)
    source.finish()
    for ply in game.plies[1:]:
        assert ply.seat is not None
        action = _same(running, ply)
        if ply.number in rechosen:
            other = _otherwise(running, game, ply, viewer, dice)
            rechosen_now |= other != action
            action = other
        if check(running.rules, running.state, ply.seat, action) is not None:
            raise Apart
        source.begin(*_outcomes(game, ply.number, viewer, change))
        running.act(ply.seat, action, time=f"2030-01-{seed:02}T{'0' * seed}")
        source.finish()
        if before_eyes(running.rules, running.state, viewer) != before_eyes(
            running.rules, decode(running.rules, ply.after), viewer
        ):
            raise Apart
        lines.append(LogWriter(running._writer.chain).line(Comment(text=f"said at the table {'!' * seed}")))
    last = game.state
    if (running.state.ended, running.state.asked, running.state.to_act) != (last.ended, last.asked, last.to_act):
        raise Apart
    return Twin(b"".join(lines), source.changed or rechosen_now)


def before_eyes(rules: Ruleset, state: Any, viewer: int | None) -> Any:
    """Give what lies before a seat's own eyes, taken from the full state and not from any view.

    In Ticket to Ride what it is dealt, offered and puts back follows from what others did in secret before.
    """
    if not isinstance(state, Table):
        return None
    own = None if viewer is None else state.seats[viewer]
    return own, [seat.tickets for seat in state.seats] if "open-tickets" in {v.name for v in rules.variants} else None


def header_of(header: Header, seed: int) -> Header:
    """Give a header that says the same in public, under another seed and salt and with other remarks."""
    chance = ChanceRef("open", header.chance.procedure, seed)
    return msgspec.structs.replace(header, chance=chance, salt=f"{seed:02}" * 16, meta={"secret": "x" * seed})


def _outcomes(
    game: RandomGame, ply: int, viewer: int | None, change: set[tuple[int, int]]
) -> tuple[Sequence[tuple[str, Outcome]], list[bool], frozenset[int]]:
    entries = game.plies[ply].chance
    return entries, _hidden(game.rules, game.plies[ply], viewer), frozenset(at for one, at in change if one == ply)


def _hidden(rules: Ruleset, ply: PlayedPly, viewer: int | None) -> list[bool]:
    return [outcome is None for _label, outcome in view_of_chance(rules, ply.seat, ply.chance, viewer)]


def _is_secret(ply: PlayedPly) -> bool:
    return isinstance(ply.action, KeepTickets) or isinstance(ply.events[0], Committed)


def _same(running: RecordedGame, ply: PlayedPly) -> Action:
    """Give the same action: tickets are kept and put back by their places in the offer."""
    action = ply.action
    if not isinstance(action, KeepTickets):
        return action
    state: Any = running.state
    before: Any = msgspec.msgpack.decode(ply.before)
    places = {ticket: place for place, ticket in enumerate(before["seats"][ply.seat]["offer"])}
    offer = state.seats[ply.seat].offer
    return KeepTickets([offer[places[t]] for t in action.keep], [offer[places[t]] for t in action.put_back])


def _otherwise(
    running: RecordedGame, game: RandomGame, ply: PlayedPly, viewer: int | None, dice: random.Random
) -> Action:
    """Give another choice that looks the same: any where it never takes effect here, else one of as many tickets."""
    assert ply.seat is not None
    same = _same(running, ply)
    kinds = running.rules.actions_of_step[running.state.asked]
    found = [one for spec in kinds for one in legal_actions_of(running.rules, running.state, ply.seat, spec)]
    if isinstance(ply.events[0], Committed) and not _takes_effect(game, ply):
        return dice.choice(found)
    if not isinstance(same, KeepTickets):
        return same
    state: Any = view(running.rules, running.state, viewer)
    if None not in state.seats[ply.seat].offer:
        return same
    return dice.choice([one for one in found if isinstance(one, KeepTickets) and len(one.keep) == len(same.keep)])


def _takes_effect(game: RandomGame, ply: PlayedPly) -> bool:
    """Tell whether a commitment was still there when the choices took effect."""
    for later in game.plies[ply.number :]:
        if any(isinstance(event, Revealed) for event in later.events):
            return True
        if any(isinstance(event, Withdrawn) and event.seat == ply.seat for event in later.events):
            return False
    return False


class Opened:
    """A log as a file for as long as it is looked at."""

    def __init__(self, log: bytes, registry: Registry) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name) / "game.jsonl"
        self.path.write_bytes(log)
        self._registry = registry

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def replay(self) -> Replay:
        """Give a replay that has not begun."""
        return Replay(self.path, self._registry, "game.jsonl")

    def redacted(self, viewer: int | None) -> bytes:
        """Give the log as a viewer could know it."""
        return b"".join(redacted(self.replay(), viewer))

    def views(self, viewer: int | None) -> Iterator[bytes]:
        """Give the views of a viewer, ply by ply, those that were taken back too."""
        game = self.replay()
        for played in game.plies():
            if isinstance(played, Played):
                yield encode(view(game.rules, played.state, viewer))
