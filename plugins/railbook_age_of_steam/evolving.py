"""How events change the table: the only writers of state."""

from __future__ import annotations

from railbook.engine.state import places
from railbook_age_of_steam.events import (
    ActionChosen,
    ActionsReturned,
    BidMade,
    BidStands,
    BoxFilled,
    BuildTurnBegun,
    BuildTurnEnded,
    CityFilled,
    CityGrew,
    CubeProduced,
    CubesHeld,
    CubesReturned,
    DiceRolled,
    DroppedOut,
    ExpensesPaid,
    GoodsMoved,
    IncomeCollected,
    IncomeReduced,
    LocomotiveRaised,
    MovePassed,
    OrderSet,
    OwnersChanged,
    PhaseBegun,
    PlayerEliminated,
    SharesIssued,
    StayedIn,
    TableLaid,
    TileBuilt,
    Urbanized,
)
from railbook_age_of_steam.layer import AGE_OF_STEAM
from railbook_age_of_steam.network import give, lay
from railbook_age_of_steam.state import Line, Player, Tile


@AGE_OF_STEAM.event(TableLaid)
def evolve_table_laid(state: Line, event: TableLaid) -> None:
    """Nothing is on the board yet."""
    state.players = [
        Player(*figures) for figures in zip(event.cash, event.shares, event.income, event.locomotives, strict=True)
    ]
    state.last_turn = event.turns
    state.bag = dict(event.bag)
    state.cubes = {city: {} for city in event.cities}
    places(sum(event.columns.values()))
    state.chart = {column: [None for _ in places(boxes)] for column, boxes in event.columns.items()}


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
        state.turn = event.turn
    state.phase, state.queue, state.dropped = event.phase, [*event.queue], []
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
    lay(state, event.hex, Tile(event.tile, event.rotation, list(event.owners), event.under))
    state.players[event.seat].cash -= event.price
    state.built.append(event.hex)


@AGE_OF_STEAM.event(OwnersChanged)
def evolve_owners_changed(state: Line, event: OwnersChanged) -> None:
    """The markers are moved."""
    give(state, event.paths, event.owner)


@AGE_OF_STEAM.event(Urbanized)
def evolve_urbanized(state: Line, event: Urbanized) -> None:
    """The town is a city."""
    state.new_cities[event.hex] = event.letter
    lay(state, event.hex, None)
    state.cubes[event.hex] = {}
    state.urbanized = True


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
