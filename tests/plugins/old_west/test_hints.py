"""The advice that bots get in the Old West: they start amid their tickets and plan from there."""

from __future__ import annotations

from railbook_ticket_to_ride.claiming import closed_for_now, hub_of
from railbook_ticket_to_ride.outlook import Outlook
from tests.plugins.old_west.table import old_west


def test_plans_lead_through_the_start_city() -> None:
    """TTR-OW4: what does not touch the network yet counts as open, and ways lead through the start city."""
    game = old_west(markers={0: ["denver"], 1: ["seattle"]})
    assert closed_for_now(game.rules) == ("old-west.network",)
    assert hub_of(game.rules, game.state, 0) == "denver"
    outlook = Outlook(game.rules, game.state, 0, dict.fromkeys(game.rules.board.routes, 0))
    way = outlook.way("boise", "las-cruces")
    assert way is not None
    assert any("denver" in (route.a, route.b) for route in way)
