"""Finds the board, routes, cities and tickets that a history means by what they join, never by number alone."""

from __future__ import annotations

import functools
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from railbook.plugins.importers import ImportFault
from railbook.rules.game import Game
from railbook.rules.tables import board_of_map
from railbook_ticket_to_ride.bga.packets import Note, whole
from railbook_ticket_to_ride.board import Board, BoardRoute
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.shelf import PACKAGES

COLOURS = (LOCOMOTIVE, "purple", "white", "blue", "yellow", "orange", "black", "red", "green")
"""Card kinds by the platform's number; in a route, 0 is grey."""

EXPANSION_TICKETS = 101
"""Tickets from this number on belong to expansions."""

EDITION = "bga"


def plain(name: str) -> str:
    """Give a city's name without accents, case and punctuation."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


_plain = functools.lru_cache(maxsize=512)(plain)
"""The same for names of ours, which each import needs again."""


@functools.cache
def _told_of(game: str) -> dict[str, Any]:
    """Give what is known of a board of ours there."""
    from importlib.resources import files

    return tomllib.loads((files(PACKAGES[game]) / "bga.toml").read_text("utf-8"))


class Places:
    """One of our boards, and what the numbers of a history mean on it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.map: Any = game.maps()[0]
        self.board: Board = board_of_map(game.compile_map, self.map)
        self.by_name = {_plain(name): city for city, name in self.board.city_names.items()}
        own = _told_of(game.id)
        self.by_name |= {_plain(other): city for other, city in own["spellings"].items()}
        self.numbers: dict[int, str] = {}
        self.parallel = self._numbered(own["late"]) if "late" in own else {}
        """The number there by the id of our parallel routes (BGA-N1), where the board is numbered by name.

        Right for equal ones: those of two colours may be exchanged.
        """
        self.claimed: dict[tuple[str, ...], set[int]] = {}
        """By group of equal routes: the numbers under which the history claims them."""

    def _numbered(self, late: list[str]) -> dict[str, int]:
        """Number routes in the order of their cities' names, some behind all others."""
        names = self.board.city_names
        order = sorted(
            self.board.routes.values(),
            key=lambda each: (each.id in late, *sorted((_plain(names[each.a]), _plain(names[each.b]))), each.id),
        )
        return {each.id: number for number, each in enumerate(order, 1) if each.id.endswith(("--a", "--b"))}

    def equal_route(self, found: list[BoardRoute], number: int) -> BoardRoute | None:
        """Give the one of equal routes with a number there: the lower number is our first one (BGA-N1).

        Of a board whose numbers follow no rule that is known only those count which the history tells.
        """
        if self.parallel:
            return next((each for each in found if self.parallel[each.id] == number), None)
        told = sorted(self.claimed.get(tuple(each.id for each in found), ()))
        return found[told.index(number)] if number in told and len(told) <= len(found) else None

    def city(self, name: object) -> str | None:
        """Give a city by its name."""
        return self.by_name.get(plain(name)) if isinstance(name, str) else None

    def learn(self, notes: Sequence[Note]) -> None:
        """Learn the numbers of cities and routes from claims, which give names and numbers."""
        for note in notes:
            route = note.args.get("route")
            if note.type == "claimedRoute" and isinstance(route, dict):
                pair = (self.city(note.args.get("from")), self.city(note.args.get("to")))
                for city, number in zip(pair, (whole(route.get("from")), whole(route.get("to"))), strict=True):
                    if city is not None and number is not None:
                        self.numbers.setdefault(number, city)
        for note in notes:
            route = note.args.get("route")
            number = whole(route.get("id")) if note.type == "claimedRoute" and isinstance(route, dict) else None
            if number is not None:
                equal = tuple(each.id for each in self.candidates(note.args))
                self.claimed.setdefault(equal, set()).add(number)

    def candidates(self, args: Mapping[str, Any]) -> list[BoardRoute]:
        """Give the routes that a claim or attempt can mean, by cities, length and colour (BGA-N1)."""
        said = args.get("route")
        route: Mapping[str, Any] = said if isinstance(said, dict) else {}
        a = self.city(args.get("from")) or self.numbers.get(whole(route.get("from")) or -1)
        b = self.city(args.get("to")) or self.numbers.get(whole(route.get("to")) or -1)
        if a is None or b is None:
            return []
        found = [each for each in self.board.routes.values() if {each.a, each.b} == {a, b}]
        length, colour = whole(route.get("number")), whole(route.get("color"))
        if length is not None:
            found = [each for each in found if each.length == length]
        if colour is not None and 0 <= colour < len(COLOURS):
            name = COLOURS[colour] if colour else GREY
            found = [each for each in found if each.colour == name]
        elif colour is not None:
            return []
        if "tunnel" in route:
            found = [each for each in found if each.tunnel == bool(whole(route["tunnel"]) or route["tunnel"] is True)]
        symbols = whole(route.get("locomotives"))
        if symbols is not None:
            found = [each for each in found if each.ferry == symbols]
        return sorted(found, key=lambda each: each.id)

    def ticket(self, destination: Mapping[str, Any]) -> str | None:
        """Give a ticket by the cities that it joins and its points (BGA-N3)."""
        ends = {self.city(destination.get(key)) or self.numbers.get(whole(destination.get(key)) or -1) for key in ENDS}
        points = whole(destination.get("points"))
        found = [
            each.id
            for each in self.board.tickets.values()
            if {each.a, each.b} == ends and points in (None, each.points)
        ]
        return found[0] if len(found) == 1 else None


ENDS = ("from", "to")


def boards(games: Iterable[Game]) -> list[Game]:
    """Give the games of the family that the platform offers as we know it."""
    return [game for game in games if EDITION in game.editions and game.id in PACKAGES]


def find_board(games: Iterable[Game], notes: list[Note], asked: str, name: str) -> Places:
    """Find the board: the only one with the routes that the file claims, or the one asked for."""
    offered = boards(games)
    ids = ", ".join(game.id for game in offered) or "none"
    if asked:
        named = [game for game in offered if asked in (game.id, game.id.removeprefix("ttr-"))]
        if not named:
            raise ImportFault(f"--map {asked[:60]!r} is no board that can be imported from there: there are {ids}")
        places = Places(named[0])
        places.learn(notes)
        return places
    claims = [note for note in notes if isinstance(note.args.get("route"), dict)]
    if not claims:
        raise ImportFault(f"{name}: no route is claimed, so the board is unknown: say --map (there are {ids})")
    fitting = []
    for game in offered:
        places = Places(game)
        places.learn(notes)
        if places.candidates(claims[0].args):
            fitting.append(places)
    if len(fitting) != 1:
        raise ImportFault(
            f"{name}: the first claim (move {claims[0].move}) fits {len(fitting)} of the boards {ids}: "
            "other boards, such as Old West, and expansions cannot be imported"
        )
    return fitting[0]
