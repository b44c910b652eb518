"""The house rules on the shelf, as variants of the games that they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.layer import Layer


@hookimpl
def railbook_variants() -> Sequence[Layer[Any]]:
    """Contribute the house rules of every family."""
    from railbook_house_rules.age_of_steam.rules import HOUSE_RULES as AGE_OF_STEAM
    from railbook_house_rules.ticket_to_ride.rules import HOUSE_RULES as TICKET_TO_RIDE

    return [*AGE_OF_STEAM, *TICKET_TO_RIDE]
