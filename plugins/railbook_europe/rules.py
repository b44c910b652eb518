"""All rules of Ticket to Ride Europe: importing this fills its layer."""

from railbook_europe import best_choice, hints, lending, long_tickets, screen, stations  # noqa: F401 - register rules
from railbook_europe.layer import EUROPE
from railbook_europe.stations import fewest_stations_built

__all__ = ["EUROPE", "fewest_stations_built"]
