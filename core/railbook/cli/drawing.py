"""Draws boards of replays: what both a single picture and the pictures of a page are made by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbook.cli.out import UsageFault
from railbook.cli.showing import EVERYTHING, seen_by
from railbook.cli.svg import SvgWriter

if TYPE_CHECKING:
    from railbook.audit.replay import Replay
    from railbook.engine.state import State
    from railbook.log.records import Header


def writer_of(header: Header, prefix: str = "") -> SvgWriter:
    """Give the writer for a table: with the colours and names of its seats."""
    return SvgWriter([seat.colour for seat in header.seats], [seat.name for seat in header.seats], prefix)


def board_of_replay(game: Replay, state: State, viewer: int | None) -> str:
    """Draw the board in a state, as a seat or (`None`) a spectator knows it, or with `EVERYTHING`."""
    picture = game.rules.picture(seen_by(game.rules, state, viewer), None if viewer == EVERYTHING else viewer)
    if not picture.shapes:
        raise UsageFault(f"{game.rules.game} draws no board")
    return writer_of(game.header).document(picture)
