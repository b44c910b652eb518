"""Layer 0 of every game: what the engine's own events do, leaving the table, and taking a choice back."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from railbook.chance import Chance
from railbook.engine.state import UNFINISHED, Commitment, Committed, Ended, Revealed, State, Waits, Withdrawn
from railbook.rules.at_table import AtTable
from railbook.rules.layer import Flow, Layer
from railbook.rules.partial import PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Unknown

CORE: Layer[State] = Layer("core", summary="what every game has: waiting, committing, leaving, ending")


@CORE.query("core.partial-audit")
def partial_audit(rules: Ruleset) -> PartialAudit:
    """What judges a log that hides things as a whole: by default nobody; games with hidden cards answer."""
    return PartialAudit()


@CORE.query("core.at-table")
def at_table(rules: Ruleset, me: int | None) -> AtTable:
    """How the game is typed in at a real table, by seat `me` or somebody who watches: by default in its notation."""
    return AtTable(rules, me)


class Leave(Action, frozen=True, tag="core.leave"):
    """A seat leaves the game for good, at any time: it resigns, is removed, or ran out of time."""

    why: Public[str]


class Withdraw(Action, frozen=True, tag="core.withdraw"):
    """A seat takes its simultaneous choice back while others still choose."""


class ChooseUnseen(Action, frozen=True, tag="core.choose-unseen"):
    """A seat makes its simultaneous choice, and whoever recorded the game does not know which: in partial logs only."""


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


@CORE.action(ChooseUnseen)
def choose_unseen(rules: Ruleset, state: State, seat: int, action: ChooseUnseen, chance: Chance) -> Flow:
    """The seat has chosen; what, nobody can say, so the ply in which all choices take effect cannot be decided."""
    yield Committed(seat, None)


@CORE.validator(ChooseUnseen, "core.choose-unseen")
def chooses_in_secret(rules: Ruleset, state: State, seat: int, action: ChooseUnseen) -> str | Unknown:
    """A choice is unseen only where seats choose in secret, and by a seat that is asked; what it was decides more."""
    step = rules.steps.get(state.asked)
    if step is None or not step.simultaneous:
        return "nothing is chosen in secret now: the action must be named"
    if seat not in state.to_act:
        return f"seat {seat} is not asked to choose now"
    return Unknown(f"what seat {seat} chose")


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


@CORE.words(ChooseUnseen)
def say_choose_unseen(rules: Ruleset, action: ChooseUnseen) -> str:
    """Say that a choice was made that is not known."""
    return "chooses in secret"


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
