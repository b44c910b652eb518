"""Counting recorded games: tallies as entries of layers, undos, groups, and figures that are exact."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook import Event, Layer, Tallied
from railbook.audit.changed import plays_alike
from railbook.audit.counted import ACTIONS, Counted, counted, merged
from railbook.audit.line_up import bots_of
from railbook.audit.stats import USUAL, Key, Spread, Stats
from railbook.audit.stats_rows import Row, rows_of
from railbook.log.records import UndoRule
from railbook.rules.compose import Chosen
from railbook.rules.ruleset import Ruleset
from tests.core.tables import Played, chained, documents, played, registry, rules_of
from tests.core.tiny import Draw
from tests.core.tiny_table import PEBBLES, Beach, Drawn, Laid


def laid(rules: Ruleset, state: Beach, events: Sequence[Laid]) -> Iterator[Tallied]:
    """Pebbles laid."""
    for event in events:
        yield Tallied(event.kind, event.seat, {"laid": event.count}, {"points": event.points})


def count(folder: Path, log: bytes, *layers: Layer[Beach], verify: bool = False) -> Counted:
    """Count a log of Pebbles where these variants are installed."""
    (folder / "log.jsonl").write_bytes(log)
    plugin = SimpleNamespace(variants=list(layers))
    return counted(folder / "log.jsonl", registry(plugin), "log.jsonl", verify=verify)


# ------------------------------------------------------------------------------------------------------------- entries


def test_a_tally_is_an_entry(house: Layer[Beach]) -> None:
    """A tally is added by id with the events that it asks for, and says what it counts by its docstring."""
    house.tally("house.laid", Laid)(laid)
    (told,) = rules_of(house).tallies
    assert (told[0], told[1].events, told[1].about) == ("house.laid", (Laid,), "Pebbles laid")
    assert rules_of().tallies == ()


def test_a_tally_is_replaced_and_dropped(house: Layer[Beach]) -> None:
    """A later layer counts otherwise, with other events, at the same place, or takes the tally away."""
    base = Layer[Beach]("base", game=PEBBLES)
    base.tally("base.one", Laid)(laid)
    base.tally("base.two", Laid)(laid)
    later = Layer[Beach]("later", game=PEBBLES, after=["base"])

    @later.replace_tally("base.one", Drawn, Laid)
    def events_of_both(rules: Ruleset, state: Beach, events: Sequence[Event]) -> list[Tallied]:
        """Events."""
        return [Tallied("all", None, {"events": len(events)})]

    ids = [(id, spec.about) for id, spec in rules_of(base, later).tallies]
    assert ids == [("base.one", "Events"), ("base.two", "Pebbles laid")]
    later.drop_tally("base.two")
    assert [id for id, _spec in rules_of(base, later).tallies] == ["base.one"]


def test_no_rule_hangs_on_a_tally(house: Layer[Beach]) -> None:
    """A variant that only counts plays alike, so that impact can tell who wins."""
    house.tally("house.laid", Laid)(laid)
    assert plays_alike(rules_of(), rules_of(house))
    house.set("peb.goal", 3)
    assert not plays_alike(rules_of(), rules_of(house))


# -------------------------------------------------------------------------------------------------------------- one log


def test_what_is_told_twice_is_added_up() -> None:
    """Of one piece and seat there is one row, nobody before the seats; a seat that is not there is refused."""
    told = [
        Tallied("b", 1, {"n": 1}, {"v": 5}, "Bee"),
        Tallied("b", 1, {"n": 2, "m": 1}, {"v": -2}, "other"),
        Tallied("b", None, {"n": 0}),
        Tallied("a", 0, {"n": 4}),
    ]
    assert merged(told, 2) == [
        Tallied("a", 0, {"n": 4}),
        Tallied("b", None, {"n": 0}),
        Tallied("b", 1, {"n": 3, "m": 1}, {"v": 3}, "Bee"),
    ]
    for seat in (2, -1):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            merged([Tallied("a", seat)], 2)
    big = Tallied("a", 0, {"n": 2**62})
    assert merged([big], 1) == [big]
    with pytest.raises(ValueError, match="more than 63 bits"):
        merged([big, big], 1)


def test_a_game_is_counted_as_it_was_recorded(tmp_path: Path) -> None:
    """Players, plies, score sheet and ranks are those of the log, and each action is counted once for its seat."""
    log = played(seed=3)
    lines = documents(log)
    game = count(tmp_path, log)
    end = lines[-1]
    plies = [line for line in lines if line["type"] == "ply"]
    assert (game.game, game.map, game.plies, game.status) == ("pebbles", "bay", len(plies), "finished")
    assert game.sheet == {line["id"]: line["points"] for line in end["sheet"]}
    assert game.ranks == [place["rank"] for place in sorted(end["standings"], key=lambda place: place["seat"])]
    taken = dict(game.tallies())[ACTIONS]
    assert sum(piece.counts["taken"] for piece in taken) == len(plies) - 1
    for piece in taken:
        own = [line for line in plies if line["seat"] == piece.seat and line["action"]["type"] == piece.piece]
        assert piece.counts["taken"] == len(own) > 0


def test_what_was_undone_counts_nowhere(tmp_path: Path, house: Layer[Beach]) -> None:
    """Plies, actions and events that an undo took back are not counted, but as undone."""
    house.tally("house.drawn", Drawn)(
        lambda rules, state, events: [Tallied("all", event.seat, {"drawn": 1}) for event in events]
    )
    free = UndoRule(barrier=False)
    game = Played(rules_of(house), 3, change=lambda old: msgspec.structs.replace(old, undo=free))
    while game.state.asked != "peb.act":
        game.step()
    seat, before = game.state.to_act[0], count(tmp_path, game.log, house)
    game.act(seat, Draw())
    once = count(tmp_path, game.log, house)
    taken_back = [*documents(game.log), {"type": "undo", "seat": seat, "to": once.plies - 1}]
    after = count(tmp_path, chained(taken_back), house)
    assert dict(once.tallies())["house.drawn"] != dict(before.tallies())["house.drawn"]
    assert after.tallies() == before.tallies()
    assert (after.plies, after.undone, before.undone) == (before.plies, 1, 0)


def test_a_tally_that_fails_is_a_fault_of_the_log(tmp_path: Path, house: Layer[Beach]) -> None:
    """Recorded events that nothing can be made of leave the log uncounted, with a finding, and end no run."""

    @house.tally("house.bad")
    def fail(rules: Ruleset, state: Beach, events: Sequence[Event]) -> list[Tallied]:
        """Nothing."""
        raise KeyError("no such pebble")

    game = count(tmp_path, played(house, seed=1), house)
    assert not game.is_counted
    (finding,) = game.findings
    assert finding.kind == "different-events"
    assert "KeyError: 'no such pebble'" in finding.message


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    """A log that is not there any more when its turn comes is not counted, with a finding."""
    for verify in (False, True):
        game = counted(tmp_path / "gone.jsonl", registry(), "gone.jsonl", verify=verify)
        assert [finding.kind for finding in game.findings] == ["unreadable"]
        assert not game.is_counted


def test_scores_that_no_program_could_read(tmp_path: Path) -> None:
    """A recorded score sheet with totals of more than 63 bits is no score: the log is not counted, with a finding."""
    lines = documents(played(seed=3))
    for line in lines[-1]["sheet"]:
        line["points"] = [2**62] * 2
    game = count(tmp_path, chained(lines))
    assert [finding.kind for finding in game.findings] == ["different-events"]
    assert not game.is_counted


@pytest.mark.parametrize(
    "names, meta, bots",
    [
        (["random-1", "random-2"], None, ["random", "random"]),
        (["random", "Ada"], None, ["random", ""]),
        (["Ada", "random-x"], {"players": ["person", "random"]}, ["person", "random"]),
        (["random", "Ada"], {"players": ["random"]}, ["random", ""]),
        (["random-0", "random-1-1"], {"players": "random"}, ["", ""]),
    ],
    ids=["numbered", "by-name", "said", "said-for-another-table", "no-bots"],
)
def test_who_is_a_bot(names: list[str], meta: Any, bots: list[str]) -> None:
    """The header says who is a bot; where it does not, the names of simulated games do."""
    rules = rules_of()
    header = Played(rules).game.header
    seats = [msgspec.structs.replace(seat, name=name) for seat, name in zip(header.seats, names, strict=True)]
    header = msgspec.structs.replace(header, seats=seats, meta=msgspec.UNSET if meta is None else meta)
    assert bots_of(registry(), rules, header) == bots


def test_rules_are_named_by_what_is_not_usual(tmp_path: Path) -> None:
    """Variants stand with those of their options, and options of the base, that are not what they would be anyway."""
    moon = registry().variant("moon").layer
    usual = count(tmp_path, played(moon, seed=1))
    assert (usual.variants, usual.options, usual.edition) == ("moon", "", "")
    other = Chosen(moon, {"bonus": 4}, "tests")
    game = Played(rules_of(other, options={"peb.goal": 5, "peb.limit": 3}, edition="short"), 1)
    found = count(tmp_path, game.finish())
    assert (found.variants, found.options, found.edition) == ("moon:bonus=4", "peb.goal=5", "short")


# ---------------------------------------------------------------------------------------------------------- many logs


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=60))
def test_a_spread_says_what_statistics_says(numbers: list[int]) -> None:
    """Number, total, extremes, mean and median are those of the standard library."""
    spread = Spread()
    for number in numbers:
        spread.add(number)
    assert (spread.n, spread.total) == (len(numbers), sum(numbers))
    assert (spread.least, spread.greatest) == (min(numbers), max(numbers))
    assert spread.mean == round(sum(numbers) / len(numbers), 2)
    assert spread.median == statistics.median(numbers)


def a_game(file: str, *, points: Sequence[int], ranks: Sequence[int], **more: Any) -> Counted:
    """Make a finished game with one scorer and no tallies."""
    fields = {"game": "g", "status": "finished", "plies": 10, **more}
    names = [f"p{seat}" for seat in range(len(points))]
    return Counted(
        file=file, players=names, bots=["b"] * len(points), sheet={"s": list(points)}, ranks=list(ranks), **fields
    )


def test_games_are_told_apart_by_columns() -> None:
    """Games with other variants or another number of seats stand in another group, unless told not to."""
    games = [
        a_game("1", points=[5, 2], ranks=[1, 2]),
        a_game("2", points=[5, 5], ranks=[1, 1], variants="v"),
        a_game("3", points=[9, 1, 4], ranks=[1, 3, 2]),
    ]
    usual, by_game = Stats(USUAL), Stats(["game"])
    for game in games:
        usual.add(game)
        by_game.add(game)
    assert list(usual.groups) == [("g", "", "", "", 2), ("g", "v", "", "", 2), ("g", "", "", "", 3)]
    (group,) = by_game.groups.values()
    assert group.figures[Key("seats", "0", "", "won")].total == 3
    assert (
        group.figures[Key("seats", "0", "", "shared")].total == group.figures[Key("seats", "1", "", "won")].total == 1
    )
    assert group.figures[Key("bots", "b", "", "points")].total == 31
    assert group.figures[Key("scores", "total", "", "points-of-winners")].total == 5 + 10 + 9


def test_games_without_an_end_only_count_as_such() -> None:
    """A game that still runs or was left has no part in lengths, winners and scores."""
    stats = Stats(["game"])
    stats.add(a_game("1", points=[3, 4], ranks=[2, 1]))
    stats.add(msgspec.structs.replace(a_game("2", points=[50, 60], ranks=[2, 1], plies=99), status="running"))
    stats.add(msgspec.structs.replace(a_game("3", points=[50, 60], ranks=[2, 1], plies=99), status="left"))
    (group,) = stats.groups.values()
    assert [group.figures[Key("games", "", "", name)].total for name in ("finished", "left", "running")] == [1, 1, 1]
    assert group.figures[Key("games", "", "", "plies")].greatest == 10
    assert group.figures[Key("scores", "s", "", "points")].greatest == 4


def test_rows_have_what_their_kind_has(tmp_path: Path) -> None:
    """One row for the log, one for each seat, and one for each seat in each line of the sheet, with its winner."""
    game = count(tmp_path, played(seed=3))
    rows = list(rows_of(game))
    by_kind = {
        kind: [row for row in rows if row.kind == kind] for kind in ("game", "seat", "score", "piece", "finding")
    }
    assert [len(by_kind[kind]) for kind in ("game", "seat", "finding")] == [1, 2, 0]
    assert len(by_kind["score"]) == 2 * len(game.sheet)
    assert [(row.seat, row.value, row.won) for row in by_kind["seat"]] == [
        (seat, total, rank == 1) for seat, (total, rank) in enumerate(zip(game.totals, game.ranks, strict=True))
    ]
    assert {field for row in rows for field in Row.__struct_fields__ if getattr(row, field) is not None} >= {"piece"}
