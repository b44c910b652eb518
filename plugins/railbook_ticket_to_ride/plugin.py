"""What the Ticket to Ride family contributes: bots for all its boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbook.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from railbook.rules.game import Bot


@hookimpl
def railbook_bots() -> Sequence[Bot]:
    """Contribute the greedy bot."""
    from railbook_ticket_to_ride.greedy import GREEDY

    return [GREEDY]
