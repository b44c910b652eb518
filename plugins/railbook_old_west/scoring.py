"""The final score of the Old West: the Globetrotter bonus, and how ties are broken (TTR-OW12, TTR-OW13)."""

from __future__ import annotations

from collections.abc import Mapping

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score
from railbook_old_west.layer import OLD_WEST, OldWestOptions
from railbook_ticket_to_ride.api import Table, score_most_completed
from railbook_ticket_to_ride.scoring import longest_path_length

OLD_WEST.drop_scorer("ttr.longest-path")


@OLD_WEST.scorer("old-west.globetrotter")
def score_globetrotter(rules: Ruleset, state: Table) -> Score:
    """Every seat with the most completed tickets scores the full bonus; failed ones do not count (TTR-OW12, Q17)."""
    return score_most_completed(rules, state, rules.options(OldWestOptions).globetrotter_bonus)


def longest_path_among_tied(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """The longest path breaks ties as in the base game, unless an option says that nothing does (TTR-OW13, Q20)."""
    if rules.options(OldWestOptions).tie_breakers == "tickets_only":
        return dict.fromkeys(tied, 0)
    return longest_path_length(rules, state, tied)
