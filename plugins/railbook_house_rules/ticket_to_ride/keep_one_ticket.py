"""Keep one of the opening tickets: for games with newcomers, whom two tickets that lie far apart would overwhelm."""

from __future__ import annotations

from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE

variant = Layer("keep-one-ticket", game=TICKET_TO_RIDE, summary="one ticket of the first offer is enough")
variant.set("tickets.keep_initial", 1)
