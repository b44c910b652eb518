"""One die more for each part of the goods chart: for small tables, whose cities run out of goods too soon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from railbook import Layer, Options, Ruleset, Visible
from railbook.chance import Chance
from railbook_age_of_steam.api import AGE_OF_STEAM, Line, growth_dice


class MoreGrowth(Options, frozen=True):
    """How much more grows."""

    dice: Annotated[int, Meta(ge=1, le=12, description="dice more for each part of the goods chart")] = 1


variant = Layer("more-growth", game=AGE_OF_STEAM, options=MoreGrowth, summary="goods growth rolls more dice")
variant.outcome("more-growth.dice", Visible.PUBLIC)


@variant.wrap(growth_dice)
def dice_more(
    inner: Callable[[Ruleset, Line, Chance, str], list[int]], rules: Ruleset, state: Line, chance: Chance, part: str
) -> list[int]:
    """They are rolled behind those that the players bring (AOS-W2), which stay what they would be."""
    return [*inner(rules, state, chance, part), *chance.roll("more-growth.dice", 6, rules.options(MoreGrowth).dice)]
