"""The actions of choochoo as its files write them: the data of each by its name, and what its numbers stand for."""

# ruff: noqa: N815 - the fields have the files' own names

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from railbook_age_of_steam.choochoo.recording import Colour, Good, Place

ACTIONS = ("locomotive", "first_build", "first_move", "engineer", "turn_order", "urbanization", "production")
"""Our names of the special actions, by their code."""

TILES = {
    1: "S1",
    2: "S2",
    3: "S3",
    11: "X1",
    12: "X2",
    13: "X3",
    14: "C1",
    15: "C2",
    16: "C3",
    17: "C4",
    101: "T1",
    102: "D2S",
    103: "D2G",
    104: "D2A",
    105: "T3Y",
    106: "T3L",
    107: "T3R",
    108: "T3H",
    109: "D4X",
    110: "D4F",
    111: "D4K",
}
"""Our tiles by their type."""

Index = Annotated[int, Meta(ge=0)]
Special = Annotated[int, Meta(ge=0, le=len(ACTIONS) - 1)]


class TakeShares(msgspec.Struct, frozen=True):
    """Issue shares."""

    numShares: int


class Bid(msgspec.Struct, frozen=True):
    """Bid in the auction."""

    bid: int


class TurnOrderPass(msgspec.Struct, frozen=True):
    """Use the Turn Order privilege."""


class Pass(msgspec.Struct, frozen=True):
    """Drop out of the auction, move nothing, or return the cubes of Production."""


class Select(msgspec.Struct, frozen=True):
    """Take a special action."""

    action: Special


class Build(msgspec.Struct, frozen=True):
    """Place or replace a tile."""

    coordinates: Place
    tileType: int
    orientation: Annotated[int, Meta(ge=1, le=6)]


class Urbanize(msgspec.Struct, frozen=True):
    """Place the New City at a position of the list of those left."""

    coordinates: Place
    cityIndex: Index


class Done(msgspec.Struct, frozen=True):
    """End the build turn."""


class Locomotive(msgspec.Struct, frozen=True):
    """Raise the locomotive instead of moving."""


class Stop(msgspec.Struct, frozen=True):
    """A link of a move: whose it is, and where it ends."""

    endingStop: Place
    owner: Colour | None = None


class Move(msgspec.Struct, frozen=True):
    """Deliver a cube."""

    startingCity: Place
    good: Good
    path: list[Stop]


class Production(msgspec.Struct, frozen=True):
    """Put a cube of Production into a column; rows count from the bottom."""

    good: Good
    urbanized: bool
    cityGroup: Annotated[int, Meta(ge=1, le=2)]
    onRoll: int
    row: Index


class BidUntil(msgspec.Struct, frozen=True):
    """A wish for the auction."""

    maxBid: int
    incrementally: bool
    thenPass: bool


class Wishes(msgspec.Struct, frozen=True):
    """What a player wished to happen by itself; only the part for the current phase counts."""

    skipShares: bool = False
    takeSharesNext: int | None = None
    bidUntil: BidUntil | None = None
    takeActionNext: Special | None = None
    locoNext: bool = False


WORDS: dict[str, type[Any]] = {
    "takeShares": TakeShares,
    "bid": Bid,
    "turnOrderPass": TurnOrderPass,
    "pass": Pass,
    "select": Select,
    "build": Build,
    "urbanize": Urbanize,
    "done": Done,
    "locomotive": Locomotive,
    "move": Move,
    "production": Production,
    "auto-action": Wishes,
}
"""The data of each action by its name."""
