"""All house rules for Ticket to Ride, as they are put on the shelf."""

from __future__ import annotations

from typing import Any

from railbook.rules.layer import Layer
from railbook_house_rules.ticket_to_ride import (
    draw_four_tickets,
    ferry_trade,
    first_to_finish,
    globetrotter,
    hand_limit,
    keep_one_ticket,
    long_tickets,
    mild_tickets,
    no_starting_hand,
    no_stations,
    open_doubles,
    open_tickets,
    own_network,
    single_locomotives,
)

HOUSE_RULES: tuple[Layer[Any], ...] = (
    draw_four_tickets.variant,
    ferry_trade.variant,
    first_to_finish.variant,
    globetrotter.variant,
    hand_limit.variant,
    keep_one_ticket.variant,
    long_tickets.variant,
    mild_tickets.variant,
    no_starting_hand.variant,
    no_stations.variant,
    open_doubles.variant,
    open_tickets.variant,
    own_network.variant,
    single_locomotives.variant,
)
