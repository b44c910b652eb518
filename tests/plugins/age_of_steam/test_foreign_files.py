"""Imports of a small playthrough that is made here: what comes out, and one line for each thing that can be wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from railbook.plugins.importers import Imported, ImportFault
from railbook_age_of_steam.choochoo.expected import read
from railbook_age_of_steam.choochoo.importer import import_game
from railbook_age_of_steam.choochoo.recording import ForeignFault
from railbook_age_of_steam.choochoo.recording import read as read_recording
from railbook_age_of_steam.choochoo.seedrandom import SeedRandom
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from tests.cli.running import process, railbook, records_of
from tests.plugins.age_of_steam.foreign import EXPECTED, build, place, playthrough, start_state
from tests.plugins.age_of_steam.positions import at

Change = Callable[[dict[str, Any]], object]


def imported(game: dict[str, Any], expected: str | None = None) -> Imported:
    """Import a file made of plain values."""
    return import_game(AGE_OF_STEAM_GAME, json.dumps(game).encode(), "game.json", expected)


# What comes out


def test_everything_is_translated() -> None:
    """AOS-N2, AOS-C1, AOS-A3, AOS-M9: each recorded action, wishes included, is an action of ours, in its order."""
    records = records_of(imported(playthrough()).log)
    said = [record["action"] for record in records[2:]]
    assert [record["seat"] for record in records[2:]][:10] == [0, 1, 2, 0, 1, 2, 0, 1, 0, 2]
    assert said[:5] == [
        {"type": "aos.issue-shares", "shares": 2},
        {"type": "aos.issue-shares", "shares": 1},
        {"type": "aos.issue-shares", "shares": 0},
        {"type": "aos.bid", "bid": 1},
        {"type": "aos.bid", "bid": 2},
    ]
    assert said[10] == {"type": "aos.build", "hex": "10,13", "tile": "S1", "rotation": 1, "under": ""}
    assert said[11] == {"type": "aos.urbanize", "hex": at("indianapolis"), "letter": "B"}
    assert [action["type"] for action in said[13:]] == [
        *["aos.end-building", "aos.build", "aos.end-building", "aos.end-building"],
        *["aos.upgrade-locomotive", "aos.pass-move", "aos.upgrade-locomotive", *["aos.pass-move"] * 3],
    ]


def test_header() -> None:
    """The log says edition, board and where it comes from; of the players only their colours, first player first."""
    header, set_up = records_of(imported(playthrough()).log)[:2]
    assert (header["edition"], header["map"]["id"], header["chance"]) == ("choochoo", "rust-belt", {"scheme": "none"})
    assert header["seats"] == [
        {"name": f"player {number}", "colour": colour} for number, colour in enumerate(("red", "yellow", "green"), 1)
    ]
    assert header["source"] == {"platform": "choochoo", "id": "77"}
    assert len(set_up["chance"]) == 52 + 26 + 1
    assert set_up["chance"][-1] == ["aos.first-order", ["0", "1", "2"]]


def test_set_up_is_that_of_the_start_state() -> None:
    """AOS-U2, AOS-U3, AOS-W2: columns stand bottom-up in the file and top-down with us; cubes are where they were."""
    from railbook_age_of_steam.choochoo.recording import GOODS

    state = start_state()
    events = records_of(imported(playthrough()).log)[1]["events"]
    boxes = {(e["column"], e["box"]): e["cube"] for e in events if e["type"] == "aos.box-filled"}
    detroit = next(space for hex, space in state["grid"] if hex == place("detroit"))
    assert [boxes["B3", box] for box in (1, 2, 3)] == [GOODS[good] for good in reversed(detroit["onRoll"][0]["goods"])]
    there = [e["cube"] for e in events if e["type"] == "aos.city-filled" and e["city"] == at("detroit")]
    assert there == [GOODS[good] for good in detroit["goods"]]
    letter = state["availableCities"][6]["onRoll"][0]["goods"]
    assert [boxes["G", 1], boxes["G", 2]] == [GOODS[letter[1]], GOODS[letter[0]]]


def test_dice_come_from_the_seed() -> None:
    """AOS-W2: as many dice as players for each part, one after another, from the seed of the last move."""
    random = SeedRandom("5506416902061946")
    last = records_of(imported(playthrough()).log)[-1]
    rolled = [outcome for label, outcome in last["chance"] if label == "aos.dice"]
    assert rolled == [[random.below(6) + 1 for _ in range(3)] for _ in range(2)]


def test_start_figures() -> None:
    """AOS-U4: what players start with is an option: a number for all, or one for each."""
    game = playthrough()
    state = start_state()
    state["players"][0]["money"] = 25
    game["startState"] = json.dumps({"version": 3, "gameData": state})
    options = records_of(imported(game).log)[0]["options"]
    assert options["start.cash"] == [10, 10, 25]  # green is the last in turn order
    assert options["start.shares"] == 2


def test_other_boards() -> None:
    """AOS-P1, AOS-B7: a board of another key is embedded; prices of its own and edges that nothing passes are kept."""
    game, state = playthrough(gameKey="new-hampshire"), start_state()
    for hex, space in state["grid"]:
        if hex == place("10,13"):
            space["terrainCost"] = 5
        if hex == place("9,13"):
            space["unpassableEdges"] = [2]
        if hex == place("7,12"):
            space["type"] = 9
    game["startState"] = json.dumps({"version": 3, "gameData": state})
    header, *plies = records_of(imported(game).log)
    prices = [event["price"] for ply in plies for event in ply["events"] if event["type"] == "aos.tile-built"]
    assert prices == [5, 2, 2]
    data = header["map"]["data"]
    assert data["terrain"] == {"hill": 1, "mountain": 2, "plain": 0, "plain-5": 3, "river": 1}
    assert data["hexes"]["10,13"]["terrain"] == "plain-5"
    assert data["hexes"]["9,13"]["blocked"] == [0]
    assert data["hexes"]["7,12"]["terrain"] == "hill"


def test_file_may_end_anywhere(tmp_path: Path) -> None:
    """A list of actions that is cut is imported as far as it goes: exit 0, and the log is exact so far."""
    for count in (0, 4, 11, 22):
        source, target = tmp_path / f"{count}.json", tmp_path / f"{count}.jsonl"
        source.write_text(json.dumps(playthrough(actions=playthrough()["actions"][:count])), encoding="utf-8")
        done = railbook("import", "choochoo", source, "--out", target)
        assert (done.code, done.err) == (0, "")
        assert "ends before the game does" in done.out
        assert railbook("verify", target).code == 0


def test_same_file_same_bytes() -> None:
    """Importing twice gives equal bytes, in another process too."""
    assert imported(playthrough()).log == imported(copy.deepcopy(playthrough())).log


# What is wrong with the file


def of_start(change: Callable[[dict[str, Any]], object]) -> Change:
    """Change the start state of a game."""

    def apply(game: dict[str, Any]) -> None:
        state = start_state()
        change(state)
        game["startState"] = json.dumps({"version": 3, "gameData": state})

    return apply


def of_space(hex_or_name: str, /, **changes: Any) -> Change:
    """Change a hex of the start state."""

    def change(state: dict[str, Any]) -> None:
        next(space for hex, space in state["grid"] if hex == place(hex_or_name)).update(changes)

    return of_start(change)


def of_action(version: int, name: str, data: dict[str, Any] | None = None) -> Change:
    """Change an action."""
    return lambda game: game["actions"][version - 1].update(actionName=name, actionData=data or {})


def with_data(version: int, **changes: Any) -> Change:
    """Change what an action says."""
    return lambda game: game["actions"][version - 1].update(
        actionData={**game["actions"][version - 1]["actionData"], **changes}
    )


BAD: dict[str, tuple[Change, str]] = {
    **{
        f"no-{field}": (lambda game, field=field: game.pop(field), field)  # type: ignore[misc]
        for field in ("id", "gameKey", "variant", "playerIds", "startSeed", "replayFrom", "actions")
    },
    "no-startState": (lambda game: game.pop("startState"), "only games with a start state"),
    "from-seed": (lambda game: game.update(replayFrom="seed"), "replayFrom is 'seed'"),
    "startState-not-json": (lambda game: game.update(startState="{"), "startState: not JSON"),
    "startState-empty": (lambda game: game.update(startState="{}"), "gameData"),
    "startState-list": (lambda game: game.update(startState="[]"), "startState"),
    "id-is-text": (lambda game: game.update(id="2692"), "$.id"),
    "actions-no-list": (lambda game: game.update(actions={}), "$.actions"),
    "unknown-map": (lambda game: game.update(gameKey="atlantis"), "the map 'atlantis' is not known"),
    "map-with-own-rules": (lambda game: game.update(gameKey="reversteam"), "reversteam follows the base rules only"),
    **{
        f"start-no-{field}": (of_start(lambda state, field=field: state.pop(field)), field)  # type: ignore[misc]
        for field in ("grid", "bag", "players", "turnOrder", "availableCities", "roundNumber", "currentPhase")
    },
    "later-round": (of_start(lambda state: state.update(roundNumber=2)), "right after the set-up"),
    "other-first-player": (of_start(lambda state: state.update(currentPlayer=3)), "right after the set-up"),
    "connections": (of_start(lambda state: state.update(interCityConnections=[{}])), "interCityConnections"),
    "other-colours": (of_start(lambda state: state["turnOrder"].reverse() or state["turnOrder"].pop()), "turnOrder"),
    "more-accounts": (lambda game: game["playerIds"].append(4), "4 playerIds and 3 players"),
    "unknown-colour": (of_start(lambda state: state["turnOrder"].append(10)), "turnOrder"),
    "unknown-good": (of_start(lambda state: state["bag"].append(6)), "bag"),
    "good-below-0": (of_start(lambda state: state["bag"].append(-1)), "bag"),
    "unknown-good-of-new-city": (
        of_start(lambda state: state["availableCities"][0].update(color=9)),
        "availableCities",
    ),
    "cash-below-0": (of_start(lambda state: state["players"][0].update(money=-1)), "players"),
    "two-players": (
        lambda game: (
            game["playerIds"].pop(),
            of_start(lambda state: (state["players"].pop(), state["turnOrder"].remove(2)))(game),
        ),
        "takes 3 to 6 seats, not 2",
    ),
    "hex-twice": (of_start(lambda state: state["grid"].append(state["grid"][0])), "is there twice"),
    "unknown-terrain": (of_space("10,13", type=7), "grid 10,13: terrain 7 is not known"),
    "track-at-start": (of_space("10,13", tile={"tileType": 1}), "grid 10,13: track"),
    "goods-on-land": (of_space("10,13", goods=[1]), "grid 10,13"),
    "empty-box": (of_space("detroit", onRoll=[{"group": 2, "onRoll": 3, "goods": [1, None, 2]}]), "goods"),
    "unknown-part": (of_space("detroit", onRoll=[{"group": 3, "onRoll": 3, "goods": [1, 1, 2]}]), "group"),
    "unknown-die": (of_space("detroit", onRoll=[{"group": 2, "onRoll": 7, "goods": [1, 1, 2]}]), "onRoll"),
    "not-the-rust-belt": (of_space("10,13", type=3), "not the Rust Belt: 'hex 10,13'"),
    "another-city": (of_space("detroit", name="Motown"), "not the Rust Belt: 'city 13,6'"),
    "another-die": (
        of_space("detroit", onRoll=[{"group": 2, "onRoll": 1, "goods": [1, 1, 2]}]),
        "not the Rust Belt: 'column black 3 of 13,6'",
    ),
    "more-cubes": (of_start(lambda state: state["bag"].append(0)), "not the Rust Belt: 'blue cubes'"),
    "city-takes-nothing": (of_space("detroit", color=[]), "board of the start state"),
    "nine-new-cities": (
        of_start(lambda state: state["availableCities"].extend([state["availableCities"][0]])),
        "more than 8",
    ),
    "gap": (lambda game: game["actions"].pop(3), "action 4 has version 5"),
    "first-version": (lambda game: game["actions"][0].update(version=0), "action 1 has version 0"),
    "unknown-action": (of_action(6, "teleport"), "version 6 (teleport; turn 1, aos.ask-bid, seat 2, green"),
    "action-without-data": (of_action(1, "takeShares"), "version 1 (takeShares"),
    "share-is-text": (with_data(1, numShares="2"), "numShares"),
    "unknown-special": (with_data(8, action=7), "version 8"),
    "special-below-0": (with_data(8, action=-1), "version 8"),
    "unknown-tile": (with_data(11, tileType=99), "the tile 99 is not known"),
    "unknown-orientation": (with_data(11, orientation=7), "orientation"),
    "half-a-hex": (with_data(11, coordinates={"q": 1.5, "r": 2}), "coordinates"),
    "no-such-new-city": (with_data(12, cityIndex=8), "there is no New City 8: 8 are left"),
    "new-city-below-0": (with_data(12, cityIndex=-1), "cityIndex"),
    "unknown-cube": (
        of_action(19, "move", {"startingCity": place("chicago"), "good": 6, "path": []}),
        "version 19",
    ),
    "nobodys-colour": (
        of_action(
            19,
            "move",
            {"startingCity": place("chicago"), "good": 0, "path": [{"owner": 9, "endingStop": place("detroit")}]},
        ),
        "nobody has the colour 9",
    ),
    "no-wish": (of_action(18, "auto-action", {"skipShares": True}), "no wish for aos.ask-move"),
    "wish-without-a-pass": (
        of_action(5, "auto-action", {"bidUntil": {"maxBid": 1, "incrementally": True, "thenPass": False}}),
        "no wish for aos.ask-bid",
    ),
    "no-seed": (lambda game: game["actions"][-1].update(seed=None), "version 23 (pass"),
}
"""How a file is spoilt, and words of the one line about it."""


@pytest.mark.parametrize("change, words", BAD.values(), ids=BAD)
def test_bad_files(change: Change, words: str) -> None:
    """A file that lacks something, names what is not known, or contradicts itself: one line says what and where."""
    game = playthrough()
    change(game)
    with pytest.raises(ImportFault) as caught:
        imported(game)
    assert words in str(caught.value)
    assert str(caught.value).startswith("game.json: ")
    assert "\n" not in str(caught.value)
    assert "70000" not in str(caught.value)
    assert not caught.value.broke_rules


RULES: dict[str, tuple[Change, str]] = {
    "shares": (with_data(1, numShares=14), "version 1 (takeShares; turn 1, aos.ask-shares, seat 0, red: $10"),
    "share-limit": (with_data(1, numShares=14), "aos.share-limit (AOS-I2)"),
    "bid": (with_data(4, bid=0), "aos.bid-too-low (AOS-A3)"),
    "taken": (of_action(10, "select", {"action": 3}), "aos.action-taken (AOS-C1)"),
    "out-of-turn": (of_action(4, "build", build("10,13", "S1", 1)[1]), "core.not-now"),
    "pass-in-shares": (of_action(1, "pass"), "core.not-now"),
    "connection": (of_action(11, *build("10,10", "S1", 1)), "aos.not-connected (AOS-B5)"),
    "no-town": (with_data(12, coordinates=place("10,11")), "aos.no-town-there (AOS-N3)"),
    "no-link": (
        of_action(
            19, "move", {"startingCity": place("chicago"), "good": 0, "path": [{"endingStop": place("detroit")}]}
        ),
        "aos.no-link (AOS-M3): no link from Chicago to Detroit is nobody's",
    ),
    "no-cube": (
        of_action(
            19,
            "move",
            {
                "startingCity": place("evansville"),
                "good": 5,
                "path": [{"owner": 2, "endingStop": place("cincinnati")}],
            },
        ),
        "aos.no-cube (AOS-M2)",
    ),
    "upgraded": (of_action(21, "locomotive"), "aos.upgraded (AOS-M9)"),
}
"""What breaks our rules, and words of the one line about it."""


@pytest.mark.parametrize("change, words", RULES.values(), ids=RULES)
def test_broken_rules(change: Change, words: str) -> None:
    """An action that our rules reject stops the import: version, rule id and state are named."""
    game = playthrough()
    change(game)
    with pytest.raises(ImportFault) as caught:
        imported(game)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.broke_rules


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"[" * 100_000, "nested deeper than 60 levels"),
        (b'{"id": ' + b"9" * 5000 + b"}", "not readable"),
        (b" " * (16 * 2**20 + 1), "larger than"),
        (b"null", "Expected"),
    ],
)
def test_no_json(data: bytes, words: str) -> None:
    """SEC-01: what is not JSON, or not of this world, is told in one line."""
    with pytest.raises(ForeignFault, match=words):
        read_recording(data, "game.json")


CATEGORIES = [
    "no-actions",
    "no-startState",
    "start-no-bag",
    "unknown-action",
    "unknown-map",
    "unknown-tile",
    "unknown-good",
    "unknown-cube",
    "more-accounts",
    "gap",
    "not-the-rust-belt",
    "hex-twice",
]
"""One file of each kind: it lacks a field, names an unknown action, map, tile or good, or contradicts itself."""


@pytest.mark.parametrize(
    "change, code, words",
    [*((BAD[id][0], 2, BAD[id][1]) for id in CATEGORIES), (RULES["share-limit"][0], 1, "aos.share-limit (AOS-I2)")],
    ids=[*CATEGORIES, "breaks a rule"],
)
def test_exit_codes(tmp_path: Path, change: Change, code: int, words: str) -> None:
    """Exit 2 for a file that is no such game, 1 for one that breaks our rules; one line each, and no file."""
    game = playthrough()
    change(game)
    source = tmp_path / "game.json"
    source.write_text(json.dumps(game), encoding="utf-8")
    done = railbook("import", "choochoo", source, "--out", tmp_path / "out.jsonl")
    assert (done.code, done.out) == (code, "")
    assert done.complaint.startswith("railbook: ")
    assert "game.json: " in done.complaint
    assert words in done.complaint
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"[" * 100_000, b"hello\nworld"])
def test_no_json_leaves_no_file(tmp_path: Path, data: bytes) -> None:
    """What is not JSON, or not an object: exit 2, one line, no file; tables that are none alike."""
    source, good = tmp_path / "game.json", tmp_path / "good.json"
    source.write_bytes(data)
    good.write_text(json.dumps(playthrough()), encoding="utf-8")
    for arguments, where in (([source], "game.json: "), ([good, "--expected", source], "expected")):
        done = railbook("import", "choochoo", *arguments, "--out", tmp_path / "out.jsonl")
        assert (done.code, done.out) == (2, "")
        assert where in done.complaint
        assert not (tmp_path / "out.jsonl").exists()


def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    """The command itself exits 2 with one line, and leaves no file."""
    game = playthrough()
    BAD["unknown-action"][0](game)
    source = tmp_path / "game.json"
    source.write_text(json.dumps(game), encoding="utf-8")
    done = process("import", "choochoo", source, "--out", tmp_path / "out.jsonl")
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith("railbook: ")
    assert not (tmp_path / "out.jsonl").exists()


# Expected tables


HEAD, _, _, ROW = EXPECTED.splitlines()[:4]


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "line 1"),
        ("game 78 / rust-belt / 3 players / 23 actions\n\nround 1 end\n", "line 1"),
        (f"{HEAD}\n", "no table"),
        (f"{HEAD}\n{ROW}\n", "line 2"),
        (f"{HEAD}\nround 1 end\n{ROW} what\n", "line 3"),
        (f"{HEAD}\nround 1 end\n{ROW} OUT\n", "line 3 contradicts itself"),
        (f"{HEAD}\nround 1 end\n{ROW}\nround 1 end\n", "line 4"),
        (f"{HEAD}\nround one\n", "line 2"),
    ],
)
def test_broken_tables(text: str, words: str) -> None:
    """Tables of another game, or that are none, are refused before anything is compared."""
    with pytest.raises(ImportFault, match=words):
        imported(playthrough(), text)
    game, _ = read_recording(json.dumps(playthrough()).encode(), "game.json")
    with pytest.raises(ForeignFault, match=words):
        read(text, game, 3, "tables")


def test_comparison() -> None:
    """AOS-S3, running_score: a running score counts unfinished sections; a difference in the table is told."""
    assert imported(playthrough(), EXPECTED).notes == ["game.json ends before the game does: turn 2, aos.ask-shares"]
    for old, new in (("$12  ", "$13  "), ("loco=3", "loco=2"), ("score=-7", "score=-6"), ("shares=4", "shares=5")):
        differs = imported(playthrough(), EXPECTED.replace(old, new))
        assert not differs.as_expected
        assert differs.notes[0].startswith("round 1 end: expected ")
    other = imported(playthrough(), EXPECTED.replace("round 1", "round 2"))
    assert other.notes[0] == "round 1 end: no such table among those expected"
    fewer = imported(playthrough(), "\n".join(EXPECTED.splitlines()[:-1]))
    assert fewer.notes[0] == "round 1 end: 2 players expected, 3 played"
