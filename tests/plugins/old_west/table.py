"""Positions of Ticket to Ride Old West: those of the family, with city markers on the board, and Alvin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railbook.rules.layer import Layer
from railbook_old_west.alvin import ALVIN, Alvin
from railbook_old_west.layer import Marker, Markers
from railbook_old_west.markers import DeclineMarker, PlaceMarker
from railbook_ticket_to_ride.actions import DrawCard
from tests.plugins.ticket_to_ride.positions import Options, Position, payment, position, set_up

GAME = "ttr-old-west"
STARTS = {0: "seattle", 1: "wolf-point", 2: "san-diego", 3: "spokane", 4: "las-cruces", 5: "tucson"}
"""Start cities, by seat, where a test does not care: far from each other."""


def old_west(
    seats: int = 2,
    options: Options | None = None,
    *,
    markers: Mapping[int, Sequence[str]] | None = None,
    alvin: str = "",
    variants: Sequence[Layer[Any]] = (),
    **rest: Any,
) -> Position:
    """Give a position of the game; `markers` are cities by seat, its start city first. `alvin` is where he is."""
    game = position(seats, options, game=GAME, variants=[*variants, *([ALVIN] if alvin else [])], **rest)
    cities = {seat: [STARTS[seat]] for seat in range(seats)} | {seat: [*own] for seat, own in (markers or {}).items()}
    most = max(len(own) for own in cities.values())
    game.state.slice(Markers).placed = [
        Marker(seat, own[place]) for place in range(most) for seat, own in sorted(cities.items()) if place < len(own)
    ]
    if alvin:
        game.state.slice(Alvin).city = alvin
    for id, holds in game.rules.invariants:
        assert (id, holds(game.rules, game.state)) == (id, None)
    return game


def begun(seats: int, *, alvin: bool = False, options: Options | None = None) -> Position:
    """Set a game up; first offers are to be chosen from."""
    return set_up(seats, options, game=GAME, variants=[ALVIN] if alvin else [])


def marker(city: str, **cards: int) -> PlaceMarker:
    """Place a marker for these cards."""
    return PlaceMarker(payment(**cards), city)


NO_MARKER = DeclineMarker()


def markers(game: Position) -> dict[int, list[str]]:
    """Give the cities with a marker of each seat, in the order in which they were placed."""
    placed = game.state.slice(Markers).placed
    return {seat: [one.city for one in placed if one.seat == seat] for seat in range(game.rules.seats)}


def alvin_in(game: Position) -> str:
    """Give the city where Alvin is."""
    return game.state.slice(Alvin).city


def points(game: Position) -> list[int]:
    """Give the points by seat."""
    return [own.points for own in game.state.seats]


def turn_of(game: Position, seat: int) -> None:
    """Let all others draw cards until it is the turn of a seat."""
    while game.state.turn != seat:
        game.does(game.state.turn, DrawCard(None))
