"""All rules of Ticket to Ride Europe: importing this fills its layer, module by module in this order."""

from railbook_europe import best_choice, board_picture, hints, layer, lending, long_tickets, screen, stations, tallies
from railbook_europe.layer import EUROPE
from railbook_europe.stations import fewest_stations_built

EUROPE.arrange(layer, lending, best_choice, stations, hints, long_tickets, screen, board_picture, tallies)

__all__ = ["EUROPE", "fewest_stations_built"]
