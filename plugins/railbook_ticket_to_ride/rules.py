"""All rules of the family: importing this fills the base layer, module by module in the order of the rules document."""

from railbook_ticket_to_ride import (  # noqa: F401 - each registers its rules on the layer
    claiming,
    drawing,
    events,
    invariants,
    market,
    payment,
    scoring,
    screen,
    setting_up,
    tickets,
    transcript,
    turns,
    words,
)
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.unseen import rules as _unseen  # noqa: F401 - registers too

__all__ = ["TICKET_TO_RIDE"]
