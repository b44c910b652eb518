"""A small playthrough in choochoo's format, made of our own map: so that the importer is tested without its games."""

from __future__ import annotations

import json
from typing import Any

from railbook_age_of_steam.choochoo.recording import COLOURS, GOODS
from railbook_age_of_steam.choochoo.wording import ACTIONS, TILES
from tests.plugins.age_of_steam.positions import at, position

CODES = {id: code for code, id in TILES.items()}
TERRAIN = {"plain": 2, "river": 3, "mountain": 4, "water": 11}
RED, YELLOW, GREEN = (COLOURS.index(colour) for colour in ("red", "yellow", "green"))
PARTS = {"white": 1, "black": 2}


def place(name: str) -> dict[str, int]:
    """Write a hex as choochoo does."""
    q, r = at(name).split(",")
    return {"q": int(q), "r": int(r)}


def start_state() -> dict[str, Any]:
    """Give the state right after the set-up of a game of three on the Rust Belt, the cubes of all colours mixed."""
    data = position(3).board.map
    cubes = [GOODS.index(colour) for colour, count in data.bag.items() for _ in range(count)]
    cubes = [cubes[(number * 29) % len(cubes)] for number in range(len(cubes))]
    columns: dict[str, list[dict[str, Any]]] = {}
    for column in data.columns:
        goods = [cubes.pop() for _ in range(column.boxes)]
        on_roll = {"group": PARTS[column.part], "onRoll": column.die, "goods": goods}
        columns.setdefault(column.city, []).append(on_roll)
    cities = {city.hex: city for city in data.cities}
    grid: list[Any] = []
    for hex, what in data.hexes.items():
        space: dict[str, Any] = {"type": TERRAIN[what.terrain]}
        if hex in cities:
            city = cities[hex]
            colours = [GOODS.index(colour) for colour in city.colours]
            goods = [cubes.pop() for _ in range(city.cubes)]
            space = {"type": 1, "name": city.name, "color": colours, "goods": goods, "onRoll": columns[hex]}
        elif hex in data.towns:
            space["townName"] = data.towns[hex]
        grid.append([place(hex), space])
    return {
        "grid": grid,
        "bag": cubes,
        "players": [
            {"playerId": 700_000 + colour, "color": colour, "income": 0, "shares": 2, "money": 10, "locomotive": 1}
            for colour in (GREEN, RED, YELLOW)
        ],
        "turnOrder": [RED, YELLOW, GREEN],
        "availableCities": [
            {"color": GOODS.index(city.colours[0]), "onRoll": columns[letter], "goods": []}
            for letter, city in data.new_cities.items()
        ],
        "interCityConnections": [],
        "roundNumber": 1,
        "currentPhase": 1,
        "currentPlayer": RED,
        "gridVersion": 1,
    }


def build(hex: str, tile: str, rotation: int) -> tuple[str, dict[str, Any]]:
    """Give the record of a build."""
    return "build", {"coordinates": place(hex), "tileType": CODES[tile], "orientation": (rotation + 1) % 6 + 1}


ROUND: list[tuple[str, dict[str, Any]]] = [
    ("takeShares", {"numShares": 2}),
    ("auto-action", {"skipShares": False, "takeSharesNext": 1}),
    ("auto-action", {"skipShares": True, "takeSharesNext": 5}),
    ("bid", {"bid": 1}),
    ("auto-action", {"bidUntil": {"maxBid": 3, "incrementally": True, "thenPass": True}}),
    ("pass", {}),
    ("pass", {}),
    ("select", {"action": ACTIONS.index("urbanization")}),
    ("auto-action", {"takeActionNext": ACTIONS.index("engineer")}),
    ("select", {"action": ACTIONS.index("locomotive")}),
    build("10,13", "S1", 1),
    ("urbanize", {"coordinates": place("indianapolis"), "cityIndex": 1}),
    build("11,12", "S1", 1),
    ("done", {}),
    build("9,13", "S2", 5),
    ("done", {}),
    ("done", {}),
    ("auto-action", {"locoNext": True}),
    ("pass", {}),
    ("locomotive", {}),
    ("pass", {}),
    ("pass", {}),
    ("pass", {}),
]
"""One round: yellow is first, then red, then green; after the last pass the dice are rolled."""

EXPECTED = """game 77 / rust-belt / 3 players / 23 actions

round 1 end
     green   $5    income=0    shares=2   loco=3  score=-6/0
     yellow  $4    income=0    shares=3   loco=2  score=-7/0
     red     $12   income=0    shares=4   loco=1  score=-11/0
"""
"""Red: 10 + 10 - 1 - 2 - 5 dollars and an open path; yellow: 10 + 5 - 2 - 4 - 5 and a link of two; green: 10 - 5."""


def playthrough(**changes: Any) -> dict[str, Any]:
    """Give the file as plain values, with other values of its fields."""
    actions = [
        {"version": number, "actionName": name, "actionData": data, "seed": None}
        for number, (name, data) in enumerate(ROUND, 1)
    ]
    actions[-1]["seed"] = "5506416902061946"
    return {
        "id": 77,
        "gameKey": "rust-belt",
        "variant": {},
        "playerIds": [700_001, 700_002, 700_003],
        "startSeed": None,
        "startState": json.dumps({"version": 3, "gameData": start_state()}),
        "replayFrom": "state",
        "actions": actions,
        **changes,
    }
