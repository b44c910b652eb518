"""Four layers on Pebbles: an inserted step, a wrapped query, a reaction that draws chance, a dropped validator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from railbook import Event, Layer, Options, Public, Score, Visible
from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from tests.core.tiny import worth_of
from tests.core.tiny_table import PEBBLES, Beach, Laid, TideTurned

EBB: Layer[Beach] = Layer("ebb", game=PEBBLES, version="1.0", summary="after each turn the tide moves on by one kind")
EBB.insert("peb.turn", "ebb.tide-moves", after="peb.end-check")


@EBB.step("ebb.tide-moves")
def move_tide(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
    """The first kind becomes the last."""
    yield TideTurned([*state.tide[1:], state.tide[0]])


class Moon(Options, frozen=True):
    """How bright the moon is."""

    bonus: Annotated[int, msgspec.Meta(ge=0, le=5, description="points more for the kind that comes last")] = 1


MOON: Layer[Beach] = Layer("moon", game=PEBBLES, version="2.1", options=Moon, summary="the last kind is worth more")


@MOON.wrap(worth_of)
def worth_in_moonlight(inner: Callable[[Ruleset, Beach, str], int], rules: Ruleset, state: Beach, kind: str) -> int:
    """The kind that the tide brings last shines."""
    return inner(rules, state, kind) + (rules.options(Moon).bonus if kind == state.tide[-1] else 0)


class Gulls(msgspec.Struct, forbid_unknown_fields=True):
    """How often gulls came to each seat, by seat."""

    visits: Public[dict[str, int]] = {}


class GullCame(Event, frozen=True, tag="gulls.came"):
    """A gull came to a seat."""

    seat: Public[int]


GULLS: Layer[Beach] = Layer("gulls", game=PEBBLES, version="1.3", state=Gulls, summary="laying attracts gulls")
GULLS.outcome("gulls.die", Visible.PUBLIC)


@GULLS.event(GullCame)
def evolve_gull(state: Beach, event: GullCame) -> None:
    """The visit is counted."""
    visits = state.slice(Gulls).visits
    visits[str(event.seat)] = visits.get(str(event.seat), 0) + 1


@GULLS.reaction(Laid, "gulls.look")
def look_for_gulls(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
    """On five or six of a die a gull comes to whoever laid."""
    if chance.roll("gulls.die", 6)[0] >= 5:
        yield GullCame(event.seat)


@GULLS.scorer("gulls.visits")
def score_gulls(rules: Ruleset, state: Beach) -> Score:
    """Each gull costs a point."""
    visits = state.slice(Gulls).visits
    return Score(tuple(-visits.get(str(seat), 0) for seat in range(rules.seats)))


BIG_HANDS: Layer[Beach] = Layer("big-hands", game=PEBBLES, version="1.0", summary="a hand holds any number")
BIG_HANDS.drop_validator("peb.hand-is-full")

variants = [EBB, MOON, GULLS, BIG_HANDS]
