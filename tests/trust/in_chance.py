"""Forgeries of what chance answered and of the events that followed."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.trust.catalogue import MIDDLE, forgery
from tests.trust.forge import Entry, Forged
from tests.trust.game import recorded
from tests.trust.observing import verdict_on

COLOURS = ("blue", "green", "red", "white", "black", "orange", "yellow", "purple")
BLIND, REFILL = ("ttr.drawn", "ttr.card-drawn"), ("ttr.face-up", "ttr.slot-filled")
"""The label of an outcome and the event that shows it."""


def has(label: str, event: str) -> Callable[[Entry], bool]:
    """Tell whether a ply has one outcome of a label, which shows in one event."""

    def fits(entry: Entry) -> bool:
        outcomes = [name.partition("@")[0] for name, _ in entry.values["chance"]] if entry.kind == "ply" else []
        return outcomes == [label] and [found["type"] for found in entry.events].count(event) == 1

    return fits


def another(card: str) -> str:
    """Give a colour that is not this card's."""
    return next(colour for colour in COLOURS if colour != card)


def swap(entry: Entry, kind: tuple[str, str], card: str, *, events: bool = True) -> None:
    """Let another card come in a ply: in the outcome, and in the event that follows unless told otherwise."""
    entry.values["chance"][entry.outcome(kind[0])][1] = card
    if events:
        entry.event(kind[1])["card"] = card


@cache
def _unmissed(kind: tuple[str, str]) -> tuple[int, str]:
    """Find the last card that could have been another one, without anything behind it being wrong under `none`."""
    log = Forged(recorded("none"))
    found = [index for index, entry in enumerate(log.entries) if has(*kind)(entry)]
    for index, card in itertools.product(reversed(found), COLOURS):
        trial = copy.deepcopy(log)
        entry = trial.entries[index]
        if entry.event(kind[1])["card"] not in (card, "locomotive"):
            swap(entry, kind, card)
            if verdict_on(trial.data(rechain=True)).words == "exact":
                return index, card
    raise LookupError(f"every card of {kind} is missed")


def _card(log: Forged, kind: tuple[str, str]) -> tuple[Entry, str]:
    entry = log.touch(log.find(has(*kind), MIDDLE))
    return entry, another(entry.event(kind[1])["card"])


@forgery("draw-outcome", "another card in a blind draw, in the outcome only", "LOG-06")
def draw_outcome(log: Forged) -> None:
    """The outcome says another card than the event."""
    entry, card = _card(log, BLIND)
    swap(entry, BLIND, card, events=False)


@forgery("draw", "another card in a blind draw, in outcome and event; the card is never missed", "LOG-06")
def draw(log: Forged) -> None:
    """A card that is of no use to anybody becomes another one."""
    index, card = _unmissed(BLIND)
    swap(log.touch(index), BLIND, card)


@forgery("draw-missed", "the same, but the seat pays with the card later")
def draw_missed(log: Forged) -> None:
    """The last card drawn of a kind becomes another one before a claim that pays with all of them."""
    for claim in log.plies("ttr.claim-route", MIDDLE):
        seat, paid = log.entries[claim].values["seat"], log.entries[claim].action["payment"]["cards"]
        hand = log.hands(claim)[seat]
        for index in range(claim - 1, MIDDLE, -1):
            entry = log.entries[index]
            if entry.values.get("seat") != seat or not has(*BLIND)(entry):
                continue
            card = entry.event(BLIND[1])["card"]
            if paid.get(card, 0) == hand[card] and card != "locomotive":
                swap(log.touch(index), BLIND, another(card))
                log.marks[claim + 1] = "the claim"
                return
    raise LookupError("no claim pays with a card drawn blind")


@forgery("refill-outcome", "another face-up card in a refill, in the outcome only")
def refill_outcome(log: Forged) -> None:
    """The outcome says another card than the event."""
    entry, card = _card(log, REFILL)
    swap(entry, REFILL, card, events=False)


@forgery("refill", "another face-up card in a refill, in outcome and event; nobody takes it")
def refill(log: Forged) -> None:
    """A card that lies in the display at the end becomes another one."""
    index, card = _unmissed(REFILL)
    swap(log.touch(index), REFILL, card)


def _taken(log: Forged) -> Iterator[tuple[int, int]]:
    """Give refills with the ply in which somebody takes just that card, if no flush comes between."""
    for index in range(MIDDLE, log.last):
        if not has(*REFILL)(log.entries[index]):
            continue
        slot = log.entries[index].event(REFILL[1])["slot"]
        for later in range(index + 1, log.last):
            kinds = {event["type"] for event in log.entries[later].events if event.get("slot") == slot}
            if "ttr.card-taken" in kinds:
                yield index, later
            if kinds or any(event["type"] == "ttr.display-flushed" for event in log.entries[later].events):
                break


@forgery("refill-taken", "the same, but a seat takes the card later")
def refill_taken(log: Forged) -> None:
    """A face-up card is another one than the card that somebody takes from its slot."""
    index, later = next(pair for pair in _taken(log) if pair[1] > pair[0] + 1)
    entry = log.touch(index)
    swap(entry, REFILL, another(entry.event(REFILL[1])["card"]))
    log.marks[later + 1] = "the taking"


@forgery("draws-exchanged", "the cards of a seat's two blind draws exchanged, in outcomes and events", "LOG-05")
def draws_exchanged(log: Forged) -> None:
    """What was drawn is the same, but in another order."""
    for index in range(MIDDLE, log.last):
        pair = log.entries[index : index + 2]
        if all(map(has(*BLIND), pair)) and pair[0].values["seat"] == pair[1].values["seat"]:
            cards = [entry.event(BLIND[1])["card"] for entry in pair]
            if cards[0] != cards[1]:
                log.line = index + 1
                swap(pair[0], BLIND, cards[1])
                swap(pair[1], BLIND, cards[0])
                return
    raise LookupError("nobody draws two different cards blind")


@forgery("outcome-impossible", "a card in a blind draw that is not in the deck", "SEC-06")
def outcome_impossible(log: Forged) -> None:
    """The outcome is a card that no deck has."""
    entry, _ = _card(log, BLIND)
    swap(entry, BLIND, "gold")


@forgery("outcome-added", "an additional chance outcome")
def outcome_added(log: Forged) -> None:
    """Chance answers once more than it is asked."""
    entry, card = _card(log, BLIND)
    entry.values["chance"].append([entry.values["chance"][0][0], card])


@forgery("outcome-missing", "a chance outcome left out")
def outcome_missing(log: Forged) -> None:
    """Chance is asked and answers nothing."""
    _card(log, BLIND)[0].values["chance"].clear()


@forgery("outcome-label", "a chance outcome under another label")
def outcome_label(log: Forged) -> None:
    """Chance is asked for one thing and answers another."""
    _card(log, BLIND)[0].values["chance"][0][0] = "ttr.face-up"


@forgery("outcome-unknown", "a chance outcome made unknown (`null`)")
def outcome_unknown(log: Forged) -> None:
    """The outcome is hidden in a log that is said to be whole."""
    swap(_card(log, BLIND)[0], BLIND, None, events=False)  # type: ignore[arg-type]  # what is not known is no card


@forgery(
    "outcome-partial", "the same, the header says `partial`, and the event names another card that is never missed"
)
def outcome_partial(log: Forged) -> None:
    """A log that hides an outcome must say so, and nobody can tell what is hidden."""
    index, card = _unmissed(BLIND)
    swap(log.entries[index], BLIND, card)
    swap(log.entries[index], BLIND, None, events=False)  # type: ignore[arg-type]  # the same
    log.header["partial"] = True
    log.marks |= dict.fromkeys(range(index + 2, log.last), "a later line")


def _events(log: Forged) -> list[dict[str, Any]]:
    return log.touch(log.find(lambda entry: len(entry.events) > 2, MIDDLE)).events


@forgery("event-missing", "an event left out")
def event_missing(log: Forged) -> None:
    """Something that happened is not recorded."""
    del _events(log)[1]


@forgery("event-added", "an additional event")
def event_added(log: Forged) -> None:
    """Something is recorded that did not happen: a seat scores 20 points."""
    _events(log).insert(1, {"points": 20, "seat": 0, "source": "a gift", "type": "ttr.points-scored"})


@forgery("event-changed", "another event: a claim scores one point more")
def event_changed(log: Forged) -> None:
    """A claim scores more than its length is worth."""
    log.touch(next(log.plies("ttr.claim-route", MIDDLE))).event("ttr.points-scored")["points"] += 1


@forgery("events-swapped", "two events of a ply swapped")
def events_swapped(log: Forged) -> None:
    """The same happened, but in another order."""
    events = _events(log)
    events[0], events[1] = events[1], events[0]


@forgery("bookmark", "the engine's bookmark lets another seat act next")
def bookmark(log: Forged) -> None:
    """The game waits for somebody else than the rules say."""
    waits = log.touch(log.find(lambda entry: bool(entry.events), MIDDLE)).event("core.waits")
    waits["seats"] = [(waits["seats"][0] + 1) % 3]
