"""What statistics count in recorded games of Ticket to Ride Old West beside what all boards have: city markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.rules.ruleset import Ruleset
from railbook.rules.tally import Tallied
from railbook.rules.types import Event
from railbook_old_west.layer import OLD_WEST, Markers
from railbook_ticket_to_ride.api import Table, board_of


@OLD_WEST.tally("old-west.markers")
def count_markers(rules: Ruleset, state: Table, events: Sequence[Event]) -> Iterator[Tallied]:
    """City markers: how often each city had one, and how often it was a start city (TTR-OW3, TTR-OW5)."""
    names = board_of(rules).city_names
    begun: set[int] = set()
    for marker in state.slice(Markers).placed:
        counts = {"marked": 1, "started": int(marker.seat not in begun)}
        begun.add(marker.seat)
        yield Tallied(marker.city, marker.seat, counts, {}, names.get(marker.city, marker.city))
