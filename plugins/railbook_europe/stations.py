"""Stations: building one, what it costs, and what the unused ones are worth (TTR-EUR4 to EUR6, EUR10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Public, Score
from railbook_europe.layer import EUROPE, Station, StationOptions, Stations, stations_of
from railbook_ticket_to_ride.api import Cost, Paying, Table, board_of, cost_of, payments
from railbook_ticket_to_ride.cards import colours_of, in_words
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.payment import pay, price
from railbook_ticket_to_ride.turns import TURN


class BuildStation(Paying, frozen=True, tag="europe.build-station"):
    """Build a station on a city and pay for it."""

    city: Public[str]


class StationBuilt(Event, frozen=True, tag="europe.station-built"):
    """A station stands on a city, for good."""

    seat: Public[int]
    city: Public[str]


@EUROPE.event(StationBuilt)
def evolve_built(state: Table, event: StationBuilt) -> None:
    """The station is on the board."""
    state.slice(Stations).built.append(Station(event.seat, event.city))
    state.passes = 0


@EUROPE.query("europe.station-cost")
def station_cost(rules: Ruleset, state: Table, seat: int) -> Cost:
    """One card for the first station, two for the second, three for the third, of any one colour (TTR-EUR5)."""
    return Cost(len(stations_of(state, seat)) + 1, GREY)


@EUROPE.wrap(cost_of)
def cost_of_station(
    inner: Callable[[Ruleset, Table, int, Paying], Cost], rules: Ruleset, state: Table, seat: int, action: Paying
) -> Cost:
    """A station is paid as any other price."""
    return station_cost(rules, state, seat) if isinstance(action, BuildStation) else inner(rules, state, seat, action)


@EUROPE.action(BuildStation, TURN)
def build_station(rules: Ruleset, state: Table, seat: int, action: BuildStation, chance: Chance) -> Flow:
    """The cards are discarded and the station stands; it scores nothing and takes no trains (TTR-EUR5)."""
    yield from pay(seat, action.payment)
    yield StationBuilt(seat, action.city)


@EUROPE.candidates(BuildStation)
def sites(rules: Ruleset, state: Table, seat: int) -> Iterator[BuildStation]:
    """Every city without a station, with every payment from the hand."""
    if not stations_left(rules, state, seat):
        return
    taken = {station.city for station in state.slice(Stations).built}
    ways = list(payments(rules, state.seats[seat].hand, station_cost(rules, state, seat)))
    for city in board_of(rules).city_names:
        if city not in taken:
            for payment in ways:
                yield BuildStation(payment, city)


def stations_left(rules: Ruleset, state: Table, seat: int) -> int:
    """Give how many stations a seat has not built."""
    return board_of(rules).map.pieces.stations - len(stations_of(state, seat))


@EUROPE.validator(BuildStation, "europe.no-such-city", "TTR-EUR4", reads=("city",))
def city_is_on_the_map(rules: Ruleset, state: Table, seat: int, action: BuildStation) -> str | None:
    """A station stands on a city of the map."""
    return None if action.city in board_of(rules).city_names else f"the map has no city {action.city[:60]!r}"


@EUROPE.validator(BuildStation, "europe.city-occupied", "TTR-EUR4", reads=("city",))
def city_has_no_station(rules: Ruleset, state: Table, seat: int, action: BuildStation) -> str | None:
    """A city has at most one station, of anybody (TTR-EUR4, TTR-EUR6)."""
    for station in state.slice(Stations).built:
        if station.city == action.city:
            return f"{action.city} has a station of seat {station.seat}: build on another city"
    return None


@EUROPE.validator(BuildStation, "europe.stations-left", "TTR-EUR4", reads=())
def a_station_is_left(rules: Ruleset, state: Table, seat: int, action: BuildStation) -> str | None:
    """A seat has three stations (TTR-EUR6)."""
    return None if stations_left(rules, state, seat) else f"seat {seat} has built all its stations"


@EUROPE.validator(BuildStation, "europe.station-colour", "TTR-EUR5", reads=price)
def a_card_has_a_colour(rules: Ruleset, state: Table, seat: int, action: BuildStation) -> str | None:
    """Whether locomotives alone pay for a station is an option (TTR-EUR5, Q11)."""
    if rules.options(StationOptions).all_locomotives or colours_of(action.payment.cards):
        return None
    return f"{in_words(action.payment.cards)}: at least one card must have a colour"


@EUROPE.scorer("europe.unused-stations")
def score_unused(rules: Ruleset, state: Table) -> Score:
    """Each station not built scores 4 (TTR-EUR10)."""
    left = [stations_left(rules, state, seat) for seat in range(rules.seats)]
    bonus = rules.options(StationOptions).unused_bonus
    return Score(tuple(bonus * unused for unused in left), tuple(f"{unused} stations not built" for unused in left))


def fewest_stations_built(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """The fewer stations built, the better (TTR-EUR13)."""
    return {seat: -len(stations_of(state, seat)) for seat in tied}


@EUROPE.invariant("europe.stations")
def stations_are_conserved(rules: Ruleset, state: Table) -> str | None:
    """Nobody has built more stations than there are, and no city has two (TTR-EUR6)."""
    cities = [station.city for station in state.slice(Stations).built]
    if len(set(cities)) < len(cities) or any(stations_left(rules, state, seat) < 0 for seat in range(rules.seats)):
        return f"the stations are {cities}"
    return None


@EUROPE.words(BuildStation)
def say_build(rules: Ruleset, action: BuildStation) -> str:
    """Say a station."""
    city = board_of(rules).city_names.get(action.city, action.city)
    return f"build a station in {city} for {in_words(action.payment.cards)}"


@EUROPE.words(StationBuilt)
def say_built(rules: Ruleset, event: StationBuilt) -> str:
    """Say that a station stands."""
    return f"seat {event.seat} builds a station in {board_of(rules).city_names.get(event.city, event.city)}"
