"""A layer for tests: paying a toll is an action that discards two cards and claims nothing, as a station will be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railbook.chance import Chance
from railbook.rules.layer import Flow, Layer
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.actions import Paying
from railbook_ticket_to_ride.cards import Cost, Payment
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.payment import cost_of, pay, payments
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN

TOLLS: Layer[Table] = Layer("tolls", game=TICKET_TO_RIDE, summary="pay two cards for nothing")
TOLL = Cost(2, GREY)


class PayToll(Paying, frozen=True, tag="tolls.pay-toll"):
    """Pay two cards of one colour."""


@TOLLS.action(PayToll, TURN)
def pay_toll(rules: Ruleset, state: Table, seat: int, action: PayToll, chance: Chance) -> Flow:
    """The cards are discarded."""
    yield from pay(seat, action.payment)


@TOLLS.wrap(cost_of)
def toll(
    inner: Callable[[Ruleset, Table, int, Paying], Cost], rules: Ruleset, state: Table, seat: int, action: Paying
) -> Cost:
    """A toll is two cards of any one colour."""
    return TOLL if isinstance(action, PayToll) else inner(rules, state, seat, action)


@TOLLS.candidates(PayToll)
def tolls(rules: Ruleset, state: Table, seat: int) -> Iterator[PayToll]:
    """Every payment from the hand."""
    for payment in payments(rules, state.seats[seat].hand, TOLL):
        yield PayToll(payment)


def two(colour: str) -> PayToll:
    """Pay the toll with two cards of a colour."""
    return PayToll(Payment({colour: 2}, colour))
