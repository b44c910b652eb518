"""Pebbles, a small complete game that is no railway game: what the tests of the core are played with.

Each seat draws pebbles from a bag into a hand, lays them in rows or throws them for luck, and has a secret bet on the
longest of its rows. Everything here uses the layer API that any plugin has. `tiny_variants` holds four layers on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from railbook import Action, Ask, Private, Public, Scope, Score, Unknown, Visible, hookimpl, then
from railbook.chance import Chance, UnknownOutcome
from railbook.engine.core_layer import CORE
from railbook.engine.play import can_answer
from railbook.engine.state import Ended
from railbook.rules.game import Game
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from tests.core.tiny_map import BAY, COVE, Peb, Shore
from tests.core.tiny_table import (
    PEBBLES,
    Beach,
    BetPlaced,
    BetsShown,
    Drawn,
    Laid,
    LaidOut,
    Passed,
    RowFilled,
    Thrown,
    TideTurned,
    TurnBegun,
)

FULL_ROW = 3
"""Pebbles of a kind that make a row full."""


class Draw(Action, frozen=True, tag="peb.draw"):
    """Draw a pebble from the bag."""


class OfKind(Action, frozen=True):
    """An action with pebbles of one kind."""

    kind: Public[str]


class Lay(OfKind, frozen=True, tag="peb.lay"):
    """Lay pebbles of one kind into the row of that kind."""

    count: Public[int] = 1


class Throw(OfKind, frozen=True, tag="peb.throw"):
    """Throw a pebble into the sea and roll two dice."""


class Stop(Action, frozen=True, tag="peb.stop"):
    """Lay no more in this turn."""


class Pass(Action, frozen=True, tag="peb.pass"):
    """Do nothing, because nothing can be done."""


class Bet(Action, frozen=True, tag="peb.bet"):
    """Bet in secret on the kind of which the seat's longest row will be."""

    kind: Private[str | None]


PEBBLES.options("peb", Peb)
PEBBLES.outcome("peb.tide", Visible.PUBLIC)
PEBBLES.outcome("peb.drawn", Visible.OWNER)
PEBBLES.outcome("peb.dice", Visible.PUBLIC)
PEBBLES.sequence("set-up", "peb.lay-out", "peb.deal", "peb.bets", "peb.begin")
PEBBLES.sequence("peb.turn", "peb.act", "peb.end-check", "peb.next-turn")


# ------------------------------------------------------------------------------------------------- questions and steps


@PEBBLES.query("peb.worth")
def worth_of(rules: Ruleset, state: Beach, kind: str) -> int:
    """Points for a pebble of a kind: what the map says, and one more for the kind that the tide brings first."""
    shore: Shore = rules.board
    return shore.worth.get(kind, 1) + (state.tide[0] == kind)


@PEBBLES.query("peb.draw")
def draw(rules: Ruleset, state: Beach, chance: Chance, seat: int) -> Flow:
    """Draw a pebble for a seat, which alone sees it."""
    yield Drawn(seat, chance.draw("peb.drawn", state.bag.kinds, seat))


@PEBBLES.step("peb.lay-out")
def lay_out(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """Fill the bag and let the tide come in."""
    yield Scope("set-up")
    yield LaidOut(rules.seats, dict(rules.board.pebbles), sorted(rules.board.pebbles))
    yield then("peb.tide-turns")


@PEBBLES.step("peb.tide-turns")
def turn_tide(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """Put the kinds into a new order, seen by all at once."""
    if rules.options(Peb).tide == "shuffled":
        yield TideTurned(chance.shuffle("peb.tide", state.tide))


@PEBBLES.step("peb.deal")
def deal(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """Deal the hands, each whole before the next."""
    for seat in range(rules.seats):
        for _ in range(rules.options(Peb).hand):
            yield from draw(rules, state, chance, seat)


@PEBBLES.step("peb.bets", simultaneous=True)
def ask_for_bets(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """All seats bet at once and in secret, where bets are played."""
    yield Ask(tuple(range(rules.seats)) if rules.options(Peb).bets else ())


@PEBBLES.step("peb.begin")
def begin(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """Seat 0 takes the first turn."""
    yield Scope("turn 1 seat 0")
    yield TurnBegun(0, 1)
    yield then(*rules.sequences["peb.turn"])


@PEBBLES.step("peb.act")
def ask_for_action(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """The seat whose turn it is acts."""
    yield Ask((state.turn,))


@PEBBLES.step("peb.again")
def ask_again(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """A seat that laid may lay again, as long as it has something in its hand."""
    if state.seats[state.turn].hand.size:
        yield Ask((state.turn,))


@PEBBLES.step("peb.end-check")
def end_check(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """The game ends for the first reason there is; the bets are shown before."""
    for _id, condition in rules.end_conditions:
        reason = condition(rules, state)
        if reason:
            if rules.options(Peb).bets:
                if any(spot.bet is None for spot in state.seats):
                    raise UnknownOutcome("a bet is unknown")
                yield BetsShown([str(spot.bet) for spot in state.seats])
            yield Ended(reason)
            return


@PEBBLES.step("peb.next-turn")
def next_turn(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """The next seat takes its turn, in a scope of its own."""
    seat = (state.turn + 1) % rules.seats
    number = state.round + (seat == 0)
    yield Scope(f"turn {number} seat {seat}")
    yield TurnBegun(seat, number)
    yield then(*rules.sequences["peb.turn"])


@PEBBLES.end_condition("peb.goal-reached")
def goal_is_reached(rules: Ruleset, state: Beach) -> str | None:
    """Somebody has the points for it."""
    goal = rules.options(Peb).goal
    return "goal reached" if any(spot.points >= goal for spot in state.seats) else None


@PEBBLES.end_condition("peb.all-passed")
def all_have_passed(rules: Ruleset, state: Beach) -> str | None:
    """Nothing can happen any more."""
    return "all passed" if state.passes >= rules.seats else None


# ------------------------------------------------------------------------------------------------------------- actions


@PEBBLES.action(Draw, "peb.act")
def draw_one(rules: Ruleset, state: Beach, seat: int, action: Draw, chance: Chance) -> Flow:
    """A pebble goes from the bag to the hand."""
    yield from draw(rules, state, chance, seat)


@PEBBLES.candidates(Draw)
def ways_to_draw(rules: Ruleset, state: Beach, seat: int) -> list[Draw]:
    """There is one bag."""
    return [Draw()]


@PEBBLES.validator(Draw, "peb.bag-is-empty", "PEB-1")
def bag_has_a_pebble(rules: Ruleset, state: Beach, seat: int, action: Draw) -> str | None:
    """Nothing comes from an empty bag."""
    return None if state.bag.size else "the bag is empty"


@PEBBLES.validator(Draw, "peb.hand-is-full", "PEB-2")
def hand_has_room(rules: Ruleset, state: Beach, seat: int, action: Draw) -> str | None:
    """A hand holds so many pebbles and no more."""
    limit = rules.options(Peb).limit
    return None if state.seats[seat].hand.size < limit else f"the hand holds {limit} pebbles already"


@PEBBLES.action(Lay, "peb.act", "peb.again")
def lay(rules: Ruleset, state: Beach, seat: int, action: Lay, chance: Chance) -> Flow:
    """The pebbles leave the hand, lie in a row and score; the seat may lay more."""
    yield Laid(seat, action.kind, action.count, action.count * worth_of(rules, state, action.kind))
    yield then("peb.again")


@PEBBLES.candidates(Lay)
def ways_to_lay(rules: Ruleset, state: Beach, seat: int) -> Iterator[Lay]:
    """Any kind, and one to all of the pebbles in hand."""
    for kind in sorted(rules.board.pebbles):
        for count in range(1, state.seats[seat].hand.size + 1):
            yield Lay(kind, count)


@PEBBLES.validator(OfKind, "peb.no-such-kind")
def kind_is_known(rules: Ruleset, state: Beach, seat: int, action: OfKind) -> str | None:
    """Pebbles are of the kinds that the map has."""
    return None if action.kind in rules.board.pebbles else f"there are no {action.kind!a} pebbles"


@PEBBLES.validator(Lay, "peb.lay-at-least-one")
def something_is_laid(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """To lay is to lay a pebble at least."""
    return None if action.count > 0 else "at least one pebble must be laid"


@PEBBLES.validator(Lay, "peb.barred", "PEB-3")
def kind_may_be_laid(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """Some kinds are never laid, if so agreed."""
    return f"{action.kind} is barred" if action.kind in rules.options(Peb).barred else None


@PEBBLES.validator((Lay, Throw), "peb.not-in-hand", "PEB-4")
def pebbles_are_in_hand(rules: Ruleset, state: Beach, seat: int, action: OfKind) -> str | Unknown | None:
    """Only what is in the hand leaves it; of an unknown hand nobody can say more than how many there are."""
    hand = state.seats[seat].hand
    count = action.count if isinstance(action, Lay) else 1
    if hand.kinds.get(action.kind, 0) >= count:
        return None
    if hand.kinds.get(action.kind, 0) + hand.unknown >= count:
        return Unknown(f"nobody said how many {action.kind} pebbles seat {seat} holds")
    return f"the hand holds {hand.kinds.get(action.kind, 0)} {action.kind}, not {count}"


@PEBBLES.action(Throw, "peb.act")
def throw(rules: Ruleset, state: Beach, seat: int, action: Throw, chance: Chance) -> Flow:
    """The pebble is gone; with eight or more on two dice it brings three points."""
    dice = chance.roll("peb.dice", 6, 2)
    yield Thrown(seat, action.kind, dice, 3 if sum(dice) >= 8 else 0)


@PEBBLES.candidates(Throw)
def ways_to_throw(rules: Ruleset, state: Beach, seat: int) -> Iterator[Throw]:
    """Any kind."""
    for kind in sorted(rules.board.pebbles):
        yield Throw(kind)


@PEBBLES.action(Stop, "peb.again")
def stop(rules: Ruleset, state: Beach, seat: int, action: Stop, chance: Chance) -> Flow:
    """Nothing follows."""
    yield from ()


@PEBBLES.candidates(Stop)
def ways_to_stop(rules: Ruleset, state: Beach, seat: int) -> list[Stop]:
    """There is one way to stop."""
    return [Stop()]


@PEBBLES.action(Pass, "peb.act")
def do_nothing(rules: Ruleset, state: Beach, seat: int, action: Pass, chance: Chance) -> Flow:
    """It is counted."""
    yield Passed(seat)


@PEBBLES.candidates(Pass)
def ways_to_pass(rules: Ruleset, state: Beach, seat: int) -> list[Pass]:
    """There is one way to pass."""
    return [Pass()]


@PEBBLES.validator(Pass, "peb.can-act", "PEB-5")
def nothing_else_is_legal(rules: Ruleset, state: Beach, seat: int, action: Pass) -> str | None:
    """Nobody passes who can act."""
    for spec in rules.actions_of_step["peb.act"]:
        if spec.type is not Pass and can_answer(rules, state, "peb.act", seat, only=spec.type):
            return f"{spec.type.__struct_config__.tag} is possible"
    return None


@PEBBLES.action(Bet, "peb.bets")
def bet(rules: Ruleset, state: Beach, seat: int, action: Bet, chance: Chance) -> Flow:
    """The bet lies face down before the seat."""
    yield BetPlaced(seat, action.kind)


@PEBBLES.candidates(Bet)
def ways_to_bet(rules: Ruleset, state: Beach, seat: int) -> list[Bet]:
    """Any kind."""
    return [Bet(kind) for kind in sorted(rules.board.pebbles)]


@PEBBLES.validator(Bet, "peb.bet-on-a-kind")
def bet_is_on_a_kind(rules: Ruleset, state: Beach, seat: int, action: Bet) -> str | Unknown | None:
    """Bets are on kinds that the map has; of a bet that nobody told the kind is unknown."""
    if action.kind is None:
        return Unknown(f"nobody said what seat {seat} bet on")
    return None if action.kind in rules.board.pebbles else f"there are no {action.kind!a} pebbles"


# --------------------------------------------------------------------------------------------- reactions, scores, words


@PEBBLES.reaction(Laid, "peb.full-row")
def fill_row(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
    """The pebble that makes a row full brings two points and turns the tide."""
    row = state.seats[event.seat].rows[event.kind]
    if row - event.count < FULL_ROW <= row:
        yield RowFilled(event.seat, event.kind, 2)
        yield then("peb.tide-turns")


@PEBBLES.scorer("peb.points")
def score_points(rules: Ruleset, state: Beach) -> Score:
    """What was scored during play."""
    return Score(tuple(spot.points for spot in state.seats))


@PEBBLES.scorer("peb.bets")
def score_bets(rules: Ruleset, state: Beach) -> Score:
    """Three points for a bet on a row that no other row of the seat is longer than."""
    won = [bool(spot.bet and spot.rows.get(spot.bet) and spot.rows[spot.bet] == spot.longest) for spot in state.seats]
    return Score(tuple(3 * hit for hit in won), tuple("bet won" if hit else "" for hit in won))


@PEBBLES.tie_breaker("peb.longest-row")
def break_tie(rules: Ruleset, state: Beach, seats: tuple[int, ...]) -> Mapping[int, int]:
    """The longest row decides."""
    return {seat: state.seats[seat].longest for seat in seats}


@PEBBLES.invariant("peb.pebbles-are-kept")
def pebbles_are_kept(rules: Ruleset, state: Beach) -> str | None:
    """Every pebble is in the bag, in a hand, in a row or in the sea."""
    there = state.bag.size + state.lost + sum(spot.hand.size + sum(spot.rows.values()) for spot in state.seats)
    total = sum(rules.board.pebbles.values())
    return None if there == total else f"there are {there} pebbles, not {total}"


@PEBBLES.words(Lay)
def say_lay(rules: Ruleset, action: Lay) -> str:
    """Say what is laid."""
    return f"lays {action.count} {action.kind}"


@PEBBLES.words(Laid)
def say_laid(rules: Ruleset, event: Laid) -> str:
    """Say what was laid and what it brought."""
    return f"laid {event.count} {event.kind} for {event.points} points"


# --------------------------------------------------------------------------------------------------------------- game


def read_shore(data: Mapping[str, Any]) -> Shore:
    """Make a map from the data that a log embeds."""
    return msgspec.convert(dict(data), Shore)


TINY = Game(
    id="pebbles",
    title="Pebbles",
    version="1.2",
    summary="2 to 4 seats; pebbles, rows and bets",
    layers=lambda game_map: (CORE, PEBBLES),
    maps=lambda: (BAY, COVE),
    read_map=read_shore,
    compile_map=lambda shore: shore,
    editions={"short": {"peb.goal": 6, "peb.limit": 3}, "old": {"peb.tide": "sorted"}},
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [TINY]
