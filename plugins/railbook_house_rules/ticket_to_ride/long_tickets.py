"""Long and short opening tickets as in Europe: for groups in which whoever drew two coast-to-coast tickets won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, structs

from railbook import Layer, Options
from railbook.rules.types import OptionValue
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, MapError, TicketToRideMap


class LongTickets(Options, frozen=True):
    """Which tickets are long."""

    points: Annotated[int, Meta(ge=2, le=1000, description="tickets of so many points and more are long")] = 16


variant = Layer(
    "long-tickets",
    game=TICKET_TO_RIDE,
    not_for={"europe": "long tickets are dealt there already"},
    options=LongTickets,
    summary="each first offer has one long ticket more, and no other is long",
)
variant.set("tickets.initial_rejects", "removed")


@variant.map_transform("long-tickets.kinds")
def long_ones_apart(game_map: TicketToRideMap, options: Mapping[str, OptionValue]) -> TicketToRideMap:
    """A first offer is a long ticket and as many regular ones as before; long ones are never drawn later."""
    data, least = game_map.data, options["long-tickets.points"]
    assert isinstance(least, int)
    if "long" in data.deal:
        raise MapError(game_map.source, "deal.long", data.deal["long"], "long-tickets is for boards without long ones")
    tickets = {
        id: structs.replace(ticket, kind="long" if ticket.points >= least else "regular")
        for id, ticket in data.tickets.items()
    }
    kinds: list[str] = [ticket.kind for ticket in tickets.values()]
    for kind, dealt in {**data.deal, "long": 1}.items():
        if kinds.count(kind) < dealt * data.players.max:
            raise MapError(game_map.source, f"deal.{kind}", dealt, f"only {kinds.count(kind)} tickets are {kind}")
    return TicketToRideMap(structs.replace(data, tickets=tickets, deal={"long": 1, **data.deal}), game_map.source)
