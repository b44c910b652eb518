"""What happens in Age of Steam. No event needs a rule to be understood."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from railbook.rules.types import Event, Public
from railbook_age_of_steam.state import Note


class TableLaid(Event, frozen=True, tag="aos.table-laid"):
    """Money, shares, incomes and locomotives by seat, and the bag, are given out (AOS-U1, AOS-U4)."""

    cash: Public[list[int]]
    shares: Public[list[int]]
    income: Public[list[int]]
    locomotives: Public[list[int]]
    turns: Public[int]
    bag: Public[dict[str, int]]
    cities: Public[list[str]]
    columns: Public[dict[str, int]]


class BoxFilled(Event, frozen=True, tag="aos.box-filled"):
    """A cube came from the bag into a box of the chart; `box` counts from 1 at the top."""

    column: Public[str]
    box: Public[int]
    cube: Public[str]


class CityFilled(Event, frozen=True, tag="aos.city-filled"):
    """A cube came from the bag onto a city."""

    city: Public[str]
    cube: Public[str]


class OrderSet(Event, frozen=True, tag="aos.order-set"):
    """The current order is this one, first seat first."""

    order: Public[list[int]]


class PhaseBegun(Event, frozen=True, tag="aos.phase-begun"):
    """A phase of a turn begins, and these seats act in it, in this order."""

    turn: Public[int]
    phase: Public[str]
    queue: Public[list[int]]


class SharesIssued(Event, frozen=True, tag="aos.shares-issued"):
    """A player issued shares and got their price."""

    seat: Public[int]
    shares: Public[int]
    cash: Public[int]


class BidMade(Event, frozen=True, tag="aos.bid-made"):
    """A player bid."""

    seat: Public[int]
    bid: Public[int]


class BidStands(Event, frozen=True, tag="aos.bid-stands"):
    """The highest bidder is not asked again (AOS-A5)."""

    seat: Public[int]


class StayedIn(Event, frozen=True, tag="aos.stayed-in"):
    """A player used the Turn Order privilege (AOS-A4)."""

    seat: Public[int]


class DroppedOut(Event, frozen=True, tag="aos.dropped-out"):
    """A player left the auction, or won it, and paid for the place (AOS-A7, AOS-A8)."""

    seat: Public[int]
    place: Public[int]
    pays: Public[int]


class ActionsReturned(Event, frozen=True, tag="aos.actions-returned"):
    """All players gave up their actions (AOS-C1)."""


class ActionChosen(Event, frozen=True, tag="aos.action-chosen"):
    """A player chose an action; it is empty where none was left."""

    seat: Public[int]
    action: Public[str]


class LocomotiveRaised(Event, frozen=True, tag="aos.locomotive-raised"):
    """A player's locomotive is one step stronger; `instead_of_move` where it took the place of a move."""

    seat: Public[int]
    instead_of_move: Public[bool]


class BuildTurnBegun(Event, frozen=True, tag="aos.build-turn-begun"):
    """A build turn begins; the open sections that the builder may lose are noted (AOS-O5)."""

    seat: Public[int]
    notes: Public[list[Note]]


class TileBuilt(Event, frozen=True, tag="aos.tile-built"):
    """A tile was placed, or replaced another one; `owners` are those of its paths."""

    seat: Public[int]
    hex: Public[str]
    tile: Public[str]
    rotation: Public[int]
    under: Public[str]
    owners: Public[list[int | None]]
    price: Public[int]


class OwnersChanged(Event, frozen=True, tag="aos.owners-changed"):
    """Paths have another owner, or none."""

    owner: Public[int | None]
    paths: Public[list[tuple[str, int]]]
    why: Public[str]


class Urbanized(Event, frozen=True, tag="aos.urbanized"):
    """A New City stands on a town; a tile there is back in stock (AOS-N1, AOS-N4)."""

    seat: Public[int]
    hex: Public[str]
    letter: Public[str]


class BuildTurnEnded(Event, frozen=True, tag="aos.build-turn-ended"):
    """A build turn is over."""

    seat: Public[int]


class GoodsMoved(Event, frozen=True, tag="aos.goods-moved"):
    """A cube was delivered: it is back in the bag, and each link used paid its owner (AOS-M7, AOS-M8)."""

    seat: Public[int]
    start: Public[str]
    cube: Public[str]
    end: Public[str]
    income: Public[dict[str, int]]


class MovePassed(Event, frozen=True, tag="aos.move-passed"):
    """A player moved nothing in this round."""

    seat: Public[int]


class IncomeCollected(Event, frozen=True, tag="aos.income-collected"):
    """Everybody got cash equal to the income (AOS-E1)."""

    cash: Public[dict[str, int]]


class ExpensesPaid(Event, frozen=True, tag="aos.expenses-paid"):
    """A player paid for shares and locomotive; what was missing came off the income (AOS-E2, AOS-E3)."""

    seat: Public[int]
    cash: Public[int]
    income: Public[int]


class PlayerEliminated(Event, frozen=True, tag="aos.player-eliminated"):
    """A player is out of the game (AOS-E4, AOS-E5)."""

    seat: Public[int]


class IncomeReduced(Event, frozen=True, tag="aos.income-reduced"):
    """A player's income fell by its size (AOS-R1)."""

    seat: Public[int]
    by: Public[int]


class CubesHeld(Event, frozen=True, tag="aos.cubes-held"):
    """Production drew cubes (AOS-W1)."""

    seat: Public[int]
    cubes: Public[list[str]]


class CubeProduced(Event, frozen=True, tag="aos.cube-produced"):
    """A cube of Production was put into an empty box."""

    seat: Public[int]
    cube: Public[str]
    column: Public[str]
    box: Public[int]


class CubesReturned(Event, frozen=True, tag="aos.cubes-returned"):
    """Cubes of Production that were not placed are back in the bag."""

    seat: Public[int]
    cubes: Public[list[str]]


class DiceRolled(Event, frozen=True, tag="aos.dice-rolled"):
    """The dice of one part of the goods chart (AOS-W2)."""

    part: Public[str]
    dice: Public[list[int]]


class CityGrew(Event, frozen=True, tag="aos.city-grew"):
    """The topmost cube of a column came onto its city; `box` counts from 1 at the top."""

    column: Public[str]
    box: Public[int]
    city: Public[str]
    cube: Public[str]
