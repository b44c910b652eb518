"""Start cities: chosen from the last seat back to the first when all tickets are chosen (TTR-OW3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Event, OptionValue, Public, then
from railbook_old_west.layer import OLD_WEST, Marker, Markers, owner_of_city
from railbook_ticket_to_ride.api import Table, board_of
from railbook_ticket_to_ride.game_map import TicketToRideMap
from railbook_ticket_to_ride.maps import MapError

START = "old-west.start-city"
"""The step that asks for a start city."""

OLD_WEST.insert("set-up", START, after="ttr.put-first-rejects-back")


class ChooseStart(Action, frozen=True, tag="old-west.choose-start"):
    """Begin the own network in a city: one of the three markers is placed there, for nothing."""

    city: Public[str]


class MarkerPlaced(Event, frozen=True, tag="old-west.marker-placed"):
    """A seat's marker stands on a city."""

    seat: Public[int]
    city: Public[str]


@OLD_WEST.map_transform("old-west.start-cities")
def everybody_can_start(game_map: TicketToRideMap, options: Mapping[str, OptionValue]) -> TicketToRideMap:
    """A map has a marker and a city for each seat to start in (TTR-OW3); it is left as it is."""
    data = game_map.data
    if not data.pieces.city_markers:
        raise MapError(game_map.source, "pieces.city_markers", 0, "each player needs one for the start city")
    if data.players.max > len(data.cities):
        raise MapError(game_map.source, "players.max", data.players.max, f"only {len(data.cities)} cities to start in")
    return game_map


@OLD_WEST.event(MarkerPlaced)
def evolve_placed(state: Table, event: MarkerPlaced) -> None:
    """The city has an owner."""
    state.slice(Markers).placed.append(Marker(event.seat, event.city))


@OLD_WEST.step(START)
def ask_for_start_city(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Who will play last chooses first, and so on back to seat 0 (TTR-OW3)."""
    chosen = len(state.slice(Markers).placed)
    if chosen < rules.seats:
        yield Ask((rules.seats - 1 - chosen,))


@OLD_WEST.action(ChooseStart, START)
def choose_start(rules: Ruleset, state: Table, seat: int, action: ChooseStart, chance: Chance) -> Flow:
    """The marker works like any other from the start (TTR-OW3)."""
    yield MarkerPlaced(seat, action.city)
    yield then(START)


@OLD_WEST.candidates(ChooseStart)
def starts(rules: Ruleset, state: Table, seat: int) -> Iterator[ChooseStart]:
    """Every city."""
    for city in board_of(rules).city_names:
        yield ChooseStart(city)


@OLD_WEST.validator(ChooseStart, "old-west.no-such-city", "TTR-OW3")
def city_is_on_the_map(rules: Ruleset, state: Table, seat: int, action: ChooseStart) -> str | None:
    """A start city is a city of the map."""
    return None if action.city in board_of(rules).city_names else f"the map has no city {action.city[:60]!r}"


@OLD_WEST.validator(ChooseStart, "old-west.start-taken", "TTR-OW3")
def start_is_free(rules: Ruleset, state: Table, seat: int, action: ChooseStart) -> str | None:
    """Two markers never share a city."""
    owner = owner_of_city(state, action.city)
    return None if owner is None else f"{action.city} is the start city of seat {owner}: choose another"


@OLD_WEST.words(ChooseStart)
def say_choose(rules: Ruleset, action: ChooseStart) -> str:
    """Say a start city."""
    return f"start in {board_of(rules).city_names.get(action.city, action.city)}"


@OLD_WEST.words(MarkerPlaced)
def say_placed(rules: Ruleset, event: MarkerPlaced) -> str:
    """Say where a marker stands."""
    return f"seat {event.seat} places a marker on {board_of(rules).city_names.get(event.city, event.city)}"
