"""The base layer of Ticket to Ride, which the rules modules fill, and typed access to the board."""

from __future__ import annotations

from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.board import Board
from railbook_ticket_to_ride.options import GROUPS
from railbook_ticket_to_ride.table import Table

TICKET_TO_RIDE: Layer[Table] = Layer("ticket-to-ride", table=Table, summary="what all boards of Ticket to Ride share")

for _prefix, _group in GROUPS.items():
    TICKET_TO_RIDE.options(_prefix, _group)


def board_of(rules: Ruleset) -> Board:
    """Give the compiled map of a ruleset."""
    board: Board = rules.board
    return board
