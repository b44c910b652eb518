"""The layer of Ticket to Ride Old West, its options and the city markers on the board."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railbook.rules.layer import Layer
from railbook.rules.options import Options
from railbook.rules.types import Public
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, Table


class OldWestOptions(Options, frozen=True):
    """City markers and the end of the game in the Old West."""

    marker_cards: Annotated[int, Meta(ge=0, le=20, description="cards for a city marker (TTR-OW5)")] = 2
    marker_scores_own_claim: Annotated[
        bool, Meta(description="Q18: whether a marker counts for the claim that it follows")
    ] = False
    globetrotter_bonus: Annotated[
        int, Meta(ge=0, le=100, description="points for the most completed tickets (TTR-OW12)")
    ] = 15
    tie_breakers: Annotated[
        Literal["tickets_and_path", "tickets_only"],
        Meta(description="Q20: whether the longest path breaks ties behind the completed tickets"),
    ] = "tickets_and_path"


class Marker(msgspec.Struct, forbid_unknown_fields=True):
    """A city marker: whose it is and where it stands, for good (TTR-OW6)."""

    seat: Public[int]
    city: Public[str]


class Markers(msgspec.Struct, forbid_unknown_fields=True):
    """The markers on the board in the order in which they were placed; each seat's first is its start city."""

    placed: Public[list[Marker]] = msgspec.field(default_factory=list)


OLD_WEST: Layer[Table] = Layer(
    "old-west", game=TICKET_TO_RIDE, state=Markers, summary="start cities, connected networks and city markers"
)
OLD_WEST.options("old_west", OldWestOptions)


def owner_of_city(state: Table, city: str) -> int | None:
    """Give the seat that has a marker on a city."""
    return next((marker.seat for marker in state.slice(Markers).placed if marker.city == city), None)


def cities_of(state: Table, seat: int) -> list[str]:
    """Give the cities with a marker of a seat, its start city first."""
    return [marker.city for marker in state.slice(Markers).placed if marker.seat == seat]
