"""The city markers in the picture of the board: a round marker in the colour of its seat, on its city."""

from __future__ import annotations

from railbook.rules.picture import Circle, Group, Paint, Picture, seat_disc
from railbook.rules.ruleset import Ruleset
from railbook_old_west.layer import OLD_WEST, Markers
from railbook_ticket_to_ride.api import Table, board_of, city_place


@OLD_WEST.picture("old-west.markers")
def markers(rules: Ruleset, state: Table, seat: int | None) -> Picture:
    """Draw each marker; the start city of a seat has a ring around it."""
    names = board_of(rules).city_names
    begun: set[int] = set()
    groups = []
    for marker in state.slice(Markers).placed:
        first = marker.seat not in begun
        begun.add(marker.seat)
        ring = (Circle((0, 0), 13, Paint(line="ink", width=1.4)),) if first else ()
        title = f"{'start city' if first else 'city marker'} of seat {marker.seat}: {names[marker.city]}"
        data = (("city", marker.city), ("owner", str(marker.seat)))
        shapes = (*ring, *seat_disc(marker.seat, (0, 0), 10))
        at = city_place(rules, marker.city)
        groups.append(Group(f"marker-{marker.city}", "marker", shapes, title, data, at))
    return Picture(tuple(groups))
