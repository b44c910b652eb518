"""City markers: placing one behind a claim, and who scores when a city has an owner (TTR-OW5 to OW9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Event, Public
from railbook_old_west.layer import OLD_WEST, OldWestOptions, cities_of, owner_of_city
from railbook_old_west.start_cities import MarkerPlaced
from railbook_ticket_to_ride.api import (
    BoardRoute,
    Cost,
    Paying,
    Table,
    board_of,
    claim_scorers,
    cost_of,
    payments,
)
from railbook_ticket_to_ride.cards import in_words
from railbook_ticket_to_ride.claiming import CLAIM
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.payment import pay

OFFER = "old-west.offer-marker"
"""The step that asks whether a marker is placed behind a claim, once it is scored."""

OFFER_FIRST = "old-west.offer-marker-first"
"""The step that asks the same before the claim is scored, so that the marker counts for it (Q18)."""

OLD_WEST.insert(CLAIM, OFFER_FIRST, before="ttr.score-claim")
OLD_WEST.insert(CLAIM, OFFER, after="ttr.score-claim")


class PlaceMarker(Paying, frozen=True, tag="old-west.place-marker"):
    """Place a marker on an end of the route just claimed and pay for it."""

    city: Public[str]


class DeclineMarker(Action, frozen=True, tag="old-west.decline-marker"):
    """Place no marker behind this claim."""


class MarkerDeclined(Event, frozen=True, tag="old-west.marker-declined"):
    """A seat placed no marker behind its claim."""

    seat: Public[int]


@OLD_WEST.event(MarkerDeclined)
def evolve_declined(state: Table, event: MarkerDeclined) -> None:
    """Nothing changes."""


@OLD_WEST.words(MarkerDeclined)
def say_declined(rules: Ruleset, event: MarkerDeclined) -> str:
    """Say that there is no marker."""
    return f"seat {event.seat} places no marker"


@OLD_WEST.wrap(claim_scorers)
def owners_score(
    inner: Callable[[Ruleset, Table, int, BoardRoute], list[int]],
    rules: Ruleset,
    state: Table,
    seat: int,
    route: BoardRoute,
) -> list[int]:
    """For each end with a marker its owner scores the full points; without any the claimer does (TTR-OW7)."""
    owners = [owner_of_city(state, city) for city in (route.a, route.b)]
    return [owner for owner in owners if owner is not None] or inner(rules, state, seat, route)


@OLD_WEST.query("old-west.free-ends")
def free_ends(rules: Ruleset, state: Table) -> list[str]:
    """The ends of the route just claimed on which a marker may be placed: those without one (TTR-OW5)."""
    route = board_of(rules).routes[state.claimed]
    return [city for city in (route.a, route.b) if owner_of_city(state, city) is None]


def markers_left(rules: Ruleset, state: Table, seat: int) -> int:
    """Give how many markers a seat has not placed."""
    return board_of(rules).map.pieces.city_markers - len(cities_of(state, seat))


def marker_cost(rules: Ruleset) -> Cost:
    """Two cards of any one colour; locomotives may replace them (TTR-OW5)."""
    return Cost(rules.options(OldWestOptions).marker_cards, GREY)


@OLD_WEST.step(OFFER)
def offer_marker(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The marker is offered when the claim is scored, so that it changes nothing for it (TTR-OW9)."""
    if not rules.options(OldWestOptions).marker_scores_own_claim:
        yield from _offer(rules, state)


@OLD_WEST.step(OFFER_FIRST)
def offer_marker_first(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Under an option the marker is offered before the claim is scored (Q18)."""
    if rules.options(OldWestOptions).marker_scores_own_claim:
        yield from _offer(rules, state)


def _offer(rules: Ruleset, state: Table) -> Flow:
    """The claimer may place a marker, unless anybody can see that it cannot (TTR-OW5)."""
    seat = state.turn
    enough = state.seats[seat].hand.size >= rules.options(OldWestOptions).marker_cards
    if markers_left(rules, state, seat) > 0 and enough and free_ends(rules, state):
        yield Ask((seat,))


@OLD_WEST.wrap(cost_of)
def cost_of_marker(
    inner: Callable[[Ruleset, Table, int, Paying], Cost], rules: Ruleset, state: Table, seat: int, action: Paying
) -> Cost:
    """A marker is paid as any other price."""
    return marker_cost(rules) if isinstance(action, PlaceMarker) else inner(rules, state, seat, action)


@OLD_WEST.action(PlaceMarker, OFFER, OFFER_FIRST)
def place_marker(rules: Ruleset, state: Table, seat: int, action: PlaceMarker, chance: Chance) -> Flow:
    """The cards are discarded and the city has an owner (TTR-OW5)."""
    yield from pay(seat, action.payment)
    yield MarkerPlaced(seat, action.city)


@OLD_WEST.candidates(PlaceMarker)
def sites(rules: Ruleset, state: Table, seat: int) -> Iterator[PlaceMarker]:
    """Both ends of the route, with every payment from the hand."""
    for city in free_ends(rules, state):
        for payment in payments(rules, state.seats[seat].hand, marker_cost(rules)):
            yield PlaceMarker(payment, city)


@OLD_WEST.action(DeclineMarker, OFFER, OFFER_FIRST)
def decline_marker(rules: Ruleset, state: Table, seat: int, action: DeclineMarker, chance: Chance) -> Flow:
    """Nothing is placed and nothing paid."""
    yield MarkerDeclined(seat)


@OLD_WEST.candidates(DeclineMarker)
def ways_to_decline(rules: Ruleset, state: Table, seat: int) -> list[DeclineMarker]:
    """There is one way to decline."""
    return [DeclineMarker()]


@OLD_WEST.validator(PlaceMarker, "old-west.not-an-end", "TTR-OW5", reads=("city",))
def city_is_an_end(rules: Ruleset, state: Table, seat: int, action: PlaceMarker) -> str | None:
    """A marker is placed on one of the two ends of the route just claimed."""
    route = board_of(rules).routes[state.claimed]
    if action.city in (route.a, route.b):
        return None
    return f"{action.city[:60]} is no end of {route.id}: place the marker on {route.a} or {route.b}"


@OLD_WEST.validator(PlaceMarker, "old-west.city-occupied", "TTR-OW5", reads=("city",))
def city_has_no_marker(rules: Ruleset, state: Table, seat: int, action: PlaceMarker) -> str | None:
    """A city has at most one marker, of anybody."""
    owner = owner_of_city(state, action.city)
    return None if owner is None else f"{action.city} has a marker of seat {owner}: choose the other end or decline"


@OLD_WEST.validator(PlaceMarker, "old-west.markers-left", "TTR-OW6", reads=())
def a_marker_is_left(rules: Ruleset, state: Table, seat: int, action: PlaceMarker) -> str | None:
    """A seat has three markers, its start city included."""
    return None if markers_left(rules, state, seat) > 0 else f"seat {seat} has placed all its markers: decline"


@OLD_WEST.invariant("old-west.markers")
def markers_are_conserved(rules: Ruleset, state: Table) -> str | None:
    """Nobody has placed more markers than there are, and no city has two (TTR-OW5, TTR-OW6)."""
    placed = [city for seat in range(rules.seats) for city in cities_of(state, seat)]
    if len(set(placed)) < len(placed) or any(markers_left(rules, state, seat) < 0 for seat in range(rules.seats)):
        return f"the markers stand on {placed}"
    return None


@OLD_WEST.words(PlaceMarker)
def say_place(rules: Ruleset, action: PlaceMarker) -> str:
    """Say a marker."""
    city = board_of(rules).city_names.get(action.city, action.city)
    return f"place a marker on {city} for {in_words(action.payment.cards)}"


@OLD_WEST.words(DeclineMarker)
def say_decline(rules: Ruleset, action: DeclineMarker) -> str:
    """Say that there is none."""
    return "place no marker"
