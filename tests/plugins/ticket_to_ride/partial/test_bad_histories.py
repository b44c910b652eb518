"""Histories that are broken, of other games, or hostile: one line, exit 2, nothing written, nobody named."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook.plugins.importers import ImportFault, Wishes
from railbook_ticket_to_ride.bga.importer import import_history
from tests.cli.running import railbook, records_of
from tests.plugins.ticket_to_ride.partial.story import GAMES, Story

Tree = dict[str, Any]


def small() -> Story:
    """A history that can be imported."""
    story = Story().own("red", "red").hidden("B").up("A", "blue").own("green").hidden("B", 1).hidden("B", 1)
    return story.claim("A", "boston--new-york--b", "red", "red")


def packets(change: Callable[[list[Tree]], object]) -> bytes:
    """Give the history with its packets changed."""
    tree = json.loads(small().data())
    change(tree["data"]["data"])
    return json.dumps(tree).encode()


def note(index: int, **args: Any) -> Callable[[list[Tree]], object]:
    """Change arguments of a notification."""
    return lambda all_: all_[index]["data"][0]["args"].update(args)


BAD = {
    "empty": (b"", "not JSON"),
    "not-utf8": (b"\xff\xfe{}", "not UTF-8"),
    "cut": (small().data()[:300], "not JSON"),
    "a-number": (b"7", "neither a history nor a list"),
    "deep": (b"[" * 100_000, "nested deeper than 60 levels"),
    "error": (b'{"status": "0", "error": "Anna Secret is not logged in"}', "says an error"),
    "no-packets": (b'{"status": 1, "data": {}}', "neither data.data nor data.logs"),
    "none": (b"[]", "no packets"),
    "packet-is-text": (packets(lambda all_: all_.insert(0, "Anna Secret")), "is no object"),  # type: ignore[arg-type]
    "no-channel": (packets(lambda all_: all_[0].pop("channel")), "no channel"),
    "no-move": (packets(lambda all_: all_[0].update(move_id="x")), "move_id is no number"),
    "huge-number": (packets(lambda all_: all_[0].update(move_id="9" * 5000)), "move_id is no number"),
    "no-data": (packets(lambda all_: all_[0].update(data=3)), "no list of notifications"),
    "no-type": (packets(lambda all_: all_[0].update(data=[{}])), "has no type"),
    "fragment": (packets(lambda all_: all_.pop(0)), "a fragment is no game"),
    "no-name": (packets(note(3, player_name=None)), "has no player_name"),
    "no-count": (packets(note(0, count="many")), "has no count"),
    "fewer-than-none": (packets(note(0, count=-(2**32))), "fewer than no things"),
    "three-cards": (packets(note(3, count=3)), "3 cards are drawn at once"),
    "colour": (packets(note(5, color=9)), "a colour is none of"),
    "colours-no-list": (packets(note(2, colors=5)), "no list"),
    "no-route": (packets(note(-1, route=5)), "no route is claimed"),
    "four-tickets": (packets(note(0, count=5)), "an expansion"),
    "mountain": (packets(lambda all_: all_[-1]["data"][0]["args"]["route"].update(mountain=2)), "another board"),
    "other-game": (packets(lambda all_: all_[0]["data"][0].update(type="mandalaWinner")), "another board"),
    "expansion-ticket": (
        packets(
            lambda all_: all_.append(
                {
                    "channel": "/player/p1",
                    "packet_id": "99",
                    "move_id": "9",
                    "data": [{"type": "destinationCompleted", "args": {"destination": {"type_arg": 131}}}],
                }
            )
        ),
        "ticket 131 is of an expansion",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_imported_is_refused(name: str) -> None:
    """SEC-01: each fault is one line that says what is wrong, and quotes nobody."""
    data, message = BAD[name]
    with pytest.raises(ImportFault, match=message) as raised:
        import_history(data, "saved.json", Wishes(list(GAMES.values())))
    assert not raised.value.broke_rules
    assert "Anna" not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["cut", "error"])
def test_one_line_and_nothing_written(name: str, tmp_path: Path) -> None:
    """SEC-01: a file that cannot be imported is refused in one line with exit code 2; no log comes of it."""
    data, message = BAD[name]
    source = tmp_path / "saved.json"
    source.write_bytes(data)
    result = railbook("import", "bga", source, "--out", tmp_path / "game.jsonl", "--report", tmp_path / "r.json")
    assert (result.code, message in result.complaint) == (2, True), result.complaint
    assert "Anna" not in result.complaint
    assert [path.name for path in tmp_path.iterdir()] == ["saved.json"]


def test_a_refuted_game_is_not_written(tmp_path: Path) -> None:
    """BGA-A3: exit code 1, the table of checks, the rule id, a report for machines, and no log."""
    source, target = tmp_path / "saved.json", tmp_path / "game.jsonl"
    source.write_bytes(small().claim("B", "boston--new-york--b", "red", "red").data())
    result = railbook("import", "bga", source, "--out", target, "--report", tmp_path / "report.json")
    assert result.code == 1
    assert "refuted: BGA-A3" in result.complaint
    assert "[ttr.route-is-owned]" in result.complaint
    assert sum(line.startswith("BGA-A") for line in result.lines) == 17
    assert json.loads((tmp_path / "report.json").read_text())["overall"] == "refuted"
    assert not target.exists()


def test_an_option_may_explain_it() -> None:
    """TTR-P2: what the platform allows and our rule forbids is told with the option that would allow it."""
    story = Story().own("red", "red").hidden("B").claim("A", "atlanta--raleigh--a", "red", "red", number_=6)
    with pytest.raises(ImportFault, match=r"perhaps an option explains it: parallel\.open_from"):
        story.claim("B", "atlanta--raleigh--b", "red", "red", number_=7).imported()


def test_anonymous_unless_names_are_wished(tmp_path: Path) -> None:
    """BGA-F6: seats are `player 1` and so on; --keep-names keeps what the file says, if a log can have it."""
    source = tmp_path / "saved.json"
    source.write_bytes(small().data().replace(b'"A"', b'"Anna Secret"'))
    assert railbook("import", "bga", source, "--out", tmp_path / "a.jsonl").code == 0
    assert b"Secret" not in (tmp_path / "a.jsonl").read_bytes()
    assert railbook("import", "bga", source, "--out", tmp_path / "b.jsonl", "--keep-names").code == 0
    header = records_of((tmp_path / "b.jsonl").read_bytes())[0]
    assert [seat["name"] for seat in header["seats"]] == ["Anna Secret", "B"]
    source.write_bytes(small().data().replace(b'"A"', rb'"Anna\u202eSecret"'))
    result = railbook("import", "bga", source, "--out", tmp_path / "c.jsonl", "--keep-names")
    assert (result.code, "Secret" in result.complaint) == (2, False)


def test_a_later_export_adds_the_rest(tmp_path: Path) -> None:
    """BGA-F4: --append adds what is new to the log of an earlier export, and nothing of another game."""
    source, target = tmp_path / "saved.json", tmp_path / "game.jsonl"
    source.write_bytes(small().data())
    assert railbook("import", "bga", source, "--out", target).code == 0
    earlier = target.read_bytes()
    assert railbook("import", "bga", source, "--out", target).code == 2
    source.write_bytes(small().hidden("B").data())
    assert railbook("import", "bga", source, "--out", target, "--append").code == 0
    assert target.read_bytes().startswith(earlier)
    assert len(target.read_bytes()) > len(earlier)
    later = target.read_bytes()
    source.write_bytes(Story().own("red", "blue").hidden("B").claim("A", "boston--new-york--b", "red", "red").data())
    assert railbook("import", "bga", source, "--out", target, "--append").code == 2
    assert target.read_bytes() == later


def test_unknown_types_are_reported(tmp_path: Path) -> None:
    """What nobody knows is neither guessed nor dropped: its type and number are told."""
    story = small().note("dinosaurSeen", player_name="A").note("dinosaurSeen", player_name="A")
    imported = story.imported()
    assert "2 notifications of an unknown type: dinosaurSeen" in imported.notes
    assert imported.report["unknown_types"] == {"dinosaurSeen": 2}


@pytest.mark.parametrize(
    "notes, message",
    [
        ("{", "not readable"),
        ('{"viewer_initial_hand": {"pink": 4}}', "'pink' is no kind of card"),
        ('{"name": "Anna"}', "not readable"),
        ('{"viewer_final_hand": {"red": 99}}', "BGA-A6"),
    ],
    ids=["cut", "kind", "field", "hand"],
)
def test_notes_that_do_not_fit(notes: str, message: str) -> None:
    """BGA-A6: notes are read strictly, and compared with what the history says."""
    with pytest.raises(ImportFault, match=message):
        small().imported(notes=notes)


def test_old_west_cannot_be_imported() -> None:
    """Only boards that the platform offers as we know them can be asked for."""
    with pytest.raises(ImportFault, match="no board that can be imported from there: there are ttr-usa, ttr-europe"):
        small().imported(map="ttr-old-west")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["from", "id", "1", "type"]), inner),
    max_leaves=4,
)


@settings(max_examples=15)
@given(st.data())
def test_any_change_is_answered(data: st.DataObject) -> None:
    """SEC-01: whatever stands in an argument, the answer is a log or a fault in one line, never a crash."""
    tree = json.loads(small().data())
    args = data.draw(st.sampled_from(tree["data"]["data"]))["data"][0]["args"]
    key = data.draw(st.sampled_from([*args, "route", "origin", "destination", "extraCards", "spotsCards"]))
    target = (
        args["route"] if key == "route" and isinstance(args.get("route"), dict) and data.draw(st.booleans()) else args
    )
    target[data.draw(st.sampled_from(list(target))) if target is not args else key] = data.draw(json_values)
    kind = data.draw(st.sampled_from(["", "log", "points", "builtStation", "newCardsOnTable", "scoreDestination"]))
    if kind:
        data.draw(st.sampled_from(tree["data"]["data"]))["data"][0]["type"] = kind
    with contextlib.suppress(ImportFault):
        assert import_history(json.dumps(tree).encode(), "x", Wishes(list(GAMES.values()), map="usa")).log
