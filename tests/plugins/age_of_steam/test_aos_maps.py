"""Boards: the Rust Belt is that of the facts, and broken map files are told in one line."""

from __future__ import annotations

import csv
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from railbook_age_of_steam.board import compile_board
from railbook_age_of_steam.maps import MapError, load_map, parse_map, read_map
from railbook_age_of_steam.tiles import discs, kinds

RUST_BELT = files("railbook_age_of_steam") / "rust_belt.toml"


@pytest.fixture
def facts(external: Path) -> Path:
    """Give the folder of facts about the Rust Belt."""
    folder = external.parent / "facts" / "rust-belt"
    if not folder.is_dir():
        pytest.skip("there is no folder of facts beside that of recorded games")
    return folder


def rows(file: Path) -> list[dict[str, str]]:
    """Read a table."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def data() -> dict[str, Any]:
    """Give the Rust Belt as plain data."""
    return tomllib.loads(RUST_BELT.read_text(encoding="utf-8"))


def test_hexes(facts: Path) -> None:
    """AOS-G1, AOS-B7: 162 hexes of land with their terrain, and the towns."""
    board = load_map(RUST_BELT).data
    found = {f"{row['q']},{row['r']}": row for row in rows(facts / "hexes.csv")}
    land = {key: row for key, row in found.items() if row["terrain"] != "water"}
    assert len(land) == 162
    ours = {key: hex for key, hex in board.hexes.items() if hex.terrain != "water"}
    assert {key: hex.label for key, hex in ours.items()} == {key: row["label"] for key, row in land.items()}
    cities = {city.hex for city in board.cities}
    for key, hex in ours.items():
        if key not in cities and key not in board.towns:
            assert (key, hex.terrain) == (key, land[key]["terrain"])
    assert board.towns == {key: row["name"] for key, row in found.items() if row["kind"] == "town"}


def test_cities(facts: Path) -> None:
    """AOS-17, AOS-U3, AOS-N6: cities, New Cities and columns: Detroit is dark 3."""
    board = load_map(RUST_BELT).data
    columns = {column.id: (column.part, str(column.die), str(column.boxes), column.city) for column in board.columns}
    listed = rows(facts / "cities.csv")
    for row in listed:
        place = f"{row['q']},{row['r']}" if row["kind"] == "city" else row["chart_column"]
        assert columns.pop(row["chart_column"]) == (row["chart_part"], row["die"], row["chart_boxes"], place)
    assert columns == {}
    ours = {city.name: (city.hex, city.colours, city.cubes) for city in board.cities}
    assert ours == {
        row["name"]: (f"{row['q']},{row['r']}", (row["colour"],), int(row["start_cubes"]))
        for row in listed
        if row["kind"] == "city"
    }
    new = {row["chart_column"]: (row["colour"],) for row in listed if row["kind"] != "city"}
    assert {letter: city.colours for letter, city in board.new_cities.items()} == new


def test_numbers(facts: Path) -> None:
    """AOS-U1, AOS-Q2: cubes, turns and players."""
    chart = tomllib.loads((facts / "chart.toml").read_text(encoding="utf-8"))
    board = load_map(RUST_BELT).data
    assert (board.players.min, board.players.max) == (chart["players"]["min"], chart["players"]["max"])
    assert board.turns == chart["players"]["turns"]
    assert board.bag == {colour: chart["cubes"][colour] for colour in board.bag}
    assert discs() == chart["limits"]["town_discs"]


def test_tiles(facts: Path) -> None:
    """AOS-T1: paths, numbers, rotations, and what lies under a disc."""
    for row in rows(facts / "tiles.csv"):
        kind = kinds()[row["id"]]
        said = {"-".join("T" if end == 6 else str(end) for end in path) for path in kind.paths}
        made_from = tuple(row["made_from"].replace(";", " ").replace("|", " ").split())
        assert (kind.family, said, kind.rotations) == (row["class"], set(row["paths"].split()), int(row["rotations"]))
        assert kind.made_from == made_from
        assert kind.count == int(row["count"] or 0)
    assert len(rows(facts / "tiles.csv")) == len(kinds())


def test_neighbours() -> None:
    """AOS-B7, AOS-G3: hexes behind an edge are neighbours both ways; water and blocked edges have none."""
    board = compile_board(load_map(RUST_BELT))
    for key, behind in board.neighbours.items():
        for edge, other in enumerate(behind):
            assert other is None or board.neighbours[other][(edge + 3) % 6] == key
    assert board.neighbours["8,11"][0] is None
    changed = data()
    changed["hexes"]["10,13"]["blocked"] = [1]
    blocked = compile_board(read_map(changed))
    assert board.neighbours["10,13"][1] == "11,12"
    assert (blocked.neighbours["10,13"][1], blocked.neighbours["11,12"][4]) == (None, None)


def test_own_maps_are_carried_along() -> None:
    """A map that is not installed is embedded; the same data has the same digest."""
    installed, other = load_map(RUST_BELT), read_map(data())
    assert installed.embedded is None
    assert other.embedded is not None
    assert installed.digest == other.digest == read_map(other.embedded).digest


BROKEN: list[tuple[str, Any, str]] = [
    ("schema", 2, "schema"),
    ("id", "no such id!", "id"),
    ("players.max", 8, "players.max"),
    ("players.min", 7, "players.min"),
    ("players.colours", ["red"], "players.colours"),
    ("turns.3", None, "turns.3"),
    ("bag.red", 1, "bag"),
    ("bag.red", -1, "bag.red"),
    ("bag.red", 2.5, "bag.red"),
    ("terrain.water", 1, "terrain.water"),
    ("hexes.0,9", {"terrain": "swamp"}, "hexes.0,9.terrain"),
    ("hexes.0,9", {"terrain": "plain", "blocked": [6]}, "hexes.0,9"),
    ("hexes.x,y", {"terrain": "plain"}, "hexes"),
    ("towns.99,99", "Nowhere", "towns.99,99"),
    ("towns.12,11", "Cincinnati", "towns.12,11"),
    ("cities.0.hex", "99,99", "cities[0].hex"),
    ("cities.1.hex", "17,6", "cities[1].hex"),
    ("cities.0.colours", ["pink"], "cities[0].colours"),
    ("new_cities.A", {"colours": ["pink"]}, "new_cities.A.colours"),
    ("columns.0.city", "Z", "columns[0].city"),
    ("columns.1.id", "W1", "columns[1].id"),
    ("columns.0.die", 7, "columns[0].die"),
    ("tiles", {"D2S": 1}, "tiles.D2S"),
    ("surprise", 1, "surprise"),
]


@pytest.mark.parametrize("path, value, key", BROKEN, ids=[f"{path}={value}" for path, value, _ in BROKEN])
def test_broken_maps(path: str, value: Any, key: str) -> None:
    """SEC-01: what is wrong is told in one line with the key; the file as it is, is not refused."""
    broken = data()
    read_map(broken)
    *way, last = path.split(".")
    inside: Any = broken
    for step in way:
        inside = inside[int(step) if isinstance(inside, list) else step]
    if value is None:
        del inside[last]
    else:
        inside[int(last) if isinstance(inside, list) else last] = value
    with pytest.raises(MapError) as caught:
        read_map(broken, "broken.toml")
    assert str(caught.value).startswith("broken.toml:")
    assert key in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text, problem", [(b"\xff", "not UTF-8"), (b"a = ", "not TOML"), (b"#" * (2**20 + 1), "larger"), (b"", "missing")]
)
def test_broken_files(text: bytes, problem: str) -> None:
    """A file that is no map is told in one line."""
    with pytest.raises(MapError, match=problem):
        parse_map(text, "broken.toml")
