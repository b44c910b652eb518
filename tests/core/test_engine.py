"""The engine: deciding changes nothing, events alone make the state, choices are secret until all are made."""

from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook import Event, Layer, Public
from railbook.chance import Chance, Seeded
from railbook.engine.core_layer import Leave, Withdraw
from railbook.engine.fold import SNAPSHOT_EVERY, Memory, fold
from railbook.engine.play import action_of, advance, check, decide, ended, evolve, legal_actions
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import (
    UNFINISHED,
    Commitment,
    Committed,
    Ended,
    Revealed,
    Waits,
    Withdrawn,
    copy,
    decode,
    encode,
    new_state,
)
from railbook.log.canonical import Codec
from railbook.log.records import Ply
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, RulesError, SetUp
from tests.core.tables import Played, rules_of
from tests.core.tiny import Bet, Draw, Lay
from tests.core.tiny_table import PEBBLES, Beach, BetPlaced, Drawn
from tests.core.tiny_variants import variants

SEEDS = st.integers(0, 2**32)
quick = settings(max_examples=15)


def game_of(seed: int, *layers: Layer[Any], seats: int = 2) -> Played:
    """Begin a game."""
    return Played(rules_of(*layers, seats=seats), seed)


def plies_of(game: Played) -> list[Ply[Action, Event]]:
    """Give the plies of a game as its log has them."""
    codec = Codec(game.rules)
    records = [codec.read(line[:-1]).record for line in game.lines]
    return [cast(Ply[Action, Event], record) for record in records if isinstance(record, Ply)]


# ---------------------------------------------------------------------------------------------------- decide and evolve


@quick
@given(SEEDS, st.integers(2, 4))
def test_deciding_changes_nothing(seed: int, seats: int) -> None:
    """After any legal action is decided the state is byte by byte what it was; folded, its events give the next one."""
    game = game_of(seed, *variants, seats=seats)
    source = Seeded.of_seed(seed)
    while not game.game.over:
        seat = game.state.to_act[0]
        before = encode(game.state)
        for action in list(legal_actions(game.rules, game.state, seat))[:8]:
            events = decide(game.rules, game.state, seat, action, source)
            assert encode(game.state) == before
            assert decide(game.rules, game.state, seat, action, source) == events
            folded, advanced = copy(game.rules, game.state), copy(game.rules, game.state)
            fold(game.rules, folded, events)
            chance = Chance(source, advanced.scope, advanced.counts)
            assert advance(game.rules, advanced, seat, action, chance) == events
            assert encode(folded) == encode(advanced) != before
            assert isinstance(events[-1], Waits | Ended)
            assert ended(events) == bool(folded.ended)
        game.step()


@quick
@given(SEEDS, st.booleans())
def test_folded_events_are_the_live_state(seed: int, varied: bool) -> None:
    """From the recorded events alone every state of the game is made again, at every ply, and invariants hold there."""
    game = game_of(seed, *(variants if varied else ()), seats=3)
    folded = cast(Beach, new_state(game.rules))
    fold(game.rules, folded, plies_of(game)[0].events)
    while True:
        assert encode(folded) == encode(game.state)
        assert [holds(game.rules, folded) for _, holds in game.rules.invariants] == [None]
        if game.game.over:
            break
        game.step()
        for event in plies_of(game)[-1].events:
            evolve(game.rules, folded, event)


@quick
@given(SEEDS)
def test_states_are_copied_by_their_bytes(seed: int) -> None:
    """A state is encoded, decoded and copied without loss, slices of variants included; a copy is independent."""
    game = game_of(seed, *variants, seats=4)
    while not game.game.over:
        game.step()
        data = encode(game.state)
        again = decode(game.rules, data)
        assert again == game.state
        assert encode(again) == data
        other = copy(game.rules, game.state)
        other.seats[0].rows["mud"] = 1
        other.slices["Gulls"].visits["0"] = 99
        assert encode(game.state) == data


def test_equal_states_have_equal_bytes() -> None:
    """The order in which keys came into a dictionary does not show in the bytes."""
    one, other = Beach(counts={"a": 1, "b": 2}), Beach(counts={"b": 2, "a": 1})
    assert encode(one) == encode(other)


@pytest.mark.parametrize("seat, action", [(None, Draw()), (None, SetUp())], ids=["no-set-up", "set-up-again"])
def test_nobodys_action_is_the_set_up(seat: int | None, action: Action) -> None:
    """Only the set-up, and only at ply 0, is nobody's action."""
    game = game_of(0)
    with pytest.raises(RulesError, match="only the set-up, ply 0, is nobody's action"):
        decide(game.rules, game.state, cast(int, seat), action, Seeded.of_seed(0))


def test_actions_are_made_from_plain_values() -> None:
    """A committed action is plain values until it takes effect."""
    rules = rules_of()
    assert action_of(rules, {"type": "peb.lay", "kind": "jet", "count": 2}) == Lay("jet", 2)
    for values in (None, {}, {"type": "test.sing"}):
        with pytest.raises(RulesError, match="pebbles has no action"):
            action_of(rules, values)


# ------------------------------------------------------------------------------------------------- simultaneous choices


def last(game: Played) -> list[Event]:
    """Give the events of the last ply."""
    return plies_of(game)[-1].events


def test_choices_take_effect_at_once() -> None:
    """Each seat commits in any order; with the last one all take effect, in order of seats, and the order is known."""
    game = game_of(0, seats=3)
    assert (game.state.asked, game.state.to_act) == ("peb.bets", [0, 1, 2])
    game.act(2, Bet("jet"))
    assert last(game)[:1] == [Committed(2, {"type": "peb.bet", "kind": "jet"})]
    assert game.state.to_act == [0, 1]
    assert [spot.bet for spot in game.state.seats] == [None] * 3
    game.act(0, Bet("agate"))
    assert game.state.to_act == [1]
    game.act(1, Bet("flint"))
    assert last(game)[:5] == [
        Committed(1, {"type": "peb.bet", "kind": "flint"}),
        Revealed([2, 0, 1]),
        BetPlaced(0, "agate"),
        BetPlaced(1, "flint"),
        BetPlaced(2, "jet"),
    ]
    assert game.state.chosen == [2, 0, 1]
    assert game.state.committed == []
    assert game.state.asked == "peb.act"


def test_the_order_of_choosing_changes_nothing_but_itself() -> None:
    """Whoever chooses first, the game that follows is the same."""
    states = []
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        game = game_of(0, seats=3)
        for seat in order:
            game.act(seat, Bet(["agate", "jet", "flint"][seat]))
        assert game.state.chosen == order
        game.state.chosen = []
        states.append(encode(game.state))
    assert len(set(states)) == 1


def test_a_choice_is_taken_back_by_its_own_action() -> None:
    """Before the last choice is made a seat may withdraw its own, and is asked again; others stay as they are."""
    game = game_of(0, seats=3)
    game.act(1, Bet("jet"))
    game.act(2, Bet("jet"))
    game.act(1, Withdraw())
    assert last(game)[0] == Withdrawn(1)
    assert game.state.to_act == [0, 1]
    assert game.state.committed == [Commitment(2, {"type": "peb.bet", "kind": "jet"})]
    game.act(1, Bet("flint"))
    game.act(0, Bet("agate"))
    assert [spot.bet for spot in game.state.seats] == ["agate", "flint", "jet"]
    assert game.state.chosen == [2, 1, 0]


def test_simultaneous_effects_are_one_flow() -> None:
    """What one seat's effect pushes comes before what the next seat's does, and reactions come behind all of them."""
    layer: Layer[Beach] = Layer("flow", game=PEBBLES)

    class Did(Event, frozen=True, tag="test.did"):
        what: Public[str]

    layer.event(Did)(lambda state, event: None)

    @layer.reaction(BetPlaced, "flow.react")
    def react(rules: Ruleset, state: Beach, event: BetPlaced, chance: Chance) -> Any:
        yield Did(f"seat {event.seat}")

    game = game_of(0, layer)
    game.act(1, Bet("jet"))
    game.act(0, Bet("agate"))
    assert last(game)[2:6] == [BetPlaced(0, "agate"), BetPlaced(1, "jet"), Did("seat 0"), Did("seat 1")]


# -------------------------------------------------------------------------------------------------------------- leaving


@pytest.mark.parametrize("why", ["resigned", "removed", "timed out", "agreed"])
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("plies", [0, 1, 5])
def test_leaving_ends_the_game_unfinished(why: str, seat: int, plies: int) -> None:
    """Any seat may leave at any time, out of turn and between secret choices; then nothing is scored."""
    game = game_of(1, seats=3)
    for _ in range(plies):
        game.step()
    assert check(game.rules, game.state, seat, Leave(why)) is None
    game.act(seat, Leave(why))
    assert last(game) == [Ended(UNFINISHED)]
    assert (game.state.ended, game.state.asked, game.state.to_act, game.state.committed) == (UNFINISHED, "", [], [])
    assert score_sheet(game.rules, game.state) == []
    assert standings(game.rules, game.state, []) == []
    assert game.rules.say(Leave(why)) == f"leaves the game ({why})"
    assert msgspec.to_builtins(game.game.end()) == {
        "type": "end",
        "reason": "unfinished",
        "sheet": [],
        "standings": [],
    }


def test_a_game_may_say_more_about_leaving() -> None:
    """The effect of leaving is an entry like any other."""
    layer: Layer[Beach] = Layer("stay", game=PEBBLES)
    layer.replace_effect(Leave)(lambda rules, state, seat, action, chance: iter(()))
    game = game_of(1, layer, seats=3)
    game.act(1, Bet("jet"))
    before = (game.state.asked, game.state.to_act, game.state.agenda)
    game.act(2, Leave("resigned"))
    assert (game.state.asked, game.state.to_act, game.state.agenda) == before
    assert isinstance(last(game)[-1], Waits)


# --------------------------------------------------------------------------------------------------------------- memory


def remembered(window: int | None, plies: int) -> tuple[Memory, list[bytes], list[list[Event]]]:
    """Give the memory of a long line of plies, with all states and events to compare."""
    rules = rules_of()
    state = new_state(rules)
    memory, states, events = Memory(rules, state, window), [encode(state)], []
    for number in range(plies):
        happened: list[Event] = [Waits("peb.act", [number % 2], [], f"scope {number}", {})]
        fold(rules, state, happened)
        memory.add(state, happened)
        states.append(encode(state))
        events.append(happened)
    return memory, states, events


@settings(max_examples=60)
@given(st.none() | st.integers(0, 100), st.integers(0, 300), st.data())
def test_seeking_gives_the_state_of_then(window: int | None, plies: int, data: st.DataObject) -> None:
    """Every ply in the window can be gone to, the states are those of then, and memory does not grow beyond it."""
    memory, states, events = remembered(window, plies)
    if window is None:
        assert memory.first == 0
    else:
        assert max(0, plies - window - 2 * SNAPSHOT_EVERY) <= memory.first <= max(0, plies - window)
        assert memory.held[0] <= window + 2 * SNAPSHOT_EVERY
        assert memory.held[1] <= window // SNAPSHOT_EVERY + 3
    ply = data.draw(st.integers(memory.first, plies))
    assert encode(memory.at(ply)) == states[ply]
    assert memory.at(ply) is not memory.at(ply)
    if ply < plies:
        assert memory.events(ply) == events[ply]


@settings(max_examples=60)
@given(st.none() | st.integers(0, 100), st.integers(0, 300), st.data())
def test_going_back_forgets_what_came_behind(window: int | None, plies: int, data: st.DataObject) -> None:
    """After going back the plies behind are gone, and others can be added in their place."""
    memory, states, _ = remembered(window, plies)
    ply = data.draw(st.integers(memory.first, plies))
    state = memory.back_to(ply)
    assert encode(state) == states[ply]
    with pytest.raises(IndexError):
        memory.at(ply + 1)
    rules = rules_of()
    after = [encode(state)]
    for number in range(40):
        happened: list[Event] = [Waits("peb.again", [0], [], f"anew {number}", {})]
        fold(rules, state, happened)
        memory.add(state, happened)
        after.append(encode(state))
    for number in range(max(memory.first, ply), ply + 41):
        assert encode(memory.at(number)) == after[number - ply]


@pytest.mark.parametrize("window", [None, 5])
def test_out_of_reach(window: int | None) -> None:
    """What lies before the memory or behind its last ply is out of reach, and never another ply instead."""
    memory, _, _ = remembered(window, 100)
    for ply in (memory.first - 1, 101, -1):
        with pytest.raises(IndexError, match=f"ply {ply} is out of reach"):
            memory.at(ply)
        with pytest.raises(IndexError, match="is out of reach"):
            memory.back_to(ply)
    for ply in (memory.first - 1, 100):
        with pytest.raises(IndexError, match=f"ply {ply} is out of reach"):
            memory.events(ply)


def test_memory_of_a_real_game() -> None:
    """Seeking in a played game gives the very states that it went through."""
    game = game_of(2, *variants, seats=4)
    states = [encode(game.state)]
    while not game.game.over:
        game.step()
        states.append(encode(game.state))
    memory = Memory(game.rules, new_state(game.rules), None)
    state = new_state(game.rules)
    for ply in plies_of(game):
        fold(game.rules, state, ply.events)
        memory.add(state, ply.events)
    assert [encode(memory.at(number)) for number in range(1, len(states) + 1)] == states
    assert [type(event) for event in memory.events(0)].count(Drawn) == 8
