"""A limit of shares for each turn: for groups that want debts to grow slowly, and nobody to be ruined in one turn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from railbook import Layer, Options, Ruleset
from railbook_age_of_steam.api import AGE_OF_STEAM, IssueShares, Line


class ShareLimit(Options, frozen=True):
    """How many shares a turn allows."""

    shares: Annotated[int, Meta(ge=1, le=100, description="shares that a player may issue in a turn")] = 3


variant = Layer("share-limit", game=AGE_OF_STEAM, options=ShareLimit, summary="few shares are issued in one turn")


@variant.validator(IssueShares, "share-limit.turn")
def shares_of_a_turn(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> str | None:
    """A player issues no more shares in one turn than the option says; the limit of the game holds too (AOS-I2)."""
    limit = rules.options(ShareLimit).shares
    return f"{action.shares} shares are too many for one turn: at most {limit}" if action.shares > limit else None
