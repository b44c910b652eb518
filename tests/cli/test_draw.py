"""`railbook draw`: pictures of boards are whole, legible, inert and the same everywhere."""

from __future__ import annotations

import re
import time
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from railbook.cli.palette import COLOURS, SEATS, lightness
from railbook.cli.svg import SvgWriter
from railbook.engine.state import new_state
from railbook.plugins.registry import Registry
from railbook.rules.picture import SEAT_MARKS, Group, Label, Picture, seat_mark
from tests.cli.pictures import SVG, data, drawn, groups, name_boxes, overlapping, texts, title
from tests.cli.running import process, railbook, records_of, rewritten
from tests.cli.test_hostile import CONTROLS, MARKS, harmful
from tests.cli.test_third_party_map import islands, written

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "plugins"
REPLAYS = ROOT / "replays"

MAPS = {"usa": "railbook_usa", "europe": "railbook_europe", "old-west": "railbook_old_west"}
ALVIN = REPLAYS / "ttr-old-west" / "2-alvin-greedy-random-first-capture.jsonl"
STATIONS = REPLAYS / "ttr-europe" / "3-random-three-stations.jsonl"
HEXES = REPLAYS / "age-of-steam" / "3-random-redirection-and-crossing.jsonl"

MARKUP = "<script>alert(1)</script>\"' onload='x' ]]> &amp; <!--"
"""A name that would be markup, an attribute, or the end of something."""


def map_data(package: str, file: str = "map.toml") -> dict[str, Any]:
    """Give a shipped map file as plain values."""
    return tomllib.loads((PLUGINS / package / file).read_text("utf-8"))


@pytest.mark.parametrize("map_id", MAPS)
def test_every_route_and_city_is_there_once(map_id: str, tmp_path: Path) -> None:
    """TTR-G4: each route of the map is drawn once, with as many spaces as it is long; each city once, with its name."""
    picture, board = drawn(tmp_path / "x.svg", "--map", map_id), map_data(MAPS[map_id])
    routes = groups(picture, "route")
    assert sorted(str(data(route, "route")) for route in routes) == sorted(board["routes"])
    for route in routes:
        facts = board["routes"][data(route, "route")]
        assert len(route.findall(f"{SVG}path")) == facts["length"] == int(str(data(route, "length")))
        assert data(route, "colour") == facts["colour"]
        assert data(route, "ferry") == (str(facts["ferry"]) if facts.get("ferry") else None)
        assert len(groups(route, "symbol")) == facts.get("ferry", 0)
        assert (data(route, "tunnel") == "yes") == facts.get("tunnel", False)
    names = sorted(city["name"] for city in board["cities"].values())
    assert sorted(title(city) for city in groups(picture, "city")) == names == sorted(name_boxes(picture))


@pytest.mark.parametrize("map_id", MAPS)
def test_no_name_lies_upon_another(map_id: str, tmp_path: Path) -> None:
    """Of the names of cities none overlaps another, and none leaves the picture."""
    picture = drawn(tmp_path / "x.svg", "--map", map_id)
    boxes = name_boxes(picture)
    assert len(boxes) > 30
    assert overlapping(boxes) == []
    width, height = float(picture.get("width", "0")), float(picture.get("height", "0"))
    assert [name for name, (x, y, right, low) in boxes.items() if x < 0 or y < 0 or right > width or low > height] == []


def test_names_on_hexes_stay_in_their_hex(tmp_path: Path) -> None:
    """On the board of Age of Steam each label is centred in a hex of its own and no wider than that: none can meet."""
    picture = drawn(tmp_path / "x.svg", "--map", "rust-belt")
    hexes = [group for kind in ("hex", "town", "city") for group in groups(picture, kind) if data(group, "hex")]
    board = map_data("railbook_age_of_steam", "rust_belt.toml")
    land = [hex for hex, facts in board["hexes"].items() if facts["terrain"] != "water"]
    assert sorted(str(data(group, "hex")) for group in hexes) == sorted(land)
    assert len({group.get("transform") for group in hexes}) == len(hexes)
    wide = [float(text.get("textLength", "0")) for group in hexes for text in group.iter(f"{SVG}text")]
    assert max(wide) < 84
    assert len(groups(picture, "water")) == 1 + len(board["hexes"]) - len(land)


def test_parallel_routes_lie_side_by_side(tmp_path: Path) -> None:
    """TTR-G5: no two spaces of routes between the same two cities have the same middle, or meet."""
    picture, board = drawn(tmp_path / "x.svg", "--map", "old-west"), map_data("railbook_old_west")
    pairs: dict[tuple[str, ...], list[list[tuple[float, float]]]] = {}
    for route in groups(picture, "route"):
        cities = tuple(sorted(board["routes"][data(route, "route")]["cities"]))
        pairs.setdefault(cities, []).append([_middle(space) for space in route.findall(f"{SVG}path")])
    parallel = [lines for lines in pairs.values() if len(lines) > 1]
    assert max(len(lines) for lines in parallel) == 3
    for lines in parallel:
        for number, one in enumerate(lines):
            for other in lines[number + 1 :]:
                assert min(abs(complex(*a) - complex(*b)) for a in one for b in other) > 10


def _middle(space: ET.Element) -> tuple[float, float]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", space.get("d", ""))]
    return sum(numbers[::2][:4]) / 4, sum(numbers[1::2][:4]) / 4


def owners_in(log: Path, ply: int | None = None) -> dict[str, int]:
    """Give who has claimed which route, from the events of a log up to a ply."""
    claimed: dict[str, int] = {}
    for record in records_of(log):
        if record["type"] == "ply" and (ply is None or record["ply"] <= ply):
            claimed |= {e["route"]: e["seat"] for e in record["events"] if e["type"] == "ttr.route-claimed"}
    return claimed


@pytest.mark.parametrize("ply", [30, None])
def test_claimed_routes_have_wagons(ply: int | None, tmp_path: Path) -> None:
    """TTR-C2: what was claimed up to a ply, nothing else, has wagons with its mark on all spaces."""
    at = () if ply is None else ("--at", str(ply))
    picture = drawn(tmp_path / "x.svg", STATIONS, *at)
    claimed = {str(data(route, "route")): int(str(data(route, "owner"))) for route in groups(picture, "claimed")}
    assert claimed == owners_in(STATIONS, ply) != {}
    for route in groups(picture, "claimed"):
        wagons = groups(route, "wagon")
        assert len(wagons) == int(str(data(route, "length")))
        assert all(len(list(wagon)) > 1 for wagon in wagons), "a wagon without the mark of its seat"


def test_stations_markers_and_alvin(tmp_path: Path) -> None:
    """TTR-EUR1, TTR-OW5, TTR-ALV1: stations and markers stand where the log says, and Alvin where he is."""
    picture = drawn(tmp_path / "x.svg", STATIONS)
    built = [
        e["city"] for r in records_of(STATIONS) for e in r.get("events", ()) if e["type"] == "europe.station-built"
    ]
    assert sorted(str(data(station, "city")) for station in groups(picture, "station")) == sorted(built) != []
    picture = drawn(tmp_path / "y.svg", ALVIN)
    events = [e for r in records_of(ALVIN) for e in r.get("events", ())]
    placed = [e["city"] for e in events if e["type"] == "old-west.marker-placed"]
    assert sorted(str(data(marker, "city")) for marker in groups(picture, "marker")) == sorted(placed) != []
    been = [e["city"] for e in events if e["type"] in ("alvin.arrived", "alvin.placed")]
    assert [data(alvin, "city") for alvin in groups(picture, "alvin")] == [been[-1]]
    assert groups(drawn(tmp_path / "z.svg", "--map", "old-west", "--variant", "alvin"), "alvin") == []


def test_hexes_hold_what_the_log_says(tmp_path: Path) -> None:
    """AOS-T, AOS-U2: tiles lie as they were built with their owners, cities hold their cubes, all players are there."""
    done = railbook("replay", HEXES, "--at", "50", "--format", "json")
    state = done.document
    picture = drawn(tmp_path / "x.svg", HEXES, "--at", "50")
    tiles = {str(data(group, "hex")): group for group in groups(picture, "tile")}
    assert set(tiles) == set(state["tiles"]) != set()
    for hex, tile in state["tiles"].items():
        assert (data(tiles[hex], "tile"), data(tiles[hex], "rotation")) == (tile["tile"], str(tile["rotation"]))
        owners = "-".join("none" if owner is None else str(owner) for owner in tile["owners"])
        assert data(tiles[hex], "owners") == owners
    for city in groups(picture, "city"):
        cubes = sum(state["cubes"].get(data(city, "hex"), {}).values())
        assert data(city, "cubes") == str(cubes)
        assert len(city.findall(f"{SVG}rect")) == cubes
    for column in groups(picture, "column"):
        boxes = state["chart"][data(column, "column")]
        assert len(column.findall(f"{SVG}rect")) == 1 + len(boxes) + sum(box is not None for box in boxes)
    assert len(groups(picture, "seat")) == len(state["players"])
    assert [group.get("id") for group in groups(picture, "track")] == [
        "track-income",
        "track-shares",
        "track-locomotive",
    ]


@pytest.mark.parametrize("text", [MARKUP, MARKS[:50]], ids=["markup", "marks"])
def test_names_are_inert(text: str, short: Path, tmp_path: Path) -> None:
    """SEC-04: a name in a log is text in a picture: no markup, no control character, no more elements."""
    bare = drawn(tmp_path / "bare.svg", short)

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0].update(name=text)

    log = rewritten(short, tmp_path / "hostile.jsonl", rename)
    picture = drawn(tmp_path / "hostile.svg", log)
    assert [element.tag for element in picture.iter()] == [element.tag for element in bare.iter()]
    assert [sorted(element.keys()) for element in picture.iter()] == [sorted(element.keys()) for element in bare.iter()]
    raw = (tmp_path / "hostile.svg").read_text("utf-8")
    assert not harmful(raw)
    assert not re.search(r"<script|<style|href=|url\(", raw)
    assert text != MARKUP or any(said.startswith("<script>") for said in texts(picture))


def test_controls_never_reach_a_picture() -> None:
    """SEC-04: controls in names are escaped, for XML cannot even hold them: the picture stays readable XML."""
    picture = Picture((Label((0, 0), "seat 0 and seat 1", 9),), 10, 10, "seat 0")
    written = SvgWriter(names=(CONTROLS, MARKUP)).document(picture)
    assert not harmful(written)
    root = ET.fromstring(written)  # noqa: S314 - written by us
    assert MARKUP in texts(root)[1]


def test_attributes_hold_no_free_text() -> None:
    """What a third-party game puts into ids and facts cannot leave its attribute."""
    group = Group('a"><b', 'k"k c', (Label((0, 0), "x", 9, anchor='"><'),), data=(('d"', '"><script>'),))
    written = SvgWriter().document(Picture((group,), 10, 10, "</title>"))
    root = ET.fromstring(written)  # noqa: S314 - written by us
    assert [element.tag.removeprefix(SVG) for element in root.iter()] == ["svg", "title", "rect", "g", "text"]


def test_a_long_name_is_cut(short: Path, tmp_path: Path) -> None:
    """A name of any length takes no more than its room, and one of a letter is not stretched."""

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = "M" * 60
        records[0]["seats"][1]["name"] = "i"

    picture = drawn(tmp_path / "x.svg", rewritten(short, tmp_path / "long.jsonl", rename))
    wide, narrow = (group.findall(f"{SVG}text")[0] for group in groups(picture, "seat"))
    assert (wide.text or "").endswith("…")
    assert float(wide.get("textLength", "inf")) <= 160
    assert float(narrow.get("textLength", "inf")) < 10


def test_a_seat_sees_no_more(short: Path, tmp_path: Path) -> None:
    """The picture for a seat is drawn from its view; on these boards that is the same, as all on them is public."""
    seen = drawn(tmp_path / "a.svg", short, "--as", "1")
    assert ET.tostring(seen) == ET.tostring(drawn(tmp_path / "b.svg", short))


def test_third_party_map(tmp_path: Path) -> None:
    """A map file of one's own is drawn without a word about its game, and as a board of the game that is named."""
    path = written(tmp_path, islands())
    first = drawn(tmp_path / "a.svg", "--map", path)
    assert len(groups(first, "city")) == 8
    assert overlapping(name_boxes(first)) == []
    assert ET.tostring(first) == ET.tostring(drawn(tmp_path / "b.svg", "--map", path, "--game", "ttr-old-west"))


def test_cities_in_one_place_and_around_the_world(tmp_path: Path) -> None:
    """A map is drawn whatever its places are: all in one, on a pole, or on both sides of the date line."""
    everywhere = ("lat = 0, lon = 0", "lat = 9000, lon = 100", "lat = -9000, lon = -17900", "lat = 5000, lon = 17900")
    for number, place in enumerate(everywhere):
        text = re.sub(r"lat = -?\d+, lon = -?\d+", place, islands(), count=0 if number == 0 else 3)
        picture = drawn(tmp_path / f"{number}.svg", "--map", written(tmp_path, text, f"m{number}.toml"))
        assert overlapping(name_boxes(picture)) == []
        assert "nan" not in (tmp_path / f"{number}.svg").read_text()
        assert float(picture.get("width", "0")) < 2000


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        pytest.param(("LOG", "--out", "x.gif"), "x.gif: a picture is .svg or .png", id="format"),
        pytest.param(("--out", "x.svg"), "name a recorded game, or with --map a map", id="nothing"),
        pytest.param(("LOG", "--map", "usa", "--out", "x.svg"), "name a recorded game, or with --map a map", id="both"),
        pytest.param(("--map", "usa", "--at", "3", "--out", "x.svg"), "--at and --as go with a recorded", id="at"),
        pytest.param(("LOG", "--game", "ttr-usa", "--out", "x.svg"), "--game and --variant go with --map", id="game"),
        pytest.param(("--map", "mars", "--out", "x.svg"), "unknown map 'mars': installed are", id="map"),
        pytest.param(("--map", "no.toml", "--out", "x.svg"), "no.toml: cannot be read", id="no-map"),
        pytest.param(("LOG", "--at", "999999", "--out", "x.svg"), "there is no ply 999999", id="ply"),
        pytest.param(("LOG", "--as", "7", "--out", "x.svg"), "there is no seat 7", id="seat"),
        pytest.param(("missing.jsonl", "--out", "x.svg"), "missing.jsonl: no such file", id="missing"),
        pytest.param(("LOG", "--out", "there.svg"), "there.svg exists", id="exists"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], complaint: str, short: Path, tmp_path: Path) -> None:
    """CLI: wrong usage is one line that names the remedy, exit code 2, and no file is written."""
    (tmp_path / "there.svg").write_text("mine")
    done = railbook("draw", *(str(short) if word == "LOG" else word for word in arguments), folder=tmp_path)
    assert done.code == 2
    assert complaint in done.complaint
    assert [path.name for path in tmp_path.iterdir()] == ["there.svg"]
    assert (tmp_path / "there.svg").read_text() == "mine"


def test_a_map_of_no_game(tmp_path: Path) -> None:
    """A file that no game can read says why for each kind of map, in one line."""
    (tmp_path / "odd.toml").write_text("schema = 1\n")
    done = railbook("draw", "--map", "odd.toml", "--out", "x.svg", folder=tmp_path)
    assert done.code == 2
    assert "--game" in done.complaint
    assert "age-of-steam" in done.complaint


def test_a_broken_log(short: Path, tmp_path: Path) -> None:
    """What comes before a fault of the log is drawn with a warning, what lies behind it is not: exit code 1."""
    lines = short.read_bytes().splitlines(keepends=True)
    log = tmp_path / "cut.jsonl"
    log.write_bytes(b"".join(lines[:10]) + lines[10][:40])
    before = railbook("draw", log, "--at", "5", "--out", tmp_path / "a.svg")
    assert (before.code, "truncated" in before.complaint) == (0, True)
    behind = railbook("draw", log, "--out", tmp_path / "b.svg")
    assert (behind.code, "truncated" in behind.complaint) == (1, True)
    assert not (tmp_path / "b.svg").exists()


@pytest.mark.slow
def test_png(short: Path, tmp_path: Path) -> None:
    """A name that ends in .png gives a PNG of the same proportions."""
    pytest.importorskip("resvg_py")
    target = tmp_path / "x.png"
    assert railbook("draw", short, "--out", target).code == 0
    head = target.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    picture = drawn(tmp_path / "x.svg", short)
    width, height = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    assert width / height == pytest.approx(float(picture.get("width", 0)) / float(picture.get("height", 1)), rel=0.01)


def test_seats_are_told_apart_without_colours() -> None:
    """Each of eight seats has another mark, and every colour of a seat stands out from the land."""
    assert len({repr(seat_mark(seat, (0, 0), 4)).replace(f"seat-{seat}", "seat") for seat in range(SEAT_MARKS)}) == 8
    assert len({COLOURS[name] for name in SEATS}) == len(SEATS)
    for name in SEATS:
        assert lightness(COLOURS[name]) < 0.8


@pytest.mark.slow
@pytest.mark.parametrize("log", [STATIONS, ALVIN, HEXES], ids=["europe", "alvin", "age-of-steam"])
def test_the_same_bytes_everywhere(log: Path, tmp_path: Path) -> None:
    """A picture has the same bytes under every hash seed."""
    for seed in ("0", "1", "4711"):
        env = {"PYTHONHASHSEED": seed}
        assert process("draw", log, "--out", tmp_path / f"{seed}.svg", env=env).code == 0
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ttr-usa", "ttr-europe", "ttr-old-west", "age-of-steam"])
def test_a_board_is_drawn_at_once(game: str) -> None:
    """Drawing a board takes no longer than 2.5 plain loops of the same run: well under 100 ms where that takes 40.

    The best of five counts.
    """
    registry = Registry.installed()
    found = registry.game(game)
    rules = found.ruleset(found.maps()[0].seats[0])
    SvgWriter().document(Picture((), 1, 1))
    took, loop = [], []
    for _ in range(5):
        _forget_layouts()
        begun = time.process_time()
        SvgWriter().document(rules.picture(new_state(rules), None))
        took.append(time.process_time() - begun)
        begun = time.process_time()
        sum(number * number % 7 for number in range(600_000))
        loop.append(time.process_time() - begun)
    assert min(took) < 2.5 * min(loop)


def _forget_layouts() -> None:
    from railbook_ticket_to_ride import board_picture, layout

    layout._layouts.clear()
    for cached in (board_picture._route, board_picture._cities, board_picture._ground):
        cached.cache_clear()
