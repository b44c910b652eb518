"""Phases 9 and 10: goods growth with Production, and the next turn or the end (AOS-W, AOS-S1)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.engine.state import Ended
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Scope, Visible, then
from railbook_age_of_steam.events import (
    CityGrew,
    CubeProduced,
    CubesHeld,
    CubesReturned,
    DiceRolled,
    PhaseBegun,
)
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, Rules, asking, board_of, with_action
from railbook_age_of_steam.map_format import Column
from railbook_age_of_steam.state import Line

ASK = "aos.ask-production"
ASK_NEXT = then(ASK)
PRODUCED, DICE = "aos.produced", "aos.dice"
for _label in (PRODUCED, DICE):
    AGE_OF_STEAM.outcome(_label, Visible.PUBLIC)


class PlaceCube(Action, frozen=True, tag="aos.place-cube"):
    """Put a cube of Production into an empty box; boxes count from 1 at the top."""

    cube: Public[str]
    column: Public[str]
    box: Public[int]


class ReturnCubes(Action, frozen=True, tag="aos.return-cubes"):
    """Give up the cubes of Production that are not placed yet."""


@AGE_OF_STEAM.step("aos.growth")
def growth_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """First Production, then the dice (AOS-W1, AOS-W2)."""
    steps = then("aos.production", "aos.grow-white", "aos.grow-black")
    return (Scope(f"turn {state.turn} growth"), PhaseBegun(state.turn, "growth", []), steps)


def has_room(rules: Ruleset, state: Line) -> bool:
    """Whether a cube of Production finds a box (AOS-W1, option `production_room`)."""
    if rules.options(Rules).production_room == "true_empty":
        return any(None in boxes for boxes in state.chart.values())
    return any(
        state.chart[column.id][0] is None
        for column in board_of(rules).columns.values()
        if city_of(rules, state, column) is not None
    )


def city_of(rules: Ruleset, state: Line, column: Column) -> str | None:
    """Give the hex of a column's city; `None` for a New City that is not on the board."""
    if column.city in board_of(rules).cities:
        return column.city
    for hex, letter in state.new_cities.items():
        if letter == column.city:
            return hex
    return None


@AGE_OF_STEAM.step("aos.production")
def production(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Its player draws two cubes, fewer if the bag has fewer; without an empty box nothing happens (AOS-W1)."""
    seat = with_action(state, "production")
    if seat is None or not has_room(rules, state):
        return NOTHING
    bag = dict(state.bag)
    drawn: list[str] = []
    for _ in range(min(rules.options(Limits).production, sum(bag.values()))):
        cube = chance.draw(PRODUCED, bag)
        drawn.append(cube)
        bag[cube] -= 1
        bag = {kind: count for kind, count in bag.items() if count}
    return (CubesHeld(seat, drawn), ASK_NEXT) if drawn else NOTHING


@AGE_OF_STEAM.step(ASK)
def ask_where_to(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Cubes are placed one by one while there is a box; the rest returns (AOS-W1)."""
    seat = with_action(state, "production")
    if state.held and seat is not None:
        return asking(seat) if has_room(rules, state) else (CubesReturned(seat, list(state.held)),)
    return NOTHING


@AGE_OF_STEAM.action(PlaceCube, ASK)
def place_cube(rules: Ruleset, state: Line, seat: int, action: PlaceCube, chance: Chance) -> Flow:
    """The cube waits in its box."""
    return (CubeProduced(seat, action.cube, action.column, action.box), ASK_NEXT)


@AGE_OF_STEAM.action(ReturnCubes, ASK)
def return_cubes(rules: Ruleset, state: Line, seat: int, action: ReturnCubes, chance: Chance) -> Flow:
    """What is not placed is in the bag again."""
    return (CubesReturned(seat, list(state.held)),)


@AGE_OF_STEAM.candidates(PlaceCube)
def boxes(rules: Ruleset, state: Line, seat: int) -> Iterator[PlaceCube]:
    """Each cube in each empty box."""
    for cube in sorted(set(state.held)):
        for column in board_of(rules).columns:
            for box, there in enumerate(state.chart[column], 1):
                if there is None:
                    yield PlaceCube(cube, column, box)


@AGE_OF_STEAM.candidates(ReturnCubes)
def ways_to_return(rules: Ruleset, state: Line, seat: int) -> list[ReturnCubes]:
    """There is one way to give up."""
    return [ReturnCubes()]


@AGE_OF_STEAM.validator(PlaceCube, "aos.cube-not-held", "AOS-W1")
def cube_is_held(rules: Ruleset, state: Line, seat: int, action: PlaceCube) -> str | None:
    """One of the cubes drawn is placed."""
    return None if action.cube in state.held else f"no {action.cube} cube was drawn: place {' or '.join(state.held)}"


@AGE_OF_STEAM.validator(PlaceCube, "aos.box-taken", "AOS-W1")
def box_is_empty(rules: Ruleset, state: Line, seat: int, action: PlaceCube) -> str | None:
    """A box takes one cube."""
    filled = state.chart.get(action.column, [])
    if 1 <= action.box <= len(filled) and filled[action.box - 1] is None:
        return None
    return f"box {action.box} of column {action.column} is not there or not empty"


@AGE_OF_STEAM.query("aos.growth-dice")
def growth_dice(rules: Ruleset, state: Line, chance: Chance, part: str) -> list[int]:
    """Roll the dice of a part of the chart: as many as players at the start (AOS-W2)."""
    return chance.roll(DICE, 6, rules.seats)


def _grow(rules: Ruleset, state: Line, chance: Chance, part: str) -> Flow:
    """Each die brings the topmost cube of each column with its number to a city on the board (AOS-W2 to AOS-W4)."""
    dice = growth_dice(rules, state, chance, part)
    yield DiceRolled(part, dice)
    board, chart = board_of(rules), state.chart
    growing, cities = board.growing[part], board.cities
    for die in dice:
        for column in growing.get(die, ()):
            city = column.city if column.city in cities else city_of(rules, state, column)
            if city is None:
                continue
            for box, cube in enumerate(chart[column.id], 1):
                if cube is not None:
                    yield CityGrew(column.id, box, city, cube)
                    break


@AGE_OF_STEAM.step("aos.grow-white")
def grow_white(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The white part comes first; as many dice as players at the start (AOS-W2)."""
    return _grow(rules, state, chance, "white")


@AGE_OF_STEAM.step("aos.grow-black")
def grow_black(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Then the black part (AOS-W2)."""
    return _grow(rules, state, chance, "black")


@AGE_OF_STEAM.step("aos.advance")
def advance_turn(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """After the last turn the game is over (AOS-Q2, AOS-S1)."""
    for _id, condition in rules.end_conditions:
        reason = condition(rules, state)
        if reason:
            return (Ended(reason),)
    return (then(*rules.sequences["aos.turn"]),)


@AGE_OF_STEAM.end_condition("aos.last-turn")
def last_turn_is_over(rules: Ruleset, state: Line) -> str | None:
    """The number of turns depends on the players at the start (AOS-Q2)."""
    return "last turn" if state.turn >= state.last_turn else None
