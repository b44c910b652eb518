"""Forges logs: takes one apart, lets a forger change it, and puts it together with its old digests or with new ones.

The chain is computed with the independent reader's code, not with railbook's.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.vectors import reader


@dataclasses.dataclass
class Entry:
    """A line of a log that can be changed; `finish` changes its bytes at last, for what no values can say."""

    values: dict[str, Any]
    digest: str = ""
    time: str = ""
    finish: Callable[[bytes], bytes] = lambda raw: raw

    @property
    def kind(self) -> str:
        """The kind of line."""
        return str(self.values["type"])

    @property
    def action(self) -> dict[str, Any]:
        """The action of a ply; empty for other lines."""
        action: dict[str, Any] = self.values.get("action", {})
        return action

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of a ply; none for other lines."""
        events: list[dict[str, Any]] = self.values.get("events", [])
        return events

    def event(self, kind: str) -> dict[str, Any]:
        """Give the first event of a kind."""
        return next(event for event in self.events if event["type"] == kind)

    def outcome(self, label: str) -> int:
        """Give the index of the first outcome whose label, without a seat, is this one."""
        return next(i for i, (name, _) in enumerate(self.values["chance"]) if name.partition("@")[0] == label)


@cache
def _taken_apart(data: bytes) -> list[tuple[bytes, str, str]]:
    parts = [reader.parse(raw) for _, raw in reader.lines_of(data)]
    return [(part.body, part.digest, part.time) for part in parts]


class Forged:
    """A log that a forger changes. `line` tells which line he touched first; `marks` names later ones that matter."""

    def __init__(self, data: bytes) -> None:
        self.entries = [Entry(json.loads(body), digest, time) for body, digest, time in _taken_apart(data)]
        self.last = len(self.entries)
        self.line = 0
        self.marks: dict[int, str] = {}
        self.whole: Callable[[bytes], bytes] = lambda data: data

    @property
    def header(self) -> dict[str, Any]:
        """The values of the header; touching them is a forgery of line 1."""
        self.line = 1
        return self.entries[0].values

    @property
    def end(self) -> dict[str, Any]:
        """The values of the end line; touching them is a forgery of the last line."""
        self.line = len(self.entries)
        return self.entries[-1].values

    def find(self, fits: Callable[[Entry], bool], start: int = 0) -> int:
        """Give the index of the first line from `start` on that fits."""
        return next(i for i, entry in enumerate(self.entries) if i >= start and fits(entry))

    def touch(self, index: int) -> Entry:
        """Give the line of an index to be changed."""
        self.line = index + 1
        return self.entries[index]

    def insert(self, index: int, values: dict[str, Any]) -> None:
        """Put a line in; without a new chain, it repeats the digest of the line before it."""
        self.line = index + 1
        self.entries.insert(index, Entry(values, self.entries[index - 1].digest))

    def remove(self, index: int) -> Entry:
        """Take a line out; the one that comes to stand there is the one that tells."""
        self.line = index + 1
        return self.entries.pop(index)

    def renumber(self) -> None:
        """Number the plies behind the touched line as they stand, as if nothing had happened."""
        number = self.entries[self.line - 2].values["ply"]
        for entry in self.entries[self.line - 1 :]:
            if entry.kind == "ply":
                number += 1
                entry.values["ply"] = number

    def hands(self, index: int) -> list[Counter[str]]:
        """Give the train cards of each seat before a line, from the events alone."""
        before: dict[int, list[Counter[str]]] = {0: [Counter() for _ in range(3)]}
        now = before[0]
        for entry in self.entries[1:index]:
            if entry.kind == "undo":
                now = [Counter(hand) for hand in before[entry.values["to"]]]
            if entry.kind != "ply":
                continue
            before[entry.values["ply"]] = [Counter(hand) for hand in now]
            for event in entry.events:
                if event["type"] in ("ttr.card-dealt", "ttr.card-drawn", "ttr.card-taken"):
                    now[event["seat"]][event["card"]] += 1
                elif event["type"] == "ttr.cards-paid":
                    now[event["seat"]].subtract(event["cards"])
        return now

    def plies(self, kind: str, start: int = 0) -> Iterator[int]:
        """Give the indices of the plies with actions of a kind."""
        for index, entry in enumerate(self.entries):
            if index >= start and entry.action.get("type") == kind:
                yield index

    def data(self, *, rechain: bool) -> bytes:
        """Give the bytes, with the digests as they are, or with a chain that fits what stands there now."""
        lines = []
        last = ""
        for entry in self.entries:
            body = reader.canonical(entry.values)
            if rechain and entry.kind in reader.CHAINED:
                last = entry.digest = reader.link(self.entries[0].values["salt"], last, body)
            lines.append(entry.finish(reader.line_of(body, entry.digest, entry.time)))
        return self.whole(b"".join(lines))
