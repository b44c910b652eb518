"""What changed rules do to recorded games of Pebbles: each outcome, its ply and cause, and what is never guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest

from railbook import Event, Layer, Public, Scope, Score, Visible, then
from railbook.audit.impact import impact
from railbook.audit.outcomes import Change, Outcome
from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Step
from tests.core.follow import LINES, LOG, PLIES, follow, house, kinds, points, prize
from tests.core.tables import Played, chained, documents, played, registry, rules_of
from tests.core.test_verify_partial import SEEN
from tests.core.test_verify_undo import lines_of, undo
from tests.core.tiny import Draw, Lay, Stop, Throw, worth_of
from tests.core.tiny_table import Beach, Thrown
from tests.core.tiny_variants import EBB, GULLS, MOON

# Games that can be followed


def test_the_rules_as_they_are_change_nothing(tmp_path: Path) -> None:
    """An option that is given the value it had is no change: the outcome is same, and the row says so."""
    row = follow(tmp_path, LOG, options={"peb.goal": 14})
    assert (row.words, row.changes, row.plies, row.finished) == ("same", [], PLIES, True)
    assert row.before == row.after == {line["id"]: list(line["points"]) for line in LINES[-1]["sheet"]}


def test_what_was_never_needed_changes_nothing(tmp_path: Path) -> None:
    """A rule that no ply came near is the same game under other rules."""
    row = follow(tmp_path, LOG, options={"peb.limit": 9})
    assert (row.words, row.changes) == ("same", [("option peb.limit", 4, 9)])


@pytest.mark.parametrize("won", [(0, 1), (99, 0), (0, 99), (0, 0)])
def test_a_rule_that_only_counts_is_never_undetermined(won: tuple[int, ...], tmp_path: Path) -> None:
    """Points more shift the score, and change the winner exactly if they overtake; no points are no difference."""
    row = follow(tmp_path, LOG, prize(*won))
    had = points(LINES[-1])
    now = [one + more for one, more in zip(had, won, strict=True)]
    leaders = [[seat for seat in (0, 1) if totals[seat] == max(totals)] for totals in (had, now)]
    assert all(len(best) == 1 for best in leaders)  # otherwise a tie-breaker would decide
    expected = Outcome.WINNER if leaders[0] != leaders[1] else Outcome.SCORE if any(won) else Outcome.SAME
    assert row.outcome is expected
    assert row.shifts == ({"prize.won": list(won)} if any(won) else {})
    assert row.winners_after == [row.players[seat] for seat in leaders[1]]
    assert (row.ply, row.parted, row.fallen) == (None, None, 0)


def test_a_rule_that_only_counts_is_followed_where_information_is_hidden(tmp_path: Path) -> None:
    """In a log whose draws and bets nobody told, what was recorded is believed, because it is played alike."""
    row = follow(tmp_path, chained(SEEN), prize(0, 1))
    assert (row.words, row.shifts) == ("other score", {"prize.won": [0, 1]})


def test_another_rule_is_undetermined_where_information_is_hidden(tmp_path: Path) -> None:
    """The same log under a rule of play is undetermined from the first ply that hidden information decides."""
    row = follow(tmp_path, chained(SEEN), options={"peb.goal": 15})
    first = next(line["ply"] for line in SEEN[2:] if line["action"].get("kind", "") is None)
    assert (row.outcome, row.ply) == (Outcome.UNDETERMINED, first)
    assert row.why.startswith("information is hidden: ")


def test_a_scorer_that_goes_is_a_shift(tmp_path: Path) -> None:
    """A scorer that is dropped gives nothing: its line is the shift, with the sign turned."""
    layer = house()
    line = next(line for line in LINES[-1]["sheet"] if any(line["points"]))
    layer.drop_scorer(line["id"])
    row = follow(tmp_path, LOG, layer)
    assert row.outcome in (Outcome.SCORE, Outcome.WINNER)
    assert (row.cause, row.shifts) == (line["id"], {line["id"]: [-one for one in line["points"]]})


def favoured(favourite: int, rules: Ruleset, state: Beach, seats: Sequence[int]) -> dict[int, int]:
    """Break ties for one seat."""
    return {seat: int(seat == favourite) for seat in seats}


def test_ties_may_be_broken_otherwise(tmp_path: Path) -> None:
    """With all points level a rule about ties alone decides who wins."""
    had = points(LINES[-1])
    level = house("level")
    for id, _breaker in rules_of().tie_breakers:
        level.drop_tie_breaker(id)
    level.scorer("level.all")(lambda rules, state: Score(tuple(max(had) - one for one in had)))
    for favourite in (0, 1):
        breaker = house(f"favour-{favourite}")
        breaker.tie_breaker(f"favour.{favourite}")(partial(favoured, favourite))
        row = follow(tmp_path, LOG, level, breaker)
        assert row.winners_after == [row.players[favourite]]
        assert row.outcome is (Outcome.SCORE if row.winners_before == row.winners_after else Outcome.WINNER)


def test_other_events_are_followed_to_the_end(tmp_path: Path) -> None:
    """A step that asks nobody changes events from the first turn's end on; games go on, most of them to their ends."""
    followed = 0
    for seed in range(6):
        log = played(seed=seed)
        row = follow(tmp_path, log, EBB)
        turns = [line["ply"] for line in documents(log)[2:-1] if "peb.turn-begun" in kinds(line)]
        assert row.parted == turns[1]  # where the second turn begins, the first one is over
        followed += bool(row.after)
    assert followed >= 2


def test_another_worth_is_another_score_from_its_first_ply(tmp_path: Path) -> None:
    """A pebble that is worth more counts in the ply that lays it, and the row names that ply, line and seat."""
    row = follow(tmp_path, LOG, MOON)
    tide = LINES[1]["events"][1]["tide"]
    laid = next(
        line for line in LINES[2:-1] if line["action"]["type"] == "peb.lay" and line["action"]["kind"] == tide[-1]
    )
    assert (row.parted, row.line, row.seat) == (laid["ply"], laid["ply"] + 2, laid["seat"])
    assert row.cause == "peb.laid"
    assert " -> " in row.why


def test_chance_of_its_own_is_drawn_from_the_key(tmp_path: Path) -> None:
    """A variant that rolls dice gets them from the open seed, the same each time; without a seed nobody knows them."""
    row = follow(tmp_path, LOG, GULLS)
    assert row.answered
    assert row == follow(tmp_path, LOG, GULLS)
    first = next(line["ply"] for line in LINES[2:-1] if line["action"]["type"] == "peb.lay")
    blind = [{**LINES[0], "chance": {"scheme": "none"}}, *LINES[1:]]
    row = follow(tmp_path, chained(blind), GULLS)
    assert (row.words, row.cause) == (f"undetermined from ply {first}", "gulls.die")


# Games that cannot


def test_an_action_that_is_forbidden_is_named_with_its_rule(tmp_path: Path) -> None:
    """The first throw of the game is illegal under a rule against throwing, at its ply and line, by that rule."""
    throw = next(line for line in LINES[2:-1] if line["action"]["type"] == "peb.throw")
    layer = house()
    layer.validator(Throw, "house.no-throwing")(lambda rules, state, seat, action: "nobody throws")
    row = follow(tmp_path, LOG, layer)
    assert row.words == f"illegal at ply {throw['ply']} by house.no-throwing"
    assert (row.line, row.seat, row.cause) == (throw["ply"] + 2, throw["seat"], "house.no-throwing")
    assert (row.after, row.winners_after) == ({}, [])
    assert row.winners_before


def test_a_question_that_the_log_does_not_answer_is_not_guessed(tmp_path: Path) -> None:
    """Where a rule asks a seat once more, the game is undetermined from there on, and the step is the cause."""
    layer = house()
    layer.insert("peb.turn", "peb.act", after="peb.act")
    row = follow(tmp_path, LOG, layer)
    # the kept set-up asks for bets; then seat 0 acts, and would act again
    turn = next(
        line["ply"] for line in LINES[2:] if any(e["type"] == "peb.turn-begun" and e["seat"] for e in line["events"])
    )
    assert (row.outcome, row.ply, row.cause) == (Outcome.UNDETERMINED, turn + 1, "peb.act")
    assert row.parted == turn


def test_a_game_that_would_go_on_is_undetermined(tmp_path: Path) -> None:
    """A higher goal leaves the game open where the log ends: nobody knows the winner, and the row says so."""
    row = follow(tmp_path, LOG, options={"peb.goal": 99})
    assert (row.outcome, row.ply, row.cause) == (Outcome.UNDETERMINED, PLIES, "peb.act")
    assert "where the recorded game ends" in row.why
    assert (row.after, row.winners_after) == ({}, [])


def test_a_rule_that_fails_is_said_and_stops_nothing(tmp_path: Path) -> None:
    """A rule whose code raises makes the game undetermined at that ply, with the error as the reason."""
    there: dict[str, Flow] = {}
    layer = house()

    @layer.reaction(Thrown, "house.oops")
    def oops(rules: Ruleset, state: Beach, event: Thrown, chance: Chance) -> Flow:
        yield from there["oops"]

    row = follow(tmp_path, LOG, layer)
    first = next(line["ply"] for line in LINES[2:-1] if line["action"]["type"] == "peb.throw")
    assert (row.words, row.why) == (
        f"undetermined from ply {first}",
        "the changed rules cannot go on: KeyError: 'oops'",
    )


# Plies that fall away


def test_a_game_may_end_earlier(tmp_path: Path) -> None:
    """With a lower goal the game ends where somebody first has so many points; what was played behind falls away."""
    had, ends = [0, 0], 0
    for line in LINES[2:-1]:
        for event in line["events"]:
            had[event.get("seat", 0)] += event.get("points", 0)
        if max(had) >= 8 and any(e["type"] == "peb.turn-begun" for e in line["events"]):
            ends = line["ply"]
            break
    row = follow(tmp_path, LOG, options={"peb.goal": 8})
    assert (row.ends_at, row.parted, row.fallen) == (ends, ends, PLIES - ends - 1)
    assert row.outcome in (Outcome.SCORE, Outcome.WINNER)


def test_simultaneous_choices_that_nobody_makes_fall_away(tmp_path: Path) -> None:
    """Without bets, dealt again, each bet falls away and the game goes on: only what the bets brought is gone."""
    row = follow(tmp_path, LOG, options={"peb.bets": False}, redeal=True)
    assert (row.fallen, row.parted) == (2, 0)
    assert row.outcome in (Outcome.SCORE, Outcome.WINNER, Outcome.EVENTS)
    bets = next(line["points"] for line in LINES[-1]["sheet"] if line["id"] == "peb.bets")
    assert row.shifts == ({"peb.bets": [-one for one in bets]} if any(bets) else {})


def test_a_turn_that_is_left_out_falls_away(tmp_path: Path) -> None:
    """A turn that a rule skips is not played; the game goes on where the log is after it."""
    game = Played(rules_of(options={"peb.bets": False, "peb.goal": 99}), 3)
    for _ in range(2):
        game.act(0, Lay(next(iter(game.state.seats[0].hand.kinds)), 1))
        if game.state.asked == "peb.again":
            game.act(0, Stop())
        game.act(1, Draw())
    layer = house()

    @layer.wrap_step("peb.next-turn")
    def skip_seat_one(inner: Callable[..., Flow], rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield from (item for item in inner(rules, state, chance) if not isinstance(item, Step))
        if state.turn == 1:
            yield Scope(f"turn {state.round + 1} seat 0")
            yield from (event for event in inner(rules, state, chance) if isinstance(event, Event))
        yield then(*rules.sequences["peb.turn"])

    row = follow(tmp_path, game.log, layer)
    by_seat_one = [line["ply"] for line in documents(game.log)[1:] if line["seat"] == 1]
    assert (row.outcome, row.fallen) == (Outcome.EVENTS, len(by_seat_one))
    assert row.parted == by_seat_one[0] - 1
    assert not row.finished


# The set-up


def test_the_set_up_is_kept_unless_told(tmp_path: Path) -> None:
    """Other hands change nothing of a set-up that is kept; dealt again they differ from ply 0 on."""
    assert follow(tmp_path, LOG, options={"peb.hand": 1}).words == "same"
    row = follow(tmp_path, LOG, options={"peb.hand": 1}, redeal=True)
    assert row.parted == 0
    assert row.outcome is not Outcome.SAME


class StoneSet(Event, frozen=True, tag="stone.set"):
    """A stone lies on the beach."""

    kind: Public[str]


class Stone(msgspec.Struct, forbid_unknown_fields=True):
    """Which stone lies there."""

    kind: Public[str] = ""


def stone(*, drawn: bool = False) -> Layer[Beach]:
    """Give a variant with something of its own in the set-up, drawn or fixed, which scores for seat 1."""
    layer = house("stone", state=Stone)
    layer.insert("set-up", "stone.lay", after="peb.lay-out")
    layer.outcome("stone.drawn", Visible.PUBLIC)

    @layer.event(StoneSet)
    def evolve(state: Beach, event: StoneSet) -> None:
        state.slice(Stone).kind = event.kind

    @layer.step("stone.lay")
    def lay(rules: Ruleset, state: Beach, chance: Chance) -> Flow:
        yield StoneSet(chance.draw("stone.drawn", {"granite": 1, "marble": 1}) if drawn else "granite")

    @layer.scorer("stone.points")
    def score(rules: Ruleset, state: Beach) -> Score:
        return Score((0, 1 if state.slice(Stone).kind else 0))

    return layer


@pytest.mark.parametrize("drawn", [False, True])
def test_what_an_added_variant_lays_out_is_added_to_a_kept_set_up(drawn: bool, tmp_path: Path) -> None:
    """The recorded set-up stays, and the variant's own part comes with it, drawn from the key if need be."""
    row = follow(tmp_path, LOG, stone(drawn=drawn))
    assert (row.shifts, row.parted) == ({"stone.points": [0, 1]}, None)


def test_what_an_added_variant_would_have_drawn_is_not_guessed(tmp_path: Path) -> None:
    """Without a key nobody knows what the variant draws in the set-up: undetermined from ply 0."""
    blind = chained([{**LINES[0], "chance": {"scheme": "none"}}, *LINES[1:]])
    row = follow(tmp_path, blind, stone(drawn=True))
    assert (row.words, row.cause) == ("undetermined from ply 0", "stone.drawn")
    assert follow(tmp_path, blind, stone()).shifts == {"stone.points": [0, 1]}


def test_what_a_removed_variant_laid_out_is_gone(tmp_path: Path) -> None:
    """Without the variant its events in a kept set-up are left out, and what they scored is the only shift."""
    layer = stone()
    log = Played(rules_of(layer), 1).finish()
    path = tmp_path / "game.jsonl"
    path.write_bytes(log)
    plugin = type("Plugin", (), {"variants": [layer]})
    row = impact(path, registry(plugin), Change(without=("stone",)))
    assert (row.shifts, row.parted) == ({"stone.points": [0, -1]}, None)


def test_a_question_of_a_kept_set_up_stays(tmp_path: Path) -> None:
    """A step that a rule takes out of the set-up stays in a kept one, with its answers; dealt again they fall away."""
    layer = house()
    layer.drop_step("set-up", "peb.bets")
    assert follow(tmp_path, LOG, layer).fallen == 0
    assert follow(tmp_path, LOG, layer, redeal=True).fallen == 2


# Undo


def never_stop() -> Layer[Beach]:
    """Give a rule against stopping."""
    layer = house()
    layer.validator(Stop, "house.never")(lambda rules, state, seat, action: "never")
    return layer


def test_what_was_taken_back_does_not_count(tmp_path: Path) -> None:
    """LOG-09: a ply that would be illegal but was taken back is no part of the game; one that stayed is."""
    lines = lines_of()
    stopped = [*lines[:5], undo(0, 3)]  # ply 3, the stop of seat 0, was taken back
    assert follow(tmp_path, chained(lines), never_stop()).words == "illegal at ply 3 by house.never"
    row = follow(tmp_path, chained(stopped), never_stop())
    assert (row.words, row.plies, row.parted) == ("same so far", 3, None)
    again = follow(tmp_path, chained([*stopped, lines[4]]), never_stop())
    assert (again.words, again.line) == ("illegal at ply 3 by house.never", 7)


def test_a_difference_that_was_taken_back_does_not_count(tmp_path: Path) -> None:
    """LOG-09: other events of a ply that was taken back are forgotten, and those before it are not."""
    lines = lines_of()
    worth = house("worth")
    worth.wrap(worth_of)(lambda inner, rules, state, kind: inner(rules, state, kind) + 1)
    assert follow(tmp_path, chained([*lines[:5], undo(0, 1)]), worth).words == "same so far"
    assert follow(tmp_path, chained([*lines[:5], undo(0, 2)]), worth).words == "other events at ply 1"
