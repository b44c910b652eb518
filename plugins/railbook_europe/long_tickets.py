"""Long tickets: those not dealt leave the game, and later draws are from the regular ones only (TTR-EUR2)."""

from __future__ import annotations

from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Public
from railbook_europe.layer import EUROPE
from railbook_ticket_to_ride.api import Table

LONG = "long"
"""The kind of tickets that are only dealt at the start."""


class LongTicketsRemoved(Event, frozen=True, tag="europe.long-tickets-removed"):
    """The long tickets that were not dealt left the game unseen."""

    tickets: Public[int]


EUROPE.insert("set-up", "europe.remove-long-tickets", after="ttr.offer-tickets")


@EUROPE.event(LongTicketsRemoved)
def evolve_removed(state: Table, event: LongTicketsRemoved) -> None:
    """Nothing is left of the pile."""
    pile = state.piles[LONG]
    gone = [ticket for stratum in pile.strata for ticket in stratum.tickets if ticket is not None]
    state.removed = [*(state.removed or []), *gone]
    pile.strata = []


@EUROPE.step("europe.remove-long-tickets")
def remove_long_tickets(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Long tickets that nobody was dealt are out of the game (TTR-EUR2)."""
    pile = state.piles.get(LONG)
    if pile is not None and pile.size:
        yield LongTicketsRemoved(pile.size)


@EUROPE.words(LongTicketsRemoved)
def say_removed(rules: Ruleset, event: LongTicketsRemoved) -> str:
    """Say what left the game."""
    return f"{event.tickets} long tickets that were not dealt leave the game"
