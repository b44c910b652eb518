"""How actions of Age of Steam stand in a list of choices: as they are typed, with what they cost or bring."""

from __future__ import annotations

from railbook.rules.notation import write
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Part, Row
from railbook.rules.types import Action
from railbook_age_of_steam.auction import DropOut, StayIn, price_of_place
from railbook_age_of_steam.building import Build, EndBuilding, planned
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, board_of
from railbook_age_of_steam.moving import MoveGoods, PassMove, UpgradeLocomotive, earnings, route_of
from railbook_age_of_steam.picture import calls
from railbook_age_of_steam.plans import Plan
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.urbanizing import Urbanize

choice = AGE_OF_STEAM.choice


def _typed(rules: Ruleset, state: Line, seat: int, action: Action, note: str) -> Row:
    return (Part(write(rules, state, seat, action)), Part(f"  {note}" if note else "", "dim"))


def _where(rules: Ruleset, state: Line, hex: str) -> str:
    """Give label and coordinates of a hex, and the places beside it, so that a filter finds it by each."""
    board = board_of(rules)
    if hex not in board.neighbours:
        return hex
    beside = [board.name(near) for near in board.neighbours[hex] if near in board.cities or near in board.towns]
    return f"{calls(board, hex)} ({hex})" + (f" beside {', '.join(beside)}" if beside else "")


@choice(IssueShares)
def issue_shares(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> Row:
    """An issue, with what it brings."""
    return _typed(rules, state, seat, action, f"for ${action.shares * rules.options(Limits).share_price}")


@choice(DropOut)
def drop_out(rules: Ruleset, state: Line, seat: int, action: DropOut) -> Row:
    """Dropping out, with the place and its price."""
    place, places = len(state.queue), len(state.order)
    price = price_of_place(rules, state, place, places, state.players[seat].bid or 0)
    return _typed(rules, state, seat, action, f"place {place} for ${price}")


@choice(StayIn)
def stay_in(rules: Ruleset, state: Line, seat: int, action: StayIn) -> Row:
    """The privilege."""
    return _typed(rules, state, seat, action, "without a bid")


def _said(kind: type[Action]) -> None:
    """List an action that its verb says whole, with what it means."""

    @choice(kind)
    def row(rules: Ruleset, state: Line, seat: int, action: Action) -> Row:
        return _typed(rules, state, seat, action, rules.say(action))


for _kind in (EndBuilding, UpgradeLocomotive, PassMove, ReturnCubes):
    _said(_kind)


@choice(Build)
def build(rules: Ruleset, state: Line, seat: int, action: Build) -> Row:
    """A build, with its price."""
    found = planned(rules, state, seat, action)
    price = f"${found.price}  " if isinstance(found, Plan) else ""
    return _typed(rules, state, seat, action, f"{price}{_where(rules, state, action.hex)}")


@choice(Urbanize)
def urbanize(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> Row:
    """An urbanization, with the cubes that the New City takes."""
    new_city = board_of(rules).map.new_cities.get(action.letter)
    takes = f"takes {' and '.join(new_city.colours)}  " if new_city else ""
    return _typed(rules, state, seat, action, f"{takes}{_where(rules, state, action.hex)}")


@choice(MoveGoods)
def move_goods(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> Row:
    """A delivery, with what it brings to whom."""
    links = route_of(rules, state, action)
    gains = earnings(state, links) if not isinstance(links, str) else {}
    said = ", ".join(f"seat {other} +{count}" for other, count in sorted(gains.items())) or "nobody earns by it"
    return _typed(rules, state, seat, action, said)


@choice(ChooseAction)
def choose_action(rules: Ruleset, state: Line, seat: int, action: ChooseAction) -> Row:
    """An action, with what it is good for."""
    return _typed(rules, state, seat, action, GOOD_FOR.get(action.action, ""))


GOOD_FOR = {
    "first_move": "you move first in both rounds",
    "first_build": "you build first",
    "engineer": "a tile more to build",
    "locomotive": "a stronger locomotive, at once",
    "urbanization": "a New City on a town",
    "production": "two cubes more for the goods chart",
    "turn_order": "stay in next turn's auction once without a bid",
}
"""What actions are good for, in a few words (AOS-C2 to AOS-C8)."""


@choice(PlaceCube)
def place_cube(rules: Ruleset, state: Line, seat: int, action: PlaceCube) -> Row:
    """A box for a cube, with the city that gets it one day."""
    board = board_of(rules)
    column = board.columns.get(action.column)
    if column is None:
        return _typed(rules, state, seat, action, "")
    city = board.cities[column.city].name if column.city in board.cities else f"New City {column.city}"
    return _typed(rules, state, seat, action, f"for {city}")
