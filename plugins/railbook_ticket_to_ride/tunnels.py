"""Tunnels, a map feature: an attempt, three revealed cards, and a surcharge to pay or decline (chapter 8, TTR-U)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask, Visible, then
from railbook_ticket_to_ride.actions import ClaimRoute, Paying
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import UNSEEN, Cost
from railbook_ticket_to_ride.claiming import CLAIM, route_cost
from railbook_ticket_to_ride.events import RouteClaimed
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.invariants import cards_elsewhere
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.market import turn_card
from railbook_ticket_to_ride.payment import cost_of, payments
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tunnel_attempts import (
    TUNNELS,
    Attempt,
    CardRevealed,
    DeclineTunnel,
    PaySurcharge,
    SurchargeDue,
    SurchargePaid,
    TunnelDeclined,
    TunnelDug,
    TunnelOptions,
    TunnelTried,
)

__all__ = ["SURCHARGE", "TUNNELS"]

SURCHARGE = "ttr.tunnel-surcharge"
"""The step that asks whether the surcharge is paid."""

REVEALED = "ttr.revealed"

TUNNELS.outcome(REVEALED, Visible.PUBLIC)

SURCHARGE_SEEN = "ttr.surcharge-seen"
"""In a partial record that does not tell the revealed cards: how many of them matched."""
TUNNELS.outcome(SURCHARGE_SEEN, Visible.PUBLIC)
TUNNELS.sequence("ttr.tunnel", "ttr.reveal", SURCHARGE)
TUNNELS.sequence("ttr.tunnel-claim", "ttr.dig")


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
        there_was_one = yield from turn_card(
            rules, state, chance, REVEALED, None, lambda card: CardRevealed(card or UNSEEN)
        )
        if not there_was_one:
            break
    attempt = state.slice(Attempt)
    due = sum(matches(rules, state, card) for card in attempt.revealed)
    unseen = attempt.revealed.count(UNSEEN)
    if unseen:  # a partial record tells only how many cards more were due
        due += int(chance.draw(SURCHARGE_SEEN, {str(cards): 1 for cards in range(unseen + 1)}))
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
    """The surcharge is laid down too, and the tunnel claimed (TTR-U6); there may be none to pay (Q13)."""
    if action.payment.size:
        yield SurchargePaid(seat, dict(action.payment.cards))
    yield then(*rules.sequences["ttr.tunnel-claim"])


@TUNNELS.candidates(PaySurcharge)
def surcharge_payments(rules: Ruleset, state: Table, seat: int) -> Iterator[PaySurcharge]:
    """Every payment from the hand."""
    for payment in payments(rules, state.seats[seat].hand, surcharge(rules, state)):
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
