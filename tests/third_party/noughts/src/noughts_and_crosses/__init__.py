"""Noughts and crosses with slips of the pen: a game for railbook that has nothing to do with railways.

A seat names a free square and rolls a die. With a low number the pen slips, and the mark lands on a free square that
chance draws. Three in a row win; a full board is a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from railbook import (
    Action,
    Ask,
    Event,
    Layer,
    Options,
    Panel,
    Part,
    Public,
    Ruleset,
    Scope,
    Score,
    Visible,
    hookimpl,
    then,
)
from railbook.chance import Chance
from railbook.engine.core_layer import CORE
from railbook.engine.state import Ended, State
from railbook.rules.game import Game
from railbook.rules.layer import Flow
from railbook.rules.plain_map import PlainMap

COLUMNS, ROWS = "abc", "123"
SQUARES = tuple(column + row for row in ROWS for column in COLUMNS)
LINES = (
    *(tuple(column + row for column in COLUMNS) for row in ROWS),
    *(tuple(column + row for row in ROWS) for column in COLUMNS),
    ("a1", "b2", "c3"),
    ("a3", "b2", "c1"),
)
MARKS = "XO"


class Board(State, kw_only=True):
    """The nine squares and whose turn it is."""

    marks: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    """The seat of each mark, by square."""
    turn: Public[int] = 0

    @property
    def free(self) -> list[str]:
        """The squares without a mark."""
        return [square for square in SQUARES if square not in self.marks]


class Pen(Options, frozen=True):
    """How good the pen is."""

    slips: Annotated[int, msgspec.Meta(ge=0, le=6, description="the highest face with which the pen slips")] = 2


NOUGHTS: Layer[Board] = Layer("noughts-and-crosses", table=Board, summary="three in a row, with a bad pen")
NOUGHTS.options("pen", Pen)
NOUGHTS.outcome("oxo.die", Visible.PUBLIC)
NOUGHTS.outcome("oxo.slip", Visible.PUBLIC)
NOUGHTS.sequence("set-up", "oxo.next-turn")
NOUGHTS.sequence("oxo.turn", "oxo.act", "oxo.end-check", "oxo.next-turn")


class Mark(Action, frozen=True, tag="oxo.mark"):
    """Mark a square."""

    square: Public[str]


class TurnBegun(Event, frozen=True, tag="oxo.turn-begun"):
    """A seat's turn began."""

    seat: Public[int]


class Marked(Event, frozen=True, tag="oxo.marked"):
    """A mark was made, here or where the pen slipped to."""

    seat: Public[int]
    square: Public[str]
    slipped: Public[bool]


@NOUGHTS.event(TurnBegun)
def evolve_turn_begun(state: Board, event: TurnBegun) -> None:
    """It is this seat's turn."""
    state.turn = event.seat


@NOUGHTS.event(Marked)
def evolve_marked(state: Board, event: Marked) -> None:
    """The square is taken."""
    state.marks[event.square] = event.seat


@NOUGHTS.step("oxo.next-turn")
def next_turn(rules: Ruleset, state: Board, chance: Chance) -> Flow:
    """The seats take turns; each is a scope of chance."""
    seat = len(state.marks) % rules.seats
    yield Scope(f"mark {len(state.marks) + 1}")
    yield TurnBegun(seat)
    yield then(*rules.sequences["oxo.turn"])


@NOUGHTS.step("oxo.act")
def ask(rules: Ruleset, state: Board, chance: Chance) -> Flow:
    """The seat whose turn it is marks a square."""
    yield Ask((state.turn,))


@NOUGHTS.action(Mark, "oxo.act")
def mark(rules: Ruleset, state: Board, seat: int, action: Mark, chance: Chance) -> Flow:
    """The mark lands where it should, or elsewhere."""
    (face,) = chance.roll("oxo.die", 6)
    others = {square: 1 for square in state.free if square != action.square}
    slipped = face <= rules.options(Pen).slips and bool(others)
    yield Marked(seat, chance.draw("oxo.slip", others) if slipped else action.square, slipped)


@NOUGHTS.candidates(Mark)
def squares(rules: Ruleset, state: Board, seat: int) -> Iterator[Mark]:
    """Any square."""
    for square in SQUARES:
        yield Mark(square)


@NOUGHTS.validator(Mark, "oxo.no-such-square")
def square_is_there(rules: Ruleset, state: Board, seat: int, action: Mark) -> str | None:
    """A mark is made on one of the nine squares."""
    return None if action.square in SQUARES else f"there is no square {action.square[:20]!a}: choose a1 to c3"


@NOUGHTS.validator(Mark, "oxo.taken")
def square_is_free(rules: Ruleset, state: Board, seat: int, action: Mark) -> str | None:
    """A mark is made on a free square."""
    return f"{action.square} is taken" if action.square in state.marks else None


def winner(state: Board) -> int | None:
    """Give the seat with three in a row."""
    for line in LINES:
        owners = {state.marks.get(square) for square in line}
        if len(owners) == 1 and (owner := owners.pop()) is not None:
            return owner
    return None


@NOUGHTS.end_condition("oxo.three-in-a-row")
def three_in_a_row(rules: Ruleset, state: Board) -> str | None:
    """Somebody has won."""
    return "three in a row" if winner(state) is not None else None


@NOUGHTS.end_condition("oxo.full")
def board_is_full(rules: Ruleset, state: Board) -> str | None:
    """Nobody has."""
    return None if state.free else "board full"


@NOUGHTS.step("oxo.end-check")
def end_check(rules: Ruleset, state: Board, chance: Chance) -> Flow:
    """The game ends for the first reason there is."""
    reasons = (condition(rules, state) for _id, condition in rules.end_conditions)
    reason = next((one for one in reasons if one), None)
    if reason:
        yield Ended(reason)


@NOUGHTS.scorer("oxo.win")
def score_win(rules: Ruleset, state: Board) -> Score:
    """A point for three in a row."""
    return Score(tuple(int(seat == winner(state)) for seat in range(rules.seats)))


@NOUGHTS.invariant("oxo.fair")
def turns_are_fair(rules: Ruleset, state: Board) -> str | None:
    """No seat is more than one mark ahead."""
    marks = Counter(state.marks.values())
    return None if marks[0] - marks[1] in (0, 1) else f"{marks[0]} crosses and {marks[1]} noughts"


@NOUGHTS.words(Marked)
def say_marked(rules: Ruleset, event: Marked) -> str:
    """Say where the mark is."""
    return f"seat {event.seat} marks {event.square}" + (" by a slip of the pen" if event.slipped else "")


@NOUGHTS.panel("oxo.board")
def draw_board(rules: Ruleset, state: Board, seat: int | None) -> Panel:
    """Draw the squares."""
    rows = (tuple(Part(_sign(state, column + row)) for column in COLUMNS) for row in reversed(ROWS))
    return Panel("board", tuple(rows))


def _sign(state: Board, square: str) -> str:
    return MARKS[state.marks[square]] if square in state.marks else "."


PAPER = PlainMap("paper", (2, 2), ("crosses", "noughts"))


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [
        Game(
            id="noughts-and-crosses",
            title="Noughts and crosses",
            version="1.0",
            summary="2 seats; three in a row, with slips of the pen",
            layers=lambda game_map: (CORE, NOUGHTS),
            maps=lambda: (PAPER,),
            read_map=PlainMap.read,
            compile_map=lambda game_map: game_map,
        )
    ]
