"""A game being recorded: what is refused or fails leaves no trace, what happened is written before anything else."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook import Layer
from railbook.chance import Chance, Seeded
from railbook.engine.state import encode
from railbook.log.canonical import Codec
from railbook.log.records import Comment, Header, UndoRule
from railbook.recording.game import Illegal, RecordedGame, seeded_source
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import RulesError
from tests.core.tables import Played, documents, judged, played, rules_of
from tests.core.tiny import Bet, Draw, Lay, Stop, Throw
from tests.core.tiny_table import PEBBLES, Beach, Laid, Passed, Pile
from tests.core.tiny_variants import variants


def open_game(*layers: Layer[Any], seed: int = 0, change: Callable[[Header], Header] = lambda header: header) -> Played:
    """Begin a game without bets and with a sorted tide, in which laying reveals nothing."""
    options: Any = {"peb.bets": False, "peb.tide": "sorted", "peb.hand": 3, "peb.goal": 99}
    return Played(rules_of(*layers, options=options), seed, change=change)


def undo_rule(window: int, *, barrier: bool) -> Callable[[Header], Header]:
    """Change a header to this rule about undoing."""
    return lambda header: msgspec.structs.replace(header, undo=UndoRule(window, barrier))


def lay(game: Played, seat: int = 0) -> None:
    """Let a seat lay one of its pebbles."""
    game.act(seat, Lay(next(iter(game.state.seats[seat].hand.kinds)), 1))


# ------------------------------------------------------------------------------------------------------------- refusals


def test_what_a_rule_rejects_did_not_happen(tmp_path: Path) -> None:
    """A rejected action raises with the rejection; state and log are as before, and the game goes on from there."""
    game = Played(rules_of(), 7)
    tries = 0
    while not game.game.over:
        before = (encode(game.state), game.log)
        for seat in (0, 1):
            for action in (Lay("pearl", 1), Throw("pearl"), Bet("pearl"), Lay("jet", 99)):
                with pytest.raises(Illegal) as caught:
                    game.act(seat, action)
                assert str(caught.value) == str(caught.value.rejection)
                tries += 1
        assert (encode(game.state), game.log) == before
        game.step()
    game.game.end()
    assert tries
    assert game.log == played(seed=7)


def test_a_live_game_hides_nothing_from_its_rules() -> None:
    """Where hidden information would decide in a live game, the game is at fault."""
    game = open_game()
    game.state.seats[0].hand = Pile({}, 3)
    with pytest.raises(RulesError, match="hidden information decides in a live game: nobody said how many jet"):
        game.act(0, Lay("jet", 1))


def test_a_game_that_goes_on_has_no_end_line() -> None:
    """The end line is written when the game is over, not before."""
    game = Played()
    with pytest.raises(RulesError, match="the game is not over"):
        game.game.end()
    assert len(game.lines) == 2


# --------------------------------------------------------------------------------------------------------------- faults


class Broken(Exception):
    """Raised by the rules of these tests."""


def failing(where: str, armed: list[bool]) -> Layer[Beach]:
    """Make a variant whose rules, while armed, raise in the middle of a ply, once something has happened in it."""
    layer: Layer[Beach] = Layer("failing", game=PEBBLES)

    def fail(*_: Any) -> Iterator[Any]:
        if armed[0]:
            raise Broken(where)
        return iter(())

    @layer.wrap_effect(Throw)
    def after_the_effect(inner: Callable[..., Flow], rules: Ruleset, *arguments: Any) -> Flow:
        yield from inner(rules, *arguments)
        yield Laid(0, "jet", 0, 5)
        if where == "effect":
            fail()
        elif armed[0] and where == "evolver":
            yield Laid(99, "jet", 1, 1)
        elif armed[0] and where == "nonsense":
            yield "nonsense"  # type: ignore[misc]

    if where == "reaction":
        layer.reaction(Laid, "failing.react")(fail)
    elif where == "step":
        layer.wrap_step("peb.next-turn")(lambda inner, *arguments: (fail(), inner(*arguments))[1])
    elif where == "query":
        layer.end_condition("failing.end")(lambda rules, state: "".join(fail()) or None)
    elif where == "chance":

        @layer.reaction(Laid, "failing.draw")
        def react(rules: Ruleset, state: Beach, event: Laid, chance: Chance) -> Flow:
            chance.draw("peb.drawn", {} if armed[0] else {"jet": 1})
            yield Passed(0)

    return layer


@pytest.mark.parametrize("where", ["effect", "evolver", "nonsense", "reaction", "step", "query", "chance"])
def test_a_rule_that_raises_leaves_no_trace(where: str) -> None:
    """Wherever rules raise, the game is as before, nothing is written, and it goes on as if nothing had happened."""
    armed = [False]
    game, other = (open_game(failing(where, armed)) for _ in range(2))
    thrown = Throw(next(iter(game.state.seats[0].hand.kinds)))
    before, armed[0] = (encode(game.state), game.log), True
    with pytest.raises((Broken, RulesError, IndexError)):
        game.act(0, thrown)
    armed[0] = False
    assert (encode(game.state), game.log) == before
    for table in (game, other):
        table.act(0, thrown)
        table.step()
    assert game.log == other.log
    assert encode(game.state) == encode(other.state)


def test_a_line_that_cannot_be_written_did_not_happen(tmp_path: Path) -> None:
    """Where the log cannot take the line, the ply is taken back; written again later, the log is whole."""
    full = [False]
    lines: list[bytes] = []

    def sink(line: bytes) -> None:
        if full[0]:
            raise OSError(28, "No space left on device")
        lines.append(line)

    game = Played(rules_of(), 7)
    recorded = RecordedGame.begin(game.rules, game.game.header, seeded_source(game.game.header), sink)
    while not recorded.over:
        seat = recorded.state.to_act[0]
        action = game.bots[seat].choose(recorded.state, seat)
        full[0], before = True, encode(recorded.state)
        with pytest.raises(OSError, match="No space left"):
            recorded.act(seat, action)
        assert encode(recorded.state) == before
        full[0] = False
        recorded.act(seat, action)
    recorded.end()
    report = judged(tmp_path, b"".join(lines))
    assert (report.words, report.findings) == ("exact", [])


# ------------------------------------------------------------------------------------------------------------- resuming


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.data())
def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(seed: int, data: st.DataObject) -> None:
    """From the records of a log, comments left aside, the game goes on to the same bytes."""
    whole = Played(rules_of(*variants, seats=3), seed)
    whole.finish()
    stop = data.draw(st.integers(2, len(whole.lines) - 1))
    codec = Codec(whole.rules)
    read = [codec.read(line[:-1]) for line in whole.lines]
    lines: list[bytes] = []
    game = RecordedGame.resume(
        whole.rules,
        whole.game.header,
        Seeded.of_seed(seed),
        lines.append,
        [line.record for line in read[1:stop]] + [Comment(text="a pause")],
        read[stop - 1].digest,
    )
    for line in read[stop:-1]:
        record: Any = line.record
        assert game.state.ply == record.ply
        game.act(record.seat, record.action)
    game.end()
    assert lines == whole.lines[stop:]


def test_undos_are_resumed_too() -> None:
    """A log with undos in it goes on from the position after them, with the same rights to undo."""
    game = open_game()
    lay(game)
    lay(game)
    assert game.game.undo(0) == 2
    codec = Codec(game.rules)
    read = [codec.read(line[:-1]) for line in game.lines]
    lines: list[bytes] = []
    resumed = RecordedGame.resume(
        game.rules,
        game.game.header,
        seeded_source(game.game.header),
        lines.append,
        [line.record for line in read[1:]],
        read[-1].digest,
    )
    assert encode(resumed.state) == encode(game.state)
    assert resumed.undo(0) == game.game.undo(0) == 1
    assert lines == game.lines[-1:]
    with pytest.raises(Illegal, match=r"core\.undo-target"):
        resumed.undo(0)


# -------------------------------------------------------------------------------------------------------------- undoing


def refusal(game: Played, seat: int, to: int) -> str:
    """Give the rule id that refuses an undo, or nothing."""
    rejection = game.game.undo_is_refused(seat, to)
    return rejection.rule if rejection else ""


def test_a_seat_takes_back_its_own_plies() -> None:
    """Undo reaches back over the own plies that revealed nothing, and no further (LOG-09)."""
    game = open_game()
    lay(game)
    lay(game)
    game.act(0, Stop())
    assert game.state.to_act == [1]
    assert [refusal(game, 0, to) for to in (3, 2, 1)] == ["", "", ""]
    assert [refusal(game, 0, to) for to in (4, 0, -1)] == ["core.undo-target"] * 3
    assert refusal(game, 1, 3) == "core.undo-not-yours"
    lay(game, 1)
    assert refusal(game, 0, 3) == refusal(game, 1, 3) == "core.undo-not-yours"
    assert refusal(game, 1, 4) == ""


def test_the_same_action_after_an_undo_gives_the_same_outcome(tmp_path: Path) -> None:
    """Even where a header lets an undo cross the barrier, chance answers as before (LOG-09)."""
    game = open_game(change=undo_rule(64, barrier=False))
    game.act(0, Draw())
    first, before = game.lines[-1], encode(game.state)
    game.game.undo(0)
    game.act(0, Draw())
    assert documents(game.lines[-1]) == documents(first)
    assert encode(game.state) == before
    report = judged(tmp_path, game.log)
    assert (report.words, report.plies) == ("exact so far", 2)


def test_the_window_is_counted_from_the_furthest_ply() -> None:
    """Going back step by step reaches no further than in one go (LOG-09)."""
    game = open_game(change=undo_rule(2, barrier=True))
    for _ in range(2):
        lay(game)
    game.act(0, Stop())
    assert [refusal(game, 0, to) for to in (3, 2, 1)] == ["", "", "core.undo-window"]
    assert [game.game.undo(0), game.game.undo(0)] == [3, 2]
    with pytest.raises(Illegal, match=r"core\.undo-window: ply 1 lies too far back"):
        game.game.undo(0)
    lay(game)
    assert refusal(game, 0, 1) == "core.undo-window"


def test_no_window_no_undo() -> None:
    """A header may allow no undo at all."""
    game = open_game(change=undo_rule(0, barrier=True))
    lay(game)
    assert refusal(game, 0, 1) == "core.undo-window"


def test_a_game_that_is_over_stays_over() -> None:
    """Nothing is taken back behind the end."""
    game = Played()
    game.finish()
    with pytest.raises(Illegal, match=r"core\.undo-over"):
        game.game.undo(0)


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.lists(st.sampled_from(["act", "act", "undo"]), max_size=60))
def test_any_mix_of_plies_and_undos_verifies(
    tmp_path_factory: pytest.TempPathFactory, seed: int, turns: list[str]
) -> None:
    """Whatever is played and taken back, the log verifies, and ends in the live state."""
    game = open_game(seed=seed, change=undo_rule(5, barrier=False))
    undone = 0
    for turn in turns:
        if game.game.over:
            break
        if turn == "act":
            game.step()
            continue
        for seat in (0, 1):
            if not refusal(game, seat, game.state.ply - 1):
                game.game.undo(seat)
                undone += 1
                break
    report = judged(tmp_path_factory.mktemp("log"), game.log)
    assert (report.findings, report.plies) == ([], game.state.ply)
    assert game.log.count(b'"type":"undo"') == undone
