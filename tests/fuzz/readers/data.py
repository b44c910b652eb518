"""Readers of TOML: maps, declared changes, settings."""

from __future__ import annotations

from pathlib import Path

from railbook.audit.expected import read_changes
from railbook.log.reader import whole_file
from railbook.plugins.project import plugins_of
from railbook_age_of_steam.maps import parse_map as parse_hexes
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_europe.plugin import EUROPE_GAME
from tests.fuzz.readers.answers import Reader
from tests.plugins.ticket_to_ride.test_maps import MAP

CORNER = b"""schema = 1
id = "corner"
version = 1
title = "The corner"
edition = "2024"
tie_breakers = ["total_points"]
players = { min = 2, max = 2, colours = ["blue", "red"] }
pieces = { trains = 9, stations = 1 }
train_cards = { colours = ["red"], per_colour = 16, locomotives = 4 }
deal = { regular = 1 }
route_points = { 1 = 1, 2 = 2 }
[options]
"setup.hand" = 2
"tickets.draw" = 1
"tickets.keep_initial" = 1
[cities]
albany = { name = "Albany", lat = 4265, lon = -7376 }
boston = { name = "Boston", lat = 4236, lon = -7106 }
cairo = { name = "Ca\xc3\xafro", lat = 4230, lon = -7400 }
[routes]
albany--boston--a = { cities = ["albany", "boston"], length = 2, colour = "red", parallel = "albany--boston" }
albany--boston--b = { cities = ["albany", "boston"], length = 2, colour = "grey", parallel = "albany--boston" }
boston--cairo = { cities = ["boston", "cairo"], length = 1, colour = "grey", tunnel = true }
[tickets]
t-albany--boston = { cities = ["albany", "boston"], points = 2, kind = "regular" }
t-boston--cairo = { cities = ["boston", "cairo"], points = 1, kind = "regular" }
"""
"""As small as a map of Ticket to Ride can be."""


def _ttr_map(path: Path) -> str:
    assert EUROPE_GAME.parse_map is not None
    EUROPE_GAME.ruleset(2, EUROPE_GAME.parse_map(whole_file(path, "map"), "map.toml"))
    return "composed"


def _hexes(path: Path) -> str:
    AGE_OF_STEAM_GAME.ruleset(2, parse_hexes(whole_file(path, "map"), "map.toml"))
    return "composed"


ISLAND = b"""schema = 1
id = "island"
version = 1
title = "Island"
cities = [{ hex = "0,0", name = "Coll", colours = ["red"], cubes = 2 }]
columns = [{ id = "W1", part = "white", die = 1, boxes = 1, city = "0,0" }]
[players]
min = 2
max = 2
colours = ["red", "blue"]
[turns]
2 = 3
[terrain]
plain = 0
[bag]
red = 9
[new_cities]
[towns]
"1,0" = "Mull"
[hexes]
"0,0" = { terrain = "plain", label = "A0" }
"1,0" = { terrain = "plain" }
"""
"""As small as a map of Age of Steam can be."""

HEXES = b"""schema = 1
id = "two-cities"
version = 1
title = "Two Cities"
cities = [
    { hex = "0,0", name = "Coll", colours = ["red"], cubes = 2 },
    { hex = "2,0", name = "Eriskay", colours = ["blue"], cubes = 1 },
]
columns = [
    { id = "W1", part = "white", die = 1, boxes = 2, city = "0,0" },
    { id = "A", part = "black", die = 6, boxes = 1, city = "A" },
]

[players]
min = 2
max = 2
colours = ["red", "blue"]

[turns]
2 = 3

[terrain]
plain = 0
river = 1

[bag]
red = 9
blue = 9

[new_cities]
A = { colours = ["red"] }

[towns]
"1,0" = "Mull"

[hexes]
"0,0" = { terrain = "plain", label = "A0" }
"1,0" = { terrain = "river" }
"2,0" = { terrain = "plain" }
"1,1" = { terrain = "water" }
"""


def _changes(path: Path) -> str:
    return f"{min(3, len(read_changes(path)))} changes"


CHANGES = b"""# What is meant.
[[change]]
rule = "peb.bag-is-empty"
kind = "illegal-action"
games = ["a.jsonl", "b/c.jsonl"]
why = "an empty bag"

[[change]]
rule = "peb.points"
kind = "different-score"
games = "all"
why = 'other "points"'
"""


def _settings(path: Path) -> str:
    return f"{min(3, len(plugins_of(path)))} plugins"


SETTINGS = b"""[project]
name = "house"

[tool.railbook]
plugins = ["house.py", "house.rules"]
[tool.other.deep]
x = {a = 1, b.c = 2.5, d = 1979-05-27T07:32:00Z}
"""


READERS = {
    "Ticket to Ride map": Reader("map.toml", lambda: [CORNER], _ttr_map, lambda: [MAP.encode()]),
    "Age of Steam map": Reader("map.toml", lambda: [ISLAND], _hexes, lambda: [HEXES]),
    "declared changes": Reader("expected-changes.toml", lambda: [CHANGES], _changes),
    "settings": Reader("pyproject.toml", lambda: [SETTINGS], _settings),
}
"""Readers of TOML by the name of what they read."""
