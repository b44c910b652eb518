"""Draw four tickets and keep at least one, as the Old West has it: for groups that seldom dare to draw three."""

from __future__ import annotations

from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE

variant = Layer(
    "draw-four-tickets",
    game=TICKET_TO_RIDE,
    not_for={"old-west": "four tickets are drawn there already"},
    summary="drawing tickets offers four, and one of them is enough",
)
variant.set("tickets.draw", 4)
variant.set("tickets.keep_draw", 1)
