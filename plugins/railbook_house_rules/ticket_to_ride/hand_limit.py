"""A hand limit: for groups that dislike it when somebody draws cards for an hour and then claims route after route."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from railbook import Layer, Options, Ruleset
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, DrawCard, Table


class HandLimit(Options, frozen=True):
    """How many cards a hand may hold."""

    cards: Annotated[int, Meta(ge=8, le=110, description="train cards that nobody may draw beyond")] = 15


variant = Layer("hand-limit", game=TICKET_TO_RIDE, options=HandLimit, summary="nobody draws beyond a full hand")


@variant.validator(DrawCard, "hand-limit.full")
def hand_is_not_full(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    """A seat whose hand is full draws no train cards; where its first pick filled it, it makes no second one."""
    limit = rules.options(HandLimit).cards
    held = state.seats[seat].hand.size
    return f"seat {seat} holds {held} cards and may not draw beyond {limit}: pay with some" if held >= limit else None
