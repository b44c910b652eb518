"""The list of forgeries: each has an id, is said in words, and changes a log as somebody who wants to cheat would."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.trust.forge import Forged

Forger = Callable[[Forged], None]


class Forgery(NamedTuple):
    """A forgery: its id, what is forged in words, the cases that ask for it, and who does it."""

    id: str
    words: str
    cases: tuple[str, ...]
    forger: Forger


CATALOGUE: dict[str, Forgery] = {}
"""All forgeries by id, in the order of the table."""


KEYS: dict[str, Forgery] = {}
"""Forgeries of a game that is committed to a key, in the order of their own table."""


def forgery(id: str, words: str, *cases: str, into: dict[str, Forgery] = CATALOGUE) -> Callable[[Forger], Forger]:
    """Put a forger into the catalogue."""

    def register(forger: Forger) -> Forger:
        assert id not in CATALOGUE
        assert id not in KEYS
        into[id] = Forgery(id, words, cases, forger)
        return forger

    return register


MIDDLE = 50
"""The index of the line behind which forgers look for what they need; comments and the undo lie before it."""
