"""All rules of Ticket to Ride Old West: importing this fills its layer, module by module in this order."""

from railbook_old_west import board_picture, hints, layer, markers, networks, scoring, screen, start_cities, tallies
from railbook_old_west.layer import OLD_WEST
from railbook_old_west.scoring import longest_path_among_tied

OLD_WEST.arrange(layer, start_cities, markers, hints, networks, screen, scoring, board_picture, tallies)

__all__ = ["OLD_WEST", "longest_path_among_tied"]
