"""Tickets lie open: for families, where a parent helps to plan, and for players who like to block on purpose."""

from __future__ import annotations

from railbook import Layer, Visible
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, KeepTickets, Seat, TicketsKept

variant = Layer("open-tickets", game=TICKET_TO_RIDE, summary="everybody sees the tickets that a seat keeps")
# Offers and what is put back stay secret, and at the start nobody sees a choice before all have made theirs.
variant.visible(Seat, "tickets", Visible.PUBLIC)
variant.visible(TicketsKept, "kept", Visible.PUBLIC)
variant.visible(KeepTickets, "keep", Visible.PUBLIC)
