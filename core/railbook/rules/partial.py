"""What judges a log that hides things as a whole: whether anything at all can have lain where nobody saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from railbook.rules.types import Event


class Impossible(msgspec.Struct, frozen=True):
    """Why a log is no record of a legal game, whatever its hidden parts are: rule id, kind of finding, and why."""

    rule: str
    message: str
    kind: str = "illegal-action"


class PartialAudit:
    """Follows a log that hides things, ply by ply; the one of the core finds nothing. Games answer with their own."""

    def ply(self, number: int, seat: int | None, events: Sequence[Event], state: Any) -> Impossible | None:
        """Take in a ply, after which the state is this; tells why no hidden part could make it legal, if so."""
        return None

    def copy(self) -> Self:
        """Give an independent copy, to come back to after an undo."""
        return self

    def open(self) -> list[str]:
        """Say what stays open, in sentences."""
        return []


def agrees(decided: Sequence[Event], recorded: Sequence[Event], *, unseen: bool = False) -> bool:
    """Tell whether recorded events say the same as those decided, but for values that the record leaves out.

    With `unseen` outcomes were left out: values that follow from those are believed where the events tell them.
    """
    return len(decided) == len(recorded) and all(
        type(one) is type(other) and _fits(msgspec.to_builtins(one), msgspec.to_builtins(other), unseen=unseen)
        for one, other in zip(decided, recorded, strict=True)
    )


def _fits(decided: Any, recorded: Any, *, unseen: bool) -> bool:
    if recorded is None or (unseen and decided is None):
        return True
    if isinstance(decided, Mapping) and isinstance(recorded, Mapping):
        return decided.keys() == recorded.keys() and all(
            _fits(decided[key], recorded[key], unseen=unseen) for key in decided
        )
    if isinstance(decided, list) and isinstance(recorded, list):
        return len(decided) == len(recorded) and all(
            _fits(one, other, unseen=unseen) for one, other in zip(decided, recorded, strict=True)
        )
    return bool(decided == recorded)
