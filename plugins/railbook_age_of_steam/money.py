"""Phases 6 to 8: income, expenses with elimination, and the reduction of income (AOS-E, AOS-R)."""

from __future__ import annotations

from railbook.chance import Chance
from railbook.engine.state import Ended
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Scope
from railbook_age_of_steam.events import (
    ExpensesPaid,
    IncomeCollected,
    IncomeReduced,
    OwnersChanged,
    PhaseBegun,
    PlayerEliminated,
)
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, board_of
from railbook_age_of_steam.network import owner_at, sections_of
from railbook_age_of_steam.state import Line, Player


@AGE_OF_STEAM.step("aos.income")
def income_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Everybody takes cash equal to the income (AOS-E1)."""
    collected = IncomeCollected({str(seat): state.players[seat].income for seat in sorted(state.order)})
    return (Scope(f"turn {state.turn} money"), PhaseBegun(state.turn, "income", []), collected)


@AGE_OF_STEAM.query("aos.expenses")
def expenses_of(rules: Ruleset, state: Line, player: Player) -> int:
    """$1 for each share and for each step of the locomotive, the first ones included (AOS-E2)."""
    return player.shares + player.locomotive


@AGE_OF_STEAM.query("aos.income-lost")
def income_lost(rules: Ruleset, state: Line, player: Player, missing: int) -> int:
    """What an income loses for dollars that are missing for expenses: one for each (AOS-E3)."""
    return missing


@AGE_OF_STEAM.query("aos.is-bankrupt")
def is_bankrupt(rules: Ruleset, state: Line, player: Player) -> bool:
    """An income below 0 eliminates, exactly 0 does not (AOS-E4)."""
    return player.income < 0


@AGE_OF_STEAM.step("aos.expenses")
def expenses_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """For each dollar missing the income falls by one (AOS-E3); below 0 a player is out (AOS-E4 to AOS-E6)."""
    yield PhaseBegun(state.turn, "expenses", [])
    for seat in list(state.order):
        player = state.players[seat]
        due = expenses_of(rules, state, player)
        paid = min(due, player.cash)
        yield ExpensesPaid(seat, paid, income_lost(rules, state, player, due - paid))
        if is_bankrupt(rules, state, player):
            yield PlayerEliminated(seat)
            yield from _leave_track(rules, state, seat)
    if not state.order or (len(state.order) == 1 and rules.options(Rules).last_survivor == "ends_game"):
        yield Ended("nobody is left" if not state.order else "one player is left")


def _leave_track(rules: Ruleset, state: Line, seat: int) -> Flow:
    """Unfinished sections become ownerless; links stay, or (option) lose their owner too (AOS-E5)."""
    everything = rules.options(Rules).elimination_markers == "all"
    lost = [
        at
        for section in sections_of(board_of(rules), state)
        if owner_at(state, section.paths[0]) == seat and (everything or not section.is_link)
        for at in section.paths
    ]
    if lost:
        yield OwnersChanged(None, sorted(lost), "eliminated")


@AGE_OF_STEAM.query("aos.reduction")
def reduction_of(rules: Ruleset, state: Line, income: int) -> int:
    """What an income loses: nothing up to 10, then 2 more for each ten, 10 at most (AOS-R1)."""
    if income == 50:  # noqa: PLR2004 - the one income on which the editions differ
        return rules.options(Rules).reduction_at_50
    return 0 if income <= 10 else min(10, 2 * ((income - 1) // 10))  # noqa: PLR2004 - the bands of the table


@AGE_OF_STEAM.step("aos.reduction")
def reduction_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Incomes fall by their size, on what is left of them (AOS-R1)."""
    yield PhaseBegun(state.turn, "reduction", [])
    for seat in list(state.order):
        by = reduction_of(rules, state, state.players[seat].income)
        if by:
            yield IncomeReduced(seat, by)
