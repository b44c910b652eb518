"""Chance: everything random in a game, drawn under labels, from a key, a recorded log or a script."""

from railbook.chance.committed import commitment_of, new_key, new_salt
from railbook.chance.draw import Address, Chance, ChanceFault, Source, UnknownOutcome
from railbook.chance.recorded import Recorded
from railbook.chance.scripted import Scripted
from railbook.chance.seeded import PROCEDURE, Seeded, salt_of_seed

__all__ = [
    "PROCEDURE",
    "Address",
    "Chance",
    "ChanceFault",
    "Recorded",
    "Scripted",
    "Seeded",
    "Source",
    "UnknownOutcome",
    "commitment_of",
    "new_key",
    "new_salt",
    "salt_of_seed",
]
