"""What a transcript shows of a game of Age of Steam, a line for each turn."""

from __future__ import annotations

from railbook.rules.layer import RoundSummary
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import AGE_OF_STEAM
from railbook_age_of_steam.scoring import track_points
from railbook_age_of_steam.state import Line


@AGE_OF_STEAM.round_summary
def summarize(rules: Ruleset, state: Line) -> RoundSummary:
    """Give cash, income, shares, locomotive and paths in links by seat."""
    return RoundSummary(
        f"turn {state.turn}" if state.turn else "set-up",
        (
            ("cash", tuple(player.cash for player in state.players)),
            ("income", tuple(player.income for player in state.players)),
            ("shares", tuple(player.shares for player in state.players)),
            ("locomotive", tuple(player.locomotive for player in state.players)),
            ("track", tuple(track_points(rules, state)) if state.players else ()),
        ),
    )
