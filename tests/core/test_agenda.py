"""The agenda: in which order effects, reactions and steps happen, and how loops come to an end."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from railbook import Action, Ask, Event, Layer, Public, Scope, then
from railbook.chance import Chance
from railbook.engine.play import EVENT_LIMIT
from railbook.engine.state import Ended
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import RulesError
from tests.core.tables import Played, judged, registry, rules_of
from tests.core.tiny_table import PEBBLES, Beach, Passed

Items = Callable[[], Iterator[Any]]


class Poke(Action, frozen=True, tag="test.poke"):
    """Set off whatever a test wants."""


class Did(Event, frozen=True, tag="test.did"):
    """Something happened, and it is only noted."""

    what: Public[str]


class Also(Event, frozen=True, tag="test.also"):
    """Something happened to which nobody reacts."""

    what: Public[str]


def poking(*effect: Any, answers: str = "peb.act", **steps: tuple[Any, ...]) -> Layer[Beach]:
    """Make a variant with an action that does `effect`, and with steps that do what they are given for."""
    layer: Layer[Beach] = Layer("poking", game=PEBBLES)
    layer.action(Poke, answers)(lambda rules, state, seat, action, chance: iter(effect))
    layer.event(Did)(lambda state, event: None)
    layer.event(Also)(lambda state, event: None)
    for name, items in steps.items():
        layer.step(name)(lambda rules, state, chance, items=items: iter(items))  # type: ignore[misc]
    return layer


def dry() -> Layer[Beach]:
    """Make a variant in which no turn follows."""
    layer = poking(Did("last"))
    layer.drop_step("peb.turn", "peb.next-turn")
    return layer


def did(layer: Layer[Beach], *more: Layer[Beach]) -> list[str]:
    """Poke, and give what happened, in order."""
    return [event.what for event in poked(layer, *more) if isinstance(event, Did | Also)]


def poked(layer: Layer[Beach], *more: Layer[Beach]) -> list[Event]:
    """Poke, and give all events of the ply."""
    game = Played(rules_of(layer, *more, options={"peb.bets": False}))
    return game.game.act(0, Poke()).events


A, B, C = ((Did(name),) for name in "abc")


# ---------------------------------------------------------------------------------------------------------------- steps


def test_pushed_steps_come_first_and_in_order() -> None:
    """Steps go to the front of the agenda, behind those that the same generator pushed before."""
    layer = poking(then("a", "b"), Did("now"), then("c"), a=A, b=B, c=C)
    assert did(layer) == ["now", "a", "b", "c"]


def test_a_step_of_a_step_comes_before_what_waits() -> None:
    """What a step pushes comes before the steps that wait behind it."""
    layer = poking(then("a", "c"), a=(Did("a"), then("b")), b=B, c=C)
    assert did(layer) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "pushes, order",
    [
        pytest.param([then("a", "c"), then("b", after="a")], "abc", id="behind-the-first"),
        pytest.param([then("a", "b"), then("c", after="b")], "abc", id="behind-the-last"),
        pytest.param([then("b", after="missing"), then("c")], "bc", id="missing-anchor-means-front"),
        pytest.param([then("a"), then("b", after="a"), then("c")], "abc", id="next-push-behind-both"),
        pytest.param([then("a", "b"), then("b", after="a"), then("c")], "abbc", id="next-push-behind-all"),
        pytest.param([then("c"), then("a", "b", after="c")], "cab", id="several-behind"),
        pytest.param([then("a", "b", "a"), then("c", after="a")], "acba", id="behind-the-first-of-its-name"),
    ],
)
def test_steps_after_another(pushes: list[Any], order: str) -> None:
    """With `after` steps go behind the first one of that name, and later pushes behind all earlier ones."""
    assert "".join(did(poking(*pushes, a=A, b=B, c=C))) == order


def test_after_a_step_that_waits_further_back() -> None:
    """A step can be put behind one of the rest of the turn; what is pushed next still comes first."""
    layer = poking(then("b", after="peb.end-check"), then("a"), a=A, b=B)
    events = [str(event.__struct_config__.tag) for event in poked(layer)]
    assert did(layer) == ["a", "b"]
    assert events == ["test.did", "test.did", "peb.turn-begun", "core.waits"]


def test_a_question_stops_the_agenda() -> None:
    """A step that asks ends the ply; the rest of the agenda waits in the state and goes on after the answer."""
    layer = poking(Did("first"), then("a", "b"), answers="peb.act", a=(Did("a"), Ask((1,)), Did("never")), b=B)
    again: Layer[Beach] = Layer("prod", game=PEBBLES)

    class Prod(Action, frozen=True, tag="test.prod"):
        pass

    again.action(Prod, "a")(lambda rules, state, seat, action, chance: iter([Did("answer")]))
    game = Played(rules_of(layer, again, options={"peb.bets": False}))
    assert [e.what for e in game.game.act(0, Poke()).events if isinstance(e, Did)] == ["first", "a"]
    assert (game.state.asked, game.state.to_act) == ("a", [1])
    assert game.state.agenda == ["b", "peb.end-check", "peb.next-turn"]
    assert [e.what for e in game.game.act(1, Prod()).events if isinstance(e, Did)] == ["answer", "b"]
    assert game.state.asked == "peb.act"


def test_a_question_to_nobody_goes_on() -> None:
    """A step that asks no seats lets the agenda go on."""
    assert did(poking(then("a", "b"), a=(Did("a"), Ask(())), b=B)) == ["a", "b"]


def test_the_state_moves_with_each_event() -> None:
    """A rule sees the state as the events before left it, its own included."""
    layer: Layer[Beach] = Layer("watching", game=PEBBLES)
    seen: list[int] = []

    @layer.action(Poke, "peb.act")
    def poke(rules: Ruleset, state: Beach, seat: int, action: Poke, chance: Chance) -> Flow:
        for _ in range(3):
            seen.append(state.passes)
            yield Passed(0)
        seen.append(state.passes)

    game = Played(rules_of(layer, options={"peb.bets": False, "peb.goal": 99}))
    game.act(0, Poke())
    assert seen == [0, 1, 2, 3]


# ------------------------------------------------------------------------------------------------------------ reactions


def reacting(layer: Layer[Beach], id: str, *items: Any, when: str) -> None:
    """Add a reaction to the event that did `when`."""

    @layer.reaction(Did, id)
    def react(rules: Ruleset, state: Beach, event: Did, chance: Chance) -> Flow:
        return iter(items) if event.what == when else iter(())


def test_reactions_run_breadth_first() -> None:
    """Reactions to all events of an effect run in order of events, then of ids; reactions to theirs come behind."""
    layer = poking(Did("1"), Did("2"))
    reacting(layer, "z", Did("1z"), when="1")
    reacting(layer, "a", Did("1a"), when="1")
    reacting(layer, "b", Did("2b"), when="2")
    reacting(layer, "c", Did("1ac"), when="1a")
    reacting(layer, "d", Did("1zd"), when="1z")
    assert did(layer) == ["1", "2", "1a", "1z", "2b", "1ac", "1zd"]


def test_reactions_run_before_the_next_step() -> None:
    """What follows from an effect or step is done before the agenda goes on."""
    layer = poking(Did("now"), then("a", "b"), a=A, b=B)
    reacting(layer, "r", Did("so"), when="a")
    assert did(layer) == ["now", "a", "so", "b"]


def test_steps_of_reactions_come_before_those_of_the_effect() -> None:
    """A reaction pushes its steps to the front, as every generator does; the last one to push is the first."""
    layer = poking(Did("now"), then("c"), a=A, b=B, c=C)
    reacting(layer, "r1", then("b"), when="now")
    reacting(layer, "r2", then("a"), when="now")
    assert did(layer) == ["now", "a", "b", "c"]


def test_reactions_of_layers_are_ordered_by_id_not_by_layer() -> None:
    """Which layer added a reaction does not matter for its place."""
    layer, early, late = poking(Did("now")), Layer("a-layer", game=PEBBLES), Layer("z-layer", game=PEBBLES)
    reacting(early, "z", Also("z"), when="now")
    reacting(late, "a", Also("a"), when="now")
    assert did(layer, early, late) == did(layer, late, early) == ["now", "a", "z"]


# --------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("looping", ["reaction", "steps", "silent-steps", "effect", "pushes"])
def test_loops_come_to_an_end(looping: str) -> None:
    """Rules that set each other off for ever are stopped, and the recorded game is as before."""
    if looping == "reaction":
        layer = poking(Did("again"))
        reacting(layer, "r", Did("again"), when="again")
    elif looping == "steps":
        layer = poking(then("a"), a=(Did("a"), then("a")))
    elif looping == "silent-steps":
        layer = poking(then("a"), a=(then("a"),))
    else:
        layer = poking()
        layer.wrap_effect(Poke)(lambda inner, *_: forever(Did("on") if looping == "effect" else then("a")))
        layer.step("a")(lambda rules, state, chance: iter(()))
    game = Played(rules_of(layer, options={"peb.bets": False}))
    before = (game.log, game.state.ply)
    with pytest.raises(RulesError, match=f"more than {EVENT_LIMIT} events and steps in one ply"):
        game.act(0, Poke())
    assert (game.log, game.state.ply) == before


def forever(item: Any) -> Iterator[Any]:
    """Give the same thing again and again."""
    while True:
        yield item


def test_many_events_are_no_loop() -> None:
    """A ply may be long, as long as it ends."""
    assert len(did(poking(*[Also("x")] * (EVENT_LIMIT - 100)))) == EVENT_LIMIT - 100


@pytest.mark.parametrize(
    "layer, message",
    [
        pytest.param(lambda: poking(then("nowhere")), "no layer adds the step 'nowhere'", id="unknown-step"),
        pytest.param(lambda: poking("a word"), "yields 'a word', which is neither event, step nor question", id="word"),
        pytest.param(dry, "the agenda ran dry before the game was over", id="dry"),
    ],
)
def test_faults_of_rules(layer: Callable[[], Layer[Beach]], message: str) -> None:
    """What cannot be is said of the rules, not of the players."""
    with pytest.raises(RulesError, match=message):
        poked(layer())


# -------------------------------------------------------------------------------------------------------------- the end


def test_nothing_happens_behind_the_end() -> None:
    """The event that ends the game is the last one: effect, reactions and steps stop there."""
    layer = poking(Did("now"), then("a"), Ended("enough"), Did("never"), a=A)
    reacting(layer, "r", Did("never"), when="now")
    game = Played(rules_of(layer, options={"peb.bets": False}))
    ply = game.game.act(0, Poke())
    assert ply.events == [Did("now"), Ended("enough")]
    assert (game.state.ended, game.state.to_act, game.state.agenda) == ("enough", [], [])
    assert game.state.ply == ply.ply + 1


def test_the_first_end_counts() -> None:
    """Two reactions that would both end the game end it once."""
    layer = poking(Did("now"))
    reacting(layer, "r1", Ended("first"), when="now")
    reacting(layer, "r2", Ended("second"), when="now")
    assert poked(layer) == [Did("now"), Ended("first")]


# --------------------------------------------------------------------------------------------------------------- scopes


def test_chance_goes_on_over_the_plies_of_a_scope(tmp_path: Any) -> None:
    """Within one scope labels are numbered on from ply to ply, wherever the game stopped in between."""
    layer: Layer[Beach] = Layer("rolling", game=PEBBLES)
    asked: list[tuple[str, int]] = []

    @layer.action(Poke, "peb.act")
    def roll(rules: Ruleset, state: Beach, seat: int, action: Poke, chance: Chance) -> Flow:
        asked.append((chance.scope, chance.counts.get("peb.dice", 0)))
        chance.roll("peb.dice", 6)
        yield then("peb.act")

    @layer.candidates(Poke)
    def pokes(rules: Ruleset, state: Beach, seat: int) -> list[Poke]:
        return [Poke()]

    game = Played(rules_of(layer, options={"peb.bets": False}))
    for _ in range(3):
        game.act(0, Poke())
    assert asked == [("turn 1 seat 0", number) for number in range(3)]
    assert game.state.counts == {"peb.dice": 3}
    plugin = type("Plugin", (), {"variant": layer})()
    (tmp_path / "game.jsonl").write_bytes(game.log)
    assert registry(plugin).variant("rolling").layer is layer
    assert judged(tmp_path, game.log, more=[plugin]).words == "exact so far"


def test_a_new_scope_numbers_anew() -> None:
    """A declared scope begins at 0 again, and the same one declared twice goes on."""
    layer: Layer[Beach] = Layer("scopes", game=PEBBLES)
    layer.event(Did)(lambda state, event: None)

    @layer.action(Poke, "peb.act")
    def roll(rules: Ruleset, state: Beach, seat: int, action: Poke, chance: Chance) -> Flow:
        for scope in ("one", "one", "two"):
            yield Scope(scope)
            chance.roll("peb.dice", 6)
            yield Did(f"{chance.scope} {chance.counts['peb.dice']}")

    assert did(layer) == ["one 1", "one 2", "two 1"]
