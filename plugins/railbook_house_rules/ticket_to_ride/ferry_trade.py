"""Any three cards replace a locomotive on a ferry: for groups that wait for locomotives too long.

Some later boards of the series let cards be traded in a similar way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from railbook import Layer, Options, Ruleset
from railbook_ticket_to_ride.api import (
    FERRIES,
    GREY,
    LOCOMOTIVE,
    Cards,
    Cost,
    Payment,
    PaymentFault,
    board_of,
    in_words,
    payment_fault,
    payment_rule,
    payments,
)

Kinds = Sequence[tuple[str, int]]
"""Kinds of cards, each with how many there are."""


class FerryTrade(Options, frozen=True):
    """What a locomotive symbol may be paid with."""

    cards: Annotated[int, Meta(ge=2, le=10, description="cards of any kinds that replace one locomotive")] = 3


variant = Layer("ferry-trade", game=FERRIES, options=FerryTrade, summary="any three cards pay a locomotive symbol")
payment_rule(variant, "ferry-trade.cards", "", "Cards in place of a locomotive are paid on top of the other spaces.")


@variant.wrap(payment_fault)
def cards_replace_locomotives(
    inner: Callable[[Ruleset, Cost, Payment], PaymentFault | None], rules: Ruleset, cost: Cost, payment: Payment
) -> PaymentFault | None:
    """For each symbol without a locomotive three cards of any kinds are paid, and all other spaces as ever."""
    fault = inner(rules, cost, payment)
    if fault is None or fault.rule != "ttr.payment-size" or not cost.locomotives:
        return fault
    each, paid = rules.options(FerryTrade).cards, in_words(payment.cards)
    traded, rest = divmod(payment.size - cost.cards, each - 1)
    if rest or not 0 < traded <= cost.locomotives:
        sizes = [str(cost.cards + symbols * (each - 1)) for symbols in range(cost.locomotives + 1)]
        return PaymentFault(fault.rule, f"{paid} are {payment.size} cards: pay exactly {' or '.join(sizes)}")
    colour = _colour(rules, cost, payment.cards)
    locomotives = payment.cards.get(LOCOMOTIVE, 0)
    others = payment.size - locomotives - (payment.cards[colour] if colour != LOCOMOTIVE else 0)
    if locomotives < cost.locomotives - traded or others > each * traded:
        said = f"{paid}: {each} cards replace a locomotive for {traded} of {cost.locomotives} symbols, and the rest"
        return PaymentFault("ferry-trade.cards", f"{said} does not pay the other spaces")
    if payment.colour != colour:
        return PaymentFault("ttr.announced-colour", f"{paid} announced as {payment.colour[:60]!r}: announce {colour}")
    return None


def _colour(rules: Ruleset, cost: Cost, cards: Mapping[str, int]) -> str:
    """Give the colour that a payment is announced as: of those that fit the route the one with the most cards."""
    fitting = [kind for kind in board_of(rules).kinds[:-1] if kind in cards and cost.colour in (GREY, kind)]
    return max(fitting, key=lambda kind: cards[kind], default=LOCOMOTIVE)


@variant.wrap(payments)
def trades(
    inner: Callable[[Ruleset, Cards, Cost], Iterator[Payment]], rules: Ruleset, hand: Cards, cost: Cost
) -> Iterator[Payment]:
    """The payments without a trade come first, then every part of the hand that pays with one, each once."""
    yield from inner(rules, hand, cost)
    each = rules.options(FerryTrade).cards
    held = [(kind, hand.kinds[kind]) for kind in board_of(rules).kinds[:-1] if kind in hand.kinds]
    for traded in range(1, cost.locomotives + 1):
        size = cost.cards + traded * (each - 1)
        for locomotives in range(max(0, cost.locomotives - traded), min(hand.kinds.get(LOCOMOTIVE, 0), size) + 1):
            wild = {LOCOMOTIVE: locomotives} if locomotives else {}
            for colour, coloured, rest in _colours(held, cost.colour):
                others = size - locomotives - coloured
                if 0 <= others <= each * traded:
                    for cards in _parts(rest, others):
                        yield Payment({**({colour: coloured} if coloured else {}), **cards, **wild}, colour)


def _colours(held: Kinds, printed: str) -> Iterator[tuple[str, int, Kinds]]:
    """Give each colour to announce, how many cards it has, and how many of the others may be paid beside it."""
    unfit = [(kind, count) for kind, count in held if printed not in (GREY, kind)]
    fitting = [one for one in held if one not in unfit]
    yield LOCOMOTIVE, 0, unfit
    for place, (colour, most) in enumerate(fitting):
        for coloured in range(1, most + 1):
            # It is to have the most cards, or to come first among equals.
            before = [(kind, min(count, coloured - 1)) for kind, count in fitting[:place]]
            behind = [(kind, min(count, coloured)) for kind, count in fitting[place + 1 :]]
            yield colour, coloured, [*before, *behind, *unfit]


def _parts(kinds: Kinds, size: int) -> Iterator[dict[str, int]]:
    """Give every way to take so many cards."""
    if not size:
        yield {}
    elif sum(count for _, count in kinds) >= size:
        (kind, held), *rest = kinds
        for count in range(min(held, size), -1, -1):
            for cards in _parts(rest, size - count):
                yield {kind: count, **cards} if count else cards
