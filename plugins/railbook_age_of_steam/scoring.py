"""The score: income, track in links, shares; the eliminated come last (AOS-S)."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, board_of
from railbook_age_of_steam.network import owner_at, sections_of
from railbook_age_of_steam.state import Line


def track_points(rules: Ruleset, state: Line, *, all_owned: bool = False) -> list[int]:
    """Count the paths in each seat's links, or (`all_owned`) in all its sections (AOS-S2, AOS-S3)."""
    points = [0] * rules.seats
    for section in sections_of(board_of(rules), state):
        owner = owner_at(state, section.paths[0])
        if owner is not None and (all_owned or section.is_link):
            points[owner] += len(section.paths)
    return points


def running_scores(rules: Ruleset, state: Line) -> list[int]:
    """Give the scores so far, as an option says (AOS-S3)."""
    points = track_points(rules, state, all_owned=rules.options(Rules).running_score == "all_owned")
    return [3 * player.income - 3 * player.shares + points[seat] for seat, player in enumerate(state.players)]


@AGE_OF_STEAM.scorer("aos.income")
def score_income(rules: Ruleset, state: Line) -> Score:
    """3 for each step of income (AOS-S2)."""
    return Score(
        tuple(0 if player.out else 3 * player.income for player in state.players),
        tuple("eliminated" if player.out else f"income {player.income}" for player in state.players),
    )


@AGE_OF_STEAM.scorer("aos.track")
def score_track(rules: Ruleset, state: Line) -> Score:
    """1 for each path in an own link; unfinished sections score nothing (AOS-S2, AOS-S3)."""
    points = track_points(rules, state)
    return Score(
        tuple(0 if player.out else points[seat] for seat, player in enumerate(state.players)),
        tuple(f"{count} paths in links" for count in points),
    )


@AGE_OF_STEAM.scorer("aos.shares")
def score_shares(rules: Ruleset, state: Line) -> Score:
    """Each share costs 3 (AOS-S2)."""
    return Score(
        tuple(0 if player.out else -3 * player.shares for player in state.players),
        tuple(f"{player.shares} shares" for player in state.players),
    )


@AGE_OF_STEAM.ranked_last("aos.eliminated")
def eliminated(rules: Ruleset, state: Line) -> tuple[int, ...]:
    """The eliminated come last, tied among themselves, without a score (AOS-S4)."""
    return tuple(seat for seat, player in enumerate(state.players) if player.out)
