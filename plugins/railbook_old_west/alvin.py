"""Alvin, a variant of the Old West: he is captured by claims into his city and scores for who controls him (TTR-ALV).

Written with nothing but the public layer API, as any house rule: a slice of state, options, validators, a reaction,
steps, an action, a scorer, an invariant, words and a panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railbook import Action, Ask, Event, Layer, Options, Panel, Part, Public, Score, Tallied, then
from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.options import OptionError
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue
from railbook_old_west.layer import OldWestOptions, cities_of, owner_of_city
from railbook_old_west.markers import OFFER, PlaceMarker, free_ends
from railbook_old_west.rules import OLD_WEST
from railbook_old_west.start_cities import ChooseStart
from railbook_ticket_to_ride.api import PointsScored, RouteClaimed, Table, board_of
from railbook_ticket_to_ride.game_map import TicketToRideMap

PLACE = "alvin.place"
"""The step that asks where the capturer puts Alvin."""


class AlvinOptions(Options, frozen=True):
    """Where Alvin lives and what he is worth."""

    home: Annotated[str, Meta(min_length=1, max_length=80, description="the city where he starts (TTR-ALV1)")] = (
        "roswell"
    )
    capture: Annotated[int, Meta(ge=0, le=100, description="points for a capture (TTR-ALV5)")] = 10
    control: Annotated[int, Meta(ge=0, le=100, description="points for controlling him at the end (TTR-ALV9)")] = 10
    placement: Annotated[
        Literal["after_marker", "before_marker"],
        Meta(description="Q19: whether a marker is placed before Alvin is, so that he may go there"),
    ] = "after_marker"


class Alvin(msgspec.Struct):
    """Where he is; nobody controls him at home."""

    city: Public[str] = ""


class PlaceAlvin(Action, frozen=True, tag="alvin.place-alvin"):
    """Put Alvin on a city with a marker of one's own."""

    city: Public[str]


class AlvinArrived(Event, frozen=True, tag="alvin.arrived"):
    """Alvin is at home."""

    city: Public[str]


class AlvinCaptured(Event, frozen=True, tag="alvin.captured"):
    """A seat captured Alvin with a claim into his city."""

    seat: Public[int]
    city: Public[str]


class AlvinPlaced(Event, frozen=True, tag="alvin.placed"):
    """Alvin stands on a city of who captured him."""

    seat: Public[int]
    city: Public[str]


ALVIN: Layer[Table] = Layer(
    "alvin",
    game=OLD_WEST,
    version="1.0",
    state=Alvin,
    options=AlvinOptions,
    summary="Alvin starts in Roswell, is captured by claims into his city, and scores (rulebook variant)",
)
ALVIN.insert("set-up", "alvin.arrive", after="ttr.lay-table")


@ALVIN.map_transform("alvin.home")
def home_is_on_the_map(game_map: TicketToRideMap, options: Mapping[str, OptionValue]) -> TicketToRideMap:
    """Alvin lives in a city of the map, and there are others for all to start in; the map is left as it is."""
    home, cities, most = options["alvin.home"], game_map.data.cities, game_map.data.players.max
    if home not in cities:
        raise OptionError(f"option alvin.home cannot be {home}: the map {game_map.id} has no such city")
    if most >= len(cities):
        raise OptionError(f"{most} players cannot start in the {len(cities)} cities of the map, since one is Alvin's")
    return game_map


@ALVIN.event(AlvinArrived)
def evolve_arrived(state: Table, event: AlvinArrived) -> None:
    """He is there."""
    state.slice(Alvin).city = event.city


@ALVIN.event(AlvinCaptured)
def evolve_captured(state: Table, event: AlvinCaptured) -> None:
    """Until he is placed he stands where he was."""


@ALVIN.event(AlvinPlaced)
def evolve_alvin_placed(state: Table, event: AlvinPlaced) -> None:
    """He stands on his new city."""
    state.slice(Alvin).city = event.city


@ALVIN.step("alvin.arrive")
def arrive(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Alvin starts in Roswell, which has no owner (TTR-ALV1)."""
    yield AlvinArrived(rules.options(AlvinOptions).home)


def controller(state: Table) -> int | None:
    """Give the seat that controls Alvin: the owner of his city (TTR-ALV4)."""
    return owner_of_city(state, state.slice(Alvin).city)


@ALVIN.validator(ChooseStart, "alvin.no-start-at-home", "TTR-ALV2")
def nobody_starts_at_home(rules: Ruleset, state: Table, seat: int, action: ChooseStart) -> str | None:
    """Nobody starts in Roswell."""
    home = rules.options(AlvinOptions).home
    return f"nobody may start in {home}, where Alvin lives: choose another city" if action.city == home else None


@ALVIN.validator(PlaceMarker, "alvin.no-marker-at-home", "TTR-ALV2", reads=("city",))
def nobody_settles_at_home(rules: Ruleset, state: Table, seat: int, action: PlaceMarker) -> str | None:
    """Nobody places a marker in Roswell, also after Alvin has left."""
    home = rules.options(AlvinOptions).home
    return f"nobody may place a marker on {home}: choose the other end or decline" if action.city == home else None


@ALVIN.wrap(free_ends)
def ends_but_home(inner: Callable[[Ruleset, Table], list[str]], rules: Ruleset, state: Table) -> list[str]:
    """No marker is offered for Roswell (TTR-ALV2)."""
    return [city for city in inner(rules, state) if city != rules.options(AlvinOptions).home]


@ALVIN.reaction(RouteClaimed, "alvin.capture")
def capture(rules: Ruleset, state: Table, event: RouteClaimed, chance: Chance) -> Flow:
    """A claim into Alvin's city captures him, unless his controller makes it (TTR-ALV3, ALV4, ALV8).

    The steps follow the order of TTR-ALV7: route points, the capture, the new marker, and then where he goes. If he
    goes before the marker (Q19) and that comes before the points (Q18), he goes first of all.
    """
    route = board_of(rules).routes[event.route]
    city = state.slice(Alvin).city
    if city in (route.a, route.b) and controller(state) != event.seat:
        before_marker = rules.options(AlvinOptions).placement == "before_marker"
        if before_marker and rules.options(OldWestOptions).marker_scores_own_claim:
            yield then("alvin.score")
        else:
            yield then("alvin.score", after="ttr.score-claim")


@ALVIN.step("alvin.score")
def score_capture(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The capturer scores 10 at once, and puts him somewhere, behind a new marker or before it (TTR-ALV5 to ALV7)."""
    yield AlvinCaptured(state.turn, state.slice(Alvin).city)
    yield PointsScored(state.turn, rules.options(AlvinOptions).capture, "alvin")
    yield then(PLACE, after=OFFER if rules.options(AlvinOptions).placement == "after_marker" else None)


@ALVIN.step(PLACE)
def ask_where_to(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The capturer puts Alvin on a city of its own; with one city there is nothing to ask (TTR-ALV5)."""
    own = cities_of(state, state.turn)
    if len(own) == 1:
        yield AlvinPlaced(state.turn, own[0])
    else:
        yield Ask((state.turn,))


@ALVIN.action(PlaceAlvin, PLACE)
def place_alvin(rules: Ruleset, state: Table, seat: int, action: PlaceAlvin, chance: Chance) -> Flow:
    """He stands there until somebody else captures him (TTR-ALV8)."""
    yield AlvinPlaced(seat, action.city)


@ALVIN.candidates(PlaceAlvin)
def places(rules: Ruleset, state: Table, seat: int) -> Iterator[PlaceAlvin]:
    """The seat's own cities."""
    for city in cities_of(state, seat):
        yield PlaceAlvin(city)


@ALVIN.validator(PlaceAlvin, "alvin.not-your-city", "TTR-ALV5")
def city_is_own(rules: Ruleset, state: Table, seat: int, action: PlaceAlvin) -> str | None:
    """Alvin goes to a city with a marker of the capturer."""
    own = cities_of(state, seat)
    return None if action.city in own else f"{action.city[:60]} is no city of seat {seat}: choose {' or '.join(own)}"


@ALVIN.hint(PLACE, "alvin.hint-alvin")
def hide_him(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """Bots put him where the fewest free routes lead."""
    board = board_of(rules)
    own = cities_of(view, seat)
    for city in sorted(own, key=lambda city: (sum(route not in view.owners for route in board.routes_at[city]), city)):
        yield PlaceAlvin(city)


@ALVIN.scorer("alvin.control")
def score_control(rules: Ruleset, state: Table) -> Score:
    """Who controls Alvin at the end scores 10; in Roswell nobody does (TTR-ALV9)."""
    seat = controller(state)
    points = rules.options(AlvinOptions).control
    return Score(
        tuple(points if other == seat else 0 for other in range(rules.seats)),
        tuple("controls Alvin" if other == seat else "" for other in range(rules.seats)),
    )


@ALVIN.invariant("alvin.somewhere")
def alvin_is_somewhere(rules: Ruleset, state: Table) -> str | None:
    """Alvin is at home, where nobody has a marker, or on a city with one (TTR-ALV1, TTR-ALV2, TTR-ALV5)."""
    city = state.slice(Alvin).city
    at_home = city == rules.options(AlvinOptions).home
    return None if at_home == (controller(state) is None) else f"Alvin is in {city}"


@ALVIN.panel("alvin.where")
def where_he_is(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """Where Alvin is, and who controls him."""
    owner = controller(state)
    city = board_of(rules).city_names.get(state.slice(Alvin).city, "")
    return Panel("Alvin", ((Part(f"in {city}, " + ("free" if owner is None else f"controlled by seat {owner}")),),))


@ALVIN.tally("alvin.captures", AlvinCaptured)
def count_captures(rules: Ruleset, state: Table, events: Sequence[AlvinCaptured]) -> Iterator[Tallied]:
    """Alvin: how often he was captured in each city (TTR-ALV3)."""
    for event in events:
        label = board_of(rules).city_names.get(event.city, event.city)
        yield Tallied(event.city, event.seat, {"captured": 1}, {}, label)


@ALVIN.words(PlaceAlvin)
def say_place(rules: Ruleset, action: PlaceAlvin) -> str:
    """Say where he shall go."""
    return f"put Alvin on {board_of(rules).city_names.get(action.city, action.city)}"


@ALVIN.words(AlvinArrived)
def say_arrived(rules: Ruleset, event: AlvinArrived) -> str:
    """Say where he is."""
    return f"Alvin is in {board_of(rules).city_names.get(event.city, event.city)}"


@ALVIN.words(AlvinCaptured)
def say_captured(rules: Ruleset, event: AlvinCaptured) -> str:
    """Say who has him."""
    return f"seat {event.seat} captures Alvin in {board_of(rules).city_names.get(event.city, event.city)}"


@ALVIN.words(AlvinPlaced)
def say_alvin_placed(rules: Ruleset, event: AlvinPlaced) -> str:
    """Say where he stands."""
    return f"Alvin goes to {board_of(rules).city_names.get(event.city, event.city)}"
