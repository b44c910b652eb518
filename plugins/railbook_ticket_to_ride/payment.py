"""What a payment covers: one query holds all payment rules, for routes and for whatever else is paid (TTR-C2 to C6)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct, structs

from railbook.rules.layer import Flow, Layer
from railbook.rules.reasons import Reason
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import RulesError, Unknown
from railbook_ticket_to_ride.actions import Paying
from railbook_ticket_to_ride.cards import UNSEEN, Cards, Cost, Payment, in_words
from railbook_ticket_to_ride.events import CardsPaid
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.table import Table

NOTHING_PAID = Payment({}, LOCOMOTIVE)
"""The payment of an action of which it is asked what it costs."""


class PaymentFault(Struct, frozen=True):
    """Why a payment does not cover a cost: the id of the rule that says so, and a sentence."""

    rule: str
    why: str


@TICKET_TO_RIDE.query("ttr.cost")
def cost_of(rules: Ruleset, state: Table, seat: int, action: Paying) -> Cost:
    """What an action costs this seat, before anything is paid; layers that add a paying action wrap this."""
    raise RulesError(f"nobody says what {action.__struct_config__.tag} costs")


@TICKET_TO_RIDE.query("ttr.payment-fault")
def payment_fault(rules: Ruleset, cost: Cost, payment: Payment) -> PaymentFault | None:
    """Tell why a payment does not cover a cost, or `None` if it does."""
    board = board_of(rules)
    kinds = board.deck
    cards = payment.cards
    if UNSEEN in cards and payment.size == cost.cards and payment.colour in kinds:
        return None
    size = 0
    announced = LOCOMOTIVE
    colours = 0
    for kind, count in cards.items():
        if kind not in kinds:
            return PaymentFault(
                "ttr.payment-kinds", f"there are no {kind[:60]!r} cards: the kinds are {', '.join(board.kinds)}"
            )
        if count < 1:
            return PaymentFault("ttr.payment-kinds", f"{count} {kind} is no number of cards: name only cards paid")
        size += count
        if kind != LOCOMOTIVE:
            announced = kind
            colours += 1
    if size != cost.cards:
        return PaymentFault("ttr.payment-size", f"{in_words(cards)} are {size} cards: pay exactly {cost.cards}")
    if colours > 1:
        said = in_words(cards)
        return PaymentFault("ttr.payment-one-colour", f"{said}: all but the locomotives must have one colour")
    if colours and cost.colour not in (announced, GREY):
        paying = "locomotives" if cost.colour == LOCOMOTIVE else f"{cost.colour} cards and locomotives"
        return PaymentFault("ttr.payment-colour", f"{in_words(cards)}: only {paying} pay here")
    if payment.colour == announced:
        return None
    if not colours and cost.announces and payment.colour in (kinds if cost.colour == GREY else (cost.colour,)):
        return None
    said = in_words(cards)
    return PaymentFault("ttr.announced-colour", f"{said} announced as {payment.colour[:60]!r}: announce {announced}")


def price(rules: Ruleset, state: Table, seat: int, kind: type[Paying]) -> Callable[[Paying], tuple[Cost, int]]:
    """Give, of actions of one type, what their payments are judged by: the cost, and which payment it is.

    The cost is asked once for each target. Candidates for many targets share their payments: these tell themselves
    apart by being the same object, and are kept, so that no other takes its place.
    """
    target = target_of(kind)
    costs: dict[Any, Cost] = {}
    kept: dict[int, Payment] = {}

    def of(action: Paying) -> tuple[Cost, int]:
        aim = target(action)
        cost = costs.get(aim)
        if cost is None:
            cost = costs[aim] = cost_of(rules, state, seat, unpaid(action))
        payment = action.payment
        number = id(payment)
        kept[number] = payment
        return cost, number

    return of


@cache
def target_of(kind: type[Paying]) -> Callable[[Paying], Any]:
    """Give a function that tells what an action of this type pays for: its fields but the payment."""
    names = [name for name in kind.__struct_fields__ if name != "payment"]
    return operator.attrgetter(*names) if names else lambda action: None


def unpaid(action: Paying) -> Paying:
    """Give an action as it is before anything is laid: what it costs must not hang on that."""
    return structs.replace(action, payment=NOTHING_PAID)


def payment_rule(layer: Layer[Table], rule: str, paragraph: str, text: str) -> None:
    """Register the validator that rejects with a rule id; which rule a payment breaks, the query says."""
    layer.validator(Paying, rule, paragraph, reads=price)(Reason(_broken, rule, text))


def _broken(rules: Ruleset, state: Table, seat: int, action: Paying) -> tuple[str, str] | None:
    fault = payment_fault(rules, cost_of(rules, state, seat, unpaid(action)), action.payment)
    return None if fault is None else (fault.rule, fault.why)


for _rule, _paragraph, _text in (
    ("ttr.payment-kinds", "TTR-G2", "A payment names kinds of cards that there are, one card of each at least."),
    ("ttr.payment-size", "TTR-C2", "Exactly as many cards are paid as it costs: never fewer, never more."),
    ("ttr.payment-one-colour", "TTR-C4", "All cards of a payment but the locomotives have one colour (TTR-C2)."),
    ("ttr.payment-colour", "TTR-C3", "That colour is the colour of the route, where it has one."),
    ("ttr.announced-colour", "TTR-C6", "The colour announced is the colour of the cards paid."),
):
    payment_rule(TICKET_TO_RIDE, _rule, _paragraph, _text)


@TICKET_TO_RIDE.validator(Paying, "ttr.hand", "TTR-C1", reads=price)
def hand_holds_the_cards(rules: Ruleset, state: Table, seat: int, action: Paying) -> str | Unknown | None:
    """The cards of a payment are in the hand; with unknown cards there, that may not be known."""
    hand = state.seats[seat].hand
    paid = action.payment.cards
    if UNSEEN in paid:
        size = action.payment.size
        return Unknown("which cards are laid") if size <= hand.size else f"seat {seat} holds {hand.size} cards"
    held = hand.kinds
    for kind, count in paid.items():
        if count > held.get(kind, 0):
            break
    else:
        return None
    missing = {kind: count - held.get(kind, 0) for kind, count in paid.items() if count > held.get(kind, 0)}
    if sum(missing.values()) <= hand.unknown:
        return Unknown(f"whether seat {seat} holds {in_words(missing)}")
    said = in_words({**held, UNSEEN: hand.unknown})
    return f"seat {seat} holds {said}: it lacks {in_words(missing)}, pay with what it holds"


def pay(seat: int, payment: Payment) -> Flow:
    """The cards go from the hand to the discard pile."""
    return (CardsPaid(seat, dict(payment.cards)),)


@TICKET_TO_RIDE.query("ttr.payments")
def payments(rules: Ruleset, hand: Cards, cost: Cost) -> Iterator[Payment]:
    """Give, lazily, payments from a hand that may cover a cost: colours with ever more locomotives, then only those.

    An unknown card may be any, so a hand with unknown cards could pay more than these.
    """
    if not cost.cards:
        yield Payment({}, LOCOMOTIVE)
        return
    due = cost.cards
    held = hand.kinds
    locomotives = held.get(LOCOMOTIVE, 0)
    least = max(due - locomotives, 1)
    most = due - cost.locomotives
    for colour in board_of(rules).kinds if cost.colour == GREY else (cost.colour,):
        here = held.get(colour, 0)
        if here >= least and colour != LOCOMOTIVE:
            for cards in range(min(here, most), least - 1, -1):
                rest = due - cards
                yield Payment({colour: cards, LOCOMOTIVE: rest} if rest else {colour: cards}, colour)
    if locomotives >= due:
        for kind in board_of(rules).kinds:
            if kind == LOCOMOTIVE or (cost.announces and cost.colour in (GREY, kind)):
                yield Payment({LOCOMOTIVE: due}, kind)
