"""Reads a choochoo file: JSON to the start of a game and its actions, or one line that says what is wrong and where."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from railbook.log.foreign import DataFault, read_json

T = TypeVar("T")

GOODS = ("blue", "black", "red", "purple", "yellow", "white")
COLOURS = ("", "red", "yellow", "green", "purple", "black", "blue", "brown", "white", "pink")
CITY = 1
TERRAIN = {2: "plain", 3: "river", 4: "mountain", 9: "hill", 11: "water"}
"""Kinds of land, as our maps call them."""

Good = Annotated[int, Meta(ge=0, le=len(GOODS) - 1)]
Colour = Annotated[int, Meta(ge=1, le=len(COLOURS) - 1)]
Coordinate = Annotated[int, Meta(ge=-999, le=999)]
Figure = Annotated[int, Meta(ge=0, le=10_000)]


class ForeignFault(ValueError):
    """A file that is no choochoo game, or contradicts itself: what and where, in one line."""


class Place(msgspec.Struct, frozen=True):
    """Coordinates."""

    q: Coordinate
    r: Coordinate

    @property
    def hex(self) -> str:
        """The hex as our maps write it."""
        return f"{self.q},{self.r}"


class OnRoll(msgspec.Struct, frozen=True):
    """A column of the chart; its goods stand bottom-up."""

    group: Annotated[int, Meta(ge=1, le=2)]
    onRoll: Annotated[int, Meta(ge=1, le=6)]  # noqa: N815 - the file's own name
    goods: list[Good]


class Space(msgspec.Struct, frozen=True):
    """A hex: a city (type 1) or land."""

    type: int
    name: str = ""
    color: list[Good] | Good = []
    goods: list[Good] = []
    onRoll: list[OnRoll] = []  # noqa: N815 - the file's own name
    townName: str = ""  # noqa: N815 - the file's own name
    tile: Any = None
    terrainCost: Annotated[int, Meta(ge=2, le=100)] | None = None  # noqa: N815 - the file's own name
    unpassableEdges: list[Annotated[int, Meta(ge=1, le=6)]] = []  # noqa: N815 - the file's own name


class Account(msgspec.Struct, frozen=True):
    """A player at the start; who it is, is not read."""

    color: Colour
    income: Figure
    shares: Figure
    money: Figure
    locomotive: Figure


class Available(msgspec.Struct, frozen=True):
    """A New City tile."""

    color: list[Good] | Good
    onRoll: list[OnRoll]  # noqa: N815 - the file's own name


class Start(msgspec.Struct, frozen=True):
    """The state right after set-up."""

    grid: list[tuple[Place, Space]]
    bag: list[Good]
    players: list[Account]
    turnOrder: list[Colour]  # noqa: N815 - the file's own name
    availableCities: list[Available]  # noqa: N815 - the file's own name
    roundNumber: int  # noqa: N815 - the file's own name
    currentPhase: int  # noqa: N815 - the file's own name
    currentPlayer: Colour  # noqa: N815 - the file's own name
    interCityConnections: list[Any] = []  # noqa: N815 - the file's own name


class StartState(msgspec.Struct, frozen=True):
    """What the text `startState` holds."""

    gameData: Start  # noqa: N815 - the file's own name


class Recorded(msgspec.Struct, frozen=True):
    """A recorded action."""

    version: int
    actionName: str  # noqa: N815 - the file's own name
    actionData: dict[str, Any]  # noqa: N815 - the file's own name
    seed: str | None = None


class Playthrough(msgspec.Struct, frozen=True):
    """The file."""

    id: int
    gameKey: str  # noqa: N815 - the file's own name
    variant: dict[str, Any]
    playerIds: list[Any]  # noqa: N815 - the file's own name; only counted, they are account numbers
    actions: list[Recorded]
    replayFrom: str  # noqa: N815 - the file's own name
    startSeed: str | None  # noqa: N815 - the file's own name
    startState: str | None = None  # noqa: N815 - the file's own name


def read(data: bytes, name: str) -> tuple[Playthrough, Start]:
    """Read a file; raises `ForeignFault`."""
    game = _convert(data, Playthrough, name)
    if game.replayFrom != "state" or game.startState is None:
        raise ForeignFault(f"{name}: replayFrom is {game.replayFrom!r}: only games with a start state can be imported")
    start = _convert(game.startState, StartState, f"{name}: startState").gameData
    for number, action in enumerate(game.actions, 1):
        if action.version != number:
            raise ForeignFault(f"{name}: action {number} has version {action.version}: versions count without gaps")
    for fault in (_players_fault(game, start), _start_fault(start), _grid_fault(start)):
        if fault:
            raise ForeignFault(f"{name}: {fault}")
    return game, start


def _convert(text: bytes | str, kind: type[T], name: str) -> T:
    """Read JSON of a type; raises `ForeignFault`."""
    try:
        return msgspec.convert(read_json(text), kind)
    except (DataFault, msgspec.ValidationError) as error:
        raise ForeignFault(f"{name}: {error}") from None


def _players_fault(game: Playthrough, start: Start) -> str:
    colours = [account.color for account in start.players]
    if sorted(colours) != sorted(start.turnOrder) or len(set(colours)) < len(colours):
        return "turnOrder and players do not name the same colours"
    if len(game.playerIds) != len(colours):
        return f"there are {len(game.playerIds)} playerIds and {len(colours)} players"
    return ""


def _start_fault(start: Start) -> str:
    first = (1, 1, start.turnOrder[0] if start.turnOrder else None)
    if (start.roundNumber, start.currentPhase, start.currentPlayer) != first:
        return "startState is not that right after the set-up: round 1, phase 1, the first player of turnOrder"
    return "interCityConnections are not supported" if start.interCityConnections else ""


def _grid_fault(start: Start) -> str:
    seen: set[str] = set()
    for place, space in start.grid:
        if place.hex in seen:
            return f"grid {place.hex} is there twice"
        seen.add(place.hex)
        if space.type != CITY and space.type not in TERRAIN:
            return f"grid {place.hex}: terrain {space.type} is not known"
        if space.tile is not None or (space.type != CITY and space.goods):
            return f"grid {place.hex}: track at the start, or goods outside of cities, are not supported"
    return ""
