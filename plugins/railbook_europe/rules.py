"""All rules of Ticket to Ride Europe: importing this fills its layer."""

from railbook_europe import (  # noqa: F401 - each registers its rules on the layer
    best_choice,
    board_picture,
    hints,
    lending,
    long_tickets,
    screen,
    stations,
)
from railbook_europe.layer import EUROPE
from railbook_europe.stations import fewest_stations_built

__all__ = ["EUROPE", "fewest_stations_built"]
