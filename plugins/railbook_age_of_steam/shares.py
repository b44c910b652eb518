"""Phase 1, issuing shares (AOS-I)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Scope, then
from railbook_age_of_steam.events import PhaseBegun, SharesIssued
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, asking, in_game
from railbook_age_of_steam.state import Line

ASK = "aos.ask-shares"
ASK_NEXT = then(ASK)


class IssueShares(Action, frozen=True, tag="aos.issue-shares"):
    """Issue so many shares; none is a choice too."""

    shares: Public[int]


@AGE_OF_STEAM.query("aos.share-limit")
def share_limit(rules: Ruleset, state: Line, seat: int) -> int:
    """How many shares a player may have in all, the first two included (AOS-I2)."""
    return rules.options(Limits).shares


@AGE_OF_STEAM.step("aos.shares")
def shares_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """In current order each player issues shares once; who has all of them has no choice (AOS-I1, AOS-I2)."""
    turn = state.turn + 1
    queue = [seat for seat in in_game(state) if state.players[seat].shares < share_limit(rules, state, seat)]
    return (Scope(f"turn {turn} shares"), PhaseBegun(turn, "shares", queue), ASK_NEXT)


@AGE_OF_STEAM.step(ASK)
def ask_for_shares(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The next one is asked."""
    return asking(state.queue[0]) if state.queue else NOTHING


@AGE_OF_STEAM.action(IssueShares, ASK)
def issue(rules: Ruleset, state: Line, seat: int, action: IssueShares, chance: Chance) -> Flow:
    """Each share gives $5 at once (AOS-I1)."""
    return (SharesIssued(seat, action.shares, action.shares * rules.options(Limits).share_price), ASK_NEXT)


@AGE_OF_STEAM.candidates(IssueShares)
def amounts(rules: Ruleset, state: Line, seat: int) -> Iterator[IssueShares]:
    """From none to all that are left."""
    for shares in range(share_limit(rules, state, seat) - state.players[seat].shares + 1):
        yield IssueShares(shares)


@AGE_OF_STEAM.validator(IssueShares, "aos.shares-negative", "AOS-I1")
def shares_are_not_negative(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> str | None:
    """A number of shares is 0 or more."""
    return None if action.shares >= 0 else f"{action.shares} shares cannot be issued: issue 0 or more"


@AGE_OF_STEAM.validator(IssueShares, "aos.share-limit", "AOS-I2")
def shares_are_left(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> str | None:
    """Nobody ever has more than 15 shares."""
    left = share_limit(rules, state, seat) - state.players[seat].shares
    return None if action.shares <= left else f"{action.shares} shares are too many: at most {left} more"
