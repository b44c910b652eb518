"""The committed JSON Schemas: generated from the types, sound in themselves, and strict enough to refuse a bad line."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from railbook.plugins.registry import Registry
from railbook.plugins.schemas import schemas_of
from tests.replays.corpus import shortest_of
from tests.replays.referee import REFEREES, read
from tests.replays.validating import SCHEMAS, validator, validator_of_log

GENERATED = schemas_of(Registry.installed())
COMMAND = "run: railbook schema schemas"

Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Give a recorded game, line by line."""
    return [json.loads(line) for line in read(shortest_of("ttr-usa"))]


def test_there_is_one_schema_for_each_type() -> None:
    """The folder holds what the command writes and nothing else; each game with a referee has a schema."""
    assert {path.name for path in SCHEMAS.iterdir()} == set(GENERATED), COMMAND
    assert {f"{game}.log.json" for game in REFEREES} <= set(GENERATED)


@pytest.mark.parametrize("name", GENERATED)
def test_schema_is_the_generated_one(name: str) -> None:
    """Each committed schema is byte by byte what the types give."""
    assert (SCHEMAS / name).read_bytes() == GENERATED[name], COMMAND


@pytest.mark.parametrize("name", GENERATED)
def test_schema_is_a_schema(name: str) -> None:
    """Each schema is one itself, in the dialect that it names."""
    schema = json.loads(GENERATED[name])
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


@pytest.mark.parametrize("game", REFEREES)
def test_map_fits_its_schema(game: str) -> None:
    """The map file of each board is one by the schema of the map format."""
    data = tomllib.loads(REFEREES[game].map_path.read_text("utf-8"))
    errors = validator(REFEREES[game].map_schema).iter_errors(data)
    assert [error.message for error in errors] == []


def test_other_lines_fit_the_schema() -> None:
    """LOG-10: comments and undos, which no recorded game of bots holds, are lines as well."""
    digest = "0" * 32
    schema = validator_of_log("ttr-usa")
    assert schema.is_valid({"type": "comment", "text": "well played"})
    assert schema.is_valid({"type": "comment", "text": "well played", "time": "2004-05-01T12:00:00Z"})
    assert schema.is_valid({"type": "undo", "seat": 0, "to": 3, "digest": digest})
    assert not schema.is_valid({"type": "undo", "seat": 0, "to": 0, "digest": digest})


def of(lines: list[Line], fits: Callable[[Line], bool]) -> Line:
    """Give an independent copy of the first line that fits."""
    return copy.deepcopy(next(line for line in lines if fits(line)))


def test_a_line_without_digest_is_refused(lines: list[Line]) -> None:
    """Each line of the chain has its digest."""
    for line in (lines[0], lines[1], lines[-1]):
        assert not validator_of_log("ttr-usa").is_valid({key: line[key] for key in line if key != "digest"})


@pytest.mark.parametrize(
    "place, value",
    [
        ("ply", -1),
        ("ply", "7"),
        ("seat", 1.5),
        ("chance", [["ttr.drawn@0"]]),
        ("chance", [["ttr.drawn@0", "red", "blue"]]),
        ("digest", "no digest"),
        ("colour", "red"),
        ("type", "turn"),
        ("action", {"type": "ttr.draw-card"}),
        ("action", {"type": "ttr.draw-card", "slot": "first"}),
        ("action", {"type": "ttr.draw-card", "slot": 1, "hand": 2}),
        ("action", {"type": "ttr.draw-cards", "slot": 1}),
        ("events", [{"type": "ttr.card-taken", "seat": 0, "slot": 1}]),
        ("events", [{"type": "ttr.card-taken", "seat": 0, "slot": 1, "card": 3}]),
        ("events", [{"type": "ttr.card-stolen", "seat": 0}]),
        ("events", {}),
    ],
    ids=str,
)
def test_a_broken_ply_is_refused(place: str, value: object, lines: list[Line]) -> None:
    """SEC-01, SEC-06: numbers out of range, unknown and missing fields, tags and other types fail, each by itself."""
    line = of(lines, lambda line: line.get("action", {}).get("type") == "ttr.draw-card")
    schema = validator_of_log("ttr-usa")
    assert schema.is_valid(line)
    line[place] = value
    assert not schema.is_valid(line)


def test_a_broken_header_or_end_is_refused(lines: list[Line]) -> None:
    """A game without seats, an unknown scheme of chance, and points that are no numbers fail."""
    schema = validator_of_log("ttr-usa")
    assert schema.is_valid(lines[0])
    assert schema.is_valid(lines[-1])
    of_header: list[Line] = [{"seats": []}, {"chance": {"scheme": "dice"}}, {"partial": "no"}, {"format": 0}]
    of_end: list[Line] = [{"sheet": [{"id": "ttr.routes", "points": ["many"]}]}, {"standings": [{"rank": 1}]}]
    for line, broken in ((lines[0], of_header), (lines[-1], of_end)):
        for change in broken:
            assert not schema.is_valid({**line, **change}), change
