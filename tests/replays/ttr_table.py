"""The referee's own board and table of a game of Ticket to Ride, read from the map file as plain data."""

from __future__ import annotations

import copy
import dataclasses
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.replays.outcomes import Fault
from tests.replays.paths import Rail

LOCOMOTIVE = "locomotive"
GREY = "grey"
REGULAR = "regular"


class Board:
    """What never changes in a game: routes, tickets and numbers of the map."""

    def __init__(self, path: Path) -> None:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        self.routes: dict[str, dict[str, Any]] = data["routes"]
        self.tickets: dict[str, dict[str, Any]] = data["tickets"]
        self.trains: int = data["pieces"]["trains"]
        self.points = {int(length): points for length, points in data["route_points"].items()}
        self.deal: dict[str, int] = data["deal"]
        self.tie_breakers: list[str] = data["tie_breakers"]
        cards = data["train_cards"]
        self.deck = Counter(dict.fromkeys(cards["colours"], cards["per_colour"]))
        self.deck[LOCOMOTIVE] = cards["locomotives"]

    def length(self, route: str) -> int:
        """Give the spaces of a route."""
        length: int = self.routes[route]["length"]
        return length

    def twins(self, route: str) -> list[str]:
        """Give the other routes of its parallel group (TTR-G5)."""
        group = self.routes[route].get("parallel")
        return [
            other for other, row in self.routes.items() if other != route and group and row.get("parallel") == group
        ]

    def rail(self, route: str) -> Rail:
        """Give a route as paths see it."""
        a, b = self.routes[route]["cities"]
        return Rail(a, b, self.length(route))


@dataclasses.dataclass
class Stratum:
    """Tickets that lie together in a pile: a shuffled bag, or a sequence with the top first."""

    shuffled: bool
    tickets: list[str]
    origin: str
    """How they came there: `deck`, `first-rejects` or `rejects`."""


@dataclasses.dataclass
class Seat:
    """What lies before one seat."""

    trains: int
    points: int = 0
    hand: Counter[str] = dataclasses.field(default_factory=Counter)
    tickets: list[str] = dataclasses.field(default_factory=list)
    offer: list[str] = dataclasses.field(default_factory=list)
    rejects: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Table:
    """Everything on the table, and whose answer is awaited."""

    seats: list[Seat]
    display: list[str | None]
    draw_pile: Counter[str]
    piles: dict[str, list[Stratum]]
    discard: Counter[str] = dataclasses.field(default_factory=Counter)
    owners: dict[str, int] = dataclasses.field(default_factory=dict)
    turn: int = 0
    round: int = 0
    picks: int = 0
    passes: int = 0
    turns_left: int | None = None
    asked: str = ""
    to_act: list[int] = dataclasses.field(default_factory=list)
    chosen: dict[int, dict[str, Any]] = dataclasses.field(default_factory=dict)
    """Simultaneous choices that wait for those of the others, in the order in which they were made."""
    ended: str = ""
    removed: list[str] = dataclasses.field(default_factory=list)
    """Tickets out of the game."""
    aside: Counter[str] = dataclasses.field(default_factory=Counter)
    """Train cards that lie in none of the usual zones: laid and revealed for a tunnel."""
    extras: dict[str, Any] = dataclasses.field(default_factory=dict)
    """What a board has besides: plain values, by names of its own."""

    def copy(self) -> Table:
        """Give an independent copy."""
        return dataclasses.replace(
            self,
            seats=[
                Seat(s.trains, s.points, Counter(s.hand), list(s.tickets), list(s.offer), list(s.rejects))
                for s in self.seats
            ],
            display=list(self.display),
            draw_pile=Counter(self.draw_pile),
            piles={
                kind: [Stratum(s.shuffled, list(s.tickets), s.origin) for s in pile]
                for kind, pile in self.piles.items()
            },
            discard=Counter(self.discard),
            owners=dict(self.owners),
            to_act=list(self.to_act),
            chosen=dict(self.chosen),
            removed=list(self.removed),
            aside=Counter(self.aside),
            extras=copy.deepcopy(self.extras),
        )

    @property
    def face_up(self) -> list[str]:
        """The cards of the display, without empty slots."""
        return [card for card in self.display if card is not None]

    def in_pile(self, kind: str = REGULAR) -> int:
        """Count the tickets in a pile."""
        return sum(len(stratum.tickets) for stratum in self.piles.get(kind, []))

    def routes_of(self, seat: int) -> list[str]:
        """Give the routes that a seat owns."""
        return [route for route, owner in self.owners.items() if owner == seat]

    def check_conservation(self, board: Board) -> None:
        """Nothing is lost, doubled or negative: cards (TTR-G6), tickets (TTR-G7) and trains (TTR-G8)."""
        zones = [self.draw_pile, self.discard, self.aside, *(seat.hand for seat in self.seats)]
        if any(count < 0 for zone in zones for count in zone.values()):
            raise Fault("a zone holds fewer than no cards")
        cards = sum((+zone for zone in zones), Counter(self.face_up))
        if cards != board.deck:
            raise Fault(f"all zones together hold {dict(cards)}, which is not the deck")
        tickets = list(self.removed)
        tickets += [ticket for pile in self.piles.values() for stratum in pile for ticket in stratum.tickets]
        for number, seat in enumerate(self.seats):
            tickets += [*seat.tickets, *seat.offer, *seat.rejects]
            placed = sum(board.length(route) for route in self.routes_of(number))
            if seat.trains < 0 or seat.trains + placed != board.trains:
                raise Fault(f"seat {number} has {seat.trains} trains left and {placed} on routes")
        if sorted(tickets) != sorted(board.tickets):
            raise Fault(f"there are {len(tickets)} tickets on the table, not each of {len(board.tickets)} once")
