"""Forgeries of what seats did: payments, claims, tickets, turns and undos."""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache
from typing import Any

from tests.trust.catalogue import MIDDLE, forgery
from tests.trust.forge import Entry, Forged
from tests.trust.game import OTHER_SEED, recorded, replayed_otherwise
from tests.trust.observing import verdict_on

CLAIM, KEEP, DRAW = "ttr.claim-route", "ttr.keep-tickets", "ttr.draw-card"


def pay(entry: Entry, cards: dict[str, int], colour: str, *, events: bool = True) -> None:
    """Let a claim be paid with other cards: in the action, and in the event that follows unless told otherwise."""
    entry.action["payment"] = {"cards": cards, "colour": colour}
    if events:
        entry.event("ttr.cards-paid")["cards"] = cards


def _dearer(log: Forged, claim: int) -> tuple[dict[str, int], str] | None:
    """Give a payment of a claim with one locomotive more and one other card less, if the hand allows it."""
    entry = log.entries[claim]
    cards = Counter(entry.action["payment"]["cards"])
    colour = entry.action["payment"]["colour"]
    if colour == "locomotive" or log.hands(claim)[entry.values["seat"]]["locomotive"] <= cards["locomotive"]:
        return None
    cards.update({"locomotive": 1, colour: -1})
    return dict(+cards), colour if cards[colour] else "locomotive"


def _reshuffles(log: Forged) -> list[int]:
    shuffled = [any(event["type"] == "ttr.reshuffled" for event in entry.events) for entry in log.entries]
    return [index for index, found in enumerate(shuffled) if found]


@cache
def _unmissed_payment(*, dealt_again: bool) -> int:
    """Find the last claim that could have been paid otherwise under scheme `none`, before or behind a reshuffle."""
    log = Forged(recorded("none"))
    last = _reshuffles(log)[-1]
    for claim in reversed(list(log.plies(CLAIM, MIDDLE))):
        dearer = _dearer(log, claim)
        if dearer is None or (claim < last) != dealt_again:
            continue
        trial = copy.deepcopy(log)
        pay(trial.entries[claim], *dearer)
        if verdict_on(trial.data(rechain=True)).words == "exact":
            return claim
    raise LookupError("every payment is missed")


def _pay_dearer(log: Forged, claim: int, *, events: bool = True) -> None:
    dearer = _dearer(log, claim)
    assert dearer is not None
    pay(log.touch(claim), *dearer, events=events)


@forgery("payment-action", "another payment, in the action only")
def payment_action(log: Forged) -> None:
    """A seat pays otherwise than the event says; it could have."""
    _pay_dearer(log, next(claim for claim in log.plies(CLAIM, MIDDLE) if _dearer(log, claim)), events=False)


@forgery("payment", "another payment, in action and event; the cards are neither missed nor dealt again")
def payment(log: Forged) -> None:
    """A seat that had the choice pays with other cards, which nobody needs any more."""
    _pay_dearer(log, _unmissed_payment(dealt_again=False))


@forgery("payment-dealt-again", "the same, but the discards are shuffled and dealt again later")
def payment_dealt_again(log: Forged) -> None:
    """The bag from which cards come later holds other cards than the discards that the log tells of."""
    _pay_dearer(log, _unmissed_payment(dealt_again=True))
    log.marks |= dict.fromkeys(range(_reshuffles(log)[-1] + 1, log.last), "a line behind the reshuffle")


@forgery("payment-missed", "the same, but the seat pays with a card later that it has no more")
def payment_missed(log: Forged) -> None:
    """The locomotive that is paid now is one of all those with which the seat pays later, before any reshuffle."""
    for claim in log.plies(CLAIM):
        seat = log.entries[claim].values["seat"]
        if not _dearer(log, claim):
            continue
        for later in log.plies(CLAIM, claim + 1):
            paid = log.entries[later].action["payment"]["cards"].get("locomotive", 0)
            if log.entries[later].values["seat"] != seat or paid < log.hands(later)[seat]["locomotive"]:
                continue
            if paid and not any(claim < index <= later for index in _reshuffles(log)):
                _pay_dearer(log, claim)
                log.marks[later + 1] = "the later claim"
                return
            break
    raise LookupError("no locomotive is missed")


@forgery("payment-negative", "a payment of -1 cards of a kind", "SEC-06")
def payment_negative(log: Forged) -> None:
    """A number of cards is below nothing."""
    entry = log.touch(next(log.plies(CLAIM, MIDDLE)))
    colour = entry.action["payment"]["colour"]
    size = sum(entry.action["payment"]["cards"].values())
    pay(entry, {colour: size + 1, "white" if colour != "white" else "red": -1}, colour)


@forgery("payment-long", "a payment whose number has 4,000 digits", "SEC-01")
def payment_long(log: Forged) -> None:
    """A number is longer than any in a log."""
    entry = log.touch(next(log.plies(CLAIM, MIDDLE)))
    pay(entry, {"red": 10**3999}, "red")


@forgery("claim-unaffordable", "a claim that the seat cannot pay", "SEC-06")
def claim_unaffordable(log: Forged) -> None:
    """A payment names cards that are not in the hand: one more of a kind than there is, for a route of any colour."""
    for claim in log.plies(CLAIM, MIDDLE):
        entry = log.entries[claim]
        size = sum(entry.action["payment"]["cards"].values())
        hand = log.hands(claim)[entry.values["seat"]]
        colour = entry.action["payment"]["colour"]
        if set(entry.action["payment"]["cards"]) > {colour} and hand[colour] < size:
            pay(log.touch(claim), {colour: size}, colour)
            return
    raise LookupError("nobody needs locomotives")


@forgery("claim-owned", "a claim of a route that is owned")
def claim_owned(log: Forged) -> None:
    """A seat claims the route that was claimed last."""
    first = next(log.plies(CLAIM, MIDDLE))
    second = next(log.plies(CLAIM, first + 1))
    owned = log.entries[first].action["route"]
    entry = log.touch(second)
    entry.action["route"] = entry.event("ttr.route-claimed")["route"] = owned


@forgery("claim-nowhere", "a claim of a route that the map does not have")
def claim_nowhere(log: Forged) -> None:
    """A seat claims nothing."""
    log.touch(next(log.plies(CLAIM, MIDDLE))).action["route"] = "nowhere--atlanta"


@forgery("slot", "a card taken from a slot that there is not", "SEC-06")
def slot(log: Forged) -> None:
    """A seat takes a card from outside the display."""
    log.touch(next(log.plies(DRAW, MIDDLE))).action["slot"] = -1


@forgery("action-unknown", "an action that the game does not have")
def action_unknown(log: Forged) -> None:
    """A seat does what nobody can do."""
    log.touch(next(log.plies(DRAW, MIDDLE))).action["type"] = "ttr.steal-card"


@forgery("seat", "a claim by another seat, who could pay it", "SEC-05")
def seat(log: Forged) -> None:
    """What one seat did on its turn, another one is said to have done."""
    for claim in log.plies(CLAIM):
        entry = log.entries[claim]
        for other, hand in enumerate(log.hands(claim)):
            if other != entry.values["seat"] and hand >= Counter(entry.action["payment"]["cards"]):
                _give_to(log.touch(claim), other)
                return
    raise LookupError("nobody else could pay any claim")


def _give_to(entry: Entry, seat: int) -> None:
    was = entry.values["seat"]
    entry.values["seat"] = seat
    for event in entry.events:
        if event.get("seat") == was:
            event["seat"] = seat


@forgery("seat-none", "a ply of a seat that is not at the table", "SEC-05")
def seat_none(log: Forged) -> None:
    """Somebody acts who does not play."""
    _give_to(log.touch(next(log.plies(DRAW, MIDDLE))), 7)


@forgery("first-choice-of-another", "the choice from a first offer made by another seat", "SEC-05")
def first_choice_of_another(log: Forged) -> None:
    """While all choose at the same time, one seat is said to have chosen from the offer of another."""
    entry = log.touch(next(log.plies(KEEP)))
    _give_to(entry, entry.values["seat"] + 1)


@forgery("choice-of-another", "the choice from a later offer made by another seat", "SEC-05")
def choice_of_another(log: Forged) -> None:
    """A seat is said to have chosen from what was offered to another."""
    entry = log.touch(next(log.plies(KEEP, MIDDLE)))
    _give_to(entry, (entry.values["seat"] + 1) % 3)


def _keep(log: Forged, tickets: list[str]) -> None:
    entry = log.touch(next(log.plies(KEEP, MIDDLE)))
    keep = [*tickets, *entry.action["keep"][len(tickets) :]]
    entry.action["keep"] = entry.event("ttr.tickets-kept")["kept"] = keep


@forgery("tickets-not-offered", "a ticket kept that was not offered")
def tickets_not_offered(log: Forged) -> None:
    """A seat keeps a ticket that it gave back at the start, or that another one holds."""
    _keep(log, [log.entries[log.find(lambda entry: entry.action.get("type") == KEEP)].action["keep"][0]])


@forgery("tickets-twice", "a ticket kept twice", "SEC-06")
def tickets_twice(log: Forged) -> None:
    """A seat keeps one ticket two times."""
    first = log.entries[next(log.plies(KEEP, MIDDLE))].action
    _keep(log, [(first["keep"] + first["put_back"])[0]] * 2)


def _undo(log: Forged) -> int:
    return log.find(lambda entry: entry.kind == "undo")


@forgery("undo-by-another", "an undo by another seat", "SEC-05")
def undo_by_another(log: Forged) -> None:
    """A seat takes back what another one did."""
    values = log.touch(_undo(log)).values
    values["seat"] = (values["seat"] + 1) % 3


@forgery("undo-too-far", "an undo that reaches one ply further, to another seat's")
def undo_too_far(log: Forged) -> None:
    """A seat takes back more than its own plies."""
    log.touch(_undo(log)).values["to"] -= 1


@forgery("undo-of-reveal", "an undo of a blind draw put in")
def undo_of_reveal(log: Forged) -> None:
    """A seat takes back a ply in which it saw a card."""
    draw = next(index for index in log.plies(DRAW, MIDDLE) if log.entries[index].values["chance"])
    values = log.entries[draw].values
    log.insert(draw + 1, {"seat": values["seat"], "to": values["ply"], "type": "undo"})


@forgery("undo-removed", "an undo taken out", "LOG-05")
def undo_removed(log: Forged) -> None:
    """What was taken back stands there as if it had been played, and then again."""
    log.remove(_undo(log))


def _rerecorded(log: Forged, data: bytes) -> None:
    """Let everything be as in another recording; where no new chain is made, digests stay those of this one."""
    old: list[Any] = [entry.digest for entry in log.entries]
    log.entries = Forged(data).entries
    for entry, digest in zip(log.entries, old, strict=False):
        entry.digest = digest if entry.kind != "comment" else ""


@forgery("action-rerecorded", "another action in a ply, and all that follows played on by whoever knows the seed")
def action_rerecorded(log: Forged) -> None:
    """From one ply on it is another game, recorded as it would have been."""
    index = next(log.plies(DRAW, MIDDLE))
    log.line = index + 1
    scheme = log.entries[0].values["chance"]["scheme"]
    _rerecorded(log, replayed_otherwise(scheme, log.entries[index].values["ply"]))


@forgery("rerecorded", "the whole file recorded again with another seed")
def rerecorded(log: Forged) -> None:
    """It is another game, by the same players."""
    log.line = 1
    _rerecorded(log, recorded(log.entries[0].values["chance"]["scheme"], OTHER_SEED))
