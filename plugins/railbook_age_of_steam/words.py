"""Actions and events of Age of Steam in plain English, each in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam import auction, building, choosing, events, growth, moving, shares, urbanizing
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.naming import tile_name
from railbook_age_of_steam.tiles import kinds

say = AGE_OF_STEAM.words


def _place(rules: Ruleset, hex: str) -> str:
    """Say a place by its name, and another hex by its label, if it has one, and coordinates."""
    board = board_of(rules)
    label = board.map.hexes[hex].label if hex in board.neighbours else ""
    named = hex in board.cities or hex in board.towns
    return board.name(hex) if named or not label else f"{label} ({hex})"


def _action(action: str) -> str:
    return action.replace("_", " ").title()


def _count(count: int, one: str) -> str:
    return f"{count} {one}{'' if count == 1 else 's'}"


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"


def _cubes(cubes: Sequence[str]) -> str:
    return ", ".join(f"{count} {cube}" for cube, count in sorted(Counter(cubes).items())) or "no cubes"


def _gains(gains: Mapping[str, int]) -> str:
    return ", ".join(f"seat {seat} +{count}" for seat, count in sorted(gains.items()))


def _tile(tile: str, rotation: int, under: str) -> str:
    """Say a tile by its id and the edges that its paths join; an unknown one by its id alone."""
    if tile not in kinds():
        return tile
    return f"{tile_name(tile, rotation)}{f' ({under} with a disc)' if under else ''}"


@say(shares.IssueShares)
def issue_shares(rules: Ruleset, action: shares.IssueShares) -> str:
    """Say an issue."""
    return f"issue {_count(action.shares, 'share')}" if action.shares else "issue no shares"


@say(auction.Bid)
def bid(rules: Ruleset, action: auction.Bid) -> str:
    """Say a bid."""
    return f"bid ${action.bid}"


@say(auction.DropOut)
def drop_out(rules: Ruleset, action: auction.DropOut) -> str:
    """Say dropping out."""
    return "drop out of the auction"


@say(auction.StayIn)
def stay_in(rules: Ruleset, action: auction.StayIn) -> str:
    """Say the privilege."""
    return "stay in without a bid"


@say(choosing.ChooseAction)
def choose_action(rules: Ruleset, action: choosing.ChooseAction) -> str:
    """Say a choice."""
    return f"choose {_action(action.action)}"


@say(building.Build)
def build(rules: Ruleset, action: building.Build) -> str:
    """Say a build."""
    return f"build {_tile(action.tile, action.rotation, action.under)} on {_place(rules, action.hex)}"


@say(building.EndBuilding)
def end_building(rules: Ruleset, action: building.EndBuilding) -> str:
    """Say the end of a build turn."""
    return "end the build turn"


@say(urbanizing.Urbanize)
def urbanize(rules: Ruleset, action: urbanizing.Urbanize) -> str:
    """Say an urbanization."""
    return f"put New City {action.letter} on {_place(rules, action.hex)}"


@say(moving.MoveGoods)
def move_goods(rules: Ruleset, action: moving.MoveGoods) -> str:
    """Say a delivery place by place, with the edge by which each link leaves."""
    way = ", ".join(f"edge {hop.edge} to {_place(rules, hop.to)}" for hop in action.path) or "nowhere"
    return f"move a {action.cube} cube from {_place(rules, action.start)} by {way}"


@say(moving.UpgradeLocomotive)
def upgrade_locomotive(rules: Ruleset, action: moving.UpgradeLocomotive) -> str:
    """Say an upgrade."""
    return "upgrade the locomotive"


@say(moving.PassMove)
def pass_move(rules: Ruleset, action: moving.PassMove) -> str:
    """Say a pass."""
    return "move nothing"


@say(growth.PlaceCube)
def place_cube(rules: Ruleset, action: growth.PlaceCube) -> str:
    """Say where a cube of Production goes."""
    return f"put a {action.cube} cube into box {action.box} of column {action.column}"


@say(growth.ReturnCubes)
def return_cubes(rules: Ruleset, action: growth.ReturnCubes) -> str:
    """Say giving up."""
    return "return the cubes of Production"


@say(events.TableLaid)
def table_laid(rules: Ruleset, event: events.TableLaid) -> str:
    """Say the table."""
    cash = ", ".join(f"${cash}" for cash in event.cash)
    return f"the table is laid for {len(event.cash)}: {event.turns} turns, {sum(event.bag.values())} cubes, {cash}"


@say(events.BoxFilled)
def box_filled(rules: Ruleset, event: events.BoxFilled) -> str:
    """Say a cube of the set-up."""
    return f"a {event.cube} cube comes into box {event.box} of column {event.column}"


@say(events.CityFilled)
def city_filled(rules: Ruleset, event: events.CityFilled) -> str:
    """Say a cube of the set-up."""
    return f"a {event.cube} cube comes to {_place(rules, event.city)}"


@say(events.OrderSet)
def order_set(rules: Ruleset, event: events.OrderSet) -> str:
    """Say the order."""
    return f"the order is now {_seats(event.order)}"


@say(events.PhaseBegun)
def phase_begun(rules: Ruleset, event: events.PhaseBegun) -> str:
    """Say a phase."""
    return f"turn {event.turn}, {event.phase}" + (f": {_seats(event.queue)}" if event.queue else "")


@say(events.SharesIssued)
def shares_issued(rules: Ruleset, event: events.SharesIssued) -> str:
    """Say an issue."""
    return f"seat {event.seat} issues {_count(event.shares, 'share')} for ${event.cash}"


@say(events.BidMade)
def bid_made(rules: Ruleset, event: events.BidMade) -> str:
    """Say a bid."""
    return f"seat {event.seat} bids ${event.bid}"


@say(events.BidStands)
def bid_stands(rules: Ruleset, event: events.BidStands) -> str:
    """Say that nobody has to raise the own bid."""
    return f"seat {event.seat}'s bid is the highest and stands"


@say(events.StayedIn)
def stayed_in(rules: Ruleset, event: events.StayedIn) -> str:
    """Say the privilege."""
    return f"seat {event.seat} stays in without a bid"


@say(events.DroppedOut)
def dropped_out(rules: Ruleset, event: events.DroppedOut) -> str:
    """Say a place."""
    return f"seat {event.seat} takes place {event.place} and pays ${event.pays}"


@say(events.ActionsReturned)
def actions_returned(rules: Ruleset, event: events.ActionsReturned) -> str:
    """Say that all is on offer."""
    return "all actions are free again"


@say(events.ActionChosen)
def action_chosen(rules: Ruleset, event: events.ActionChosen) -> str:
    """Say a choice."""
    return f"seat {event.seat} " + (f"takes {_action(event.action)}" if event.action else "finds no action left")


@say(events.LocomotiveRaised)
def locomotive_raised(rules: Ruleset, event: events.LocomotiveRaised) -> str:
    """Say an upgrade."""
    return f"seat {event.seat}'s locomotive is a step stronger{' instead of a move' if event.instead_of_move else ''}"


@say(events.BuildTurnBegun)
def build_turn_begun(rules: Ruleset, event: events.BuildTurnBegun) -> str:
    """Say whose build turn it is."""
    return f"seat {event.seat} builds; open ends at risk: {len(event.notes)}"


@say(events.TileBuilt)
def tile_built(rules: Ruleset, event: events.TileBuilt) -> str:
    """Say a build."""
    tile = _tile(event.tile, event.rotation, event.under)
    return f"seat {event.seat} builds {tile} on {_place(rules, event.hex)} for ${event.price}"


@say(events.OwnersChanged)
def owners_changed(rules: Ruleset, event: events.OwnersChanged) -> str:
    """Say whose track it is now."""
    where = ", ".join(dict.fromkeys(_place(rules, hex) for hex, _ in event.paths))
    owner = "nobody's" if event.owner is None else f"seat {event.owner}'s"
    are = "is" if len(event.paths) == 1 else "are"
    return f"{_count(len(event.paths), 'path')} on {where} {are} now {owner} ({event.why})"


@say(events.Urbanized)
def urbanized(rules: Ruleset, event: events.Urbanized) -> str:
    """Say a New City."""
    return f"seat {event.seat} puts New City {event.letter} on {_place(rules, event.hex)}"


@say(events.BuildTurnEnded)
def build_turn_ended(rules: Ruleset, event: events.BuildTurnEnded) -> str:
    """Say the end of a build turn."""
    return f"seat {event.seat} builds no more"


@say(events.GoodsMoved)
def goods_moved(rules: Ruleset, event: events.GoodsMoved) -> str:
    """Say a delivery, and who earns by it."""
    earned = _gains(event.income)
    moved = f"a {event.cube} cube from {_place(rules, event.start)} to {_place(rules, event.end)}"
    return f"seat {event.seat} delivers {moved}" + (f": income {earned}" if earned else "; nobody earns by it")


@say(events.MovePassed)
def move_passed(rules: Ruleset, event: events.MovePassed) -> str:
    """Say a pass."""
    return f"seat {event.seat} moves nothing"


@say(events.IncomeCollected)
def income_collected(rules: Ruleset, event: events.IncomeCollected) -> str:
    """Say who gets what."""
    return "income: " + (", ".join(f"seat {seat} ${cash}" for seat, cash in event.cash.items()) or "nobody")


@say(events.ExpensesPaid)
def expenses_paid(rules: Ruleset, event: events.ExpensesPaid) -> str:
    """Say expenses, and what could not be paid."""
    lacking = f" and loses {event.income} income for what is missing" if event.income else ""
    return f"seat {event.seat} pays ${event.cash} of expenses{lacking}"


@say(events.PlayerEliminated)
def player_eliminated(rules: Ruleset, event: events.PlayerEliminated) -> str:
    """Say an elimination."""
    return f"seat {event.seat} is eliminated"


@say(events.IncomeReduced)
def income_reduced(rules: Ruleset, event: events.IncomeReduced) -> str:
    """Say a reduction."""
    return f"seat {event.seat}'s income is reduced by {event.by}"


@say(events.CubesHeld)
def cubes_held(rules: Ruleset, event: events.CubesHeld) -> str:
    """Say what Production drew."""
    return f"seat {event.seat} draws {_cubes(event.cubes)} for Production"


@say(events.CubeProduced)
def cube_produced(rules: Ruleset, event: events.CubeProduced) -> str:
    """Say where a cube of Production goes."""
    return f"seat {event.seat} puts a {event.cube} cube into box {event.box} of column {event.column}"


@say(events.CubesReturned)
def cubes_returned(rules: Ruleset, event: events.CubesReturned) -> str:
    """Say what was not placed."""
    return f"seat {event.seat} returns {_cubes(event.cubes)} to the bag"


@say(events.DiceRolled)
def dice_rolled(rules: Ruleset, event: events.DiceRolled) -> str:
    """Say dice."""
    return f"{event.part} dice: {', '.join(str(die) for die in event.dice)}"


@say(events.CityGrew)
def city_grew(rules: Ruleset, event: events.CityGrew) -> str:
    """Say what a die brings."""
    return f"{_place(rules, event.city)} gets the {event.cube} cube in box {event.box} of column {event.column}"
