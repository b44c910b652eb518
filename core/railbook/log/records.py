"""The lines of a log as types: header, ply, undo, comment and end."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from railbook.rules.types import OptionValue, Outcome, ScoreLine, Standing

FORMAT = 1
"""The format of the logs that this version writes; every published one stays readable."""

DEFAULT_UNDO_WINDOW = 64
"""How many plies back an undo may reach, where a header says nothing else."""

A = TypeVar("A")
E = TypeVar("E")
# With the length said too, because `$` lets a line break stand behind it.
Hex = Annotated[
    str, msgspec.Meta(pattern="^[0-9a-f]{32}$", max_length=32, description="16 bytes in hexadecimal digits")
]
LongHex = Annotated[
    str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64, description="32 bytes in hexadecimal digits")
]
Whole = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99, description="index at the table, from 0; seat 0 plays first")]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", gc=False):
    """A line of a log, without the digest and time that stand behind it."""


class MapRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The map of a game: its id, the digest of its data, and the data itself where the map is not an installed one."""

    id: Id
    digest: Hex
    data: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class VariantRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant in force, with the values of all its options."""

    name: Id
    version: Id
    distribution: Id
    options: dict[str, OptionValue]


class SeatRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at the table: a name, which is only a label, and a colour."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    colour: Id


class ChanceRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where chance comes from: scheme `open` with a seed, `committed` with the hash of a key, or `none`."""

    scheme: Literal["open", "committed", "none"]
    procedure: Id | msgspec.UnsetType = msgspec.UNSET
    seed: Annotated[int, msgspec.Meta(ge=0)] | msgspec.UnsetType = msgspec.UNSET
    commitment: LongHex | msgspec.UnsetType = msgspec.UNSET


class UndoRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far an undo reaches: a window in plies, and whether it may cross a ply that revealed something."""

    window: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = DEFAULT_UNDO_WINDOW
    barrier: bool = True


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an imported game comes from."""

    platform: Text
    id: Text | msgspec.UnsetType = msgspec.UNSET
    note: Text | msgspec.UnsetType = msgspec.UNSET


class Header(Record, frozen=True, kw_only=True, tag="header"):
    """The first line: everything that the set-up depends on."""

    format: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    game: Id
    rules: Id
    map: MapRef
    edition: Annotated[str, msgspec.Meta(max_length=100)]
    variants: list[VariantRef]
    options: dict[str, OptionValue]
    seats: Annotated[list[SeatRef], msgspec.Meta(min_length=1, max_length=100)]
    chance: ChanceRef
    salt: Hex
    undo: UndoRule
    partial: bool
    created: Text | msgspec.UnsetType = msgspec.UNSET
    source: Source | msgspec.UnsetType = msgspec.UNSET
    meta: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Ply(Record, Generic[A, E], frozen=True, kw_only=True, tag="ply"):
    """One ply: the action of a seat (none for the set-up, ply 0), what chance answered, and what followed."""

    ply: Whole
    seat: SeatNumber | None
    action: A
    chance: list[tuple[str, Outcome]]
    events: list[E]


class Claim(Record, Generic[A], frozen=True, kw_only=True, tag="ply"):
    """A ply of which nobody has read what followed: the rules will tell, and it is compared as it stands."""

    ply: Whole
    seat: SeatNumber | None
    action: A
    chance: list[tuple[str, Outcome]]
    events: msgspec.Raw


class Undo(Record, frozen=True, kw_only=True, tag="undo"):
    """A seat took plies back: the next ply is number `to` again. Nothing is removed from the file."""

    seat: SeatNumber
    to: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class Comment(Record, frozen=True, kw_only=True, tag="comment"):
    """Free text, outside the game and outside the chain."""

    text: str


class End(Record, frozen=True, kw_only=True, tag="end"):
    """The last line: why the game is over, the score sheet, the standings, and the key where there was a commitment."""

    reason: Text
    sheet: list[ScoreLine]
    standings: list[Standing]
    key: LongHex | msgspec.UnsetType = msgspec.UNSET


RawPly = Ply[Any, Any]
"""A ply whose action and events are plain values, as a reader without rules sees it."""
