"""What an importer of foreign records is: a name, and a function from the bytes of a file to the bytes of a log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable


class ImportFault(ValueError):
    """A foreign record that cannot be imported, in one line; `broke_rules` where an action of it is illegal."""

    def __init__(self, message: str, *, broke_rules: bool = False) -> None:
        super().__init__(message)
        self.broke_rules = broke_rules


@dataclasses.dataclass(frozen=True)
class Imported:
    """An imported game: the bytes of its log, what is worth knowing, and whether all that was expected came out."""

    log: bytes
    notes: list[str]
    as_expected: bool = True


@dataclasses.dataclass(frozen=True)
class Importer:
    """A kind of foreign record. `run` gets the bytes, the name of the file, and the text of an expected outcome."""

    name: str
    summary: str
    run: Callable[[bytes, str, str | None], Imported]
