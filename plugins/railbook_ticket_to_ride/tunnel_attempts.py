"""What happens in tunnel attempts: the layer with its options, its slice of state, actions, events and their words."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railbook.rules.layer import Layer
from railbook.rules.options import Options
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part
from railbook.rules.types import Action, Event, Public
from railbook_ticket_to_ride.actions import Paying
from railbook_ticket_to_ride.cards import in_words
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table


class TunnelOptions(Options, frozen=True):
    """Tunnel attempts."""

    reveal: Annotated[int, Meta(ge=0, le=10, description="cards revealed in an attempt (TTR-U2)")] = 3
    withdraw_without_surcharge: Annotated[
        bool, Meta(description="Q13: whether a seat may withdraw although no card matches")
    ] = False
    locomotive_only_surcharge: Annotated[
        Literal["locomotives", "route_colour", "announced_colour"],
        Meta(description="Q14: what pays behind locomotives only; the colour announced would match too"),
    ] = "locomotives"


class Attempt(msgspec.Struct, forbid_unknown_fields=True):
    """A tunnel attempt that is going on; `route` is empty when there is none (TTR-U1: laid cards are in no pile)."""

    route: Public[str] = ""
    laid: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    colour: Public[str] = ""
    revealed: Public[list[str]] = msgspec.field(default_factory=list)
    surcharge: Public[int] = 0


class PaySurcharge(Paying, frozen=True, tag="ttr.pay-surcharge"):
    """Pay the whole surcharge and claim the tunnel."""


class DeclineTunnel(Action, frozen=True, tag="ttr.decline-tunnel"):
    """Do without the tunnel: the laid cards come back."""


class TunnelTried(Event, frozen=True, tag="ttr.tunnel-tried"):
    """A seat laid cards for a tunnel: they are seen by all, and in no pile."""

    seat: Public[int]
    route: Public[str]
    cards: Public[dict[str, int]]
    colour: Public[str]


class CardRevealed(Event, frozen=True, tag="ttr.card-revealed"):
    """A card was revealed from the draw pile for a tunnel attempt."""

    card: Public[str]


class SurchargeDue(Event, frozen=True, tag="ttr.surcharge-due"):
    """So many revealed cards match: so many more cards are due."""

    cards: Public[int]


class SurchargePaid(Event, frozen=True, tag="ttr.surcharge-paid"):
    """The surcharge lies with the laid cards."""

    seat: Public[int]
    cards: Public[dict[str, int]]


class TunnelDug(Event, frozen=True, tag="ttr.tunnel-dug"):
    """An attempt succeeded: laid and revealed cards are discarded."""

    seat: Public[int]


class TunnelDeclined(Event, frozen=True, tag="ttr.tunnel-declined"):
    """An attempt failed: the laid cards are back in the hand, the revealed ones discarded."""

    seat: Public[int]


TUNNELS: Layer[Table] = Layer(
    "tunnels", game=TICKET_TO_RIDE, state=Attempt, summary="routes whose price is known only when cards are revealed"
)
TUNNELS.options("tunnel", TunnelOptions)


@TUNNELS.event(TunnelTried)
def evolve_tried(state: Table, event: TunnelTried) -> None:
    """The cards lie on the table."""
    attempt = state.slice(Attempt)
    attempt.route, attempt.laid, attempt.colour = event.route, dict(event.cards), event.colour
    for kind, count in event.cards.items():
        state.seats[event.seat].hand.take(kind, count)
    state.passes = 0
    state.flushes = 0


@TUNNELS.event(CardRevealed)
def evolve_revealed(state: Table, event: CardRevealed) -> None:
    """The card lies beside the tunnel."""
    state.draw_pile.take(event.card)
    state.slice(Attempt).revealed.append(event.card)


@TUNNELS.event(SurchargeDue)
def evolve_due(state: Table, event: SurchargeDue) -> None:
    """The surcharge is known."""
    state.slice(Attempt).surcharge = event.cards


@TUNNELS.event(SurchargePaid)
def evolve_paid(state: Table, event: SurchargePaid) -> None:
    """The cards go to those laid."""
    laid = state.slice(Attempt).laid
    for kind, count in event.cards.items():
        state.seats[event.seat].hand.take(kind, count)
        laid[kind] = laid.get(kind, 0) + count


@TUNNELS.event(TunnelDug)
def evolve_dug(state: Table, event: TunnelDug) -> None:
    """Everything laid and revealed is discarded (TTR-U7)."""
    attempt = state.slice(Attempt)
    for kind, count in attempt.laid.items():
        state.discard[kind] = state.discard.get(kind, 0) + count
    _clear(state)


@TUNNELS.event(TunnelDeclined)
def evolve_declined(state: Table, event: TunnelDeclined) -> None:
    """The laid cards return to the hand, the revealed ones are discarded (TTR-U6, TTR-U7)."""
    for kind, count in state.slice(Attempt).laid.items():
        state.seats[event.seat].hand.add(kind, count)
    _clear(state)


def _clear(state: Table) -> None:
    for card in state.slice(Attempt).revealed:
        state.discard[card] = state.discard.get(card, 0) + 1
    state.slices[Attempt.__name__] = Attempt()


@TUNNELS.words(PaySurcharge)
def say_pay(rules: Ruleset, action: PaySurcharge) -> str:
    """Say a surcharge that is paid, or (Q13) that there is none and the tunnel is dug."""
    return f"pay the surcharge: {in_words(action.payment.cards)}" if action.payment.size else "dig the tunnel"


@TUNNELS.words(DeclineTunnel)
def say_decline(rules: Ruleset, action: DeclineTunnel) -> str:
    """Say a tunnel that is given up."""
    return "give the tunnel up"


@TUNNELS.words(TunnelTried)
def say_tried(rules: Ruleset, event: TunnelTried) -> str:
    """Say an attempt."""
    return f"seat {event.seat} lays {in_words(event.cards)} for the tunnel {event.route}"


@TUNNELS.words(CardRevealed)
def say_revealed(rules: Ruleset, event: CardRevealed) -> str:
    """Say a revealed card."""
    return f"{event.card} is revealed"


@TUNNELS.words(SurchargeDue)
def say_due(rules: Ruleset, event: SurchargeDue) -> str:
    """Say the surcharge."""
    return f"{event.cards} more card{'s are' if event.cards > 1 else ' is'} due"


@TUNNELS.words(SurchargePaid)
def say_paid(rules: Ruleset, event: SurchargePaid) -> str:
    """Say what was paid."""
    return f"seat {event.seat} adds {in_words(event.cards)}"


@TUNNELS.words(TunnelDug)
def say_dug(rules: Ruleset, event: TunnelDug) -> str:
    """Say success."""
    return f"seat {event.seat} digs the tunnel"


@TUNNELS.words(TunnelDeclined)
def say_declined(rules: Ruleset, event: TunnelDeclined) -> str:
    """Say failure."""
    return f"seat {event.seat} takes its cards back: the tunnel stays open"


@TUNNELS.panel("ttr.tunnel")
def attempt_going_on(rules: Ruleset, state: Table, seat: int | None) -> Panel | None:
    """The attempt that waits for an answer: what was laid and revealed, and how many more cards are due."""
    attempt = state.slice(Attempt)
    if not attempt.route:
        return None
    rows = (
        (Part(f"seat {state.turn} has laid {in_words(attempt.laid)}"),),
        (Part(f"revealed: {', '.join(attempt.revealed) or 'no cards'}"),),
        (Part(f"more cards due: {attempt.surcharge}"),),
    )
    return Panel(f"tunnel {attempt.route}", rows)
