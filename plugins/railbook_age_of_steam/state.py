"""The state of a game of Age of Steam: players, track, goods, and where in the turn the game is. Nothing is hidden."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

import msgspec

from railbook.engine.state import State
from railbook.rules.types import BySeat, Public


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """A player's money and standing (AOS-U4)."""

    cash: Public[int]
    shares: Public[int]
    income: Public[int] = 0
    locomotive: Public[int] = 1
    action: Public[str] = ""
    """The action chosen; until actions are chosen again, that of the turn before (AOS-C1)."""
    bid: Public[int | None] = None
    """The last bid in this turn's auction."""
    stayed_in: Public[bool] = False
    """Whether the Turn Order privilege was used in this auction (AOS-A4)."""
    upgraded: Public[bool] = False
    """Whether the locomotive was upgraded instead of a move in this turn (AOS-M9)."""
    out: Public[bool] = False
    """Eliminated (AOS-E4)."""


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """A tile on a hex: kind, rotation, the owner of each path, and the tile under a town disc where it is known."""

    tile: Public[str]
    rotation: Public[int]
    owners: Public[list[int | None]]
    under: Public[str] = ""


class Note(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An open section as it was at the start of a build turn: hex, inner edge and number of paths (AOS-O5)."""

    hex: Public[str]
    edge: Public[int]
    paths: Public[int]


class Line(State, kw_only=True, dict=True):
    """Everything on the table; `dict` makes room for what is computed from it and never written."""

    players: BySeat[list[Player]] = msgspec.field(default_factory=list)
    order: Public[list[int]] = msgspec.field(default_factory=list)
    """Seats in the current order; those out of the game are gone."""
    turn: Public[int] = 0
    last_turn: Public[int] = 0
    phase: Public[str] = ""
    queue: Public[list[int]] = msgspec.field(default_factory=list)
    """Seats that are still to act in this phase, next first; in the auction those still in."""
    dropped: Public[list[int]] = msgspec.field(default_factory=list)
    """Seats that dropped out of the auction, first out first."""
    bag: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    cubes: Public[dict[str, dict[str, int]]] = msgspec.field(default_factory=dict)
    """Cubes by colour on each city, by hex."""
    chart: Public[dict[str, list[str | None]]] = msgspec.field(default_factory=dict)
    """Boxes of each column from the top; an empty box is `None`."""
    tiles: Public[dict[str, Tile]] = msgspec.field(default_factory=dict)
    new_cities: Public[dict[str, str]] = msgspec.field(default_factory=dict)
    """Letters of New Cities by hex."""
    built: Public[list[str]] = msgspec.field(default_factory=list)
    """Hexes built on in this build turn."""
    urbanized: Public[bool] = False
    """Whether this build turn had its urbanization."""
    notes: Public[list[Note]] = msgspec.field(default_factory=list)
    held: Public[list[str]] = msgspec.field(default_factory=list)
    """Cubes drawn by Production that are not placed yet."""
