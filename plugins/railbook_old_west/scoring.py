"""The final score of the Old West: the Globetrotter bonus, and how ties are broken (TTR-OW12, TTR-OW13)."""

from __future__ import annotations

from collections.abc import Mapping

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score
from railbook_old_west.layer import OLD_WEST, OldWestOptions
from railbook_ticket_to_ride.api import Table, tickets_of
from railbook_ticket_to_ride.options import End
from railbook_ticket_to_ride.scoring import longest_path_length

OLD_WEST.drop_scorer("ttr.longest-path")


@OLD_WEST.scorer("old-west.globetrotter")
def score_globetrotter(rules: Ruleset, state: Table) -> Score:
    """Every seat with the most completed tickets scores the full bonus; failed ones do not count (TTR-OW12, Q17)."""
    completed = [sum(done for _, done in tickets_of(rules, state, seat)) for seat in range(rules.seats)]
    best = max(completed)
    bonus = rules.options(OldWestOptions).globetrotter_bonus if best or rules.options(End).zero_bonus else 0
    return Score(
        tuple(bonus if count == best else 0 for count in completed),
        tuple(f"{count} tickets completed" for count in completed),
    )


def longest_path_among_tied(rules: Ruleset, state: Table, tied: tuple[int, ...]) -> Mapping[int, int]:
    """The longest path breaks ties as in the base game, unless an option says that nothing does (TTR-OW13, Q20)."""
    if rules.options(OldWestOptions).tie_breakers == "tickets_only":
        return dict.fromkeys(tied, 0)
    return longest_path_length(rules, state, tied)
