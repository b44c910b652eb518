"""No elimination: for first games, in which somebody who issued too few shares would only watch from then on.

An income that is used up stays at zero, and what is still missing for expenses is forgiven.
"""

from __future__ import annotations

from collections.abc import Callable

from railbook import Layer, Ruleset
from railbook_age_of_steam.api import AGE_OF_STEAM, Line, Player, income_lost

variant = Layer("no-elimination", game=AGE_OF_STEAM, summary="income stops at 0, and nobody is out of the game")


@variant.wrap(income_lost)
def income_stops_at_zero(
    inner: Callable[[Ruleset, Line, Player, int], int], rules: Ruleset, state: Line, player: Player, missing: int
) -> int:
    """Dollars that are missing take no more income than there is (instead of AOS-E4)."""
    return min(inner(rules, state, player, missing), player.income)
