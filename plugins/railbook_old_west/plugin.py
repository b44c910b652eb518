"""Ticket to Ride Old West on the shelf, and its variant with Alvin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.game import Game
from railbook.rules.layer import Layer
from railbook_ticket_to_ride.shelf import board_game

RULES_VERSION = "1.0"
"""Raised when a rule's behaviour changes; logs say under which version they were recorded."""


def _own() -> tuple[Sequence[Layer[Any]], Mapping[str, Any]]:
    from railbook_old_west.rules import OLD_WEST, longest_path_among_tied

    return (OLD_WEST,), {"longest_path_length": longest_path_among_tied}


OLD_WEST_GAME = board_game(
    "ttr-old-west",
    "Ticket to Ride Old West",
    RULES_VERSION,
    "2 to 6 seats; networks that grow from a start city, and city markers that score for their owners",
    "railbook_old_west",
    _own,
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [OLD_WEST_GAME]


@hookimpl
def railbook_variants() -> Sequence[Layer[Any]]:
    """Contribute the variant with Alvin."""
    from railbook_old_west.alvin_picture import ALVIN

    return [ALVIN]
