"""Positions of Ticket to Ride Europe: those of the family, with stations on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railbook_europe.layer import Station, Stations
from railbook_europe.lending import LendRoutes
from railbook_europe.stations import BuildStation
from railbook_ticket_to_ride.actions import DrawCard
from tests.plugins.ticket_to_ride.positions import Options, Position, payment, position

GAME = "ttr-europe"


def europe(
    seats: int = 2, options: Options | None = None, *, stations: Sequence[tuple[int, str]] = (), **rest: Any
) -> Position:
    """Give a position of the game with these stations, as seat and city, in the order in which they were built."""
    game = position(seats, options, game=GAME, **rest)
    game.state.slice(Stations).built = [Station(seat, city) for seat, city in stations]
    for id, holds in game.rules.invariants:
        assert (id, holds(game.rules, game.state)) == (id, None)
    return game


def build(city: str, **cards: int) -> BuildStation:
    """Build a station with these cards."""
    return BuildStation(payment(**cards), city)


def lend(*routes: str) -> LendRoutes:
    """Choose what the own stations lend."""
    return LendRoutes(list(routes))


def last_turn(game: Position) -> Position:
    """Let the seat whose turn it is draw two cards in the last turn of the game; what is asked behind it stays open."""
    seat = game.state.turn
    for _ in range(2):
        game.does(seat, DrawCard(None))
    return game


def stations(game: Position) -> list[tuple[int, str, str]]:
    """List the stations on the board: seat, city and the route that it was chosen to lend."""
    return [(one.seat, one.city, one.lends) for one in game.state.slice(Stations).built]
