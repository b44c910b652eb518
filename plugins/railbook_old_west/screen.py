"""How the city markers look at a terminal."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part
from railbook_old_west.layer import OLD_WEST, cities_of
from railbook_old_west.markers import markers_left
from railbook_ticket_to_ride.api import Table, board_of


@OLD_WEST.panel("old-west.markers")
def markers(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """Which cities each seat owns, its start city first, and how many markers it has left."""
    names = board_of(rules).city_names
    rows = []
    for number in range(rules.seats):
        said = [names[city] for city in cities_of(state, number)]
        left = f"{markers_left(rules, state, number)} left"
        rows.append((Part(f"seat {number}: "), Part(", ".join([*said, left]))))
    return Panel("city markers", tuple(rows))
