"""Small histories written by hand, move by move, for the worked examples of the format document."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from railbook.plugins.importers import Imported, ImportFault, Wishes
from railbook_europe.plugin import EUROPE_GAME
from railbook_ticket_to_ride.bga.importer import import_history
from railbook_ticket_to_ride.bga.places import COLOURS
from railbook_ticket_to_ride.board import Board, compile_board
from railbook_usa.plugin import USA

GAMES = {"usa": USA, "europe": EUROPE_GAME}


def number(kind: str) -> int:
    """Give the platform's number of a kind of card."""
    return COLOURS.index(kind)


@cache
def board_named(name: str) -> Board:
    """Compile the map of a board."""
    game_map: Any = GAMES[name].maps()[0]
    return compile_board(game_map.data)


class Story:
    """A live history, in which A plays first and saved the file."""

    def __init__(self, board: str = "usa", seats: str = "AB", kept: tuple[int, ...] = ()) -> None:
        self.board = board_named(board)
        self.packets: list[dict[str, Any]] = []
        self.move = 0
        self.name = board
        for index, who in enumerate(seats):
            self.note("destinationsPicked", player_name=who, count=kept[index] if kept else 2)

    def note(self, type_: str, log: str = "", *, private: bool = False, same_move: bool = False, **args: Any) -> Story:
        """Add a packet with one notification, as a move of its own."""
        self.move += not same_move
        self.packets.append(
            {
                "channel": "/player/p1" if private else "/table/t1",
                "packet_id": str(len(self.packets) + 3),
                "move_id": str(self.move),
                "data": [{"type": type_, "log": log, "args": args}],
            }
        )
        return self

    def up(self, who: str, *kinds: str) -> Story:
        """Face-up picks, each a move."""
        for kind in kinds:
            self.note("trainCarPicked", player_name=who, color=number(kind))
        return self

    def hidden(self, who: str, count: int = 2) -> Story:
        """A hidden draw of somebody else."""
        return self.note("trainCarPicked", player_name=who, count=count)

    def own(self, *kinds: str) -> Story:
        """A hidden draw of A, the private packet first."""
        self.note("trainCarPicked", private=True, colors=[number(kind) for kind in kinds])
        return self.note("trainCarPicked", same_move=True, player_name="A", count=len(kinds))

    def route(self, id: str, number_: int = 300) -> dict[str, Any]:
        """Give a route as the platform does."""
        route = self.board.routes[id]
        cities = sorted(self.board.city_names, key=lambda city: self.board.city_names[city])
        colour = 0 if route.colour == "grey" else number(route.colour)
        ends = {"from": cities.index(route.a) + 1, "to": cities.index(route.b) + 1}
        return {"id": number_, **ends, "number": route.length, "color": colour, "tunnel": route.tunnel,
                "locomotives": route.ferry}  # fmt: skip

    def claim(self, who: str, id: str, *kinds: str, number_: int = 300, points: int | None = None) -> Story:
        """A claim, paid with these cards."""
        route = self.board.routes[id]
        names: dict[str, Any] = {"from": self.board.city_names[route.a], "to": self.board.city_names[route.b]}
        return self.note(
            "claimedRoute",
            player_name=who,
            points=route.points if points is None else points,
            route=self.route(id, number_),
            number=len(kinds),
            colors=[number(kind) for kind in kinds],
            **names,
        )

    def attempt(self, who: str, id: str, colour: str, extra: int | None) -> Story:
        """A tunnel attempt with its result (`None`: none is told)."""
        route = self.board.routes[id]
        names: dict[str, Any] = {"from": self.board.city_names[route.a], "to": self.board.city_names[route.b]}
        self.note("log", "attempt", player_name=who, color=number(colour), **names)
        if extra is not None:
            self.note("log", "result", same_move=True, pickedCards=3, extraCards=extra)
        return self

    def reshuffled(self) -> Story:
        """The message of a reshuffle, in the move before it."""
        return self.note("log", "The discard pile has been reshuffled", same_move=True)

    def data(self) -> bytes:
        """Give the file."""
        return json.dumps({"status": 1, "data": {"valid": 1, "data": self.packets}}).encode()

    def imported(self, **wishes: Any) -> Imported:
        """Import it."""
        games = list(GAMES.values())
        return import_history(self.data(), "story.json", Wishes(games, **{"map": self.name, **wishes}))

    def verdict(self, **wishes: Any) -> tuple[str, int | None, str]:
        """Give the first check that is violated, at which move, and why; or `consistent`."""
        try:
            report = self.imported(**wishes).report
        except ImportFault as fault:
            if not fault.report:
                raise
            report = fault.report
        for check in report["checks"]:
            if check["result"] == "violated":
                return check["check"], check["move"], check["why"]
        return "consistent", None, ""
