"""Phase 3, choosing actions (AOS-C)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.engine.play import can_answer
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Scope, then
from railbook_age_of_steam.events import ActionChosen, ActionsReturned, LocomotiveRaised, PhaseBegun
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, asking, in_game
from railbook_age_of_steam.state import Line

ASK = "aos.ask-action"
ASK_NEXT = then(ASK)

ACTIONS = ("first_move", "first_build", "engineer", "locomotive", "urbanization", "production", "turn_order")
"""The seven actions (AOS-C2 to AOS-C8)."""


class ChooseAction(Action, frozen=True, tag="aos.choose-action"):
    """Take one of the actions that nobody has yet."""

    action: Public[str]


@AGE_OF_STEAM.query("aos.actions-on-offer")
def actions_on_offer(rules: Ruleset, state: Line) -> tuple[str, ...]:
    """The actions of the game."""
    return ACTIONS


@AGE_OF_STEAM.step("aos.actions")
def actions_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """All actions are given up, and chosen anew in the new order (AOS-C1)."""
    begun = PhaseBegun(state.turn, "actions", in_game(state))
    return (Scope(f"turn {state.turn} actions"), begun, ActionsReturned(), ASK_NEXT)


@AGE_OF_STEAM.step(ASK)
def ask_for_action(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The next one chooses, without a way round it; only where no action is left a player gets none."""
    if not state.queue:
        return NOTHING
    seat = state.queue[0]
    return asking(seat) if can_answer(rules, state, ASK, seat) else (ActionChosen(seat, ""), ASK_NEXT)


@AGE_OF_STEAM.action(ChooseAction, ASK)
def choose(rules: Ruleset, state: Line, seat: int, action: ChooseAction, chance: Chance) -> Flow:
    """Locomotive works at once, as far as it goes (AOS-C5); the others later."""
    chosen = ActionChosen(seat, action.action)
    if action.action == "locomotive" and state.players[seat].locomotive < rules.options(Limits).locomotive:
        return (chosen, LocomotiveRaised(seat, instead_of_move=False), ASK_NEXT)
    return (chosen, ASK_NEXT)


@AGE_OF_STEAM.candidates(ChooseAction)
def choices(rules: Ruleset, state: Line, seat: int) -> Iterator[ChooseAction]:
    """Every action."""
    for action in actions_on_offer(rules, state):
        yield ChooseAction(action)


@AGE_OF_STEAM.validator(ChooseAction, "aos.no-such-action", "AOS-C1")
def action_is_on_offer(rules: Ruleset, state: Line, seat: int, action: ChooseAction) -> str | None:
    """An action is one of those on offer."""
    offer = actions_on_offer(rules, state)
    return None if action.action in offer else f"there is no action {action.action!r}: choose {', '.join(offer)}"


@AGE_OF_STEAM.validator(ChooseAction, "aos.action-taken", "AOS-C1")
def action_is_free(rules: Ruleset, state: Line, seat: int, action: ChooseAction) -> str | None:
    """Nobody takes what somebody has already."""
    wanted = action.action
    for player in state.players:
        if player.action == wanted:
            return f"{wanted} is taken by seat {state.players.index(player)}: choose another"
    return None
