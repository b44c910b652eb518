"""All rules of Ticket to Ride Old West: importing this fills its layer."""

from railbook_old_west import (  # noqa: F401 - each registers its rules on the layer
    board_picture,
    hints,
    markers,
    networks,
    screen,
    start_cities,
)
from railbook_old_west.layer import OLD_WEST
from railbook_old_west.scoring import longest_path_among_tied

__all__ = ["OLD_WEST", "longest_path_among_tied"]
