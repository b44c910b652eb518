"""Games of random legal actions, ply by ply, for tests: each type of action is as likely as any other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from railbook.bots import Dice
from railbook.engine.core_layer import Withdraw
from railbook.engine.play import legal_actions_of
from railbook.engine.score import score
from railbook.engine.state import State, decode, encode, new_state
from railbook.log.canonical import Codec
from railbook.log.records import Header, Ply
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, OptionValue, Outcome, RulesError
from railbook.testing.setting import Setting

MOST_OF_A_TYPE = 100
"""Legal actions of one type that are chosen among: there may be thousands."""

MOST_PLIES = 20_000
"""A game that is longer never ends."""

WITHDRAWS = 6
"""Of so many chances to take a hidden choice back one is used."""


class PlayedPly(NamedTuple):
    """A ply of a random game, with the encoded states before and after it."""

    number: int
    seat: int | None
    action: Action
    chance: list[tuple[str, Outcome]]
    events: list[Event]
    before: bytes
    after: bytes


@dataclasses.dataclass(frozen=True)
class RandomGame:
    """A game that was played at random: its rules, header, plies, and the bytes of its log."""

    rules: Ruleset
    header: Header
    plies: Sequence[PlayedPly]
    log: bytes

    @property
    def state(self) -> Any:
        """The state at the end, of the game's own type."""
        return decode(self.rules, self.plies[-1].after)

    def states(self) -> Iterator[Any]:
        """Give the state after each ply, each of them a copy."""
        for ply in self.plies:
            yield decode(self.rules, ply.after)


def random_game(  # noqa: PLR0913 - all but the first are given by name, as options of a command
    game: str,
    *,
    seats: int | None = None,
    seed: int = 0,
    variants: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    edition: str = "",
    map: str = "",
    plugins: Sequence[str] = (),
    plies: int | None = None,
) -> RandomGame:
    """Play a game of random legal actions, to its end or for so many plies; the same seed gives the same game.

    Variants are named as at the command line (`hand-limit:cards=12`), plugins too (a module, or a Python file);
    without `seats` the fewest play.
    """
    setting = Setting(game, tuple(variants), dict(options or {}), edition, map, tuple(plugins))
    return played(setting, setting.rules(seats or setting.game_map.seats[0]), seed, plies)


def played(setting: Setting, rules: Ruleset, seed: int, plies: int | None) -> RandomGame:
    """Play one game under composed rules, to its end or for so many plies."""
    lines: list[bytes] = []
    names = [f"seat {seat}" for seat in range(rules.seats)]
    header = open_header(rules, setting.game_map, names, seed)
    running = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    done = [_set_up(rules, lines[-1], encode(running.state))]
    dice = Dice(seed)
    while not running.over and (plies is None or len(done) < plies):
        if len(done) > MOST_PLIES:
            raise RulesError(f"{rules.game}: no end after {MOST_PLIES} plies")
        seat, action = _chosen(rules, running.state, dice)
        ply = running.act(seat, action)
        done.append(PlayedPly(ply.ply, seat, action, ply.chance, ply.events, done[-1].after, encode(running.state)))
    if running.over:
        fault = sheet_fault(rules, running.state)
        if fault:
            raise RulesError(fault)
        running.end()
    return RandomGame(rules, header, done, b"".join(lines))


def sheet_fault(rules: Ruleset, state: State) -> str:
    """Say which line of a score sheet is not one whole number of points by seat; empty where all are."""
    for id, line in score(rules, state):
        if len(line.points) != rules.seats or any(type(points) is not int for points in line.points):
            return f"scorer {id} gives {line.points} for {rules.seats} seats"
        if line.how and len(line.how) != rules.seats:
            return f"scorer {id} says how {line.how} arise for {rules.seats} seats"
    return ""


def _set_up(rules: Ruleset, line: bytes, after: bytes) -> PlayedPly:
    """Give ply 0 as its line has it."""
    record = Codec(rules).read(line.rstrip(b"\n")).record
    assert isinstance(record, Ply)
    return PlayedPly(0, None, record.action, record.chance, record.events, encode(new_state(rules)), after)


def _chosen(rules: Ruleset, state: State, dice: Dice) -> tuple[int, Action]:
    if state.committed and dice.below(WITHDRAWS) == 0:
        return state.committed[dice.below(len(state.committed))].seat, Withdraw()
    seat = state.to_act[dice.below(len(state.to_act))]
    kinds = [
        found
        for spec in rules.actions_of_step[state.asked]
        if (found := list(islice(legal_actions_of(rules, state, seat, spec), MOST_OF_A_TYPE)))
    ]
    if not kinds:
        raise RulesError(f"{rules.game}: step {state.asked} asks seat {seat}, but nothing is legal")
    actions = kinds[dice.below(len(kinds))]
    return seat, actions[dice.below(len(actions))]
