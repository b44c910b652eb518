"""The referee's own table of a game of Age of Steam, and whose answer is awaited."""

from __future__ import annotations

import dataclasses
from collections import Counter

from tests.replays.aos_board import Board
from tests.replays.outcomes import Fault


@dataclasses.dataclass
class Player:
    """A player's figures (AOS-U4)."""

    cash: int
    shares: int
    income: int
    locomotive: int
    action: str = ""
    bid: int | None = None
    stayed_in: bool = False
    upgraded: bool = False
    out: bool = False


@dataclasses.dataclass
class Laid:
    """A tile on the board; `owners` are those of its pieces, `under` is the tile under a disc, where it is known."""

    tile: str
    rotation: int
    under: str
    owners: list[int | None]


@dataclasses.dataclass
class Table:
    """Everything on the table."""

    players: list[Player] = dataclasses.field(default_factory=list)
    order: list[int] = dataclasses.field(default_factory=list)
    turn: int = 0
    queue: list[int] = dataclasses.field(default_factory=list)
    dropped: list[int] = dataclasses.field(default_factory=list)
    bag: Counter[str] = dataclasses.field(default_factory=Counter)
    cubes: dict[str, Counter[str]] = dataclasses.field(default_factory=dict)
    chart: dict[str, list[str | None]] = dataclasses.field(default_factory=dict)
    tiles: dict[str, Laid] = dataclasses.field(default_factory=dict)
    new_cities: dict[str, str] = dataclasses.field(default_factory=dict)
    built: list[str] = dataclasses.field(default_factory=list)
    urbanized: bool = False
    notes: dict[tuple[str, int], int] = dataclasses.field(default_factory=dict)
    """By hex and inner edge, the pieces of sections that were open when the build turn began (AOS-O5)."""
    held: list[str] = dataclasses.field(default_factory=list)
    to_come: list[str] = dataclasses.field(default_factory=list)
    """The steps of the turn that follow."""
    asked: str = ""
    to_act: list[int] = dataclasses.field(default_factory=list)
    ended: str = ""

    def copy(self) -> Table:
        """Give an independent copy."""
        return dataclasses.replace(
            self,
            players=[dataclasses.replace(player) for player in self.players],
            order=list(self.order),
            queue=list(self.queue),
            dropped=list(self.dropped),
            bag=Counter(self.bag),
            cubes={city: Counter(cubes) for city, cubes in self.cubes.items()},
            chart={column: list(boxes) for column, boxes in self.chart.items()},
            tiles={hex: dataclasses.replace(laid, owners=list(laid.owners)) for hex, laid in self.tiles.items()},
            new_cities=dict(self.new_cities),
            built=list(self.built),
            notes=dict(self.notes),
            held=list(self.held),
            to_come=list(self.to_come),
            to_act=list(self.to_act),
        )

    def is_city(self, board: Board, hex: str) -> bool:
        """Tell whether a hex is a city, a New City among them (AOS-G1)."""
        return hex in self.new_cities or hex in board.city_hexes

    def holder(self, action: str) -> int | None:
        """Give the seat that has an action and is still in the game (AOS-C1)."""
        return next((seat for seat in self.order if self.players[seat].action == action), None)

    def check_conservation(self, board: Board) -> None:
        """Nothing is lost or negative: cubes (AOS-U1), tiles and discs (AOS-T1), New Cities, money (AOS-Q3)."""
        cubes = sum(self.cubes.values(), Counter(self.bag)) + Counter(self.held)
        cubes.update(cube for boxes in self.chart.values() for cube in boxes if cube is not None)
        if cubes != board.bag:
            raise Fault(f"there are {dict(cubes)} cubes, which is not what the bag held")
        if any(player.cash < 0 for player in self.players):
            raise Fault("a player has less than no money")
        on_board = Counter(laid.tile for laid in self.tiles.values())
        below = Counter(laid.under for laid in self.tiles.values() if laid.under)
        for tile, row in board.tiles.items():
            if row["class"] != "town_disc" and on_board[tile] + below[tile] > row["count"]:
                raise Fault(f"{on_board[tile] + below[tile]} tiles {tile} are on the board, of {row['count']}")
        if sum(board.kind(tile) == "town_disc" for tile in on_board.elements()) > board.discs:
            raise Fault(f"more than {board.discs} discs are on the board")
        if len(set(self.new_cities.values())) < len(self.new_cities):
            raise Fault("a New City stands twice on the board")
