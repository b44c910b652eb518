"""Entries that change what is asked, scored, known, seen and said: add, drop, replace, wrap, set, transform."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from railbook import Event, Layer, Public, Score, Visible
from railbook.chance import Chance
from railbook.engine.score import score, score_sheet
from railbook.engine.view import view
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from tests.core.tables import Played, rules_of, under_way
from tests.core.tiny import Lay, Stop, worth_of
from tests.core.tiny_map import Shore
from tests.core.tiny_table import PEBBLES, Beach, Laid, Passed, Spot


def test_query_replaced_and_wrapped(house: Layer[Beach]) -> None:
    """A query is answered otherwise for whoever asks it: here for the effect that scores."""
    house.replace(worth_of)(lambda rules, state, kind: 10)
    other: Layer[Beach] = Layer("other", game=PEBBLES, after=["house"])
    other.wrap(worth_of)(lambda inner, rules, state, kind: inner(rules, state, kind) + 1)
    points = []
    for layers in ((), (house,), (other,), (house, other)):
        game = under_way(*layers)
        game.act(0, Lay("flint", 1))
        points.append(game.state.seats[0].points)
    assert points == [1, 10, 2, 11]
    assert (worth_of.__doc__ or "").startswith("Points for a pebble")


def test_query_added(house: Layer[Beach]) -> None:
    """A layer may ask questions of its own, which later layers answer otherwise."""

    @house.query("house.answer")
    def answer(rules: Ruleset, factor: int) -> int:
        """Tell the answer."""
        return 21 * factor

    other: Layer[Beach] = Layer("other", game=PEBBLES, after=["house"])
    other.wrap(answer)(lambda inner, rules, factor: -inner(rules, factor))
    assert answer(rules_of(house), 2) == 42
    assert answer(rules_of(house, other), factor=2) == -42


def test_scorers(house: Layer[Beach]) -> None:
    """Lines of the score sheet are added behind the others, scored otherwise in their place, or taken away."""
    house.scorer("house.gift")(lambda rules, state: Score((7, 8)))
    house.replace_scorer("peb.points")(lambda rules, state: Score((1, 2), ("one", "two")))
    house.drop_scorer("peb.bets")
    game = under_way(house)
    assert [(line.id, line.points) for line in score_sheet(game.rules, game.state)] == [
        ("peb.points", (1, 2)),
        ("house.gift", (7, 8)),
    ]
    assert score(game.rules, game.state)[0][1].how == ("one", "two")


def test_tie_breakers(house: Layer[Beach]) -> None:
    """Tie-breakers are asked in their order, an added one last; a replaced one keeps its place."""

    def by_seat(rules: Ruleset, state: Beach, seats: tuple[int, ...]) -> Mapping[int, int]:
        return {seat: seat for seat in seats}

    house.tie_breaker("house.late")(by_seat)
    house.replace_tie_breaker("peb.longest-row")(by_seat)
    assert [(id, breaker is by_seat) for id, breaker in rules_of(house).tie_breakers] == [
        ("peb.longest-row", True),
        ("house.late", True),
    ]
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.drop_tie_breaker("peb.longest-row")
    assert rules_of(other).tie_breakers == ()


def test_invariants(house: Layer[Beach]) -> None:
    """What must hold after every ply is added, replaced and dropped."""
    house.invariant("house.few-plies")(lambda rules, state: None if state.ply < 1 else "too many plies")
    house.replace_invariant("peb.pebbles-are-kept")(lambda rules, state: "all is lost")
    game = under_way(house)
    assert [(id, holds(game.rules, game.state)) for id, holds in game.rules.invariants] == [
        ("peb.pebbles-are-kept", "all is lost"),
        ("house.few-plies", "too many plies"),
    ]
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.drop_invariant("peb.pebbles-are-kept")
    assert rules_of(other).invariants == ()


# ---------------------------------------------------------------------------------------------------------------- facts


def test_event_with_a_slice_of_state(house: Layer[Beach]) -> None:
    """A variant keeps state of its own under the name of its type, written by the evolvers of its own events."""

    class Tally(msgspec.Struct):
        lays: Public[int] = 0

    class Counted(Event, frozen=True, tag="house.counted"):
        pass

    counting: Layer[Beach] = Layer("counting", game=PEBBLES, state=Tally)

    @counting.event(Counted)
    def evolve(state: Beach, event: Counted) -> None:
        state.slice(Tally).lays += 1

    @counting.reaction(Laid, "counting.count")
    def count(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
        yield Counted()

    game = under_way(counting)
    game.act(0, Lay("jet", 1))
    game.act(0, Lay("jet", 1))
    assert game.state.slice(Tally).lays == 2
    assert game.state.slices == {"Tally": Tally(2)}


def test_events_of_the_base_cannot_be_evolved_otherwise(house: Layer[Beach]) -> None:
    """Events are facts: an evolver of the base is not overridden."""
    house.event(Passed)(lambda state, event: None)
    with pytest.raises(ValueError, match=r"layer 'house' adds event 'peb\.passed', which is there already"):
        rules_of(house)


def test_map_transformed(house: Layer[Beach]) -> None:
    """A layer changes the map before it is compiled, and may look at the options; the map itself stays as it was."""

    def more_jet(shore: Shore, options: Mapping[str, Any]) -> Shore:
        return msgspec.structs.replace(shore, pebbles={**shore.pebbles, "jet": options["peb.limit"] * 10})

    house.map_transform("more-jet")(more_jet)
    assert rules_of(house, options={"peb.limit": 7}).board.pebbles["jet"] == 70
    assert rules_of().board.pebbles["jet"] == 4


def test_option_set(house: Layer[Beach]) -> None:
    """A layer sets an option of the base, and declares further groups of its own."""
    house.set("peb.goal", 5)
    assert rules_of(house).option_values["peb.goal"] == 5


def test_visibility_changed(house: Layer[Beach]) -> None:
    """A layer changes who sees a field of the base: here open bets."""
    house.visible(Spot, "bet", Visible.PUBLIC)
    for layers, seen in (((), None), ((house,), "jet")):
        game = Played(rules_of(*layers, options={"peb.bets": False}))
        game.state.seats[0].bet = "jet"
        assert view(game.rules, game.state, 1).seats[0].bet == seen
        assert view(game.rules, game.state, 0).seats[0].bet == "jet"


def test_words_said_otherwise(house: Layer[Beach]) -> None:
    """A later layer says a thing otherwise; what has no words is called by its tag."""
    house.words(Lay)(lambda rules, action: f"puts down {action.kind}")
    assert rules_of().say(Lay("jet", 2)) == "lays 2 jet"
    assert rules_of(house).say(Lay("jet", 2)) == "puts down jet"
    assert rules_of(house).say(Stop()) == "peb.stop"
