"""Drawing in the Old West is that of the common rules (TTR-OW11)."""

from __future__ import annotations

from railbook_ticket_to_ride.actions import DrawCard
from railbook_ticket_to_ride.events import DisplayFlushed
from tests.plugins.old_west.table import old_west
from tests.plugins.ticket_to_ride.positions import L, of_type


def test_face_up_locomotive() -> None:
    """TTR-OW11, TTR-D3, TTR-D4: a face-up locomotive is the whole action, and never the second pick."""
    display = ["red", L, "blue", "green", "white"]
    game = old_west(display=display)
    game.does(0, DrawCard(2), face_up=["red"])
    assert (game.hand(0), game.state.turn) == ({L: 1}, 1)
    second = old_west(display=display)
    second.does(0, DrawCard(1), face_up=[L])
    second.refuses(0, DrawCard(1), "ttr.face-up-locomotive", "TTR-D4")
    second.refuses(0, DrawCard(2), "ttr.face-up-locomotive", "TTR-D4")
    second.does(0, DrawCard(3), face_up=["red"])


def test_flush() -> None:
    """TTR-OW11, TTR-M3: the third face-up locomotive flushes the display between the picks."""
    game = old_west(display=["red", L, L, "green", "white"])
    events = game.does(0, DrawCard(1), face_up=[L, "blue", "blue", "red", "red", "green"])
    assert of_type(events, DisplayFlushed) == [DisplayFlushed([L, L, L, "green", "white"])]
    assert game.state.face_up == ["blue", "blue", "red", "red", "green"]
