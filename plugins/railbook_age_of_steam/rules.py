"""All rules of Age of Steam: importing this fills the base layer, module by module in this order."""

from railbook_age_of_steam import (
    auction,
    board_picture,
    building,
    choice_rows,
    choosing,
    evolving,
    growth,
    invariants,
    layer,
    money,
    moving,
    notation,
    plans,
    scoring,
    screen,
    setting_up,
    shares,
    tallies,
    tracks_picture,
    transcript,
    urbanizing,
    words,
)
from railbook_age_of_steam.layer import AGE_OF_STEAM

AGE_OF_STEAM.arrange(
    layer,
    auction,
    plans,
    building,
    choosing,
    growth,
    moving,
    shares,
    urbanizing,
    choice_rows,
    evolving,
    invariants,
    money,
    notation,
    scoring,
    screen,
    setting_up,
    transcript,
    words,
    board_picture,
    tracks_picture,
    tallies,
)

__all__ = ["AGE_OF_STEAM"]
