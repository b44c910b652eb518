"""What one seat knows: views of states, and of the action, outcomes and events of a ply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from railbook.engine.state import Committed, Revealed, State
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, Outcome, Visible
from railbook.rules.visibility import seen

S = TypeVar("S", bound=State)


def view(rules: Ruleset, state: S, viewer: int | None) -> S:
    """Give the state as a seat knows it, of the same type, with what it cannot know set to unknown.

    `viewer` `None` is a spectator. The input is left as it is; the view may share parts with it: do not change it.
    """
    return seen(state, viewer, None, rules.visibility)


def view_of_action(
    rules: Ruleset, seat: int | None, action: Action, events: Sequence[Event], viewer: int | None
) -> Action | None:
    """Give what a viewer sees of an action; `None` where it is a choice that is not effective yet."""
    if seat != viewer and isinstance(events[0], Committed) and not any(isinstance(e, Revealed) for e in events):
        return None
    return seen(action, viewer, seat, rules.visibility)


def view_of_events(rules: Ruleset, seat: int | None, events: Sequence[Event], viewer: int | None) -> list[Event]:
    """Give what a viewer sees of events."""
    return [seen(event, viewer, seat, rules.visibility) for event in events]


def view_of_chance(
    rules: Ruleset, seat: int | None, chance: Sequence[tuple[str, Outcome]], viewer: int | None
) -> list[tuple[str, Outcome]]:
    """Give what a viewer sees of outcomes: `None` for those that another seat, or nobody, may know."""
    shown: list[tuple[str, Outcome]] = []
    for label, outcome in chance:
        name, at, owner = label.partition("@")
        mark = rules.outcomes.get(name, Visible.NOBODY)
        own = viewer is not None and viewer == (int(owner) if at else seat)
        shown.append((label, outcome if mark is Visible.PUBLIC or (mark is Visible.OWNER and own) else None))
    return shown


def reveals(rules: Ruleset, chance: Sequence[tuple[str, Outcome]], events: Sequence[Event]) -> bool:
    """Tell whether a ply taught anybody something: an undo does not cross it."""
    return bool(chance) or not rules.secrets.isdisjoint(map(type, events))
