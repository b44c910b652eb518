"""What the recorder of a game wrote down beside the history: first hand, last hand and display (section 6)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from railbook.log.foreign import DataFault, read_json
from railbook.plugins.importers import ImportFault
from railbook_ticket_to_ride.bga.places import COLOURS

Hand = dict[str, Annotated[int, Meta(ge=0, le=110)]]


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes: all optional, cards by kind."""

    viewer_initial_hand: Hand | None = None
    viewer_final_hand: Hand | None = None
    display_at_end: Hand | None = None


def read_notes(text: str | None) -> Notes:
    """Read a notes file, JSON; raises `ImportFault`."""
    if text is None:
        return Notes()
    try:
        notes = msgspec.convert(read_json(text), Notes)
    except (DataFault, msgspec.ValidationError) as error:
        raise ImportFault(f"the notes are not readable: {' '.join(str(error).split())[:150]}") from None
    for hand in (notes.viewer_initial_hand, notes.viewer_final_hand, notes.display_at_end):
        strange = sorted(set(hand or ()) - set(COLOURS))
        if strange:
            raise ImportFault(f"the notes: {strange[0][:40]!r} is no kind of card: {', '.join(sorted(COLOURS))}")
    return notes
