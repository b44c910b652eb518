"""What the referee must know of the USA board: where its map lies, and the default options."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from tests.replays.ttr_rules import TicketToRide


class Usa(TicketToRide):
    """Ticket to Ride USA, first edition: the family's rules as they are (TTR-USA)."""

    map_path = Path(__file__).resolve().parents[2] / "plugins" / "railbook_usa" / "map.toml"
    seats_allowed = range(2, 6)  # TTR-USA1
    options: ClassVar[dict[str, Any]] = {
        "draw.picks": 2,
        "draw.reshuffle": "lazy",
        "draw.second_pick": "required",
        "end.all_pass": "end_game",
        "end.final_tie": "shared",
        "end.longest_path_bonus": 10,
        "end.longest_path_tiebreak": "length_among_tied",
        "end.trains_at_most": 2,
        "end.zero_bonus": True,
        "market.flush_at": 3,
        "market.flush_limit": "until_stable",
        "market.flush_on_short_display": True,
        "market.refill": "always",
        "market.size": 5,
        "parallel.open_from": 4,
        "players.leaving": "unfinished",
        "setup.deal_order": "hands_first",
        "setup.hand": 4,
        "tickets.draw": 3,
        "tickets.draw_bottom_order": "player_order",
        "tickets.initial_bottom_order": "shuffle_together",
        "tickets.initial_rejects": "bottom",
        "tickets.keep_draw": 1,
        "tickets.keep_initial": 2,
        "turn.pass": "only_if_no_action",
    }
