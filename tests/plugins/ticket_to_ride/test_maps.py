"""Map files: every defect is found when a map is loaded, and what is loaded is the same however it was written."""

import pickle
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook_ticket_to_ride.board import compile_board
from railbook_ticket_to_ride.map_checks import defects
from railbook_ticket_to_ride.map_format import City, Map
from railbook_ticket_to_ride.maps import MapError, load_map, map_digest, map_from_data, parse_map

# Small, and with every feature: a double route, a ferry, a tunnel, both kinds of tickets.
MAP = """
schema = 1
id = "corner"
version = 1
title = "The corner"
edition = "2024"
tie_breakers = ["total_points", "longest_path_length"]
players = { min = 2, max = 3, colours = ["blue", "red", "green"] }
pieces = { trains = 20, stations = 1 }
train_cards = { colours = ["red", "blue"], per_colour = 12, locomotives = 4 }
deal = { long = 1, regular = 1 }
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 6 = 15 }
[options]
"setup.hand" = 4
"market.size" = 5
"tickets.draw" = 2
"tickets.keep_draw" = 1
"tickets.keep_initial" = 2
"tickets.initial_rejects" = "bottom"
[cities]
albany = { name = "Albany", lat = 4265, lon = -7376 }
boston = { name = "Boston", lat = 4236, lon = -7106 }
montreal = { name = "Montréal", lat = 4550, lon = -7357 }
new-york = { name = "New York", lat = 4071, lon = -7401 }
[routes]
albany--boston--a = { cities = ["albany", "boston"], length = 2, colour = "red", parallel = "albany--boston" }
albany--boston--b = { cities = ["albany", "boston"], length = 2, colour = "blue", parallel = "albany--boston" }
albany--montreal = { cities = ["albany", "montreal"], length = 3, colour = "grey", tunnel = true }
boston--new-york = { cities = ["new-york", "boston"], length = 4, colour = "grey", ferry = 2 }
[tickets]
t-albany--boston = { cities = ["albany", "boston"], points = 2, kind = "regular" }
t-albany--new-york = { cities = ["albany", "new-york"], points = 6, kind = "regular" }
t-boston--montreal = { cities = ["boston", "montreal"], points = 5, kind = "regular" }
t-montreal--boston = { cities = ["albany", "montreal"], points = 3, kind = "long" }
t-montreal--new-york = { cities = ["montreal", "new-york"], points = 9, kind = "long" }
t-new-york--boston = { cities = ["boston", "new-york"], points = 4, kind = "long" }
"""
GROUP_A = 'length = 2, colour = "red", parallel = "albany--boston"'
GROUP_B = 'length = 2, colour = "blue", parallel = "albany--boston"'
ROUTES = MAP[MAP.index("albany--boston--a =") : MAP.index("[tickets]")]
TICKETS = MAP[MAP.index("t-albany--boston =") :]
CHANNEL = """calais = { name = "Calais", lat = 5095, lon = 186 }
dover = { name = "Dover", lat = 5113, lon = 131 }
[routes]
calais--dover = { cities = ["calais", "dover"], length = 1, colour = "grey" }
"""

# Old text, new text; then what the error must name: key, value, words of the problem.
DEFECTS = {
    "length-without-points": ("length = 3", "length = 7", "routes.albany--montreal.length", 7, "(has 1-4, 6)"),
    "ticket-of-unknown-city": (
        'cities = ["boston", "montreal"]',
        'cities = ["boston", "monteal"]',
        "tickets.t-boston--montreal.cities[1]",
        "monteal",
        "no such city (nearest: montreal)",
    ),
    "group-of-unequal-lengths": (
        GROUP_B,
        GROUP_B.replace("2", "3", 1),
        "routes.albany--boston--b.length",
        3,
        "differs from albany--boston--a (2)",
    ),
    "route-to-itself": (
        'cities = ["albany", "montreal"], length',
        'cities = ["albany", "albany"], length',
        "routes.albany--montreal.cities",
        ["albany", "albany"],
        "the same city twice",
    ),
    "same-ticket-twice": (
        'cities = ["montreal", "new-york"]',
        'cities = ["new-york", "albany"]',
        "tickets.t-montreal--new-york.cities",
        ["new-york", "albany"],
        "the same cities as t-albany--new-york",
    ),
    "more-symbols-than-spaces": ("ferry = 2", "ferry = 5", "routes.boston--new-york.ferry", 5, "than spaces (4)"),
    "no-tickets": (TICKETS, "", "tickets", {}, "a map needs tickets"),
    "route-of-unknown-city": (
        '["new-york", "boston"]',
        '["newyork", "boston"]',
        "routes.boston--new-york.cities[0]",
        "newyork",
        "no such city (nearest: new-york)",
    ),
    "ticket-to-itself": (
        '["boston", "montreal"]',
        '["boston", "boston"]',
        "tickets.t-boston--montreal.cities",
        ["boston", "boston"],
        "the same city twice",
    ),
    "group-with-other-ends": (
        f'["albany", "boston"], {GROUP_B}',
        f'["boston", "montreal"], {GROUP_B}',
        "routes.albany--boston--b.cities",
        ["boston", "montreal"],
        "differs from albany--boston--a",
    ),
    "group-of-one": (
        'colour = "grey", tunnel',
        'colour = "grey", parallel = "alone", tunnel',
        "routes.albany--montreal.parallel",
        "alone",
        "the only route",
    ),
    "parallel-without-group": (
        GROUP_B,
        'length = 2, colour = "blue"',
        "routes.albany--boston--b.parallel",
        None,
        "the same cities as albany--boston--a",
    ),
    "parallel-in-two-groups": (
        GROUP_B,
        GROUP_B.replace("--boston", "--other"),
        "routes.albany--boston--b.parallel",
        "albany--other",
        "the same cities as albany--boston--a",
    ),
    "colour-twice-in-a-group": (
        GROUP_B,
        GROUP_B.replace("blue", "red"),
        "routes.albany--boston--b.colour",
        "red",
        "twice in the parallel group",
    ),
    "more-symbols-than-locomotives": (
        'length = 4, colour = "grey", ferry = 2',
        'length = 6, colour = "grey", ferry = 5',
        "routes.boston--new-york.ferry",
        5,
        "than there are locomotives (4)",
    ),
    "tunnel-and-ferry": (
        "ferry = 2",
        "ferry = 2, tunnel = true",
        "routes.boston--new-york.tunnel",
        True,
        "a ferry and",
    ),
    "unknown-colour": (
        GROUP_A,
        GROUP_A.replace("red", "rde"),
        "routes.albany--boston--a.colour",
        "rde",
        "no colour of",
    ),
    "locomotive-as-route-colour": (
        GROUP_A,
        GROUP_A.replace("red", "locomotive"),
        "routes.albany--boston--a.colour",
        "locomotive",
        "no colour of",
    ),
    "grey-cards": ('["red", "blue"]', '["red", "blue", "grey"]', "train_cards.colours[2]", "grey", "not a colour"),
    "card-colour-twice": ('["red", "blue"]', '["red", "blue", "red"]', "train_cards.colours", "red", "2 times"),
    "player-colour-twice": ('"red", "green"]', '"red", "red"]', "players.colours", "red", "occurs 2 times"),
    "too-few-player-colours": (', "green"]', "]", "players.colours", ["blue", "red"], "players.max (3)"),
    "min-above-max": ("min = 2", "min = 4", "players.min", 4, "more than players.max (3)"),
    "tie-breaker-twice": ('"longest_path_length"', '"total_points"', "tie_breakers", "total_points", "2 times"),
    "city-name-twice": ('"New York"', '"ALBANY"', "cities.new-york.name", "ALBANY", "the name of albany too"),
    "too-few-tickets": ("regular = 1", "regular = 2", "deal.regular", 2, "more than the 3 regular tickets"),
    "deal-of-unknown-kind": ("regular = 1", "regula = 1", "deal.regula", 1, "more than the 0 regula tickets"),
    "keeps-more-than-dealt": ('initial" = 2', 'initial" = 3', "options.tickets.keep_initial", 3, "tickets dealt (2)"),
    "keeps-more-than-drawn": ('draw" = 1', 'draw" = 3', "options.tickets.keep_draw", 3, "tickets.draw (2)"),
    "too-few-cards": ('hand" = 4', 'hand" = 10', "options.setup.hand", 10, "not enough train cards for 3 players (9)"),
    "market-above-deck": ('size" = 5', 'size" = 29', "options.market.size", 29, "all train cards (28)"),
    "unconnected-ticket": (
        f"[routes]\n{ROUTES}[tickets]",
        (
            f"{CHANNEL}{ROUTES}[tickets]\n"
            't-albany--dover = { cities = ["albany", "dover"], points = 9, kind = "regular" }'
        ),
        "tickets.t-albany--dover.cities",
        ["albany", "dover"],
        "no routes connect these cities",
    ),
    "board-in-two-parts": ("[routes]\n", CHANNEL, "cities", "calais", "no routes connect it with albany"),
    "lonely-city": (
        "[routes]",
        'calais = { name = "Calais", lat = 5095, lon = 186 }\n[routes]',
        "cities",
        "calais",
        "no routes connect it with albany",
    ),
    "id-not-kebab": ("\nmontreal = {", '\n"Montréal" = {', "cities", "Montréal", "not plain kebab case"),
    "id-with-newline": ("\nmontreal = {", '\n"montreal\\n" = {', "cities", "montreal\n", "not plain kebab case"),
    "id-with-three-hyphens": (
        "t-albany--boston =",
        "t-albany---boston =",
        "tickets",
        "t-albany---boston",
        "not plain kebab case",
    ),
    "map-id-not-kebab": ('id = "corner"', 'id = "The Corner"', "id", "The Corner", "not plain kebab case"),
    "city-in-other-case": (
        '["boston", "montreal"]',
        '["boston", "Montreal"]',
        "tickets.t-boston--montreal.cities[1]",
        "Montreal",
        "not plain kebab case",
    ),
    "unknown-key": ("tunnel = true", "tunel = true", "routes.albany--montreal.tunel", True, "unknown key"),
    "unknown-section": ("[options]", "[features]\nferries = true\n[options]", "features", {"ferries": True}, "unknown"),
    "missing-key": ("points = 5, ", "", "tickets.t-boston--montreal.points", None, "missing"),
    "missing-section": ("deal = { long = 1, regular = 1 }", "", "deal", None, "missing"),
    "text-for-a-number": ("length = 3", 'length = "3"', "routes.albany--montreal.length", "3", "Expected whole number"),
    "true-for-a-number": ("points = 5", "points = true", "tickets.t-boston--montreal.points", True, "got bool"),
    "fraction": ("length = 3", "length = 3.0", "routes.albany--montreal.length", 3.0, "got float"),
    "degrees": ("lat = 4550", "lat = 45.50", "cities.montreal.lat", 45.5, "got float"),
    "not-a-number": ('hand" = 4', 'hand" = nan', "options.setup.hand", None, "got float"),
    "infinite": ("regular = 1", "regular = inf", "deal.regular", float("inf"), "got float"),
    "date": ('edition = "2024"', "edition = 2024-01-01", "edition", None, "Expected text"),
    "negative-points": ("6 = 15", "6 = -15", "route_points.6", -15, ">= 0"),
    "negative-ticket": ("points = 5", "points = -5", "tickets.t-boston--montreal.points", -5, ">= 1"),
    "negative-ferry": ("ferry = 2", "ferry = -2", "routes.boston--new-york.ferry", -2, ">= 0"),
    "no-spaces": ("length = 3", "length = 0", "routes.albany--montreal.length", 0, ">= 1"),
    "off-the-globe": ("lat = 4550", "lat = 9001", "cities.montreal.lat", 9001, "<= 9000"),
    "three-ends": (
        '["boston", "montreal"]',
        '["boston", "montreal", "albany"]',
        "tickets.t-boston--montreal.cities",
        ["boston", "montreal", "albany"],
        "of length 2, got 3",
    ),
    "unknown-kind": ('points = 5, kind = "regular"', 'points = 5, kind = "reglar"', None, "reglar", "unknown value"),
    "length-zero-in-table": ("1 = 1, 2", "0 = 0, 1 = 1, 2", "route_points", "0", "not a length of routes"),
    "unquoted-option": ('"setup.hand"', "setup.hand", "options", "setup", "not the name of an option"),
    "list-as-option": ('hand" = 4', 'hand" = [4]', "options.setup.hand", [4], "got list"),
    "escape-code-in-title": ('"The corner"', '"\\u001b[2J"', "title", "\x1b[2J", "not one line of plain text"),
    "table-for-a-row": (
        'montreal = { name = "Montréal", lat = 4550, lon = -7357 }',
        "montreal = 5",
        "cities.montreal",
        5,
        "Expected table",
    ),
    "newer-format": ("schema = 1", "schema = 2", "schema", 2, "not known here (this is 1)"),
    "format-as-text": ("schema = 1", 'schema = "1"', "schema", "1", ""),
    "huge-number": ("points = 5", f"points = 0x{'f' * 5000}", "tickets.t-boston--montreal.points", None, "<= 1000"),
}


def corner() -> Map:
    """Give the small map of this file."""
    return parse_map(MAP.encode(), "corner.toml")


def shipped() -> bytes:
    """Give the bytes of the USA map."""
    return (files("railbook_usa") / "map.toml").read_bytes()


def test_small_map_is_accepted() -> None:
    """The map that the defects below are put into has none itself, so each of them is the only one."""
    assert list(defects(corner())) == []


@pytest.mark.parametrize("old, new, key, value, problem", DEFECTS.values(), ids=DEFECTS)
def test_defect_is_named(old: str, new: str, key: str | None, value: object, problem: str) -> None:
    """A map with one defect is refused when it is loaded, on one line with file, key and value (PLG-04)."""
    assert MAP.count(old) == 1
    with pytest.raises(MapError) as caught:
        parse_map(MAP.replace(old, new).encode(), "corner.toml")
    line = str(caught.value)
    assert line.isprintable()
    assert line.startswith(f"corner.toml: key {caught.value.key}")
    assert problem in caught.value.problem
    assert line.endswith(f": {caught.value.problem}")
    assert key is None or caught.value.key == key
    if value is not None:
        assert caught.value.value == value
        assert f" = {value!r}: " in line


def test_error_line() -> None:
    """The line reads as the format document shows it (PLG-04)."""
    text = shipped().replace(b'"miami"], length = 5', b'"miami"], length = 7')
    with pytest.raises(MapError) as caught:
        parse_map(text, "usa.toml")
    expected = "usa.toml: key routes.atlanta--miami.length = 7: no points for this length in route_points (has 1-6)"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    "data, problem",
    [
        (b"schema = 1\nid = '\xe9'", "not UTF-8 at byte 17"),
        (MAP.encode("utf-16"), "not UTF-8 at byte 0"),
        (b"schema = ", "not TOML: Invalid value"),
        (b"schema = 1\nschema = 1", "not TOML: Cannot overwrite"),
        (b"schema = " + b"9" * 5000, "not TOML: "),
        (b"schema = " + b"[" * 100_000, "nested deeper than 60 levels"),
        (b"#" * ((1 << 20) + 1), "larger than 1 MiB (limit map)"),
    ],
    ids=["latin-1", "utf-16", "cut", "key-twice", "digits", "nested", "large"],
)
def test_unreadable_file_is_named(data: bytes, problem: str) -> None:
    """What is no TOML in UTF-8, or too large, is refused with the name of the file (PLG-04)."""
    with pytest.raises(MapError) as caught:
        parse_map(data, "corner.toml")
    assert str(caught.value).startswith(f"corner.toml: {problem}")
    assert str(caught.value).isprintable()


@given(st.data())
def test_damaged_map_never_crashes(data: st.DataObject) -> None:
    """Whatever happens to the bytes of a map, reading them gives a map or a `MapError` on one line (PLG-04)."""
    text = bytearray(MAP.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 12, len(text))))
        text[start:end] = data.draw(st.sampled_from([b"", b"\n", b"'", b'"', b"7", b"-", b"[", b"]", b".x", b" = 1.5"]))
    try:
        compile_board(parse_map(bytes(text), "corner.toml"))
    except MapError as error:
        assert str(error).isprintable()  # noqa: PT017 - any map may come out as well


@pytest.mark.parametrize("data", [None, [], "map", {}, {"schema": True}, {1: 2}, {"a - at `$.routes[...]`": 1}])
def test_data_of_any_shape_is_refused(data: object) -> None:
    """Map data from a log is checked as a file is, whatever it holds (PLG-04)."""
    with pytest.raises(MapError, match=r"^game\.jsonl: "):
        map_from_data(data, "game.jsonl")


def test_all_defects_can_be_listed() -> None:
    """Several defects of one map are found in one go, and none hides another."""
    map = corner()
    lost = City(name="Lost", lat=0, lon=0)
    map = msgspec.structs.replace(map, cities={**map.cities, "lost": lost}, deal={"regular": 9}, route_points={"2": 2})
    keys = [key for key, _, _ in defects(map)]
    assert keys == [
        "routes.albany--montreal.length",
        "routes.boston--new-york.length",
        "cities",
        "deal.regular",
    ]


def test_error_survives_pickling() -> None:
    """A `MapError` raised in a worker process arrives whole."""
    error = MapError("corner.toml", "deal.long", 9, "too many")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - written on this line
    assert str(again) == str(error) == "corner.toml: key deal.long = 9: too many"


def test_missing_file_is_no_defect(tmp_path: Path) -> None:
    """A file that is not there raises `OSError`, which tells wrong usage from a wrong map."""
    with pytest.raises(FileNotFoundError):
        load_map(tmp_path / "none.toml")


def test_order_of_entries_means_nothing() -> None:
    """A map written in another order has the same digest and the same board, since logs name maps by digest."""
    map = corner()
    turned = msgspec.structs.replace(
        map,
        cities=dict(reversed(map.cities.items())),
        routes=dict(reversed(map.routes.items())),
        tickets=dict(reversed(map.tickets.items())),
    )
    assert map_digest(turned) == map_digest(map)
    board, again = compile_board(map), compile_board(turned)
    for name in ("routes", "routes_at", "tickets", "tickets_by_kind", "city_names", "deck"):
        assert list(getattr(board, name).items()) == list(getattr(again, name).items())


def test_digest_depends_on_data_only() -> None:
    """Line ends, comments, a byte order mark and defaults written out change no digest; a number does."""
    digest = map_digest(corner())
    same = "# a comment\n" + MAP.replace("ferry = 2", "ferry = 2, tunnel = false").replace("\n", "\r\n")
    assert map_digest(parse_map(same.encode("utf-8-sig"), "corner.toml")) == digest
    assert map_digest(parse_map(MAP.replace("points = 5", "points = 6").encode(), "corner.toml")) != digest
    assert len(digest) == 32


def test_map_round_trips_through_a_log() -> None:
    """A map embedded in a log, as canonical JSON, is read as the same map with the same digest."""
    map = corner()
    data = msgspec.json.decode(msgspec.json.Encoder(order="sorted").encode(map))
    assert "parallel" not in data["routes"]["albany--montreal"]
    assert map_digest(map_from_data(data, "game.jsonl")) == map_digest(map)


def test_board_is_compiled() -> None:
    """The board knows card kinds, deck, points, siblings and the routes at a city."""
    board = compile_board(corner())
    assert board.kinds == ("red", "blue", "locomotive")
    assert board.deck == {"red": 12, "blue": 12, "locomotive": 4}
    assert board.routes["boston--new-york"].points == 7
    assert board.routes["albany--boston--a"].siblings == ("albany--boston--b",)
    assert board.routes["albany--montreal"].siblings == ()
    assert board.routes_at["boston"] == ("albany--boston--a", "albany--boston--b", "boston--new-york")
    assert board.tickets["t-montreal--new-york"].points == 9
    assert list(board.tickets_by_kind) == ["long", "regular"]
    assert board.city_names["montreal"] == "Montréal"


def test_schema_can_be_generated() -> None:
    """The JSON Schema of the format has plain names and describes every field of its structs."""
    definitions = msgspec.json.schema(Map)["$defs"]
    assert set(definitions) == {"Map", "Players", "Pieces", "TrainCards", "City", "Route", "Ticket"}
    for name, definition in definitions.items():
        assert definition["description"], name
        for field, described in definition["properties"].items():
            assert "description" in described or "$ref" in described, f"{name}.{field}"


def test_loading_is_light() -> None:
    """Loading and compiling a shipped map does not import networkx, which would cost 100 ms."""
    code = (
        "import sys; from importlib.resources import files;"
        "from railbook_ticket_to_ride.board import compile_board; from railbook_ticket_to_ride.maps import load_map;"
        "board = compile_board(load_map(files('railbook_usa') / 'map.toml'));"
        "print(len(board.routes), 'networkx' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["100", "False"]
