"""All house rules for Age of Steam, as they are put on the shelf."""

from __future__ import annotations

from typing import Any

from railbook.rules.layer import Layer
from railbook_house_rules.age_of_steam import (
    more_growth,
    no_elimination,
    no_income_reduction,
    no_turn_order,
    sealed_auction,
    share_limit,
)

HOUSE_RULES: tuple[Layer[Any], ...] = (
    more_growth.variant,
    no_elimination.variant,
    no_income_reduction.variant,
    no_turn_order.variant,
    sealed_auction.variant,
    share_limit.variant,
)
