"""Tells the core who judges partial logs of the family's games."""

from __future__ import annotations

from collections.abc import Callable

from railbook.engine.core_layer import at_table, partial_audit
from railbook.rules.at_table import AtTable
from railbook.rules.partial import PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.family import TICKET_TO_RIDE


@TICKET_TO_RIDE.wrap(partial_audit)
def audit_of_cards(inner: Callable[[Ruleset], PartialAudit], rules: Ruleset) -> PartialAudit:
    """Partial logs of the family are judged by the cards that nobody recorded."""
    from railbook_ticket_to_ride.unseen.audit import UnseenCards

    return UnseenCards(rules)


@TICKET_TO_RIDE.wrap(at_table)
def words_at_table(inner: Callable[[Ruleset, int | None], AtTable], rules: Ruleset, me: int | None) -> AtTable:
    """Games of the family are typed in by verbs, cities and kinds of cards."""
    from railbook_ticket_to_ride.unseen.at_table import TicketToRideAtTable

    return TicketToRideAtTable(rules, me)
