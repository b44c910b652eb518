"""The table of Pebbles, the game of the tests: its state, its events, and the evolvers that alone write the state."""

from __future__ import annotations

import msgspec

from railbook import BySeat, Counted, Event, Hidden, Layer, Private, Public
from railbook.engine.state import State, places


class Pile(msgspec.Struct, forbid_unknown_fields=True):
    """Pebbles by kind, and how many more of which nobody said the kind. In the bag those may be fewer than none."""

    kinds: Public[dict[str, int]] = {}
    unknown: Public[int] = 0

    @property
    def size(self) -> int:
        """How many pebbles there are."""
        return sum(self.kinds.values()) + self.unknown

    def put(self, kind: str | None) -> None:
        """Put a pebble here."""
        if kind is None:
            self.unknown += 1
        else:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def take(self, kind: str | None, count: int = 1) -> None:
        """Take pebbles away; those that are not known to be here come from the unknown ones."""
        here = min(count, self.kinds.get(kind, 0)) if kind is not None else 0
        self.unknown -= count - here
        if kind is not None and here:
            self.kinds[kind] -= here
            if not self.kinds[kind]:
                del self.kinds[kind]

    def hidden(self) -> Pile:
        """The same number of pebbles, all unknown."""
        return Pile({}, self.size)


class Spot(msgspec.Struct, forbid_unknown_fields=True):
    """What lies before one seat."""

    hand: Counted[Pile] = msgspec.field(default_factory=Pile)
    rows: Public[dict[str, int]] = {}
    points: Public[int] = 0
    bet: Private[str | None] = None

    @property
    def longest(self) -> int:
        """How many pebbles the longest row has."""
        return max(self.rows.values(), default=0)


class Beach(State, kw_only=True):
    """Everything on the beach."""

    seats: BySeat[list[Spot]] = msgspec.field(default_factory=list)
    bag: Hidden[Pile] = msgspec.field(default_factory=Pile)
    tide: Public[list[str]] = msgspec.field(default_factory=list)
    """The kinds, in the order in which the tide brings them."""
    lost: Public[int] = 0
    """Pebbles in the sea."""
    passes: Public[int] = 0
    """Passes in a row."""
    turn: Public[int] = 0
    round: Public[int] = 0


PEBBLES: Layer[Beach] = Layer("pebbles", table=Beach, summary="the rules of Pebbles")


class LaidOut(Event, frozen=True, tag="peb.laid-out"):
    """The bag was filled."""

    seats: Public[int]
    pebbles: Public[dict[str, int]]
    tide: Public[list[str]]


class TideTurned(Event, frozen=True, tag="peb.tide-turned"):
    """The tide brings the kinds in another order."""

    tide: Public[list[str]]


class Drawn(Event, frozen=True, tag="peb.drawn"):
    """A seat drew a pebble."""

    seat: Public[int]
    kind: Private[str | None]


class BetPlaced(Event, frozen=True, tag="peb.bet-placed"):
    """A bet lies face down."""

    seat: Public[int]
    kind: Private[str | None]


class BetsShown(Event, frozen=True, tag="peb.bets-shown"):
    """The bets were turned up, by seat."""

    bets: Public[list[str]]


class TurnBegun(Event, frozen=True, tag="peb.turn-begun"):
    """A seat's turn began."""

    seat: Public[int]
    round: Public[int]


class Laid(Event, frozen=True, tag="peb.laid"):
    """Pebbles were laid."""

    seat: Public[int]
    kind: Public[str]
    count: Public[int]
    points: Public[int]


class RowFilled(Event, frozen=True, tag="peb.row-filled"):
    """A row was full for the first time."""

    seat: Public[int]
    kind: Public[str]
    points: Public[int]


class Thrown(Event, frozen=True, tag="peb.thrown"):
    """A pebble was thrown into the sea."""

    seat: Public[int]
    kind: Public[str]
    dice: Public[list[int]]
    points: Public[int]


class Passed(Event, frozen=True, tag="peb.passed"):
    """A seat passed."""

    seat: Public[int]


@PEBBLES.event(LaidOut)
def evolve_laid_out(state: Beach, event: LaidOut) -> None:
    """The bag is full, the spots are empty."""
    state.seats = [Spot() for _ in places(event.seats)]
    state.bag = Pile(dict(event.pebbles))
    state.tide = list(event.tide)


@PEBBLES.event(TideTurned)
def evolve_tide_turned(state: Beach, event: TideTurned) -> None:
    """The order is written down."""
    state.tide = list(event.tide)


@PEBBLES.event(Drawn)
def evolve_drawn(state: Beach, event: Drawn) -> None:
    """A pebble goes from the bag to the hand."""
    state.bag.take(event.kind)
    state.seats[event.seat].hand.put(event.kind)
    state.passes = 0


@PEBBLES.event(BetPlaced)
def evolve_bet_placed(state: Beach, event: BetPlaced) -> None:
    """The bet is kept."""
    state.seats[event.seat].bet = event.kind


@PEBBLES.event(BetsShown)
def evolve_bets_shown(state: Beach, event: BetsShown) -> None:
    """Bets that nobody had told are known now."""
    for spot, kind in zip(state.seats, event.bets, strict=True):
        spot.bet = kind


@PEBBLES.event(TurnBegun)
def evolve_turn_begun(state: Beach, event: TurnBegun) -> None:
    """It is this seat's turn."""
    state.turn, state.round = event.seat, event.round


@PEBBLES.event(Laid)
def evolve_laid(state: Beach, event: Laid) -> None:
    """Pebbles go from the hand to the row."""
    spot = state.seats[event.seat]
    spot.hand.take(event.kind, event.count)
    spot.rows[event.kind] = spot.rows.get(event.kind, 0) + event.count
    spot.points += event.points
    state.passes = 0


@PEBBLES.event(RowFilled)
def evolve_row_filled(state: Beach, event: RowFilled) -> None:
    """The points are written down."""
    state.seats[event.seat].points += event.points


@PEBBLES.event(Thrown)
def evolve_thrown(state: Beach, event: Thrown) -> None:
    """The pebble leaves the hand for good."""
    state.seats[event.seat].hand.take(event.kind)
    state.seats[event.seat].points += event.points
    state.lost += 1
    state.passes = 0


@PEBBLES.event(Passed)
def evolve_passed(state: Beach, event: Passed) -> None:
    """One more pass in a row."""
    state.passes += 1
