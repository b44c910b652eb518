"""Double routes stay open with two and three seats: for small tables that find the board too crowded otherwise."""

from __future__ import annotations

from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE

variant = Layer("open-doubles", game=TICKET_TO_RIDE, summary="parallel routes stay open for others at any table")
variant.set("parallel.open_from", 2)
