"""How actions of Age of Steam stand in a list of choices: as they are typed, with what they cost or bring."""

from __future__ import annotations

from railbook.rules.notation import write
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Part, Row
from railbook.rules.types import Action
from railbook_age_of_steam.building import Build, planned
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.growth import PlaceCube
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.moving import MoveGoods, earnings, route_of
from railbook_age_of_steam.picture import calls
from railbook_age_of_steam.plans import Plan
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.urbanizing import Urbanize

choice = AGE_OF_STEAM.choice


def _typed(rules: Ruleset, state: Line, seat: int, action: Action, note: str) -> Row:
    return (Part(write(rules, state, seat, action)), Part(f"  {note}" if note else "", "dim"))


def _hex(rules: Ruleset, hex: str) -> str:
    """Give label and coordinates, so that a filter finds a hex by either."""
    board = board_of(rules)
    return f"{calls(board, hex)} ({hex})" if hex in board.neighbours else hex


@choice(Build)
def build(rules: Ruleset, state: Line, seat: int, action: Build) -> Row:
    """A build, with its price."""
    found = planned(rules, state, seat, action)
    price = f"${found.price}  " if isinstance(found, Plan) else ""
    return _typed(rules, state, seat, action, f"{price}{_hex(rules, action.hex)}")


@choice(Urbanize)
def urbanize(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> Row:
    """An urbanization, with the cubes that the New City takes."""
    new_city = board_of(rules).map.new_cities.get(action.letter)
    takes = f"takes {' and '.join(new_city.colours)}  " if new_city else ""
    return _typed(rules, state, seat, action, f"{takes}{_hex(rules, action.hex)}")


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
    city = "" if column is None else board.cities[column.city].name if column.city in board.cities else column.city
    return _typed(rules, state, seat, action, f"for {city}" if city else "")
