"""The editions: named sets of option values (section D of the rules document)."""

from __future__ import annotations

from railbook.rules.types import OptionValue

EDITIONS: dict[str, dict[str, OptionValue]] = {
    "warfrog-2002": {},
    "deluxe": {"rules.reduction_at_50": 10},
    "choochoo": {
        "rules.reduction_at_50": 10,
        "rules.urbanization_timing": "any_time",
        "rules.turn_order_pass_last_two": "forbidden",
        "rules.double_redirect": "per_path",
        "rules.same_hex_twice": "forbidden",
        "rules.elimination_markers": "all",
        "rules.last_survivor": "ends_game",
        "rules.town_tile_choice": "pooled",
        "rules.start_order": "shuffle",
        "rules.production_room": "array_length",
        "rules.running_score": "all_owned",
    },
}
"""Named sets of option values (section D); the first is what the defaults say."""
