"""Phase 2, the auction for player order (AOS-A)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.engine.play import can_answer
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Scope, then
from railbook_age_of_steam.events import BidMade, BidStands, DroppedOut, OrderSet, PhaseBegun, StayedIn
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, asking, in_game
from railbook_age_of_steam.state import Line

ASK = "aos.ask-bid"
ASK_NEXT = then(ASK)
TURN_ORDER = "turn_order"


class Bid(Action, frozen=True, tag="aos.bid"):
    """Bid so many dollars."""

    bid: Public[int]


class DropOut(Action, frozen=True, tag="aos.drop-out"):
    """Leave the auction."""


class StayIn(Action, frozen=True, tag="aos.stay-in"):
    """Use the privilege of last turn's Turn Order: stay in without a bid."""


def highest(state: Line) -> int:
    """Give the highest bid of those still in, 0 if there is none."""
    players, most = state.players, 0
    for seat in state.queue:
        bid = players[seat].bid
        if bid is not None and bid > most:
            most = bid
    return most


@AGE_OF_STEAM.query("aos.auction-price")
def price_of_place(rules: Ruleset, state: Line, place: int, places: int, bid: int) -> int:
    """What a place costs: the last nothing, the first two the whole bid, the others half of it, rounded up (AOS-A8)."""
    if place == places:
        return 0
    return bid if place in (1, 2) else (bid + 1) // 2


@AGE_OF_STEAM.step("aos.auction")
def auction_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Players speak in current order, again and again, until one is left (AOS-A1)."""
    return (Scope(f"turn {state.turn} auction"), PhaseBegun(state.turn, "auction", in_game(state)), ASK_NEXT)


@AGE_OF_STEAM.step(ASK)
def ask_for_bid(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The next one speaks: not the highest bidder (A5), and not who can do nothing but drop out (A6)."""
    queue, places = state.queue, len(state.order)
    if len(queue) > 1:
        seat = queue[0]
        bid = state.players[seat].bid
        if bid is not None and bid == highest(state):
            return (BidStands(seat), ASK_NEXT)
        if can_answer(rules, state, ASK, seat, only=Bid) or can_answer(rules, state, ASK, seat, only=StayIn):
            return asking(seat)
        return (dropped_out(rules, state, seat, len(queue), places), ASK_NEXT)
    order = OrderSet([*queue, *reversed(state.dropped)])
    return (dropped_out(rules, state, queue[0], 1, places), order) if queue else (order,)


def dropped_out(rules: Ruleset, state: Line, seat: int, place: int, places: int) -> DroppedOut:
    """Give the event of a seat that takes a place of so many, and pays for it from its last bid (AOS-A7, AOS-A8)."""
    return DroppedOut(seat, place, price_of_place(rules, state, place, places, state.players[seat].bid or 0))


def may_stay_in(rules: Ruleset, state: Line, seat: int) -> str | None:
    """Tell why a player may not stay in without a bid, or `None` if it may (AOS-A4)."""
    player = state.players[seat]
    if player.action != TURN_ORDER:
        return "only who chose Turn Order in the turn before may stay in: bid or drop out"
    if player.stayed_in:
        return "the privilege was used in this auction already: bid or drop out"
    if len(state.queue) <= 2 and rules.options(Rules).turn_order_pass_last_two == "forbidden":  # noqa: PLR2004 - last two
        return "with two players left nobody stays in without a bid: bid or drop out"
    return None


@AGE_OF_STEAM.action(Bid, ASK)
def bid(rules: Ruleset, state: Line, seat: int, action: Bid, chance: Chance) -> Flow:
    """A new bid replaces the old one (AOS-A3)."""
    return (BidMade(seat, action.bid), ASK_NEXT)


@AGE_OF_STEAM.action(DropOut, ASK)
def drop_out(rules: Ruleset, state: Line, seat: int, action: DropOut, chance: Chance) -> Flow:
    """The last place left is taken, and paid at once (AOS-A7, AOS-A8)."""
    return (dropped_out(rules, state, seat, len(state.queue), len(state.order)), ASK_NEXT)


@AGE_OF_STEAM.action(StayIn, ASK)
def stay_in(rules: Ruleset, state: Line, seat: int, action: StayIn, chance: Chance) -> Flow:
    """The player is in without a bid, or with the old one (AOS-A4)."""
    return (StayedIn(seat), ASK_NEXT)


@AGE_OF_STEAM.candidates(Bid)
def bids(rules: Ruleset, state: Line, seat: int) -> Iterator[Bid]:
    """From one above the highest to all the cash."""
    for amount in range(highest(state) + 1, state.players[seat].cash + 1):
        yield Bid(amount)


@AGE_OF_STEAM.candidates(DropOut)
def ways_out(rules: Ruleset, state: Line, seat: int) -> list[DropOut]:
    """There is one way out."""
    return [DropOut()]


@AGE_OF_STEAM.candidates(StayIn)
def ways_in(rules: Ruleset, state: Line, seat: int) -> list[StayIn]:
    """There is one way to stay in."""
    return [StayIn()]


@AGE_OF_STEAM.validator(Bid, "aos.bid-too-low", "AOS-A3")
def bid_is_the_highest(rules: Ruleset, state: Line, seat: int, action: Bid) -> str | None:
    """A bid is at least $1 and higher than every other of those still in."""
    top = highest(state)
    return None if action.bid > top else f"${action.bid} is not above the highest bid: bid ${top + 1} or more"


@AGE_OF_STEAM.validator(Bid, "aos.bid-too-high", "AOS-A3")
def bid_can_be_paid(rules: Ruleset, state: Line, seat: int, action: Bid) -> str | None:
    """Nobody bids more than the cash at hand (AOS-Q3)."""
    cash = state.players[seat].cash
    return None if action.bid <= cash else f"${action.bid} cannot be paid: seat {seat} has ${cash}"


@AGE_OF_STEAM.validator(StayIn, "aos.stay-in", "AOS-A4")
def has_the_privilege(rules: Ruleset, state: Line, seat: int, action: StayIn) -> str | None:
    """Who chose Turn Order in the turn before stays in once without a bid."""
    return may_stay_in(rules, state, seat)
