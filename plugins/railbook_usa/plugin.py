"""Ticket to Ride USA on the shelf: the family's rules on the board of the first edition."""

from __future__ import annotations

from collections.abc import Sequence

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.game import Game
from railbook_ticket_to_ride.shelf import BGA, board_game

RULES_VERSION = "1.0"
"""Raised when a rule's behaviour changes; logs say under which version they were recorded."""

USA = board_game(
    "ttr-usa",
    "Ticket to Ride (USA)",
    RULES_VERSION,
    "2 to 5 seats; routes, tickets and the longest path between 36 cities",
    "railbook_usa",
    editions={"bga": BGA},
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [USA]
