"""The map of a game that is not played on one: how many seats it takes, and the colours of the seats."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from railbook.rules.types import OptionValue

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
"""Colours for as many seats as most tables have."""


class PlainMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map without places: `seats` are the fewest and the most, `options` what it implies."""

    id: str
    seats: tuple[int, int]
    colours: tuple[str, ...] = COLOURS
    options: dict[str, OptionValue] = {}

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the map's data."""
        return hashlib.blake2b(msgspec.json.encode(self, order="sorted"), digest_size=16).hexdigest()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> PlainMap:
        """Make a map from the data that a log embeds."""
        return msgspec.convert(dict(data), cls)
