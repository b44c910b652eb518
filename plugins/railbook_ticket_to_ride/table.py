"""The state of a game of Ticket to Ride: the table and what lies before each seat."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

import msgspec

from railbook.engine.state import State
from railbook.rules.types import BySeat, Counted, Hidden, Public
from railbook_ticket_to_ride.cards import Cards
from railbook_ticket_to_ride.ticket_pile import TicketPile


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What lies before one seat (TTR-G6, TTR-G7, TTR-G8)."""

    trains: Public[int]
    """Plastic trains left."""
    points: Public[int] = 0
    """Points scored during play; they may become negative only at the end."""
    hand: Counted[Cards] = msgspec.field(default_factory=Cards)
    tickets: Counted[list[str | None]] = msgspec.field(default_factory=list)
    """Tickets kept, in the order in which they were."""
    offer: Counted[list[str | None]] = msgspec.field(default_factory=list)
    """Tickets to choose from."""
    rejects: Counted[list[str | None]] = msgspec.field(default_factory=list)
    """Tickets rejected that have not gone back yet."""


class Table(State, kw_only=True):
    """Everything on the table; what follows from the map is on the board, not here."""

    seats: BySeat[list[Seat]] = msgspec.field(default_factory=list)
    draw_pile: Hidden[Cards] = msgspec.field(default_factory=Cards)
    """A bag: which card is on top is decided when it leaves."""
    discard: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    display: Public[list[str | None]] = msgspec.field(default_factory=list)
    """The face-up cards by slot; slot 1 is at index 0, an empty slot is `None`."""
    piles: Public[dict[str, TicketPile]] = msgspec.field(default_factory=dict)
    """Ticket piles by kind of ticket."""
    removed: Hidden[list[str] | None] = msgspec.field(default_factory=list)
    """Tickets out of the game."""
    owners: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    """Seat by id of the route that it claimed."""
    turn: Public[int] = 0
    """The seat whose turn it is."""
    round: Public[int] = 0
    """Rounds of turns begun; 0 is the set-up."""
    picks: Public[int] = 0
    """Picks of train cards used in this turn."""
    flushes: Public[int] = 0
    """Flushes of the display in a row: since a card was last taken from it or paid."""
    claimed: Public[str] = ""
    """The route claimed in this turn."""
    passes: Public[int] = 0
    """Passes in a row."""
    turns_left: Public[int | None] = None
    """Turns still to begin in the last round; `None` before it."""
    closing: Public[str] = ""
    """Why the game is about to end, once its last turn is over."""

    @property
    def face_up(self) -> list[str]:
        """The cards of the display, without empty slots."""
        return [card for card in self.display if card is not None]

    @property
    def discarded(self) -> int:
        """How many cards lie on the discard pile."""
        return sum(self.discard.values())
