"""What recorded games should show between them: those of the family and of each board, in one register."""

from tests.replays.situations import europe, family, old_west
from tests.replays.spotting import SITUATIONS, first_plies

__all__ = ["SITUATIONS", "europe", "family", "first_plies", "old_west"]
