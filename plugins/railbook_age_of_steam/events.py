"""What happens in Age of Steam, and how it changes the table. No event needs a rule to be understood."""

from __future__ import annotations

from railbook.rules.types import Event, Public
from railbook_age_of_steam.layer import AGE_OF_STEAM
from railbook_age_of_steam.state import Line, Note, Player, Tile
from railbook_age_of_steam.track import forget


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
    """A player chose an action."""

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


@AGE_OF_STEAM.event(TableLaid)
def evolve_table_laid(state: Line, event: TableLaid) -> None:
    """Nothing is on the board yet."""
    state.players = [
        Player(*figures) for figures in zip(event.cash, event.shares, event.income, event.locomotives, strict=True)
    ]
    state.last_turn = event.turns
    state.bag = dict(event.bag)
    state.cubes = {city: {} for city in event.cities}
    state.chart = {column: [None] * boxes for column, boxes in event.columns.items()}


def _take(counts: dict[str, int], item: str) -> None:
    counts[item] -= 1
    if not counts[item]:
        del counts[item]


def _put(counts: dict[str, int], item: str) -> None:
    counts[item] = counts.get(item, 0) + 1


@AGE_OF_STEAM.event(BoxFilled)
def evolve_box_filled(state: Line, event: BoxFilled) -> None:
    """The cube goes from the bag to the box."""
    _take(state.bag, event.cube)
    state.chart[event.column][event.box - 1] = event.cube


@AGE_OF_STEAM.event(CityFilled)
def evolve_city_filled(state: Line, event: CityFilled) -> None:
    """The cube goes from the bag to the city."""
    _take(state.bag, event.cube)
    _put(state.cubes[event.city], event.cube)


@AGE_OF_STEAM.event(OrderSet)
def evolve_order_set(state: Line, event: OrderSet) -> None:
    """The order is kept."""
    state.order = list(event.order)


@AGE_OF_STEAM.event(PhaseBegun)
def evolve_phase_begun(state: Line, event: PhaseBegun) -> None:
    """The phase starts with nothing done."""
    if event.turn != state.turn:
        for player in state.players:
            player.upgraded = False
    state.turn, state.phase, state.queue = event.turn, event.phase, list(event.queue)
    state.dropped = []
    if event.phase == "auction":
        for player in state.players:
            player.bid, player.stayed_in = None, False


@AGE_OF_STEAM.event(SharesIssued)
def evolve_shares_issued(state: Line, event: SharesIssued) -> None:
    """Shares and cash go up."""
    player = state.players[event.seat]
    player.shares += event.shares
    player.cash += event.cash
    state.queue.pop(0)


def _speak(state: Line) -> None:
    state.queue.append(state.queue.pop(0))


@AGE_OF_STEAM.event(BidMade)
def evolve_bid_made(state: Line, event: BidMade) -> None:
    """The bid is noted and the next one speaks."""
    state.players[event.seat].bid = event.bid
    _speak(state)


@AGE_OF_STEAM.event(BidStands)
def evolve_bid_stands(state: Line, event: BidStands) -> None:
    """The next one speaks."""
    _speak(state)


@AGE_OF_STEAM.event(StayedIn)
def evolve_stayed_in(state: Line, event: StayedIn) -> None:
    """The privilege is used up and the next one speaks."""
    state.players[event.seat].stayed_in = True
    _speak(state)


@AGE_OF_STEAM.event(DroppedOut)
def evolve_dropped_out(state: Line, event: DroppedOut) -> None:
    """The place is taken and paid."""
    state.queue.remove(event.seat)
    state.dropped.append(event.seat)
    state.players[event.seat].cash -= event.pays


@AGE_OF_STEAM.event(ActionsReturned)
def evolve_actions_returned(state: Line, event: ActionsReturned) -> None:
    """Nobody has an action."""
    for player in state.players:
        player.action = ""


@AGE_OF_STEAM.event(ActionChosen)
def evolve_action_chosen(state: Line, event: ActionChosen) -> None:
    """The action is taken."""
    state.players[event.seat].action = event.action
    state.queue.pop(0)


@AGE_OF_STEAM.event(LocomotiveRaised)
def evolve_locomotive_raised(state: Line, event: LocomotiveRaised) -> None:
    """One step more."""
    player = state.players[event.seat]
    player.locomotive += 1
    if event.instead_of_move:
        player.upgraded = True
        state.queue.pop(0)


@AGE_OF_STEAM.event(BuildTurnBegun)
def evolve_build_turn_begun(state: Line, event: BuildTurnBegun) -> None:
    """Nothing is built in it yet."""
    state.built, state.urbanized, state.notes = [], False, list(event.notes)


@AGE_OF_STEAM.event(TileBuilt)
def evolve_tile_built(state: Line, event: TileBuilt) -> None:
    """The tile lies there and is paid."""
    state.tiles[event.hex] = Tile(event.tile, event.rotation, list(event.owners), event.under)
    state.players[event.seat].cash -= event.price
    state.built.append(event.hex)
    forget(state)


@AGE_OF_STEAM.event(OwnersChanged)
def evolve_owners_changed(state: Line, event: OwnersChanged) -> None:
    """The markers are moved."""
    for hex, index in event.paths:
        state.tiles[hex].owners[index] = event.owner
    forget(state)


@AGE_OF_STEAM.event(Urbanized)
def evolve_urbanized(state: Line, event: Urbanized) -> None:
    """The town is a city."""
    state.tiles.pop(event.hex, None)
    state.new_cities[event.hex] = event.letter
    state.cubes[event.hex] = {}
    state.urbanized = True
    forget(state)


@AGE_OF_STEAM.event(BuildTurnEnded)
def evolve_build_turn_ended(state: Line, event: BuildTurnEnded) -> None:
    """The next one builds."""
    state.queue.pop(0)
    state.notes, state.built = [], []


@AGE_OF_STEAM.event(GoodsMoved)
def evolve_goods_moved(state: Line, event: GoodsMoved) -> None:
    """The cube is in the bag and incomes are up."""
    _take(state.cubes[event.start], event.cube)
    _put(state.bag, event.cube)
    for seat, links in event.income.items():
        state.players[int(seat)].income += links
    state.queue.pop(0)


@AGE_OF_STEAM.event(MovePassed)
def evolve_move_passed(state: Line, event: MovePassed) -> None:
    """The next one moves."""
    state.queue.pop(0)


@AGE_OF_STEAM.event(IncomeCollected)
def evolve_income_collected(state: Line, event: IncomeCollected) -> None:
    """Cash is up."""
    for seat, cash in event.cash.items():
        state.players[int(seat)].cash += cash


@AGE_OF_STEAM.event(ExpensesPaid)
def evolve_expenses_paid(state: Line, event: ExpensesPaid) -> None:
    """Cash, and where it did not suffice income, is down."""
    player = state.players[event.seat]
    player.cash -= event.cash
    player.income -= event.income


@AGE_OF_STEAM.event(PlayerEliminated)
def evolve_player_eliminated(state: Line, event: PlayerEliminated) -> None:
    """The player is in no order any more."""
    state.players[event.seat].out = True
    state.players[event.seat].action = ""
    state.order = [seat for seat in state.order if seat != event.seat]


@AGE_OF_STEAM.event(IncomeReduced)
def evolve_income_reduced(state: Line, event: IncomeReduced) -> None:
    """Income is down."""
    state.players[event.seat].income -= event.by


@AGE_OF_STEAM.event(CubesHeld)
def evolve_cubes_held(state: Line, event: CubesHeld) -> None:
    """The cubes are out of the bag."""
    for cube in event.cubes:
        _take(state.bag, cube)
    state.held = list(event.cubes)


@AGE_OF_STEAM.event(CubeProduced)
def evolve_cube_produced(state: Line, event: CubeProduced) -> None:
    """The cube lies in its box."""
    state.held.remove(event.cube)
    state.chart[event.column][event.box - 1] = event.cube


@AGE_OF_STEAM.event(CubesReturned)
def evolve_cubes_returned(state: Line, event: CubesReturned) -> None:
    """The cubes are in the bag again."""
    for cube in event.cubes:
        _put(state.bag, cube)
    state.held = []


@AGE_OF_STEAM.event(DiceRolled)
def evolve_dice_rolled(state: Line, event: DiceRolled) -> None:
    """What they bring, other events say."""


@AGE_OF_STEAM.event(CityGrew)
def evolve_city_grew(state: Line, event: CityGrew) -> None:
    """The cube is on its city and the box empty (AOS-W3)."""
    state.chart[event.column][event.box - 1] = None
    _put(state.cubes[event.city], event.cube)
