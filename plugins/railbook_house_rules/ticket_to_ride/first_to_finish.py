"""The game ends when somebody has completed all his tickets: for short evenings, and for who likes a race."""

from __future__ import annotations

from railbook import Layer, Ruleset
from railbook.chance import UnknownOutcome
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, Table, tickets_of

variant = Layer("first-to-finish", game=TICKET_TO_RIDE, summary="the game ends when a seat has completed its tickets")


@variant.end_condition("first-to-finish.all-completed")
def all_are_completed(rules: Ruleset, state: Table) -> str | None:
    """The game ends with the turn behind which the seat has completed all tickets that it holds, at once."""
    own = state.seats[state.turn].tickets
    if not own or not all(done for _, done in tickets_of(rules, state, state.turn)):
        return None
    if None in own:  # in a log of somebody who did not know them
        raise UnknownOutcome(f"whether seat {state.turn} has completed all its tickets")
    return "all tickets completed"
