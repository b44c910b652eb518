"""What statistics count in recorded games of Ticket to Ride Europe beside what all boards have: stations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.rules.ruleset import Ruleset
from railbook.rules.tally import Tallied
from railbook.rules.types import Event
from railbook_europe.best_choice import lent_routes
from railbook_europe.layer import EUROPE, stations_of
from railbook_ticket_to_ride.api import Table, board_of


@EUROPE.tally("europe.stations")
def count_stations(rules: Ruleset, state: Table, events: Sequence[Event]) -> Iterator[Tallied]:
    """Stations: how often one was built in each city, and how often it lent a route (TTR-EUR4, TTR-EUR7)."""
    names = board_of(rules).city_names
    for seat in range(len(state.seats)):
        built = stations_of(state, seat)
        lent = lent_routes(rules, state, seat) if state.closing and built else ()
        for at, station in enumerate(built):
            lends = int(bool(lent[at : at + 1] and lent[at]))
            label = names.get(station.city, station.city)
            yield Tallied(station.city, seat, {"built": 1, "lent": lends}, {}, label)
