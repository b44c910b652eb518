"""What a seat may choose in any game of Ticket to Ride."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from railbook.rules.types import Action, Counted, Public
from railbook_ticket_to_ride.cards import Payment


class DrawCard(Action, frozen=True, tag="ttr.draw-card"):
    """Pick a train card: the face-up one in a slot, from 1, or, with no slot, the top card of the draw pile.

    Slot 0 is a face-up card of which a partial record does not tell the slot.
    """

    slot: Public[int | None]


class StopDrawing(Action, frozen=True, tag="ttr.stop-drawing"):
    """Do without the picks that are left (option `draw.second_pick`)."""


class Paying(Action, frozen=True):
    """An action that is paid with train cards: the payment rules hold for all of these."""

    payment: Public[Payment]


class ClaimRoute(Paying, frozen=True, tag="ttr.claim-route"):
    """Claim a route and pay for it."""

    route: Public[str]


class DrawTickets(Action, frozen=True, tag="ttr.draw-tickets"):
    """Have tickets offered."""


class KeepTickets(Action, frozen=True, tag="ttr.keep-tickets"):
    """Choose from an offer: `keep` in the order of the offer, the rest goes back in the order of `put_back`."""

    keep: Counted[list[str | None]]
    put_back: Counted[list[str | None]]


class Pass(Action, frozen=True, tag="ttr.pass"):
    """Do nothing, because nothing is legal."""
