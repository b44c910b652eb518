"""What a transcript shows of a game of Ticket to Ride, a line for each round."""

from __future__ import annotations

from railbook.rules.layer import RoundSummary
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table


@TICKET_TO_RIDE.round_summary
def summarize(rules: Ruleset, state: Table) -> RoundSummary:
    """Give points so far, trains left and tickets held by seat."""
    return RoundSummary(
        f"round {state.round}" if state.round else "set-up",
        (
            ("points", tuple(seat.points for seat in state.seats)),
            ("trains", tuple(seat.trains for seat in state.seats)),
            ("tickets", tuple(len(seat.tickets) for seat in state.seats)),
        ),
    )
