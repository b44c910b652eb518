"""All rules of the family: importing this fills the base layer, module by module in this order."""

from railbook_ticket_to_ride import (
    board_picture,
    claiming,
    drawing,
    events,
    family,
    invariants,
    market,
    payment,
    scoring,
    screen,
    setting_up,
    tallies,
    tickets,
    transcript,
    turns,
    words,
)
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.unseen import rules as unseen

TICKET_TO_RIDE.arrange(
    family,
    events,
    payment,
    turns,
    claiming,
    market,
    drawing,
    invariants,
    scoring,
    tickets,
    words,
    screen,
    setting_up,
    transcript,
    board_picture,
    unseen,
    tallies,
)

__all__ = ["TICKET_TO_RIDE"]
