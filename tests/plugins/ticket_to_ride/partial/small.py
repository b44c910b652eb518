"""Small decks for the test of what unknown cards can be: random games, falsified ones, and an exhaustive search."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from railbook.engine.core_layer import partial_audit
from railbook.plugins.registry import Registry
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event
from railbook_ticket_to_ride.events import CardDrawn, CardsPaid, Reshuffled, TableLaid
from railbook_ticket_to_ride.table import Table

KINDS = ("red", "blue", "locomotive")


@cache
def usa() -> Ruleset:
    """Give rules of two seats."""
    registry = Registry.installed()
    return registry.game("ttr-usa").ruleset(2)


def play(seed: int, reshuffles: int, size: int = 3) -> list[Event]:
    """Play a game of drawing and paying with a small deck; seat 0 sees its own cards and no others."""
    rng = random.Random(seed)
    deck = {kind: rng.randint(1, size) for kind in KINDS}
    pile = [kind for kind, count in deck.items() for _ in range(count)]
    rng.shuffle(pile)
    hands: list[list[str]] = [[], []]
    discard: list[str] = []
    events: list[Event] = [TableLaid(2, 45, 0, dict(deck), {})]
    for _ in range(rng.randint(4, 12)):
        seat = rng.randrange(2)
        if rng.random() < 0.6:
            if not pile:
                if not discard or not reshuffles:
                    continue
                reshuffles -= 1
                events.append(Reshuffled(len(discard)))
                pile, discard = discard, []
                rng.shuffle(pile)
            card = pile.pop()
            hands[seat].append(card)
            events.append(CardDrawn(seat, card if seat == 0 else None))
        elif hands[seat]:
            kind = rng.choice(hands[seat])
            count = rng.randint(1, hands[seat].count(kind))
            for _ in range(count):
                hands[seat].remove(kind)
                discard.append(kind)
            events.append(CardsPaid(seat, {kind: count}))
    return events


def falsify(events: list[Event], rng: random.Random) -> list[Event]:
    """Change the colour of one payment of the seat whose cards are hidden, or of one known draw."""
    forged = list(events)
    places = [
        at
        for at, event in enumerate(events)
        if (isinstance(event, CardsPaid) and event.seat == 1) or (isinstance(event, CardDrawn) and event.card)
    ]
    if places:
        at = rng.choice(places)
        event: Any = forged[at]
        other = rng.choice(KINDS)
        forged[at] = (
            CardDrawn(0, other) if isinstance(event, CardDrawn) else CardsPaid(1, {other: event.cards.popitem()[1]})
        )
    return forged


def possible(events: list[Event]) -> bool:
    """Try every card for every unknown draw: the plain meaning of a legal record, and nothing clever."""
    laid = events[0]
    assert isinstance(laid, TableLaid)

    def go(at: int, pile: dict[str, int], discard: dict[str, int], hands: tuple[dict[str, int], ...]) -> bool:
        if at == len(events):
            return True
        event = events[at]
        if isinstance(event, Reshuffled):
            return not any(pile.values()) and go(at + 1, discard, dict.fromkeys(KINDS, 0), hands)
        if isinstance(event, CardsPaid):
            own = dict(hands[event.seat])
            put = dict(discard)
            for kind, count in event.cards.items():
                own[kind] -= count
                put[kind] += count
            if min(own.values()) < 0:
                return False
            return go(at + 1, pile, put, tuple(own if seat == event.seat else hands[seat] for seat in (0, 1)))
        assert isinstance(event, CardDrawn)
        for kind in KINDS if event.card is None else (event.card,):
            if pile.get(kind, 0):
                own = {**hands[event.seat], kind: hands[event.seat][kind] + 1}
                after = tuple(own if seat == event.seat else hands[seat] for seat in (0, 1))
                if go(at + 1, {**pile, kind: pile[kind] - 1}, discard, after):
                    return True
        return False

    nothing = dict.fromkeys(KINDS, 0)
    return go(1, dict(laid.cards), nothing, (dict(nothing), dict(nothing)))


def first_impossible(events: list[Event]) -> int | None:
    """Give the first event with which no deal fits any more, by exhaustive search."""
    return next((at for at in range(1, len(events)) if not possible(events[: at + 1])), None)


def first_refuted(events: list[Event]) -> int | None:
    """Give the first event that our test refutes."""
    audit = partial_audit(usa())
    state = Table()
    for at, event in enumerate(events):
        if audit.ply(at, None, [event], state) is not None:
            return at
    return None
