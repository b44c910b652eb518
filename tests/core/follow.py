"""A recorded game of Pebbles and small rules to follow it under."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from railbook import Layer, Score
from railbook.audit.impact import impact
from railbook.audit.outcomes import Change, Impact
from tests.core.tables import Document, documents, played, registry
from tests.core.tiny_table import PEBBLES, Beach
from tests.core.tiny_variants import EBB, GULLS, MOON

LOG = played(seed=1)
LINES = documents(LOG)
PLIES = len(LINES) - 2


def house(name: str = "house", **more: Any) -> Layer[Beach]:
    """Give an empty variant of Pebbles."""
    return Layer(name, game=PEBBLES, version="1.0", **more)


def follow(folder: Path, log: bytes, *layers: Layer[Any], **change: Any) -> Impact:
    """Follow a log with these layers added and other changes."""
    path = folder / "game.jsonl"
    path.write_bytes(log)
    asked = Change(variants={layer.name: {} for layer in layers}, **change)
    new = [type("Plugin", (), {"variants": [layer]}) for layer in layers if layer not in (EBB, GULLS, MOON)]
    return impact(path, registry(*new), asked, path.name)


def points(line: Document) -> list[int]:
    """Give the totals by seat of an end line."""
    return [sum(row["points"][seat] for row in line["sheet"]) for seat in range(len(LINES[0]["seats"]))]


def kinds(line: Document) -> list[str]:
    """Give the tags of the events of a ply."""
    return [event["type"] for event in line["events"]]


def prize(*won: int) -> Layer[Beach]:
    """Give a rule that only counts: so many points more for each seat."""
    layer = house("prize")
    layer.scorer("prize.won")(lambda rules, state: Score(won))
    return layer
