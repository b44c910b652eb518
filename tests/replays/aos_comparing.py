"""The table of the engine and that of the referee in a game of Age of Steam, as plain values that can be compared."""

from __future__ import annotations

from collections import Counter
from typing import Any

from railbook_age_of_steam.state import Line
from tests.replays.aos_table import Table


def on_the_table(state: Line) -> dict[str, Any]:
    """Give what lies on the engine's table."""
    return {
        "players": [
            (p.cash, p.shares, p.income, p.locomotive, p.action, p.bid, p.stayed_in, p.upgraded, p.out)
            for p in state.players
        ],
        "turn": (state.turn, state.order, state.queue, state.dropped),
        "goods": (Counter(state.bag), {city: Counter(cubes) for city, cubes in state.cubes.items()}, state.held),
        "chart": state.chart,
        "tiles": {hex: (tile.tile, tile.rotation, tile.under, tile.owners) for hex, tile in state.tiles.items()},
        "cities": state.new_cities,
        "builds": (state.built, {(note.hex, note.edge): note.paths for note in state.notes}),
        "waits": (state.ended,) if state.ended else (state.asked, state.to_act),
    }


def as_engine(table: Table) -> dict[str, Any]:
    """Give what lies on the referee's table in the same form."""
    return {
        "players": [
            (p.cash, p.shares, p.income, p.locomotive, p.action, p.bid, p.stayed_in, p.upgraded, p.out)
            for p in table.players
        ],
        "turn": (table.turn, table.order, table.queue, table.dropped),
        "goods": (+table.bag, {city: +cubes for city, cubes in table.cubes.items()}, table.held),
        "chart": table.chart,
        "tiles": {hex: (laid.tile, laid.rotation, laid.under, laid.owners) for hex, laid in table.tiles.items()},
        "cities": table.new_cities,
        "builds": (table.built, table.notes),
        "waits": (table.ended,) if table.ended else (table.asked, table.to_act),
    }
