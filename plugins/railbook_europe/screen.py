"""How the stations look at a terminal."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part
from railbook_europe.best_choice import lent_routes
from railbook_europe.layer import EUROPE, stations_of
from railbook_europe.stations import stations_left
from railbook_ticket_to_ride.api import Table, board_of


@EUROPE.panel("europe.stations")
def stations(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """Where the stations of each seat stand and how many are left; at the end, which routes they lend."""
    names = board_of(rules).city_names
    rows = []
    for number in range(rules.seats):
        built = stations_of(state, number)
        known = None not in state.seats[number].tickets or any(station.lends for station in built)
        lent = lent_routes(rules, state, number) if state.ended and known else ("",) * len(built)
        said = [names[one.city] + (f" lends {route}" if route else "") for one, route in zip(built, lent, strict=True)]
        left = f"{stations_left(rules, state, number)} left"
        rows.append((Part(f"seat {number}: "), Part(", ".join([*said, left]))))
    return Panel("stations", tuple(rows))
