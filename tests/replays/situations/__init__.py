"""What recorded games should show between them: those of each family and of each board, in one register."""

from tests.replays.situations import age_of_steam, aos_building, aos_moving, europe, family, old_west
from tests.replays.spotting import SITUATIONS, first_plies

__all__ = [
    "SITUATIONS",
    "age_of_steam",
    "aos_building",
    "aos_moving",
    "europe",
    "family",
    "first_plies",
    "old_west",
]
