"""Ferries, a map feature: routes with locomotive symbols, each of which takes a locomotive (chapter 8, TTR-F)."""

from __future__ import annotations

from collections.abc import Callable

from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.cards import Cost, Payment, in_words
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.payment import PaymentFault, payment_fault, payment_rule
from railbook_ticket_to_ride.table import Table

FERRIES: Layer[Table] = Layer("ferries", game=TICKET_TO_RIDE, summary="routes with locomotive symbols")


@FERRIES.wrap(payment_fault)
def symbols_take_locomotives(
    inner: Callable[[Ruleset, Cost, Payment], PaymentFault | None], rules: Ruleset, cost: Cost, payment: Payment
) -> PaymentFault | None:
    """At least as many locomotives are paid as there are symbols; no other card replaces one (TTR-F1 to TTR-F3)."""
    fault = inner(rules, cost, payment)
    if fault is None and payment.cards.get(LOCOMOTIVE, 0) < cost.locomotives:
        said = f"{in_words(payment.cards)}: {cost.locomotives} of the cards must be locomotives"
        return PaymentFault("ttr.ferry-locomotives", said)
    return fault


payment_rule(
    FERRIES, "ttr.ferry-locomotives", "TTR-F1", "Each locomotive symbol of a ferry is paid with a locomotive (TTR-F2)."
)
