"""Judges a partial log of any Ticket to Ride game: whether some deal of the unrecorded cards makes it legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Self

from railbook.engine.state import places
from railbook.rules.partial import Impossible, PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event
from railbook_ticket_to_ride import events as happened
from railbook_ticket_to_ride.cards import UNSEEN
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.options import Market
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.unseen.epochs import STEP_LIMIT, Undecided, choose
from railbook_ticket_to_ride.unseen.ledger import DISPLAY, REVEALED, Epoch, Holder, World, rows_hold

CARDS = "ttr.cards"
"""The rule that all zones together hold exactly the deck (TTR-G6)."""
FEW_STEPS = 500
"""Steps of a search behind one that was given up."""
MOST_WORLDS = 16
"""Ways to read attempts that were declined unseen which are followed; of more than these some are forgotten."""


class UnseenCards(PartialAudit):
    """Follows all train cards of a game, those that nobody recorded too."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.kinds = board_of(rules).kinds
        self.epochs: list[Epoch] = []
        self.worlds = [World()]
        self.discards: dict[str, int] = {}
        self.slack: dict[str, int] = {}
        """How many cards of each kind may lie among those discarded unseen."""
        self.display = DISPLAY
        self.revealed: list[str] = []
        self.cause = ""
        self.paid: tuple[int, str, int] | None = None
        self.undecided = False
        self.forgotten = False

    def copy(self) -> Self:
        """Give an independent copy."""
        other = type(self)(self.rules)
        other.epochs = [epoch.copy() for epoch in self.epochs]
        other.worlds = [world.copy() for world in self.worlds]
        other.discards, other.slack = dict(self.discards), dict(self.slack)
        other.display, other.revealed = self.display, list(self.revealed)
        other.undecided, other.forgotten = self.undecided, self.forgotten
        return other

    def ply(self, number: int, seat: int | None, events: Sequence[Event], state: Table) -> Impossible | None:
        """Take the events of a ply in; the cards must still be possible after each."""
        for event in events:
            note = NOTES.get(type(event).__name__)
            if note is None:
                continue
            self.forget()
            note(self, event, number)
            why = self.fault() if self.cause else ""
            if why:
                rule, kind = ("ttr.hand", "illegal-action") if self.paid else (CARDS, "impossible-chance")
                return Impossible(rule, why, kind)
        why = self.display_fault(state) or tickets_fault(state)
        return Impossible(CARDS, why, "impossible-chance") if why else None

    def forget(self) -> None:
        """Nothing has happened to cards since."""
        self.cause = ""
        self.paid = None

    def open(self) -> list[str]:
        """Say, for each seat, how many of its unknown cards are known by kind, and where the test is not exact."""
        said = []
        for name, holder in sorted(self.worlds[0].holders.items()):
            if name >= 0 and holder.received:
                sure = ", ".join(f"{holder.need[kind]} {kind}" for kind in self.kinds if holder.need.get(kind))
                said.append(f"seat {name} received {holder.received} unknown cards, among them {sure or 'any'}")
        if self.undecided:
            said.append("whether the payments fit the reshuffles is undecided: the search was given up")
        if self.forgotten or any(not epoch.exact for epoch in self.epochs):
            said.append("cards were discarded unseen: consistent (bound)")
        return said

    # What happens to cards

    def gain(self, name: int, kind: str | None, number: int) -> None:
        """A card comes from the pile to a holder."""
        for world in self.worlds:
            holder = world.holder(name, len(self.epochs))
            if kind is None or kind == UNSEEN:
                holder.unknown[-1] += 1
            else:
                holder.known[kind] = holder.known.get(kind, 0) + 1
        if kind is not None and kind != UNSEEN:
            left = self.epochs[-1].left
            left[kind] = left.get(kind, 0) + 1
            where = f"seat {name} got" if name >= 0 else "the display got" if name > REVEALED else "the pile showed"
            self.cause = f"{where} {kind} at ply {number}"

    def lose(self, name: int, cards: dict[str, int], number: int, verb: str) -> None:
        """Cards go from a holder to wherever they are seen."""
        for kind, count in cards.items():
            for world in self.worlds:
                world.lose(name, kind, count, len(self.epochs))
        most = max(cards.items(), key=lambda item: self.missing(name, item[0]), default=("", 0))
        who = f"seat {name} {verb}" if name >= 0 else "the display showed"
        self.cause = f"{who} {most[1]} {most[0]} at ply {number}"
        self.paid = (name, *most)

    def missing(self, name: int, kind: str) -> int:
        """How many cards of a kind a holder needs beyond what it can have had."""
        world = self.worlds[0]
        return world.holders[name].need.get(kind, 0) - world.most(name, kind, self.room()[kind])

    def discard(self, cards: dict[str, int]) -> None:
        """Known cards lie on the discard pile."""
        for kind, count in cards.items():
            self.discards[kind] = self.discards.get(kind, 0) + count

    def discard_unseen(self, count: int, locomotives: int) -> None:
        """Cards lie on the discard pile of which only so much is known: so many locomotives among them, at least."""
        self.discard({LOCOMOTIVE: locomotives})
        for kind in self.kinds:
            self.slack[kind] = self.slack.get(kind, 0) + count - locomotives

    def room(self) -> dict[str, int]:
        """By kind: how many cards the unknown ones can have been, over all epochs."""
        return {kind: sum(max(0, epoch.room(kind)) for epoch in self.epochs) for kind in self.kinds}

    # The test of section 8

    def fault(self) -> str:
        """Say why no assignment of the unknown cards is left, or nothing."""
        rooms = [{kind: epoch.room(kind) for kind in self.kinds} for epoch in self.epochs]
        possible: list[World] = []
        undecided = False
        for world in self.worlds:
            try:
                if self.fits(world, rooms):
                    possible.append(world)
            except Undecided:
                undecided = True
                possible.append(world)
        if possible:
            self.worlds = possible
            self.undecided |= undecided
            return ""
        return self.explain()

    def fits(self, world: World, rooms: list[dict[str, int]]) -> bool:
        """Rows, columns, and with reshuffles a choice of epochs."""
        if world.extend(rooms):
            return True
        if len(rooms) == 1 or not rows_hold(world.holders.values()):
            return False
        choice = choose(world.units, rooms, FEW_STEPS if self.undecided else STEP_LIMIT)
        if choice is None:
            return False
        world.choose(choice)
        return True

    def explain(self) -> str:
        """Say what went wrong with the last event, in one sentence."""
        if self.paid is None:
            kind = self.cause.split(" at ply ")[0].rsplit(" ", 1)[1]
            needs = [
                f"seat {name} paid {holder.need[kind]} of its unknown cards as {kind}"
                for name, holder in sorted(self.worlds[0].holders.items())
                if name >= 0 and holder.need.get(kind)
            ]
            return f"{self.cause}, but all {kind} cards are elsewhere{': ' if needs else ''}{', '.join(needs)}"
        name, kind, count = self.paid
        world, rooms = self.worlds[0], self.room()
        need, most = world.holders[name].need.get(kind, 0), world.most(name, kind, rooms[kind])
        which = "its" if name >= 0 else "the"
        if need > most:
            due = "" if need == count else f" ({need} must be)"
            return f"{self.cause}, but at most {most} of {which} unknown cards can be {kind}{due}"
        return f"{self.cause}, but no deal of the unknown cards over the {len(self.epochs)} piles allows it"

    def display_fault(self, state: Table) -> str:
        """With no reshuffle: whether the display that nobody recorded can show too few locomotives for a flush."""
        unseen, market = state.display.count(UNSEEN), self.rules.options(Market)
        settled = state.draw_pile.size and not (isinstance(market.flush_limit, int) and state.flushes)
        if not unseen or len(self.epochs) != 1 or not settled:
            return ""
        most = 0
        for world in self.worlds:
            room = {kind: self.epochs[0].room(kind) - world.needed(kind) for kind in self.kinds}
            few = max(0, market.flush_at - 1 - state.display.count(LOCOMOTIVE))
            others = sum(count for kind, count in room.items() if kind != LOCOMOTIVE)
            most = max(most, others + min(few, room[LOCOMOTIVE]))
        if unseen <= most:
            return ""
        return f"of the {unseen} unknown cards on display at most {most} can lie there without a flush"


def tickets_fault(state: Table) -> str:
    """Say which ticket lies before two seats, or nothing (TTR-G7)."""
    held = [
        ticket for seat in state.seats for ticket in (*seat.tickets, *seat.offer, *seat.rejects) if ticket is not None
    ]
    twice = [ticket for ticket, count in Counter(held).items() if count > 1]
    return f"the ticket {twice[0]} is there twice" if twice else ""


Note = Callable[[UnseenCards, Any, int], None]


def _laid_out(cards: UnseenCards, event: happened.TableLaid, number: int) -> None:
    cards.epochs = [Epoch(dict(event.cards))]
    for seat in places(event.seats):
        cards.worlds[0].holders[seat] = Holder()


def _taken(cards: UnseenCards, event: happened.CardTaken, number: int) -> None:
    cards.lose(cards.display, {event.card: 1}, number, "took")
    cards.cause, cards.paid = f"seat {event.seat} got {event.card} at ply {number}", None
    for world in cards.worlds:
        known = world.holder(event.seat, len(cards.epochs)).known
        known[event.card] = known.get(event.card, 0) + 1


def _flushed(cards: UnseenCards, event: happened.DisplayFlushed, number: int) -> None:
    shown = Counter(event.cards)
    unseen = shown.pop(UNSEEN, 0)
    least = min(unseen, max(0, cards.rules.options(Market).flush_at - shown[LOCOMOTIVE])) if unseen else 0
    if unseen:
        shown[LOCOMOTIVE] += least
        cards.discard_unseen(unseen, least)
        shown_known = {**shown, LOCOMOTIVE: shown[LOCOMOTIVE] - least}
    else:
        shown_known = dict(shown)
    cards.discard({kind: count for kind, count in shown_known.items() if count})
    cards.lose(cards.display, {kind: count for kind, count in shown.items() if count}, number, "")
    cards.display -= 1


def _reshuffled(cards: UnseenCards, event: happened.Reshuffled, number: int) -> None:
    pile = {kind: cards.discards.get(kind, 0) + cards.slack.get(kind, 0) for kind in cards.kinds}
    cards.epochs.append(Epoch(pile, exact=not any(cards.slack.values())))
    cards.discards, cards.slack = {}, {}
    for world in cards.worlds:
        for holder in world.holders.values():
            holder.unknown.append(0)


def _paid(cards: UnseenCards, event: happened.CardsPaid, number: int) -> None:
    cards.lose(event.seat, event.cards, number, "paid")
    cards.discard(event.cards)


def _tried(cards: UnseenCards, event: Any, number: int) -> None:
    unseen = event.cards.get(UNSEEN, 0)
    if not unseen:
        for world in cards.worlds:
            world.laid = dict(event.cards)
        cards.lose(event.seat, event.cards, number, "laid")
        return
    ferry = board_of(cards.rules).routes[event.route].ferry
    least = unseen if event.colour == LOCOMOTIVE else ferry
    worlds = []
    for locomotives in range(least, unseen + 1):
        for before in cards.worlds:
            world = before.copy()
            world.laid = {event.colour: unseen - locomotives, LOCOMOTIVE: locomotives}
            if event.colour == LOCOMOTIVE:
                world.laid = {LOCOMOTIVE: unseen}
            for kind, count in world.laid.items():
                world.lose(event.seat, kind, count, len(cards.epochs))
            worlds.append(world)
    if len(worlds) > MOST_WORLDS:
        # Without the demand of this attempt the test stays sound: it only refutes less.
        cards.forgotten = True
        for world in cards.worlds:
            world.laid = {}
        return
    cards.worlds = worlds
    cards.cause = f"seat {event.seat} laid {unseen} cards for {event.route} at ply {number}"
    cards.paid = (event.seat, event.colour, unseen)


def _added(cards: UnseenCards, event: Any, number: int) -> None:
    cards.lose(event.seat, event.cards, number, "paid")
    for world in cards.worlds:
        world.laid = dict(Counter(world.laid) + Counter(event.cards))


def _revealed(cards: UnseenCards, event: Any, number: int) -> None:
    cards.revealed.append(event.card)
    cards.gain(REVEALED, event.card, number)


def _dug(cards: UnseenCards, event: Any, number: int) -> None:
    cards.discard(cards.worlds[0].laid)
    _put_away(cards)


def _declined(cards: UnseenCards, event: Any, number: int) -> None:
    for world in cards.worlds:
        known = world.holders[event.seat].known
        for kind, count in world.laid.items():
            known[kind] = known.get(kind, 0) + count
    _put_away(cards)
    cards.worlds = _least(cards.worlds)


def _least(worlds: list[World]) -> list[World]:
    """Leave out worlds in which nothing is possible that is not in another, too."""
    kept: list[World] = []
    for world in worlds:
        if not any(other.asks_no_more_than(world) for other in kept):
            kept = [other for other in kept if not world.asks_no_more_than(other)]
            kept.append(world)
    return kept


def _put_away(cards: UnseenCards) -> None:
    shown = Counter(cards.revealed)
    unseen = shown.pop(UNSEEN, 0)
    cards.discard(shown)
    cards.discard_unseen(unseen, 0)
    cards.revealed = []
    for world in cards.worlds:
        world.laid = {}


NOTES: dict[str, Note] = {
    "TableLaid": _laid_out,
    "CardDealt": lambda cards, event, number: cards.gain(event.seat, event.card, number),
    "CardDrawn": lambda cards, event, number: cards.gain(event.seat, event.card, number),
    "SlotFilled": lambda cards, event, number: cards.gain(cards.display, event.card, number),
    "CardTaken": _taken,
    "DisplayFlushed": _flushed,
    "Reshuffled": _reshuffled,
    "CardsPaid": _paid,
    "TunnelTried": _tried,
    "SurchargePaid": _added,
    "CardRevealed": _revealed,
    "TunnelDug": _dug,
    "TunnelDeclined": _declined,
}
"""What each event does to cards, by the name of its type: tunnels are a feature that not every map has."""
