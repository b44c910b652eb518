"""Games that players of the platform saved: every figure is that of an independent replay, with and without notes."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.verify import verify
from railbook.plugins.importers import Imported, Wishes
from railbook.plugins.registry import Registry
from railbook_ticket_to_ride.bga.importer import import_history
from railbook_ticket_to_ride.bga.places import Places

NAMES = ("bga-usa-1", "bga-usa-2", "bga-usa-4", "bga-usa-5", "bga-usa-8-stage1", "bga-usa-8", "bga-usa-9")
BY_SEAT = ("trains_left", "route_points", "hand_size", "unknown_cards_received", "forced_colours_of_unknown", "routes")
WHOLE = ("complete_turns", "train_cards_out_of_pile", "flushes", "reshuffles", "unlogged_moves")


def load(external: Path, name: str, *, noted: bool) -> tuple[Imported, dict[str, Any]]:
    """Import a game and read what is expected of it."""
    folder = external / "bga"
    if not folder.is_dir():
        pytest.skip("the folder has no games of this platform")
    expected: dict[str, Any] = json.loads((folder / f"{name}.expected.json").read_text())
    notes = json.dumps(expected["notes_of_the_recorder"]) if noted else None
    wishes = Wishes(list(Registry.installed().games().values()), map="" if expected["routes"] else "usa", notes=notes)
    return import_history((folder / f"{name}.json").read_bytes(), name, wishes), expected


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_those_of_an_independent_replay(name: str, external: Path, tmp_path: Path) -> None:
    """BGA-A1 to A9: all are consistent, and routes, points, hands, unknown and forced cards are as expected."""
    imported, expected = load(external, name, noted=False)
    report, players = imported.report, expected["players"]
    assert report["overall"] == "consistent"
    for figure in WHOLE:
        assert (figure, report[figure]) == (figure, expected[figure])
    for figure in BY_SEAT:
        nothing: Any = [] if figure == "routes" else {}
        assert (figure, report[figure]) == (figure, [expected[figure].get(who, nothing) for who in players])
    assert report["tickets_kept"] == [expected["tickets_kept"][who] for who in players]
    assert players[report["viewer"]] == expected["viewer"]
    for who in players:
        assert who.encode() not in imported.log
    log = tmp_path / "game.jsonl"
    log.write_bytes(imported.log)
    verdict = verify(log, Registry.installed())
    assert (verdict.words, verdict.findings) == ("unverified", [])


@pytest.mark.parametrize("name", NAMES)
def test_the_notes_of_the_recorder_fit(name: str, external: Path) -> None:
    """BGA-A6, BGA-A8, BGA-X07, BGA-X08, BGA-X17: first hand, last hand and display as noted are consistent."""
    imported, expected = load(external, name, noted=True)
    assert imported.report["overall"] == "consistent"
    viewer = expected["players"].index(expected["viewer"])
    assert imported.report["unknown_cards_received"][viewer] == 0


def test_a_later_export_begins_like_the_earlier_one(external: Path) -> None:
    """BGA-F4: the log of the later export has the earlier one as its beginning, so that only the rest is added."""
    earlier, _ = load(external, "bga-usa-8-stage1", noted=False)
    later, _ = load(external, "bga-usa-8", noted=False)
    assert later.log.startswith(earlier.log)
    assert len(later.log) > len(earlier.log)


def test_x07_tight_but_real(external: Path) -> None:
    """BGA-X07: ann needs 5, 4, 3, 0, 5, 2, 3, 3, 3; purple and black have no slack, and one purple more is refuted."""
    imported, expected = load(external, "bga-usa-4", noted=True)
    ann = expected["players"].index("ann")
    forced = imported.report["forced_colours_of_unknown"][ann]
    kinds = ("locomotive", "purple", "white", "blue", "yellow", "orange", "black", "red", "green")
    assert [forced.get(kind, 0) for kind in kinds] == [5, 4, 3, 0, 5, 2, 3, 3, 3]


def test_x08_first_four_recovered(external: Path) -> None:
    """BGA-X08: the payments of gus need 2 blue, 1 orange and 1 black of his first four cards: all are certain."""
    imported, expected = load(external, "bga-usa-8", noted=False)
    gus = expected["players"].index("gus")
    assert imported.report["unknown_cards_received"][gus] == 4
    assert imported.report["forced_colours_of_unknown"][gus] == {"blue": 2, "orange": 1, "black": 1}


def test_numbers_of_equal_routes(external: Path) -> None:
    """BGA-N1: what the order of names gives is what the list of numbers says, for all equal grey routes of USA."""
    path = external / "bga" / "bga-ids.csv"
    if not path.is_file():
        pytest.skip("the folder has no list of numbers")
    with path.open(encoding="utf-8") as stream:
        listed = {row["our_id"]: int(row["bga_id"]) for row in csv.DictReader(stream) if row["map"] == "usa"}
    places = Places(Registry.installed().game("ttr-usa"))
    grey = {id: number for id, number in places.parallel.items() if places.board.routes[id].colour == "grey"}
    assert len(grey) == 20
    assert grey == {route: listed[route] for route in grey}
