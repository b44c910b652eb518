"""Layer 0 of every game: what the engine's own events do, leaving the table, and taking a choice back."""

from __future__ import annotations

from railbook.chance import Chance
from railbook.engine.state import UNFINISHED, Commitment, Committed, Ended, Revealed, State, Waits, Withdrawn
from railbook.rules.layer import Flow, Layer
from railbook.rules.partial import PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public

CORE: Layer[State] = Layer("core", summary="what every game has: waiting, committing, leaving, ending")


@CORE.query("core.partial-audit")
def partial_audit(rules: Ruleset) -> PartialAudit:
    """What judges a log that hides things as a whole: by default nobody; games with hidden cards answer."""
    return PartialAudit()


class Leave(Action, frozen=True, tag="core.leave"):
    """A seat leaves the game for good, at any time: it resigns, is removed, or ran out of time."""

    why: Public[str]


class Withdraw(Action, frozen=True, tag="core.withdraw"):
    """A seat takes its simultaneous choice back while others still choose."""


@CORE.action(Leave)
def leave(rules: Ruleset, state: State, seat: int, action: Leave, chance: Chance) -> Flow:
    """By default somebody's leaving ends the game as unfinished (Q27); games may say more."""
    yield Ended(UNFINISHED)


@CORE.validator(Leave, "core.leave-reason")
def reason_is_known(rules: Ruleset, state: State, seat: int, action: Leave) -> str | None:
    """A reason for leaving is one of those that logs know."""
    reasons = ("resigned", "removed", "timed out", "agreed")
    return None if action.why in reasons else f"{action.why!r} is no reason to leave: {', '.join(reasons)}"


@CORE.action(Withdraw)
def withdraw(rules: Ruleset, state: State, seat: int, action: Withdraw, chance: Chance) -> Flow:
    """The seat is asked again; the engine puts it back among those that may act."""
    yield Withdrawn(seat)


@CORE.validator(Withdraw, "core.nothing-committed")
def has_committed(rules: Ruleset, state: State, seat: int, action: Withdraw) -> str | None:
    """Only a choice that was made and is not effective yet can be taken back."""
    if any(commitment.seat == seat for commitment in state.committed):
        return None
    return f"seat {seat} has made no choice that others still wait with"


@CORE.event(Waits)
def evolve_waits(state: State, event: Waits) -> None:
    """The engine's bookmark is written into the state, which may share it: these are replaced, never changed."""
    state.ply += 1
    state.asked = event.step
    state.to_act = event.seats
    state.agenda = event.agenda
    state.scope = event.scope
    state.counts = event.counts


@CORE.event(Committed)
def evolve_committed(state: State, event: Committed) -> None:
    """The choice is kept until all have made theirs."""
    state.committed.append(Commitment(event.seat, event.action))


@CORE.event(Withdrawn)
def evolve_withdrawn(state: State, event: Withdrawn) -> None:
    """The choice is forgotten."""
    state.committed = [commitment for commitment in state.committed if commitment.seat != event.seat]


@CORE.event(Revealed)
def evolve_revealed(state: State, event: Revealed) -> None:
    """Nothing waits any more."""
    state.committed = []
    state.chosen = list(event.order)


@CORE.event(Ended)
def evolve_ended(state: State, event: Ended) -> None:
    """Nobody is asked any more."""
    state.ply += 1
    state.ended = event.reason
    state.asked = ""
    state.to_act = []
    state.agenda = []
    state.committed = []


@CORE.words(Committed)
def say_committed(rules: Ruleset, event: Committed) -> str:
    """Say that a choice was made, not which."""
    return f"seat {event.seat} has chosen"


@CORE.words(Withdrawn)
def say_withdrawn(rules: Ruleset, event: Withdrawn) -> str:
    """Say that a choice was taken back."""
    return f"seat {event.seat} takes its choice back"


@CORE.words(Revealed)
def say_revealed(rules: Ruleset, event: Revealed) -> str:
    """Say that the choices take effect."""
    return "all have chosen"


@CORE.words(Ended)
def say_ended(rules: Ruleset, event: Ended) -> str:
    """Say that the game is over."""
    return f"the game is over: {event.reason}"


@CORE.words(Leave)
def say_leave(rules: Ruleset, action: Leave) -> str:
    """Say who left and why."""
    return f"leaves the game ({action.why})"
