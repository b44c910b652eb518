"""Alvin in the picture of the board: a green head beside the city where he is."""

from __future__ import annotations

from railbook import Group, Picture
from railbook.rules.picture import Circle, Outline, Paint, Shape
from railbook.rules.ruleset import Ruleset
from railbook_old_west.alvin import ALVIN, Alvin
from railbook_ticket_to_ride.api import Table, board_of, city_place

__all__ = ["ALVIN"]

HEAD: tuple[Shape, ...] = (
    Outline(((-9, -6), (-5, -12), (5, -12), (9, -6), (5, 4), (0, 9), (-5, 4)), Paint("green", "ink", 1.4)),
    Circle((-3.5, -4), 2.2, Paint("ink")),
    Circle((3.5, -4), 2.2, Paint("ink")),
)


@ALVIN.picture("alvin.where")
def where_he_is(rules: Ruleset, state: Table, seat: int | None) -> Picture | None:
    """Draw him, once he has arrived (TTR-ALV1)."""
    city = state.slice(Alvin).city
    if city not in board_of(rules).city_names:
        return None
    x, y = city_place(rules, city)
    name = board_of(rules).city_names[city]
    return Picture((Group("alvin", "alvin", HEAD, f"Alvin in {name}", (("city", city),), (x + 17, y - 12)),))
