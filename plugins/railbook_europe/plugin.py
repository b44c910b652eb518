"""Ticket to Ride Europe on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.game import Game
from railbook.rules.layer import Layer
from railbook_ticket_to_ride.shelf import BGA, board_game

RULES_VERSION = "1.0"
"""Raised when a rule's behaviour changes; logs say under which version they were recorded."""


def _own() -> tuple[Sequence[Layer[Any]], Mapping[str, Any]]:
    from railbook_europe.rules import EUROPE, fewest_stations_built

    return (EUROPE,), {"fewest_stations_built": fewest_stations_built}


EUROPE_GAME = board_game(
    "ttr-europe",
    "Ticket to Ride Europe",
    RULES_VERSION,
    "2 to 5 seats; ferries, tunnels, stations and long tickets between 47 cities",
    "railbook_europe",
    _own,
    {
        "bga": {
            **BGA,
            "stations.assignment": "best_points",
            "stations.all_locomotives": True,
            "tunnel.locomotive_only_surcharge": "announced_colour",
        }
    },
)


@hookimpl
def railbook_games() -> Sequence[Game]:
    """Contribute the game."""
    return [EUROPE_GAME]
