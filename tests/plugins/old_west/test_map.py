"""What the Old West asks of a map: markers and cities to start in."""

from __future__ import annotations

import msgspec
import pytest

from railbook_old_west.plugin import OLD_WEST_GAME
from railbook_ticket_to_ride.game_map import TicketToRideMap
from railbook_ticket_to_ride.map_format import Map, Pieces
from railbook_ticket_to_ride.maps import MapError


def board() -> Map:
    """Give the shipped map."""
    data: Map = OLD_WEST_GAME.maps()[0].data  # type: ignore[attr-defined]  # a map of this family
    return data


def test_map_without_markers() -> None:
    """old-west.start-cities (TTR-OW3): a map whose players have no markers to start with is refused."""
    changed = msgspec.structs.replace(board(), pieces=Pieces(trains=40, city_markers=0))
    with pytest.raises(MapError, match="start city"):
        OLD_WEST_GAME.ruleset(2, TicketToRideMap(changed))
