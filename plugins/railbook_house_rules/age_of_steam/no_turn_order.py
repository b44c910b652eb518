"""No Turn Order action: for groups that find the privilege too weak to be chosen and too fiddly to explain."""

from __future__ import annotations

from collections.abc import Callable

from railbook import Layer, Ruleset
from railbook_age_of_steam.api import AGE_OF_STEAM, TURN_ORDER, Line, actions_on_offer

variant = Layer("no-turn-order", game=AGE_OF_STEAM, summary="six actions are on offer, without Turn Order")


@variant.wrap(actions_on_offer)
def without_turn_order(
    inner: Callable[[Ruleset, Line], tuple[str, ...]], rules: Ruleset, state: Line
) -> tuple[str, ...]:
    """All others are on offer (AOS-C1): six, enough for the largest table."""
    return tuple(action for action in inner(rules, state) if action != TURN_ORDER)
