"""Train cards as counts by kind, some of which may be unknown: hands, the draw pile, payments."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from collections.abc import Iterable, Mapping

import msgspec

from railbook.rules.types import Public
from railbook_ticket_to_ride.map_format import LOCOMOTIVE

UNSEEN = "unknown"
"""Stands for the kind of a card that others saw, but whose kind a partial record does not tell."""


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    """Cards by kind, and how many more there are of which nobody said the kind.

    `kinds` holds no zeros. In a pile `unknown` may be negative: so many of its cards are gone, and which is unknown.
    """

    kinds: Public[dict[str, int]] = msgspec.field(default_factory=dict)
    unknown: Public[int] = 0

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.kinds.values()) + self.unknown

    def add(self, kind: str | None, count: int = 1) -> None:
        """Put cards of a kind, or of an unknown one, here."""
        if kind is None or kind == UNSEEN:
            self.unknown += count
        else:
            kinds = self.kinds
            kinds[kind] = kinds.get(kind, 0) + count

    def take(self, kind: str | None, count: int = 1) -> None:
        """Take cards away; those that are not known to be here come from the unknown ones."""
        kinds = self.kinds
        here = kinds.get(kind, 0) if kind is not None else 0
        if kind is not None and here > count:
            kinds[kind] = here - count
            return
        if kind is not None and here:
            del kinds[kind]
        self.unknown -= count - here

    def hidden(self) -> "Cards":
        """The same number of cards, all unknown."""
        return Cards({}, self.size)


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is paid: cards by kind, and the colour announced (`locomotive` where only locomotives are laid)."""

    cards: Public[dict[str, int]]
    colour: Public[str]

    @property
    def size(self) -> int:
        """How many cards are paid."""
        return sum(self.cards.values())


class Cost(msgspec.Struct, frozen=True):
    """What has to be paid: so many cards, of a colour or of any one (`grey`), so many of them locomotives.

    With `announces` the colour announced matters even where only locomotives are paid, and may be any that fits.
    """

    cards: int
    colour: str
    locomotives: int = 0
    announces: bool = False


def in_words(cards: Mapping[str, int]) -> str:
    """Say cards as people do: `2 red, 1 locomotive`."""
    return ", ".join(f"{count} {kind}" for kind, count in cards.items() if count) or "no cards"


def colours_of(cards: Iterable[str]) -> list[str]:
    """Give the kinds among these that are not locomotives."""
    return [kind for kind in cards if kind != LOCOMOTIVE]
