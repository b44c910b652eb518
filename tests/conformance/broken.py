"""Variants of Pebbles, each broken in the way that one check of the conformance suite is there to find."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from railbook import Action, Event, Layer, Private, Public, Score, Tallied, Visible
from railbook.chance import Chance
from railbook.engine.state import Commitment
from railbook.rules.layer import Flow
from railbook.rules.picture import Picture
from railbook.rules.ruleset import Ruleset
from tests.core.tiny import Draw, Lay, Stop
from tests.core.tiny_table import PEBBLES, Beach, Drawn, TurnBegun

COUNTER = itertools.count()
"""What no log records."""


def broken(name: str, **more: Any) -> Layer[Beach]:
    """Make a variant and list it."""
    layer: Layer[Beach] = Layer(name, game=PEBBLES, **more)
    variants.append(layer)
    return layer


def noting(name: str, what: Callable[[Ruleset], Any]) -> None:
    """Make a variant in which each turn notes something in an event."""
    layer = broken(name)

    class Noted(Event, frozen=True, tag=f"{name}.noted"):
        what: Public[Any]

    layer.event(Noted)(lambda state, event: None)

    @layer.reaction(TurnBegun, f"{name}.note")
    def note(rules: Ruleset, state: Beach, event: TurnBegun, chance: Chance) -> Flow:
        yield Noted(what(rules))


class Told(Event, frozen=True, tag="tells.told"):
    """What somebody drew, said aloud."""

    kind: Public[str | None]


class Weighed(Event, frozen=True, tag="weighs.weighed"):
    """What a seat weighed in secret."""

    seat: Public[int]
    kind: Private[str | None]


variants: list[Layer[Beach]] = []

stuck = broken("stuck")
listed_twice = broken("listed-twice")
silent = broken("silent")
trusting = broken("trusting")
writes = broken("writes-state")
losing = broken("losing")
scores_one = broken("scores-one")
peeks = broken("peeks")
tells = broken("tells")
weighs = broken("weighs")
open_choice = broken("open-choice")
speechless = broken("speechless")
sketchy = broken("sketchy")
miscounts = broken("miscounts")
halves = broken("halves")
mute = broken("mute")
overlooks = broken("overlooks")
mistakes = broken("mistakes")
guesses = broken("guesses")

noting("counts", lambda rules: next(COUNTER))
noting("hashes", lambda rules: hash("jet") % 1000)
noting("notes-pairs", lambda rules: (1, 2))
open_choice.visible(Commitment, "action", Visible.PUBLIC)
tells.event(Told)(lambda state, event: None)


@stuck.validator(Action, "stuck.never")
def never(rules: Ruleset, state: Beach, seat: int, action: Action) -> str | None:
    """From the fifth ply on nothing is allowed."""
    return "nothing is allowed" if state.ply >= 5 else None


@listed_twice.candidates(Stop)
def stop_again(rules: Ruleset, state: Beach, seat: int) -> list[Stop]:
    """What is listed already."""
    return [Stop()]


@silent.validator(Lay, "silent.no")
def say_nothing(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """A rejection without a reason."""
    return "" if action.count > 1 else None


@overlooks.validator(Lay, "overlooks.count", reads=("kind",))
@mistakes.validator(Lay, "mistakes.count", reads=lambda rules, state, seat, kind: lambda action: action.kind)
def count_is_odd(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """Hangs on the count, which neither of the two layers says."""
    return None if action.count % 2 else "an even number is laid"


@guesses.validator(Lay, "guesses.kind", reads=("count",))
def kind_is_read_by_stealth(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """Hangs on the very object that it was given."""
    return None if type(action) is Lay else "this is no action"


@trusting.replace_validator("peb.lay-at-least-one")
def trust(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
    """Looks up what might not be there."""
    return None if 0 < action.count <= rules.board.pebbles[action.kind] else "there are not so many"


@writes.wrap_effect(Draw)
def write(
    inner: Callable[..., Flow], rules: Ruleset, state: Beach, seat: int, action: Draw, chance: Chance
) -> Iterator[Any]:
    """Changes the state behind the back of the events."""
    state.lost += 1
    yield from inner(rules, state, seat, action, chance)


@losing.invariant("losing.nothing-drawn")
def nothing_drawn(rules: Ruleset, state: Beach) -> str | None:
    """Does not hold for long."""
    return "the bag was touched" if state.bag.size < 8 else None


@scores_one.scorer("scores-one.winner")
def score_one(rules: Ruleset, state: Beach) -> Score:
    """Points for one seat only."""
    return Score((1,))


@peeks.validator(Draw, "peeks.no-jet")
def peek(rules: Ruleset, state: Beach, seat: int, action: Draw) -> str | None:
    """Looks into the bag, which nobody sees."""
    return None if state.bag.kinds.get("jet") else "there is no jet in the bag"


@tells.reaction(Drawn, "tells.tell")
def tell(rules: Ruleset, state: Beach, event: Drawn, chance: Chance) -> Flow:
    """Says aloud what a seat drew in secret."""
    yield Told(event.kind)


@weighs.event(Weighed)
def evolve_weighed(state: Beach, event: Weighed) -> None:
    """Forgets that others do not see the pebble."""
    kind: Any = event.kind
    kind.upper()


@weighs.reaction(Drawn, "weighs.weigh")
def weigh(rules: Ruleset, state: Beach, event: Drawn, chance: Chance) -> Flow:
    """Notes what a seat drew, for that seat alone."""
    yield Weighed(event.seat, event.kind)


@speechless.words(Drawn)
def say_drawn(rules: Ruleset, event: Drawn) -> str:
    """Forgets that others do not see the pebble."""
    return f"drew {msgspec.to_builtins(event)['kind'].upper()}"


@sketchy.picture("sketchy.bag")
def draw_bag(rules: Ruleset, state: Beach, seat: int | None) -> Picture:
    """Gives the words where a shape belongs."""
    shapes: Any = ("bag",)
    return Picture(shapes)


@miscounts.tally("miscounts.seats", Drawn)
def count_nobody(rules: Ruleset, state: Beach, events: Sequence[Drawn]) -> list[Tallied]:
    """Pebbles drawn by a seat that nobody has."""
    return [Tallied("all", 7, {"drawn": len(events)})]


@halves.tally("halves.points")
def count_halves(rules: Ruleset, state: Beach, events: Sequence[Event]) -> list[Tallied]:
    """Half of the points."""
    return [Tallied("all", None, {}, {"points": sum(spot.points for spot in state.seats) / 2})]  # type: ignore[dict-item]


mute.tally("mute.points")(lambda rules, state, events: [Tallied("all", 0, {"points": 1})])
