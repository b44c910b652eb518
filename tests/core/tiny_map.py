"""Maps and options of Pebbles."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec

from railbook import Options
from railbook.rules.types import OptionValue


class Shore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map of the game: which pebbles there are, what each is worth, and what it implies for the options."""

    id: str
    seats: tuple[int, int]
    colours: tuple[str, ...]
    pebbles: dict[str, int]
    worth: dict[str, int]
    options: dict[str, OptionValue] = {}

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the map's data."""
        return hashlib.blake2b(msgspec.json.encode(self, order="sorted"), digest_size=16).hexdigest()


BAY = Shore(
    "bay", (2, 4), ("grey", "brown", "white", "pink"), {"agate": 5, "flint": 6, "jet": 4}, {"agate": 2, "jet": 3}
)
"""A map without a say about options; a kind without a worth of its own is worth 1."""
COVE = Shore("cove", (2, 3), ("grey", "brown", "white"), {"agate": 4, "quartz": 8}, {"agate": 2}, {"peb.hand": 1})
"""A map that implies an option."""


class Peb(Options, frozen=True):
    """The options of the game."""

    hand: Annotated[int, msgspec.Meta(ge=0, le=3, description="pebbles dealt to each seat")] = 2
    limit: Annotated[int, msgspec.Meta(ge=1, le=9, description="pebbles in a hand")] = 4
    goal: Annotated[int, msgspec.Meta(ge=1, le=99, description="points that end the game")] = 14
    tide: Annotated[Literal["shuffled", "sorted"], msgspec.Meta(description="the order of the kinds")] = "shuffled"
    bets: Annotated[bool, msgspec.Meta(description="whether seats bet")] = True
    barred: Annotated[list[str], msgspec.Meta(description="kinds that nobody lays")] = msgspec.field(
        default_factory=list
    )
