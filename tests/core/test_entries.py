"""Every kind of entry of a layer does what it says: add, drop, replace, wrap, insert, reorder."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from railbook import Action, Event, Layer, Panel, Part, Public, Score, Visible, then
from railbook.chance import Chance, Scripted, Seeded
from railbook.engine.play import check, legal_actions
from railbook.engine.score import score, score_sheet
from railbook.engine.view import view
from railbook.rules.layer import Flow, RoundSummary
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Rejection
from tests.core.tables import Played, rules_of
from tests.core.tiny import Draw, Lay, Shore, Stop, Throw, worth_of
from tests.core.tiny_table import PEBBLES, Beach, Laid, Passed, Spot


@pytest.fixture
def house() -> Layer[Beach]:
    """Give an empty variant to write into."""
    return Layer("house", game=PEBBLES)


def under_way(*layers: Layer[Beach], hand: Iterable[str] = ("jet", "jet", "flint"), **options: Any) -> Played:
    """Give a game without bets in which seat 0 acts and holds these pebbles, as many as seat 1."""
    hand = list(hand)
    script = Scripted({"peb.drawn@0": hand, "peb.tide": [["agate", "flint", "jet"]]}, Seeded.of_seed(1))
    options = {"peb.bets": False, "peb.hand": len(hand), **{f"peb.{name}": value for name, value in options.items()}}
    return Played(rules_of(*layers, options=options), source=script)


def rejects(game: Played, action: Action, seat: int = 0) -> str:
    """Give the rule id that rejects an action, or nothing."""
    answer = check(game.rules, game.state, seat, action)
    return answer.rule if isinstance(answer, Rejection) else ""


def tags(game: Played) -> list[str]:
    """Give the tags of the events of the last ply."""
    return [str(event.__struct_config__.tag) for event in game.game._memory.events(game.state.ply - 1)]


# -------------------------------------------------------------------------------------------------------------- actions


def test_validator_added(house: Layer[Beach]) -> None:
    """An added reason rejects with its rule id and paragraph, behind those of the base."""

    @house.validator(Lay, "house.no-jet", "HOUSE-1")
    def no_jet(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str | None:
        return "jet is holy" if action.kind == "jet" else None

    game = under_way(house)
    assert check(game.rules, game.state, 0, Lay("jet", 1)) == Rejection("house.no-jet", "jet is holy", "HOUSE-1")
    assert rejects(game, Lay("jet", 3)) == "peb.not-in-hand"
    assert rejects(game, Lay("flint", 1)) == ""


def test_validator_replaced_keeps_its_place(house: Layer[Beach]) -> None:
    """A replaced reason keeps rule id, paragraph, action types and its place among the others."""

    @house.replace_validator("peb.not-in-hand")
    def never_in_hand(rules: Ruleset, state: Beach, seat: int, action: Any) -> str:
        return "hands are glued"

    plain, changed = rules_of(), rules_of(house)
    for kind in (Lay, Throw):
        assert [v.rule for v in changed.actions[kind].validators] == [v.rule for v in plain.actions[kind].validators]
        assert [(v.rule, v.paragraph) for v in changed.actions[kind].validators if v.layer == "house"] == [
            ("peb.not-in-hand", "PEB-4")
        ]
    assert rejects(under_way(house), Throw("jet")) == "peb.not-in-hand"


def test_validator_dropped(house: Layer[Beach]) -> None:
    """A dropped reason rejects nothing any more."""
    house.drop_validator("peb.hand-is-full")
    assert rejects(under_way(limit=3), Draw()) == "peb.hand-is-full"
    assert rejects(under_way(house, limit=3), Draw()) == ""


def test_validator_of_a_base_class_holds_for_all_its_types() -> None:
    """A reason given for a base class of actions looks at each of them, behind those of the very type."""
    rules = rules_of()
    assert [v.rule for v in rules.actions[Throw].validators] == ["peb.not-in-hand", "peb.no-such-kind"]
    assert "peb.no-such-kind" not in [v.rule for v in rules.actions[Draw].validators]


def test_action_added_and_dropped(house: Layer[Beach]) -> None:
    """A new action type answers the steps it names, with effect, candidates and words; a dropped one is no action."""

    class Skip(Action, frozen=True, tag="house.skip"):
        pass

    @house.action(Skip, "peb.act")
    def skip(rules: Ruleset, state: Beach, seat: int, action: Skip, chance: Chance) -> Flow:
        yield Passed(seat)

    @house.candidates(Skip)
    def ways(rules: Ruleset, state: Beach, seat: int) -> list[Skip]:
        return [Skip()]

    @house.words(Skip)
    def say(rules: Ruleset, action: Skip) -> str:
        return "skips"

    house.drop_action(Throw)
    game = under_way(house)
    legal = list(legal_actions(game.rules, game.state, 0))
    assert legal[-1] == Skip()
    assert not any(isinstance(action, Throw) for action in legal)
    assert rejects(game, Throw("jet")) == "core.no-such-action"
    assert game.rules.say(Skip()) == "skips"
    game.act(0, Skip())
    assert tags(game) == ["peb.passed", "peb.turn-begun", "core.waits"]


def test_action_dropped_and_added_anew(house: Layer[Beach]) -> None:
    """A later layer may add an action type anew that one before it dropped: nothing is left of the old one."""
    again: Layer[Beach] = Layer("again", game=PEBBLES, after=["house"])
    house.drop_action(Throw)

    @again.action(Throw, "peb.act")
    def throw(rules: Ruleset, state: Beach, seat: int, action: Throw, chance: Chance) -> Flow:
        yield Passed(seat)

    game = under_way(house, again)
    assert not [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Throw)]
    game.act(0, Throw("jet"))
    assert tags(game)[0] == "peb.passed"


def test_effect_replaced(house: Layer[Beach]) -> None:
    """Another effect takes the place of the old one."""

    @house.replace_effect(Throw)
    def keep(rules: Ruleset, state: Beach, seat: int, action: Throw, chance: Chance) -> Flow:
        yield Passed(seat)

    game = under_way(house)
    game.act(0, Throw("jet"))
    assert tags(game)[:2] == ["peb.passed", "peb.turn-begun"]


def test_effect_wrapped(house: Layer[Beach]) -> None:
    """A wrapper may do something before and after the inner effect."""

    @house.wrap_effect(Lay)
    def twice(inner: Callable[..., Flow], rules: Ruleset, *arguments: Any) -> Flow:
        yield Passed(0)
        yield from inner(rules, *arguments)
        yield Passed(0)

    game = under_way(house)
    game.act(0, Lay("jet", 1))
    assert tags(game)[:3] == ["peb.passed", "peb.laid", "peb.passed"]


def test_candidates_extended_and_replaced(house: Layer[Beach]) -> None:
    """More candidates come behind those there are; or others in their place. The validators filter all."""

    def two_more(rules: Ruleset, state: Beach, seat: int) -> Iterator[Lay]:
        yield from (Lay("jet", 1), Lay("jet", 9))

    def lays(game: Played) -> list[Action]:
        return [action for action in legal_actions(game.rules, game.state, 0) if isinstance(action, Lay)]

    plain = lays(under_way())
    house.candidates(Lay)(two_more)
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.replace_candidates(Lay)(two_more)
    assert lays(under_way(house)) == [*plain, Lay("jet", 1)]
    assert lays(under_way(other)) == [Lay("jet", 1)]


# -------------------------------------------------------------------------------------------------- steps and sequences


def speaks(layer: Layer[Beach], name: str) -> None:
    """Add a step that yields one event."""

    @layer.step(name)
    def step(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield Passed(state.turn)


@pytest.mark.parametrize(
    "change, turn",
    [
        pytest.param(
            lambda x: x.insert("peb.turn", "house.s", before="peb.act"), "house.s act end-check next-turn", id="before"
        ),
        pytest.param(
            lambda x: x.insert("peb.turn", "house.s", after="peb.act"), "act house.s end-check next-turn", id="after"
        ),
        pytest.param(lambda x: x.drop_step("peb.turn", "peb.end-check"), "act next-turn", id="drop"),
        pytest.param(
            lambda x: x.reorder("peb.turn", "peb.next-turn", "peb.act", "peb.end-check"),
            "next-turn act end-check",
            id="reorder",
        ),
    ],
)
def test_sequence_changed(house: Layer[Beach], change: Callable[[Layer[Beach]], None], turn: str) -> None:
    """Steps are inserted before or after another one, dropped, and put into another order."""
    speaks(house, "house.s")
    change(house)
    assert " ".join(step.removeprefix("peb.") for step in rules_of(house).sequences["peb.turn"]) == turn


def test_step_inserted_is_played(house: Layer[Beach]) -> None:
    """An inserted step runs at its place, in the turn of the seat."""
    speaks(house, "house.s")
    house.insert("peb.turn", "house.s", after="peb.end-check")
    game = under_way(house)
    game.act(0, Throw("jet"))
    assert tags(game) == ["peb.thrown", "peb.passed", "peb.turn-begun", "core.waits"]


def test_step_replaced_and_wrapped(house: Layer[Beach]) -> None:
    """A step gets another body, or one around its own; it stays simultaneous if it was."""

    @house.wrap_step("peb.deal")
    def deal_first(inner: Callable[..., Flow], rules: Ruleset, *arguments: Any) -> Flow:
        yield Passed(0)
        yield from inner(rules, *arguments)

    @house.replace_step("peb.bets")
    def no_bets(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield Passed(1)

    rules = rules_of(house)
    assert rules.steps["peb.bets"].simultaneous
    game = Played(rules)
    assert game.state.asked == "peb.act"
    assert tags(game)[2:] == ["peb.passed", *["peb.drawn"] * 4, "peb.passed", "peb.turn-begun", "core.waits"]


def test_sequence_added(house: Layer[Beach]) -> None:
    """A layer may add a sequence of its own and put it on the agenda."""
    speaks(house, "house.s")
    house.sequence("house.pair", "house.s", "house.s")

    @house.reaction(Laid, "house.react")
    def react(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
        yield then(*rules.sequences["house.pair"])

    game = under_way(house)
    game.act(0, Lay("jet", 2))
    assert tags(game) == ["peb.laid", "peb.passed", "peb.passed", "core.waits"]


def test_reaction_added_and_dropped(house: Layer[Beach]) -> None:
    """Reactions run in order of their ids, whichever layer added them; a dropped one never runs."""

    @house.reaction(Laid, "a-house.first")
    def react(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
        yield Passed(event.seat)

    game = under_way(house, hand=["jet"] * 3)
    game.act(0, Lay("jet", 3))
    assert tags(game)[:3] == ["peb.laid", "peb.passed", "peb.row-filled"]
    house.drop_reaction("peb.full-row")
    game = under_way(house, hand=["jet"] * 3)
    game.act(0, Lay("jet", 3))
    assert tags(game)[:3] == ["peb.laid", "peb.passed", "peb.turn-begun"]


def test_end_condition_added_and_dropped(house: Layer[Beach]) -> None:
    """A game ends for an added reason, and no longer for a dropped one."""
    house.end_condition("house.one-throw")(lambda rules, state: "one throw" if state.lost else None)
    game = under_way(house)
    game.act(0, Throw("jet"))
    assert game.state.ended == "one throw"
    house.drop_end_condition("house.one-throw")
    assert [id for id, _ in rules_of(house).end_conditions] == ["peb.goal-reached", "peb.all-passed"]
    other: Layer[Beach] = Layer("other", game=PEBBLES)
    other.drop_end_condition("peb.goal-reached")
    assert [id for id, _ in rules_of(other).end_conditions] == ["peb.all-passed"]


# ------------------------------------------------------------------------------------------------ questions and scoring


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


def test_what_people_see(house: Layer[Beach]) -> None:
    """Panels are added, replaced and dropped; choices and the summary of a round are said."""
    house.panel("house.bag")(lambda rules, state, seat: Panel("bag", ((Part(str(state.bag.size)),),)))
    house.panel("house.none")(lambda rules, state, seat: None)
    house.choice(Stop)(lambda rules, state, seat, action: (Part("enough", "dim"),))
    house.round_summary(lambda rules, state: RoundSummary(str(state.round), (("points", (1, 2)),)))
    game = under_way(house)
    shown = view(game.rules, game.state, 0)
    assert game.rules.screen(shown, 0) == [Panel("bag", ((Part("9"),),))]
    assert game.rules.choice(shown, 0, Stop()) == (Part("enough", "dim"),)
    assert game.rules.choice(shown, 0, Lay("jet", 1)) == (Part("lays 1 jet"),)
    assert game.rules.summary is not None
    assert game.rules.summary(game.rules, game.state).round == "1"
    other: Layer[Beach] = Layer("other", game=PEBBLES, after=["house"])
    other.replace_panel("house.none")(lambda rules, state, seat: Panel("other", ()))
    other.drop_panel("house.bag")
    assert [panel.title for panel in rules_of(house, other).screen(shown, 0)] == ["other"]
