"""Europe without stations: for experienced groups that want a blocked ticket to stay blocked."""

from __future__ import annotations

from railbook import Layer, Ruleset
from railbook_europe.api import EUROPE, BuildStation
from railbook_ticket_to_ride.api import Table

variant = Layer("no-stations", game=EUROPE, summary="nobody builds stations, and unused ones score nothing")
variant.drop_scorer("europe.unused-stations")
variant.drop_panel("europe.stations")


@variant.validator(BuildStation, "no-stations.none")
def nobody_builds(rules: Ruleset, state: Table, seat: int, action: BuildStation) -> str:
    """There are no stations to build."""
    return "this game is played without stations: choose another action"


@variant.replace_candidates(BuildStation)
def sites(rules: Ruleset, state: Table, seat: int) -> list[BuildStation]:
    """So there is nothing to choose from."""
    return []
