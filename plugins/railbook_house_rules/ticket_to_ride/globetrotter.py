"""The Globetrotter bonus beside the longest path: for players who like tickets better than long lines.

An expansion of the USA board has such a bonus card, and the Old West scores it in place of the longest path.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from railbook import Layer, Options, Ruleset, Score
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, Table, score_most_completed


class Globetrotter(Options, frozen=True):
    """What the most completed tickets are worth."""

    points: Annotated[int, Meta(ge=0, le=100, description="points for the most completed tickets")] = 15


variant = Layer(
    "globetrotter",
    game=TICKET_TO_RIDE,
    not_for={"old-west": "it has the Globetrotter bonus already"},
    options=Globetrotter,
    summary="a bonus for the most completed tickets",
)


@variant.scorer("globetrotter.bonus")
def score_globetrotter(rules: Ruleset, state: Table) -> Score:
    """Every seat with the most completed tickets scores the full bonus; failed ones do not count (as TTR-OW12, Q17)."""
    return score_most_completed(rules, state, rules.options(Globetrotter).points)
