"""Face-up locomotives count as one card: for families that do not want to explain why a card costs two picks."""

from __future__ import annotations

from railbook import Layer, Ruleset
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, Table, picks_of

variant = Layer("single-locomotives", game=TICKET_TO_RIDE, summary="a face-up locomotive is one pick like any card")


@variant.replace(picks_of)
def every_card_is_one_pick(rules: Ruleset, state: Table, card: str) -> int:
    """A face-up locomotive counts as one pick, so it may be the second one, or be followed by another."""
    return 1
