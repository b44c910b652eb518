"""What an importer of foreign records is: a name, and a function from the bytes of a file to the bytes of a log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railbook.log.limits import short

if TYPE_CHECKING:
    from railbook.rules.game import Game


class ImportFault(ValueError):
    """A foreign record that cannot be imported, in one line; `broke_rules` where an action of it is illegal."""

    def __init__(self, message: str, *, broke_rules: bool = False) -> None:
        super().__init__(short(message))
        self.broke_rules = broke_rules
        self.notes: list[str] = []
        """What else there is to say."""
        self.report: dict[str, Any] = {}
        """The same for machines."""


class Imported(msgspec.Struct, frozen=True):
    """An imported game: the bytes of its log, what is worth knowing, and whether all that was expected came out."""

    log: bytes
    notes: list[str]
    as_expected: bool = True
    report: dict[str, Any] = msgspec.field(default_factory=dict)
    """The notes for machines."""


class Wishes(msgspec.Struct, frozen=True):
    """What an importer may be asked beside the file; it knows the games that are installed."""

    games: Sequence[Game] = ()
    keep_names: bool = False
    map: str = ""
    notes: str | None = None
    """The text of a file of notes by whoever recorded the game."""


class Importer(msgspec.Struct, frozen=True):
    """A kind of foreign record. `run` gets the bytes, the name of the file, and the text of an expected outcome."""

    name: str
    summary: str
    run: Callable[[bytes, str, str | None], Imported]
    run_with: Callable[[bytes, str, Wishes], Imported] | None = None
    """For an importer that takes wishes, and no expected outcome: called instead of `run`."""
