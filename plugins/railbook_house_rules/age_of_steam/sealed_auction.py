"""A sealed auction of one round: for large tables, where bidding in turn for the player order takes too long."""

from __future__ import annotations

from collections.abc import Iterable

from railbook import Action, Ask, Layer, Part, Public, Ruleset, then
from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.notation import whole_number
from railbook.rules.screen import Row
from railbook_age_of_steam.api import (
    AGE_OF_STEAM,
    TURN_ORDER,
    Bid,
    BidMade,
    DropOut,
    Line,
    OrderSet,
    StayIn,
    dropped_out,
    expenses_of,
)

ASK, AWARD = "sealed-auction.sealed-bid", "sealed-auction.award"
BUILDS = 6
"""Dollars that bots keep back for building."""


class SealedBid(Action, frozen=True, tag="sealed-auction.bid"):
    """Bid so many dollars in secret; 0 is no bid."""

    bid: Public[int]


variant = Layer("sealed-auction", game=AGE_OF_STEAM, summary="all bid at once and in secret for the player order")
variant.drop_panel("aos.auction")
for _kind in (Bid, DropOut, StayIn):
    variant.drop_action(_kind)


@variant.replace_step("aos.ask-bid")
def one_round(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """All bid once, then the places are given."""
    yield then(ASK, AWARD)


@variant.step(ASK, simultaneous=True)
def ask_for_bids(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Whoever has money bids, unless nobody is left to bid against."""
    yield Ask(tuple(seat for seat in sorted(state.order) if state.players[seat].cash and len(state.order) > 1))


@variant.action(SealedBid, ASK)
def sealed_bid(rules: Ruleset, state: Line, seat: int, action: SealedBid, chance: Chance) -> Flow:
    """All bids are shown at once."""
    yield BidMade(seat, action.bid)


@variant.step(AWARD)
def award_places(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The higher bid has the better place, at the usual price (AOS-A8).

    Among equal bids who chose Turn Order in the turn before comes first, then the current order decides.
    """
    places = {seat: place for place, seat in enumerate(state.order)}

    def rank(seat: int) -> tuple[int, bool, int]:
        player = state.players[seat]
        return player.bid or 0, player.action == TURN_ORDER, -places[seat]

    for place, seat in zip(range(len(places), 0, -1), sorted(places, key=rank), strict=True):
        yield dropped_out(rules, state, seat, place, len(places))
    yield OrderSet(list(reversed(state.dropped)))


@variant.candidates(SealedBid)
def bids(rules: Ruleset, state: Line, seat: int) -> Iterable[SealedBid]:
    """From nothing to all the cash."""
    return map(SealedBid, range(state.players[seat].cash + 1))


@variant.validator(SealedBid, "sealed-auction.cash")
def bid_can_be_paid(rules: Ruleset, state: Line, seat: int, action: SealedBid) -> str | None:
    """A bid is 0 or more, and can be paid (as AOS-A3)."""
    cash = state.players[seat].cash
    return None if 0 <= action.bid <= cash else f"${action.bid} is no bid for seat {seat}: bid $0 to ${cash}"


@variant.hint(ASK, "sealed-auction.spare")
def bid_what_is_spare(rules: Ruleset, state: Line, seat: int) -> Iterable[SealedBid]:
    """Bots bid half of what neither expenses nor builds will need."""
    player = state.players[seat]
    yield SealedBid(max(0, player.cash + player.income - expenses_of(rules, state, player) - BUILDS) // 2)


@variant.words(SealedBid)
def say_bid(rules: Ruleset, action: SealedBid) -> str:
    """Say a bid, which only its seat knows so far."""
    return f"bid ${action.bid} in secret"


@variant.choice(SealedBid)
def list_bid(rules: Ruleset, state: Line, seat: int, action: SealedBid) -> Row:
    """A bid as a line of the list of choices."""
    return (Part(f"bid {action.bid}"), Part("  for a place by the current order" if not action.bid else "", "dim"))


def read_bid(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> SealedBid:
    """Read `bid 4`."""
    return SealedBid(whole_number(words, "how many dollars to bid, 0 for no bid"))


def write_bid(rules: Ruleset, state: Line, seat: int, action: SealedBid) -> str:
    """Write how many dollars."""
    return str(action.bid)


variant.notation(SealedBid, "bid", "DOLLARS", read=read_bid, write=write_bid)
