"""The layer of Ticket to Ride Europe, its options and what it keeps on the table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railbook.rules.layer import Layer
from railbook.rules.options import Options
from railbook.rules.types import Public
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, Table


class StationOptions(Options, frozen=True):
    """Stations and the routes that they lend."""

    all_locomotives: Annotated[bool, Meta(description="Q11: whether a station may be paid with locomotives only")] = (
        True
    )
    share_route: Annotated[bool, Meta(description="Q25: whether several stations may lend the same route")] = True
    assignment: Annotated[
        Literal["best", "best_points", "chosen", "as_recorded"],
        Meta(
            description="Q26: who chooses the routes lent: computed (TTR-EUR9) or by points only; the players, "
            "or whoever recorded the game, who may leave a station without one"
        ),
    ] = "best"
    unused_bonus: Annotated[int, Meta(ge=0, le=100, description="points for a station not built (TTR-EUR10)")] = 4


class Station(msgspec.Struct, forbid_unknown_fields=True):
    """A station on the board: whose it is, where, and the route that its owner chose to be lent (empty: none yet)."""

    seat: Public[int]
    city: Public[str]
    lends: Public[str] = ""


class Stations(msgspec.Struct, forbid_unknown_fields=True):
    """The stations built, in the order in which they were."""

    built: Public[list[Station]] = msgspec.field(default_factory=list)
    decided: Public[list[int]] = msgspec.field(default_factory=list)
    """The seats that have chosen what their stations lend, in the order in which that became effective."""


EUROPE: Layer[Table] = Layer(
    "europe", game=TICKET_TO_RIDE, state=Stations, summary="stations, lent routes and long tickets"
)
EUROPE.options("stations", StationOptions)


def stations_of(state: Table, seat: int) -> list[Station]:
    """Give the stations that a seat has built, in their order."""
    return [station for station in state.slice(Stations).built if station.seat == seat]
