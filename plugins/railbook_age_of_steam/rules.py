"""All rules of Age of Steam: importing this fills the base layer, module by module in the order of the turn."""

from railbook_age_of_steam import (  # noqa: F401 - each registers its rules on the layer
    auction,
    board_picture,
    building,
    choice_rows,
    choosing,
    evolving,
    growth,
    invariants,
    money,
    moving,
    notation,
    scoring,
    screen,
    setting_up,
    shares,
    tracks_picture,
    transcript,
    urbanizing,
    words,
)
from railbook_age_of_steam.layer import AGE_OF_STEAM

__all__ = ["AGE_OF_STEAM"]
