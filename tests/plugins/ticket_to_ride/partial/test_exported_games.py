"""Full games of ours, written as histories and imported again: live and archived, with tunnels and the end."""

from __future__ import annotations

import copy
import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.verify import verify
from railbook.engine.score import score_sheet, totals
from railbook.plugins.importers import Imported, ImportFault, Wishes
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
from railbook_ticket_to_ride.bga.importer import import_history
from tests.plugins.ticket_to_ride.partial.exporter import NAMES, Exporter
from tests.plugins.ticket_to_ride.partial.hiding import records_of


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


@cache
def recorded(game: str, seats: int, seed: int) -> bytes:
    """Play a full game with the platform's options."""
    bots = [("greedy", "random")[(seed // 2 + seat) % 2] for seat in range(seats)]
    return play(Table.of(registry(), game, bots, edition="bga"), seed)


@cache
def exported(game: str, seats: int, seed: int, viewer: int, *, archive: bool) -> tuple[bytes, Exporter]:
    """Write it as a history."""
    rules, _header, records = records_of(recorded(game, seats, seed), registry())
    exporter = Exporter(rules, viewer, archive=archive, seed=seed)
    return json.dumps(exporter.run(records)).encode(), exporter


def load(data: bytes, **wishes: Any) -> Imported:
    """Import a history."""
    return import_history(data, "saved.json", Wishes(list(registry().games().values()), **wishes))


def check(game: str, seats: int, seed: int, viewer: int, folder: Path, *, archive: bool) -> Imported:
    """Import a game: all that is public comes out as it was played."""
    data, exporter = exported(game, seats, seed, viewer, archive=archive)
    imported = load(data)
    state: Any = exporter.state
    report = imported.report
    assert report["overall"] == "consistent"
    assert report["unknown_types"] == {}
    # A live game tells seats by the order of first turns, which is that of our seats.
    assert report["route_points"] == [seat.points for seat in state.seats]
    assert report["trains_left"] == [seat.trains for seat in state.seats]
    assert report["hand_size"] == [seat.hand.size for seat in state.seats]
    log = folder / "game.jsonl"
    log.write_bytes(imported.log)
    verdict = verify(log, registry())
    assert (verdict.words, verdict.findings, verdict.finished) == ("unverified", [], True)
    assert verdict.totals == totals(score_sheet(exporter.rules, state), seats)
    for name in NAMES:
        assert json.dumps(name)[1:-1].encode() not in imported.log
    assert b"84711471" not in imported.log
    return imported


def result(imported: Imported, check: str) -> str:
    """Give the result of one check."""
    found: str = next(each["result"] for each in imported.report["checks"] if each["check"] == check)
    return found


def test_a_live_game_of_europe(tmp_path: Path) -> None:
    """BGA-A11, A12, A15, A16: tunnels, stations, a reshuffle and the end, with the display unknown."""
    imported = check("ttr-europe", 2, 0, 0, tmp_path, archive=False)
    assert imported.report["reshuffles"] > 0
    assert [result(imported, f"BGA-A{number}") for number in (10, 11, 12, 15, 16)] == ["not checkable"] + ["ok"] * 4


def test_an_archived_game_of_usa(tmp_path: Path) -> None:
    """BGA-A10, BGA-A14, BGA-A17: an archive tells the display, so flushes and slots are checked as well."""
    imported = check("ttr-usa", 2, 0, 0, tmp_path, archive=True)
    assert [result(imported, f"BGA-A{number}") for number in (10, 14, 16, 17)] == ["ok"] * 4


@pytest.mark.slow
@pytest.mark.parametrize("archive", [False, True], ids=["live", "archive"])
@pytest.mark.parametrize("game", ["ttr-usa", "ttr-europe"])
@pytest.mark.parametrize("seed", range(12))
def test_many_games(game: str, seed: int, archive: bool, tmp_path: Path) -> None:
    """The same for two to five seats, from every seat's place."""
    seats = 2 + seed % 4
    check(game, seats, seed, seed % seats, tmp_path, archive=archive)


def forged(**args: Any) -> dict[str, Any]:
    """Give an archived game of which the first notification of a type has other arguments."""
    document: dict[str, Any] = json.loads(exported("ttr-usa", 2, 0, 0, archive=True)[0])
    kind = args.pop("type")
    for packet in document["data"]["logs"]:
        for note in packet["data"]:
            if note["type"] == kind and all(key in note["args"] for key in args):
                if "player_name" in args:  # the other one of two
                    args["player_name"] = next(name for name in NAMES if name != note["args"]["player_name"])
                note["args"].update(args)
                return document
    raise AssertionError(kind)


@pytest.mark.parametrize(
    "check, args",
    [
        ("BGA-A3", {"type": "claimedRoute", "route": {"id": 1, "number": 6, "color": 4}}),
        ("BGA-A4", {"type": "claimedRoute", "points": 99}),
        ("BGA-A4", {"type": "claimedRoute", "remainingTrainCars": 3}),
        ("BGA-A4", {"type": "points", "points": 77}),
        ("BGA-A5", {"type": "claimedRoute", "number": 9}),
        ("BGA-A13", {"type": "destinationsPicked", "count": 1}),
        ("BGA-A14", {"type": "destinationCompleted", "destination": {"from": "Boston", "to": "Seattle", "points": 9}}),
        ("BGA-A15", {"type": "lastTurn", "player_name": "?"}),
        ("BGA-A16", {"type": "longestPath", "length": 99}),
        ("BGA-A16", {"type": "scoreDestination", "destination": {"from": "Boston", "to": "Boston", "points": 9}}),
        ("BGA-A1", {"type": "trainCarPicked", "colors": [1, 1, 1]}),
        ("BGA-A10", {"type": "newCardsOnTable", "spotsCards": {"1": {"type": 0}, "2": {"type": 0}, "3": {"type": 0}}}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(str(each) for each in value)[:40],
)
def test_each_check_finds_what_it_is_for(check: str, args: dict[str, Any]) -> None:
    """BGA-A1 to A16: one false argument violates the check that is there for it; the report names it with its move."""
    with pytest.raises(ImportFault) as raised:
        load(json.dumps(forged(**copy.deepcopy(args))).encode(), map="usa")
    fault = raised.value
    assert fault.broke_rules
    bad = {each["check"]: each["move"] for each in fault.report["checks"] if each["result"] == "violated"}
    assert check in bad
    assert isinstance(bad[check], int)
    assert not any(name in str(fault) or name in json.dumps(fault.report, ensure_ascii=False) for name in NAMES)


def cost(log: bytes, path: Path) -> float:
    """Give the least processor time of three verifications of a log."""
    path.write_bytes(log)
    times = []
    for _ in range(3):
        began = time.process_time()
        verify(path, registry())
        times.append(time.process_time() - began)
    return min(times)


def test_unseen_tunnels_cost_little(tmp_path: Path) -> None:
    """BGA-A7: a live game with a reshuffle and attempts declined unseen takes a few times as long as the full one."""
    live = load(exported("ttr-europe", 2, 2, 0, archive=False)[0])
    assert live.log.count(b"ttr.tunnel-declined") > 3
    assert live.report["reshuffles"] > 0
    assert cost(live.log, tmp_path / "live.jsonl") < 10 * cost(recorded("ttr-europe", 2, 2), tmp_path / "full.jsonl")
