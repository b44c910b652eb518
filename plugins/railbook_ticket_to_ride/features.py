"""The features that a map implies: a layer for ferries where it has one, and one for tunnels."""

from __future__ import annotations

from typing import Any

from railbook.rules.layer import Layer
from railbook_ticket_to_ride.map_format import Map


def features_of(data: Map) -> tuple[Layer[Any], ...]:
    """Give the layers of the features that occur on a map."""
    layers: list[Layer[Any]] = []
    if any(route.ferry for route in data.routes.values()):
        from railbook_ticket_to_ride.ferries import FERRIES

        layers.append(FERRIES)
    if any(route.tunnel for route in data.routes.values()):
        from railbook_ticket_to_ride import tunnel_hints  # noqa: F401 - gives bots their advice
        from railbook_ticket_to_ride.tunnels import TUNNELS

        layers.append(TUNNELS)
    return tuple(layers)
