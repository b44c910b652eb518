"""Urbanization: a New City on a town hex, in the build turn of who chose it (AOS-N)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public
from railbook_age_of_steam.building import ASK, ASK_NEXT, may_urbanize, new_city_due
from railbook_age_of_steam.events import OwnersChanged, Urbanized
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.track import At, Track


class Urbanize(Action, frozen=True, tag="aos.urbanize"):
    """Put a New City, by its letter, on a town hex."""

    hex: Public[str]
    letter: Public[str]


@AGE_OF_STEAM.action(Urbanize, ASK)
def urbanize(rules: Ruleset, state: Line, seat: int, action: Urbanize, chance: Chance) -> Flow:
    """The tile returns to stock; ownerless sections that now end there are the urbanizing player's (AOS-N4, N5)."""
    track = Track.of(board_of(rules), state)
    pointing: list[At] = []
    for edge, behind in enumerate(track.board.neighbours[action.hex]):
        if behind is None or track.path_on(action.hex, edge) is not None:
            continue
        found = track.path_on(behind, (edge + 3) % 6)
        if found is not None and track.owner((behind, found[0])) is None:
            pointing.append((behind, found[0]))
    yield Urbanized(seat, action.hex, action.letter)
    gained: set[At] = set()
    after = Track.of(board_of(rules), state)
    for hex, index in pointing:
        section = after.section(hex, index)
        if section.is_link:
            gained.update(section.paths)
    if gained:
        yield OwnersChanged(seat, sorted(gained), "urbanization")
    yield ASK_NEXT


@AGE_OF_STEAM.candidates(Urbanize)
def sites(rules: Ruleset, state: Line, seat: int) -> Iterator[Urbanize]:
    """Every town that is no city yet, with every New City that is left."""
    if not may_urbanize(rules, state, seat):
        return
    board = board_of(rules)
    left = [letter for letter in board.map.new_cities if letter not in state.new_cities.values()]
    for hex in board.towns:
        if hex not in state.new_cities:
            for letter in sorted(left):
                yield Urbanize(hex, letter)


@AGE_OF_STEAM.validator(Urbanize, "aos.may-not-urbanize", "AOS-N1")
def has_an_urbanization(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> str | None:
    """Who chose Urbanization places one New City, as long as there are any."""
    if new_city_due(rules, state, seat):
        return None
    return f"seat {seat} has no New City to place: who chose Urbanization places one of those that are left"


@AGE_OF_STEAM.validator(Urbanize, "aos.urbanize-first", "AOS-N2")
def new_city_comes_in_time(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> str | None:
    """The New City is placed before the first build or, as an option, at any time in the build turn."""
    if may_urbanize(rules, state, seat) or not new_city_due(rules, state, seat):
        return None
    return "a New City is placed before the first build of the turn, unless urbanization_timing is any_time"


@AGE_OF_STEAM.validator(Urbanize, "aos.no-town-there", "AOS-N3")
def hex_is_a_town(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> str | None:
    """A New City stands on a town, not on a city or an earlier New City."""
    if action.hex in board_of(rules).towns and action.hex not in state.new_cities:
        return None
    return f"({action.hex}) is no town: choose a town hex without a New City"


@AGE_OF_STEAM.validator(Urbanize, "aos.new-city-left", "AOS-N1")
def new_city_is_left(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> str | None:
    """A New City that is still in stock is placed."""
    board = board_of(rules)
    left = sorted(letter for letter in board.map.new_cities if letter not in state.new_cities.values())
    return None if action.letter in left else f"New City {action.letter!r} is not in stock: left are {', '.join(left)}"
