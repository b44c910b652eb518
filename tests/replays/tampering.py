"""Numbers in the lines of a log, each with the kind of field it stands in, so that each kind can be changed once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.replays.corpus import name_of
from tests.replays.referee import read
from tests.vectors.reader import canonical, line_of, link

NAMED = {"bag", "cards", "cash", "columns", "income"}
"""Fields in which numbers stand by the names of things or by seats: all of one kind."""

Path_ = tuple[str | int, ...]

UNSEEN = {"ply.chance aos.first-order"}
"""Dice of which only the order that they give leaves a trace on the table, and that need not be another one."""


class Number(NamedTuple):
    """Where a number stands: the log, its line from 1, and the keys that lead to it."""

    log: Path
    line: int
    keys: Path_


def kinds_of_numbers(logs: Iterable[Path]) -> dict[str, Number]:
    """Give for each kind of number in plies and ends the one that stands first, so that it is quickly reached.

    Left out are the header, which is compared field by field elsewhere, the counts in the engine's bookmark, and what
    is `UNSEEN`.
    """
    first: dict[str, Number] = {}
    for log in logs:
        for number, line in enumerate(read(log), 1):
            record = json.loads(line)
            if record["type"] == "header":
                continue
            for keys, field in _numbers(record, (), record["type"]):
                kind = field
                if record["type"] == "end":
                    kind = f"{log.parent.name} {field}"  # each board has a score of its own
                elif keys[0] == "chance":
                    kind = f"{field} {record['chance'][keys[1]][0]}"
                if kind in UNSEEN:
                    continue
                if kind not in first or number < first[kind].line:
                    first[kind] = Number(log, number, keys)
    return dict(sorted(first.items()))


def with_one_more(number: Number) -> bytes:
    """Give the log with one added to a number, and a chain of digests that fits what stands there now."""
    records = [json.loads(line) for line in read(number.log)]
    value = records[number.line - 1]
    for key in number.keys[:-1]:
        value = value[key]
    value[number.keys[-1]] += 1
    salt, last, lines = records[0]["salt"], "", []
    for record in records:
        del record["digest"]
        body = canonical(record)
        last = link(salt, last, body)
        lines.append(line_of(body, last))
    return b"".join(lines)


def said(number: Number) -> str:
    """Say where a number stands."""
    return f"{name_of(number.log)} line {number.line} {number.keys}"


def _numbers(value: Any, keys: Path_, kind: str) -> Iterator[tuple[Path_, str]]:
    if isinstance(value, dict):
        kind += f" {value['type']}" if keys and "type" in value else ""
        for key, part in value.items():
            if key != "counts":
                yield from _numbers(part, (*keys, key), kind if NAMED & {*keys[-1:]} else f"{kind}.{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _numbers(part, (*keys, index), kind)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield keys, kind
