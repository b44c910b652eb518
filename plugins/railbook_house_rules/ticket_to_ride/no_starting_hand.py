"""No starting hand: for groups in which a lucky deal decided the first claims too often."""

from __future__ import annotations

from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE

variant = Layer("no-starting-hand", game=TICKET_TO_RIDE, summary="no train cards are dealt at the start")
variant.set("setup.hand", 0)
