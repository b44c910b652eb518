"""The turn: one action, passing, the last round and whose turn comes next (TTR-T, TTR-E)."""

from __future__ import annotations

from railbook.chance import Chance
from railbook.engine.play import can_answer
from railbook.engine.state import Ended
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask, Scope, then
from railbook_ticket_to_ride.actions import DrawTickets, Pass
from railbook_ticket_to_ride.events import GameClosing, LastRoundBegun, Passed, TurnBegun
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.options import End, Turn
from railbook_ticket_to_ride.table import Table

TURN = "ttr.turn"
"""The step that asks for the action of a turn, and the sequence of steps of a turn (TTR-T6)."""

TICKET_TO_RIDE.sequence("ttr.turn", TURN, "ttr.refill", "ttr.end-check", "ttr.next-turn")

TICKET_TO_RIDE.sequence("ttr.closing", "ttr.end")
"""What happens between the last turn and the count."""


@TICKET_TO_RIDE.step(TURN)
def ask_for_action(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The seat whose turn it is performs exactly one action (TTR-T1)."""
    return (Ask((state.turn,)),)


@TICKET_TO_RIDE.action(Pass, TURN)
def pass_turn(rules: Ruleset, state: Table, seat: int, action: Pass, chance: Chance) -> Flow:
    """Nothing happens, but it is counted (TTR-T4)."""
    return (Passed(seat),)


@TICKET_TO_RIDE.candidates(Pass)
def passes(rules: Ruleset, state: Table, seat: int) -> list[Pass]:
    """There is one way to pass."""
    return [Pass()]


@TICKET_TO_RIDE.validator(Pass, "ttr.pass", "TTR-T3")
def nothing_else_is_legal(rules: Ruleset, state: Table, seat: int, action: Pass) -> str | None:
    """A seat passes only if no action is legal, or (Q06) none but drawing tickets."""
    for spec in reversed(rules.actions_of_step[TURN]):  # to find a card to draw takes less than to find a claim
        if spec.type is Pass or (spec.type is DrawTickets and rules.options(Turn).pass_ == "also_if_only_tickets"):
            continue
        if can_answer(rules, state, TURN, seat, only=spec.type):
            name = str(spec.type.__struct_config__.tag)
            return f"seat {seat} may not pass while it can act: {name} is possible"
    return None


@TICKET_TO_RIDE.query("ttr.last-round-is-due")
def last_round_is_due(rules: Ruleset, state: Table, seat: int) -> bool:
    """Tell whether a seat's turn sets off the last round: it has two trains or fewer (TTR-E1)."""
    return state.seats[seat].trains <= rules.options(End).trains_at_most


@TICKET_TO_RIDE.step("ttr.end-check")
def end_check(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The last round is set off once, and each seat has one more turn in it, this one too (TTR-E1, TTR-E2)."""
    for _id, condition in rules.end_conditions:
        reason = condition(rules, state)
        if reason:
            return GameClosing(reason), then(*rules.sequences["ttr.closing"])
    if state.turns_left is None and last_round_is_due(rules, state, state.turn):
        return (LastRoundBegun(state.turn, rules.seats),)
    return NOTHING


@TICKET_TO_RIDE.step("ttr.end")
def end(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The game is over, and the score is counted (TTR-E4)."""
    return (Ended(state.closing),)


@TICKET_TO_RIDE.end_condition("ttr.last-round-over")
def last_round_is_over(rules: Ruleset, state: Table) -> str | None:
    """The game ends when the last turn of the last round is over (TTR-E1)."""
    return "last round" if state.turns_left == 0 else None


@TICKET_TO_RIDE.end_condition("ttr.all-passed")
def all_have_passed(rules: Ruleset, state: Table) -> str | None:
    """The game ends when all seats pass one after another, because nothing can change any more (TTR-T4, Q07)."""
    over = state.passes >= rules.seats and rules.options(End).all_pass == "end_game"
    return "all passed" if over else None


@TICKET_TO_RIDE.step("ttr.next-turn")
def next_turn(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The next seat takes its turn (TTR-T5)."""
    seat = (state.turn + 1) % rules.seats
    number = state.round + (seat == 0)
    return Scope(f"turn {number} seat {seat}"), TurnBegun(seat, number), then(*rules.sequences["ttr.turn"])
