"""The table `replays/COVERAGE.toml`: for each situation the game and ply that first show it, and what none shows."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tests.replays.corpus import judged, name_of
from tests.replays.situations import SITUATIONS, first_plies

HEAD = """\
# Which recorded game shows what, and at which ply first. Written by `python -m tests.replays.record`, compared by
# tests/replays/test_coverage.py. By hand only: under [missing] what no game shows yet, why, and the test that shows it.
"""


class Seen(NamedTuple):
    """Where a situation first occurs."""

    log: str
    ply: int


def seen_in(logs: Iterable[Path], folder: Path) -> dict[str, Seen]:
    """Give for each situation that occurs the first log, by name, that shows it, and the first ply there."""
    found: dict[str, Seen] = {}
    for log in logs:
        for id, ply in first_plies(judged(log)).items():
            found.setdefault(id, Seen(name_of(log, folder), ply))
    return found


def table_of(found: dict[str, Seen], missing: dict[str, Any]) -> str:
    """Write the table: situations in the order of the rules, then the reasons for those that are missing."""
    lines = [HEAD]
    for id, situation in SITUATIONS.items():
        if id in found:
            values = {"what": situation.what, "rules": situation.rules, **found[id]._asdict()}
            lines += [f"[situations.{id}]", *_pairs(values), ""]
    for id, reason in missing.items():
        lines += [f"[missing.{id}]", *_pairs(reason), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def read_table(path: Path) -> dict[str, Any]:
    """Read the table; an absent one is empty."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _pairs(values: dict[str, Any]) -> list[str]:
    """Texts, numbers and lists of texts look the same in TOML as in JSON."""
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
