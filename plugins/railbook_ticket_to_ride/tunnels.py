"""Tunnels, a map feature: an attempt, three revealed cards, and a surcharge to pay or decline (chapter 8, TTR-U)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railbook.chance import Chance
from railbook.rules.layer import Flow, Layer
from railbook.rules.options import Options
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Event, Public, Visible, then
from railbook_ticket_to_ride.actions import ClaimRoute, Paying
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cost, Payment, in_words
from railbook_ticket_to_ride.claiming import CLAIM, route_cost
from railbook_ticket_to_ride.events import RouteClaimed
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.invariants import cards_elsewhere
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.market import turn_card
from railbook_ticket_to_ride.payment import cost_of, payments
from railbook_ticket_to_ride.table import Table

SURCHARGE = "ttr.tunnel-surcharge"
"""The step that asks whether the surcharge is paid."""

REVEALED = "ttr.revealed"


class TunnelOptions(Options, frozen=True):
    """Tunnel attempts."""

    reveal: Annotated[int, Meta(ge=0, le=10, description="cards revealed in an attempt (TTR-U2)")] = 3
    withdraw_without_surcharge: Annotated[
        bool, Meta(description="Q13: whether a seat may withdraw although no card matches")
    ] = False
    locomotive_only_surcharge: Annotated[
        Literal["locomotives", "route_colour", "announced_colour"],
        Meta(description="Q14: what matches and pays after an attempt with locomotives only"),
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
TUNNELS.outcome(REVEALED, Visible.PUBLIC)
TUNNELS.sequence("ttr.tunnel", "ttr.reveal", SURCHARGE)
TUNNELS.sequence("ttr.tunnel-claim", "ttr.dig")


@TUNNELS.event(TunnelTried)
def evolve_tried(state: Table, event: TunnelTried) -> None:
    """The cards lie on the table."""
    attempt = state.slice(Attempt)
    attempt.route, attempt.laid, attempt.colour = event.route, dict(event.cards), event.colour
    for kind, count in event.cards.items():
        state.seats[event.seat].hand.take(kind, count)
    state.passes = 0


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


@TUNNELS.wrap_effect(ClaimRoute)
def try_tunnel(
    inner: Callable[..., Flow], rules: Ruleset, state: Table, seat: int, action: ClaimRoute, chance: Chance
) -> Flow:
    """Claiming a tunnel is an attempt: the payment is laid down, and cards are revealed (TTR-U1, TTR-U2)."""
    if not board_of(rules).routes[action.route].tunnel:
        yield from inner(rules, state, seat, action, chance)
        return
    yield TunnelTried(seat, action.route, dict(action.payment.cards), action.payment.colour)
    yield then(*rules.sequences["ttr.tunnel"])


@TUNNELS.step("ttr.reveal")
def reveal(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Three cards are revealed, or as many as there are; each that matches costs one card more (TTR-U2, TTR-U3)."""
    for _ in range(rules.options(TunnelOptions).reveal):
        there_was_one = yield from turn_card(rules, state, chance, REVEALED, None, CardRevealed)
        if not there_was_one:
            break
    attempt = state.slice(Attempt)
    due = sum(matches(rules, state, card) for card in attempt.revealed)
    if due:
        yield SurchargeDue(due)


@TUNNELS.query("ttr.tunnel-match")
def matches(rules: Ruleset, state: Table, card: str) -> bool:
    """Tell whether a revealed card costs one more: a locomotive, or the colour of the cards laid (TTR-U3, Q14)."""
    return card == LOCOMOTIVE or card == state.slice(Attempt).colour


@TUNNELS.step(SURCHARGE)
def ask_for_surcharge(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """With no match the tunnel is claimed (TTR-U5, Q13); else the seat is asked, for nobody sees its hand (TTR-U6)."""
    if state.slice(Attempt).surcharge or rules.options(TunnelOptions).withdraw_without_surcharge:
        yield Ask((state.turn,))
    else:
        yield then(*rules.sequences["ttr.tunnel-claim"])


@TUNNELS.step("ttr.dig")
def dig(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The cards are discarded and the tunnel claimed: trains and points by its printed length (TTR-U7, TTR-U8)."""
    route = state.slice(Attempt).route
    yield TunnelDug(state.turn)
    yield RouteClaimed(state.turn, route, board_of(rules).routes[route].length)
    yield then(*rules.sequences[CLAIM])


@TUNNELS.wrap(cost_of)
def cost_of_surcharge(
    inner: Callable[[Ruleset, Table, int, Paying], Cost], rules: Ruleset, state: Table, seat: int, action: Paying
) -> Cost:
    """The surcharge is paid as any other price."""
    return surcharge(rules, state) if isinstance(action, PaySurcharge) else inner(rules, state, seat, action)


@TUNNELS.wrap(route_cost)
def cost_of_attempt(inner: Callable[[Ruleset, BoardRoute], Cost], rules: Ruleset, route: BoardRoute) -> Cost:
    """An attempt with locomotives only may announce a colour, where that decides what matches (Q14)."""
    cost = inner(rules, route)
    free = rules.options(TunnelOptions).locomotive_only_surcharge == "announced_colour"
    return msgspec.structs.replace(cost, announces=True) if free and route.tunnel else cost


def surcharge(rules: Ruleset, state: Table) -> Cost:
    """What the surcharge costs: cards of the colour laid or locomotives (TTR-U4, Q14)."""
    attempt = state.slice(Attempt)
    colour = attempt.colour
    if colour == LOCOMOTIVE and rules.options(TunnelOptions).locomotive_only_surcharge == "route_colour":
        printed = board_of(rules).routes[attempt.route].colour
        colour = printed if printed != GREY else LOCOMOTIVE
    return Cost(attempt.surcharge, colour)


@TUNNELS.action(PaySurcharge, SURCHARGE)
def pay_surcharge(rules: Ruleset, state: Table, seat: int, action: PaySurcharge, chance: Chance) -> Flow:
    """The surcharge is laid down too, and the tunnel claimed (TTR-U6)."""
    yield SurchargePaid(seat, dict(action.payment.cards))
    yield then(*rules.sequences["ttr.tunnel-claim"])


@TUNNELS.candidates(PaySurcharge)
def surcharge_payments(rules: Ruleset, state: Table, seat: int) -> Iterator[PaySurcharge]:
    """Every payment from the hand."""
    cost = surcharge(rules, state)
    if not cost.cards:
        yield PaySurcharge(Payment({}, LOCOMOTIVE))
        return
    for payment in payments(rules, state.seats[seat].hand, cost):
        yield PaySurcharge(payment)


@TUNNELS.action(DeclineTunnel, SURCHARGE)
def decline(rules: Ruleset, state: Table, seat: int, action: DeclineTunnel, chance: Chance) -> Flow:
    """Nothing is claimed and the turn is over; the tunnel stays open for everybody (TTR-U6, TTR-U9)."""
    yield TunnelDeclined(seat)


@TUNNELS.candidates(DeclineTunnel)
def ways_to_decline(rules: Ruleset, state: Table, seat: int) -> list[DeclineTunnel]:
    """There is one way to decline."""
    return [DeclineTunnel()]


@TUNNELS.wrap(cards_elsewhere)
def cards_of_the_attempt(inner: Callable[[Ruleset, Table], list[str]], rules: Ruleset, state: Table) -> list[str]:
    """Laid and revealed cards are in no pile (TTR-G6)."""
    attempt = state.slice(Attempt)
    laid = [kind for kind, count in attempt.laid.items() for _ in range(count)]
    return [*inner(rules, state), *laid, *attempt.revealed]


@TUNNELS.words(PaySurcharge)
def say_pay(rules: Ruleset, action: PaySurcharge) -> str:
    """Say a surcharge that is paid."""
    return f"pay the surcharge: {in_words(action.payment.cards)}"


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
