"""The format of logs as plain values: the types of all lines, those of the engine's own tags, and the canonical form.

`python -m tests.formats.fingerprint` writes it where there is none for the format of this version. What is committed
is never written again: a change of it is a new format.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from railbook.chance import PROCEDURE
from railbook.engine.core_layer import Leave, Withdraw
from railbook.engine.state import Committed, Ended, Revealed, Waits, Withdrawn
from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import FORMAT, Comment, End, Header, RawPly, Undo
from railbook.rules.types import SetUp

HERE = Path(__file__).parent
LINES = (Header, RawPly, Undo, Comment, End)
CORE = (SetUp, Leave, Withdraw, Waits, Committed, Withdrawn, Revealed, Ended)
"""Actions and events that stand in the logs of all games. New ones may come; these stay as they are."""

SAMPLE = {"z": [1, -2, None, True], "a": {"é": '\x1f"\\/\u2028🚂', "B": {}}, "type": "comment", "text": ""}
SALT = "000102030405060708090a0b0c0d0e0f"


def format_of(number: int) -> Path:
    """Say where the fingerprint of a format lies."""
    return HERE / str(number) / "format.json"


def fingerprint(lines: tuple[Any, ...] = LINES) -> dict[str, Any]:
    """Give the format that is installed."""
    body, chain = body_of(SAMPLE), Chain(SALT)
    return {
        "format": FORMAT,
        "lines": {name: plain for kind in lines for name, plain in _types_of(kind).items()},
        "core": {str(kind.__struct_config__.tag): _types_of(kind) for kind in CORE},
        "canonical": line_of(body, chain.link(body), "2004-05-01T10:00:00Z").hex(),
        "chained": chain.link(body),
        "chance": PROCEDURE,
    }


def _types_of(kind: Any) -> dict[str, Any]:
    types: dict[str, Any] = _bare(msgspec.json.schema(kind)["$defs"])
    return types


def _bare(schema: Any) -> Any:
    """Leave out what only describes: a better word in a docstring is no change of the format."""
    if isinstance(schema, dict):
        return {key: _bare(value) for key, value in sorted(schema.items()) if key not in ("description", "title")}
    return [_bare(value) for value in schema] if isinstance(schema, list) else schema


def main() -> None:
    """Write the fingerprint of a new format."""
    path = format_of(FORMAT)
    path.parent.mkdir(exist_ok=True)
    with path.open("x", encoding="utf-8") as stream:
        stream.write(json.dumps(fingerprint(), indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
