"""What happens in any game of Ticket to Ride, and how it changes the table."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from railbook.engine.state import places
from railbook.rules.types import Counted, Event, Hidden, Private, Public
from railbook_ticket_to_ride.cards import Cards
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Seat, Table
from railbook_ticket_to_ride.ticket_pile import Stratum, TicketPile


class TableLaid(Event, frozen=True, tag="ttr.table-laid"):
    """Pieces, cards and tickets are laid out: nothing is dealt yet."""

    seats: Public[int]
    trains: Public[int]
    slots: Public[int]
    cards: Public[dict[str, int]]
    tickets: Public[dict[str, list[str]]]


class CardDealt(Event, frozen=True, tag="ttr.card-dealt"):
    """A seat got a card of its first hand."""

    seat: Public[int]
    card: Private[str | None]


class CardDrawn(Event, frozen=True, tag="ttr.card-drawn"):
    """A seat drew the top card of the pile, unseen by the others."""

    seat: Public[int]
    card: Private[str | None]


class CardTaken(Event, frozen=True, tag="ttr.card-taken"):
    """A seat took a face-up card."""

    seat: Public[int]
    slot: Public[int]
    card: Public[str]


class PicksUsed(Event, frozen=True, tag="ttr.picks-used"):
    """So many picks of the turn are used now."""

    picks: Public[int]


class SlotFilled(Event, frozen=True, tag="ttr.slot-filled"):
    """A card came face up into an empty slot of the display."""

    slot: Public[int]
    card: Public[str]


class DisplayFlushed(Event, frozen=True, tag="ttr.display-flushed"):
    """All face-up cards went to the discard pile, because too many were locomotives."""

    cards: Public[list[str]]


class Reshuffled(Event, frozen=True, tag="ttr.reshuffled"):
    """The discard pile became the draw pile."""

    cards: Public[int]


class CardsPaid(Event, frozen=True, tag="ttr.cards-paid"):
    """A seat paid cards: they lie on the discard pile."""

    seat: Public[int]
    cards: Public[dict[str, int]]


class RouteClaimed(Event, frozen=True, tag="ttr.route-claimed"):
    """A seat's trains stand on a route, for good."""

    seat: Public[int]
    route: Public[str]
    trains: Public[int]


class PointsScored(Event, frozen=True, tag="ttr.points-scored"):
    """A seat scored points during play; `source` says for what."""

    seat: Public[int]
    points: Public[int]
    source: Public[str]


class TicketsOffered(Event, frozen=True, tag="ttr.tickets-offered"):
    """A seat got tickets from the top of a pile, to choose from."""

    seat: Public[int]
    pile: Public[str]
    tickets: Counted[list[str | None]]


class TicketsKept(Event, frozen=True, tag="ttr.tickets-kept"):
    """A seat chose from its offer; the number kept is public."""

    seat: Public[int]
    kept: Counted[list[str | None]]
    rejected: Counted[list[str | None]]


class TicketsReturned(Event, frozen=True, tag="ttr.tickets-returned"):
    """Rejects of these seats went under a pile."""

    seats: Public[list[int]]
    pile: Public[str]
    stratum: Public[Stratum]


class TicketsRemoved(Event, frozen=True, tag="ttr.tickets-removed"):
    """Tickets left the game unseen: the rejects of these seats."""

    seats: Public[list[int]]
    tickets: Hidden[list[str] | None]


class Passed(Event, frozen=True, tag="ttr.passed"):
    """A seat passed."""

    seat: Public[int]


class LastRoundBegun(Event, frozen=True, tag="ttr.last-round-begun"):
    """The last round was set off: so many turns are still to begin."""

    seat: Public[int]
    turns: Public[int]


class GameClosing(Event, frozen=True, tag="ttr.game-closing"):
    """The last turn is over; `reason` says why it was the last."""

    reason: Public[str]


class TurnBegun(Event, frozen=True, tag="ttr.turn-begun"):
    """It is a seat's turn."""

    seat: Public[int]
    round: Public[int]


@TICKET_TO_RIDE.event(TableLaid)
def evolve_table_laid(state: Table, event: TableLaid) -> None:
    """Everything lies in its pile."""
    state.seats = [Seat(event.trains) for _ in places(event.seats)]
    state.display = [None for _ in places(event.slots)]
    state.draw_pile = Cards(dict(event.cards))
    state.piles = {
        kind: TicketPile([Stratum(True, list(tickets), [])] if tickets else [])
        for kind, tickets in event.tickets.items()
    }


@TICKET_TO_RIDE.event(CardDealt)
def evolve_card_dealt(state: Table, event: CardDealt) -> None:
    """The card goes from the pile into the hand."""
    state.draw_pile.take(event.card)
    state.seats[event.seat].hand.add(event.card)


@TICKET_TO_RIDE.event(CardDrawn)
def evolve_card_drawn(state: Table, event: CardDrawn) -> None:
    """The card goes from the pile into the hand."""
    state.draw_pile.take(event.card)
    state.seats[event.seat].hand.add(event.card)
    state.passes = 0


@TICKET_TO_RIDE.event(CardTaken)
def evolve_card_taken(state: Table, event: CardTaken) -> None:
    """The card goes from its slot into the hand."""
    state.display[event.slot - 1] = None
    state.seats[event.seat].hand.add(event.card)
    state.passes = 0
    state.flushes = 0


@TICKET_TO_RIDE.event(PicksUsed)
def evolve_picks_used(state: Table, event: PicksUsed) -> None:
    """The picks are counted."""
    state.picks = event.picks


@TICKET_TO_RIDE.event(SlotFilled)
def evolve_slot_filled(state: Table, event: SlotFilled) -> None:
    """The card goes from the pile into the slot."""
    state.draw_pile.take(event.card)
    state.display[event.slot - 1] = event.card


@TICKET_TO_RIDE.event(DisplayFlushed)
def evolve_display_flushed(state: Table, event: DisplayFlushed) -> None:
    """The display is empty and the discard pile has its cards (TTR-M8)."""
    for card in event.cards:
        state.discard[card] = state.discard.get(card, 0) + 1
    state.display = [None] * len(state.display)
    state.flushes += 1


@TICKET_TO_RIDE.event(Reshuffled)
def evolve_reshuffled(state: Table, event: Reshuffled) -> None:
    """The discards are a bag from which cards come again."""
    for kind, count in state.discard.items():
        state.draw_pile.add(kind, count)
    state.discard = {}


@TICKET_TO_RIDE.event(CardsPaid)
def evolve_cards_paid(state: Table, event: CardsPaid) -> None:
    """The cards go from the hand to the discard pile (TTR-C9)."""
    hand = state.seats[event.seat].hand
    for kind, count in event.cards.items():
        hand.take(kind, count)
        state.discard[kind] = state.discard.get(kind, 0) + count
    state.flushes = 0


@TICKET_TO_RIDE.event(RouteClaimed)
def evolve_route_claimed(state: Table, event: RouteClaimed) -> None:
    """The route has an owner, who has fewer trains (TTR-C9)."""
    state.owners[event.route] = event.seat
    state.seats[event.seat].trains -= event.trains
    state.claimed = event.route
    state.passes = 0


@TICKET_TO_RIDE.event(PointsScored)
def evolve_points_scored(state: Table, event: PointsScored) -> None:
    """The points are added."""
    state.seats[event.seat].points += event.points


@TICKET_TO_RIDE.event(TicketsOffered)
def evolve_tickets_offered(state: Table, event: TicketsOffered) -> None:
    """The tickets go from the pile into the offer."""
    state.piles[event.pile].take(event.tickets, event.seat)
    state.seats[event.seat].offer += event.tickets
    state.passes = 0


@TICKET_TO_RIDE.event(TicketsKept)
def evolve_tickets_kept(state: Table, event: TicketsKept) -> None:
    """The offer is parted into tickets and rejects."""
    seat = state.seats[event.seat]
    seat.tickets += event.kept
    seat.rejects += event.rejected
    seat.offer = []


@TICKET_TO_RIDE.event(TicketsReturned)
def evolve_tickets_returned(state: Table, event: TicketsReturned) -> None:
    """The rejects lie under the pile."""
    for seat in event.seats:
        state.seats[seat].rejects = []
    state.piles[event.pile].put_under(event.stratum)


@TICKET_TO_RIDE.event(TicketsRemoved)
def evolve_tickets_removed(state: Table, event: TicketsRemoved) -> None:
    """The rejects are out of the game."""
    for seat in event.seats:
        state.seats[seat].rejects = []
    state.removed = [*(state.removed or []), *(event.tickets or [])]


@TICKET_TO_RIDE.event(Passed)
def evolve_passed(state: Table, event: Passed) -> None:
    """One pass more in a row."""
    state.passes += 1


@TICKET_TO_RIDE.event(LastRoundBegun)
def evolve_last_round_begun(state: Table, event: LastRoundBegun) -> None:
    """Turns are counted down from here."""
    state.turns_left = event.turns


@TICKET_TO_RIDE.event(GameClosing)
def evolve_game_closing(state: Table, event: GameClosing) -> None:
    """The reason is kept for the end."""
    state.closing = event.reason


@TICKET_TO_RIDE.event(TurnBegun)
def evolve_turn_begun(state: Table, event: TurnBegun) -> None:
    """The turn begins with nothing done."""
    state.turn = event.seat
    state.round = event.round
    state.picks = 0
    state.claimed = ""
    if state.turns_left is not None:
        state.turns_left -= 1
