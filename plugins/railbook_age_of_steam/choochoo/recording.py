"""Reads a choochoo file: JSON to the start of a game and its actions, or one line that says what is wrong and where."""

from __future__ import annotations

import json
from typing import Any

import msgspec

MAX_BYTES = 16 * 2**20
"""Largest file that is read."""

GOODS = ("blue", "black", "red", "purple", "yellow", "white")
COLOURS = ("", "red", "yellow", "green", "purple", "black", "blue", "brown", "white", "pink")
ACTIONS = ("locomotive", "first_build", "first_move", "engineer", "turn_order", "urbanization", "production")
TERRAIN = {2: "plain", 3: "river", 4: "mountain", 9: "hill", 11: "water"}
TILES = {
    1: "S1", 2: "S2", 3: "S3", 11: "X1", 12: "X2", 13: "X3", 14: "C1", 15: "C2", 16: "C3", 17: "C4",
    101: "T1", 102: "D2S", 103: "D2G", 104: "D2A", 105: "T3Y", 106: "T3L", 107: "T3R", 108: "T3H",
    109: "D4X", 110: "D4F", 111: "D4K",
}


class ForeignFault(ValueError):
    """A file that is no choochoo game, or contradicts itself: what and where, in one line."""


class Place(msgspec.Struct, frozen=True):
    """Coordinates."""

    q: int
    r: int

    @property
    def hex(self) -> str:
        """The hex as our maps write it."""
        return f"{self.q},{self.r}"


class OnRoll(msgspec.Struct, frozen=True):
    """A column of the chart; its goods stand bottom-up."""

    group: int
    onRoll: int  # noqa: N815 - the file's own name
    goods: list[int | None] = []


class Space(msgspec.Struct, frozen=True):
    """A hex: a city (type 1) or land."""

    type: int
    name: str = ""
    color: list[int] | int = []
    goods: list[int] = []
    onRoll: list[OnRoll] = []  # noqa: N815 - the file's own name
    townName: str = ""  # noqa: N815 - the file's own name
    tile: Any = None
    terrainCost: int | None = None  # noqa: N815 - the file's own name
    unpassableEdges: list[int] = []  # noqa: N815 - the file's own name


class Account(msgspec.Struct, frozen=True):
    """A player at the start; who it is, is not read."""

    color: int
    income: int
    shares: int
    money: int
    locomotive: int


class Available(msgspec.Struct, frozen=True):
    """A New City tile."""

    color: list[int] | int
    onRoll: list[OnRoll] = []  # noqa: N815 - the file's own name


class Start(msgspec.Struct, frozen=True):
    """The state right after set-up."""

    grid: list[tuple[Place, Space]]
    bag: list[int]
    players: list[Account]
    turnOrder: list[int]  # noqa: N815 - the file's own name
    availableCities: list[Available]  # noqa: N815 - the file's own name


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
    actions: list[Recorded]
    replayFrom: str  # noqa: N815 - the file's own name
    startState: str | None = None  # noqa: N815 - the file's own name


def read(data: bytes, name: str) -> tuple[Playthrough, Start]:
    """Read a file; raises `ForeignFault`."""
    if len(data) > MAX_BYTES:
        raise ForeignFault(f"{name}: larger than {MAX_BYTES:,} bytes")
    try:
        game = msgspec.convert(json.loads(data.decode("utf-8")), Playthrough)
        if game.replayFrom != "state" or game.startState is None:
            raise ForeignFault(
                f"{name}: replayFrom is {game.replayFrom!r}: only games with a start state can be imported"
            )
        state = json.loads(game.startState)
        start = msgspec.convert(state["gameData"], Start)
    except ForeignFault:
        raise
    except UnicodeDecodeError as error:
        raise ForeignFault(f"{name}: not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise ForeignFault(f"{name}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except msgspec.ValidationError as error:
        raise ForeignFault(f"{name}: {error}") from None
    except (KeyError, TypeError):
        raise ForeignFault(f"{name}: startState holds no gameData") from None
    except (RecursionError, ValueError) as error:
        raise ForeignFault(f"{name}: not readable ({str(error)[:100]})") from None
    for number, action in enumerate(game.actions, 1):
        if action.version != number:
            raise ForeignFault(f"{name}: action {number} has version {action.version}: versions count without gaps")
    _check(start, name)
    return game, start


def _check(start: Start, name: str) -> None:
    colours = [account.color for account in start.players]
    if sorted(colours) != sorted(start.turnOrder) or len(set(colours)) < len(colours):
        raise ForeignFault(f"{name}: turnOrder and players do not name the same colours")
    for account in start.players:
        if not 0 < account.color < len(COLOURS):
            raise ForeignFault(f"{name}: players: colour {account.color} is not known")
    goods = [*start.bag]
    for place, space in start.grid:
        if space.type != 1 and space.type not in TERRAIN:
            raise ForeignFault(f"{name}: grid {place.hex}: terrain {space.type} is not known")
        if space.terrainCost is not None or space.tile is not None:
            raise ForeignFault(f"{name}: grid {place.hex}: a price of its own, or track at the start, is not supported")
        goods += space.goods
        goods += [cube for column in space.onRoll for cube in column.goods if cube is not None]
    if any(not 0 <= cube < len(GOODS) for cube in goods):
        raise ForeignFault(f"{name}: a cube of an unknown colour")
