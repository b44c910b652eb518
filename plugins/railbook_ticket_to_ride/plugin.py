"""What the Ticket to Ride family contributes: bots for all its boards, and an importer of games saved elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbook.plugins.hookspecs import hookimpl
from railbook.plugins.importers import Imported, Importer, ImportFault, Wishes

if TYPE_CHECKING:
    from railbook.rules.game import Bot


def _import(data: bytes, name: str, expected: str | None) -> Imported:
    raise ImportFault("--expected does not go with bga: the platform has no file of outcomes")


def _import_with(data: bytes, name: str, wishes: Wishes) -> Imported:
    from railbook_ticket_to_ride.bga.importer import import_history

    return import_history(data, name, wishes)


@hookimpl
def railbook_importers() -> Sequence[Importer]:
    """Contribute the importer of Board Game Arena's histories."""
    return [Importer("bga", "histories of Board Game Arena, saved by a player", _import, _import_with)]


@hookimpl
def railbook_bots() -> Sequence[Bot]:
    """Contribute the greedy bot."""
    from railbook_ticket_to_ride.greedy import GREEDY

    return [GREEDY]
