"""The part of a game's state that belongs to the engine, and how states are copied."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from typing import Any, TypeVar, cast

import msgspec

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Private, Public

T = TypeVar("T")
S = TypeVar("S", bound="State")


class Commitment(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has chosen in a simultaneous step, not effective yet; the action is written as plain values."""

    seat: Public[int]
    action: Private[dict[str, Any] | None]


class State(msgspec.Struct, kw_only=True):
    """What the engine keeps of a running game; a game's own state is a subclass, a variant's a slice by name.

    Only evolvers write it. No sets, only string keys: its encoding is the same everywhere.
    """

    ply: Public[int] = 0
    """How many plies have been played."""
    asked: Public[str] = ""
    """The step that waits for an action."""
    to_act: Public[list[int]] = msgspec.field(default_factory=list)
    """The seats that may answer it."""
    agenda: Public[list[str]] = msgspec.field(default_factory=list)
    """The steps that follow, next first."""
    scope: Public[str] = ""
    """The scope in which chance outcomes are numbered."""
    counts: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    """How many outcomes each label has had in this scope."""
    committed: Public[list[Commitment]] = msgspec.field(default_factory=list)
    """Choices that wait for those of the other seats, in the order in which they were made."""
    chosen: Public[list[int]] = msgspec.field(default_factory=list)
    """The seats in the order in which they made the last simultaneous choice."""
    ended: Public[str] = ""
    """Why the game is over; empty while it runs."""
    slices: Public[dict[str, Any]] = msgspec.field(default_factory=dict)
    """The state of variants, by the name of its type."""

    def slice(self, kind: type[T]) -> T:
        """Give the slice of this type, typed."""
        return cast(T, self.slices[kind.__name__])


class Waits(Event, frozen=True, tag="core.waits"):
    """The ply is over and the game waits: the bookmark of the engine, always the last event of a ply."""

    step: Public[str]
    seats: Public[list[int]]
    agenda: Public[list[str]]
    scope: Public[str]
    counts: Public[dict[str, int]]


class Committed(Event, frozen=True, tag="core.committed"):
    """A seat has made its simultaneous choice; the others see only that it has."""

    seat: Public[int]
    action: Private[dict[str, Any] | None]


class Withdrawn(Event, frozen=True, tag="core.withdrawn"):
    """A seat has taken its simultaneous choice back, before the last one was made."""

    seat: Public[int]


class Revealed(Event, frozen=True, tag="core.revealed"):
    """All seats that were asked have chosen: their choices take effect now, in order of seats.

    `order` is the order in which they chose.
    """

    order: Public[list[int]]


class Ended(Event, frozen=True, tag="core.ended"):
    """The game is over; `reason` says why (`unfinished` where somebody left: nothing is scored then)."""

    reason: Public[str]


UNFINISHED = "unfinished"
"""The reason of an end that is no end by the rules: no score sheet is made."""


def new_state(rules: Ruleset) -> State:
    """Give the state before the set-up: nothing but the table."""
    return cast(State, rules.state_type(slices={name: kind() for name, kind in rules.slices.items()}))


_packer = msgspec.msgpack.Encoder(order="sorted")


def encode(state: State) -> bytes:
    """Give the canonical bytes of a state: equal states have equal bytes."""
    return _packer.encode(state)


def decode(rules: Ruleset, data: bytes) -> State:
    """Make a state from its bytes."""
    state = cast(State, msgspec.msgpack.decode(data, type=rules.state_type))
    for name, kind in rules.slices.items():
        state.slices[name] = msgspec.convert(state.slices[name], kind)
    return state


def copy(rules: Ruleset, state: S) -> S:
    """Give an independent copy of a state."""
    return cast(S, decode(rules, encode(state)))


MOST_PLACES = 10_000
"""Places, piles or things of one kind that a table may have."""


def places(count: int) -> range:
    """Number so many places of a table; raises `ValueError` for more than any game has.

    An evolver is fed with whatever a file holds: a number there must not become a list that fills the memory.
    """
    if not 0 <= count <= MOST_PLACES:
        raise ValueError(f"{count} places on a table: there are at most {MOST_PLACES:,}")
    return range(count)
