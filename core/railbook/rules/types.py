"""The plain types that rules are written with: actions, events, steps, verdicts and visibility marks."""

from __future__ import annotations

import enum
from typing import Annotated, TypeVar

import msgspec

T = TypeVar("T")


class Visible(enum.Enum):
    """Who may see a field. Every field of an action, event or state carries one of these marks."""

    PUBLIC = "public"
    """Everybody sees it; structs inside it are looked at field by field."""
    OWNER = "owner"
    """Only the enclosing seat sees it; for the others it is `None`."""
    COUNTED = "counted"
    """Only the enclosing seat sees what it is; the others see how many (lists of `None`, or `hidden()`)."""
    SEATS = "seats"
    """A public list indexed by seat: inside element *i* the enclosing seat is *i*."""
    NOBODY = "nobody"
    """No seat sees it; in a view it is `None`, or `hidden()`."""


Public = Annotated[T, Visible.PUBLIC]
Private = Annotated[T, Visible.OWNER]
Counted = Annotated[T, Visible.COUNTED]
BySeat = Annotated[T, Visible.SEATS]
Hidden = Annotated[T, Visible.NOBODY]


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What a seat chooses. Subclasses repeat `frozen=True` and name a namespaced `tag`, such as `chess.castle`.

    Nothing in it leads back to it, so the collector of cycles need not look at the many that a log holds.
    """


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What happened, in the past tense: a fact with everything its evolver needs, never overridden by a layer."""


class SetUp(Action, frozen=True, tag="core.set-up"):
    """The action of ply 0, which no seat chooses: the game is laid out and the first question asked."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """What an effect, step or reaction yields to put named steps on the agenda.

    They go to the front, in this order, behind those that the same generator yielded before;
    with `after` they go behind the step of that name, where the agenda holds one.
    """

    names: tuple[str, ...]
    after: str | None = None


def then(*names: str, after: str | None = None) -> Step:
    """Put the steps of these names on the agenda: at its front, or behind `after` where that step waits."""
    return Step(names, after)


class Ask(msgspec.Struct, frozen=True, gc=False):
    """What a step yields last to stop and wait for actions of these seats; with no seats the agenda goes on."""

    seats: tuple[int, ...]


class Scope(msgspec.Struct, frozen=True, gc=False):
    """What is yielded to declare the scope in which chance outcomes are numbered from here on."""

    name: str


class Rejection(msgspec.Struct, frozen=True):
    """No: the rule that forbids an action, its paragraph in the rules documents, and why, in one sentence."""

    rule: str
    message: str
    paragraph: str = ""

    def __str__(self) -> str:
        name = f"{self.rule} ({self.paragraph})" if self.paragraph else self.rule
        return f"{name}: {self.message}"


class Unknown(msgspec.Struct, frozen=True):
    """Neither yes nor no: hidden information decides, and this says which."""

    why: str


Outcome = int | str | list[int | str] | None
"""What chance answered: a drawn item, rolled dice, a shuffled list; `None` is unknown to whoever recorded it."""

OptionValue = bool | int | str | list[int | str]
"""The value of a rule option as it stands in a log's header."""


class Score(msgspec.Struct, frozen=True):
    """What a scorer answers: `points` by seat, and by seat in a few words `how` they arise (never logged)."""

    points: tuple[int, ...]
    how: tuple[str, ...] = ()


class ScoreLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a score sheet: the id of the scorer and its `points` by seat."""

    id: str
    points: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of one seat: `rank` from 1, shared by seats that no tie-breaker parts, and the total score."""

    seat: int
    rank: int
    total: int


class RulesError(Exception):
    """The code of a rule is at fault: what it did cannot be, whatever was played."""
