"""The committed JSON Schemas as an independent validator reads them, each compiled once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tests.replays.corpus import ROOT

SCHEMAS = ROOT / "schemas"


@cache
def validator(name: str) -> Draft202012Validator:
    """Give the validator of the schema with this file name."""
    schema: dict[str, Any] = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


def validator_of_log(game: str) -> Draft202012Validator:
    """Give the validator of the lines of a game's logs."""
    return validator(f"{game}.log.json")
