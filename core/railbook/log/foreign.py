"""Reads JSON and TOML that people or other programs wrote: within the limits, and with one meaning only."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from typing import Any, NoReturn

from railbook.log.limits import amount, beyond, limit

_JSON_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_TOML_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKET = re.compile(r"[\[\]{}]")
_KEY_END = re.compile(r"[,=\[\]{}]")


class DataFault(ValueError):
    """Data that cannot be read: what is wrong, in one line."""


def read_json(data: bytes | str) -> Any:
    """Read JSON; raises `DataFault`, also for keys that occur twice, NaN, Infinity and what exceeds a limit."""
    if len(data) > limit("import"):
        raise DataFault(f"larger than {amount('import')} {beyond('import')}")
    text = _text(data)
    _refuse_many(text)
    if _depth(_JSON_STRING.sub("", text)) > limit("depth"):
        raise _too_deep()
    try:
        values = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
        if _SURROGATE.search(text):
            json.dumps(values, ensure_ascii=False).encode()
        return values
    except UnicodeEncodeError:
        raise DataFault("holds half a character (a lone surrogate)") from None
    except DataFault:
        raise
    except json.JSONDecodeError as error:
        raise DataFault(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except (RecursionError, ValueError):
        raise DataFault("not readable as JSON: nested too deeply, or numbers too long") from None


def read_toml(data: bytes | str) -> dict[str, Any]:
    """Read TOML; raises `DataFault`, also for what exceeds a limit.

    Dotted keys count as nesting: the time that they take grows with the square of their length.
    """
    text = _text(data)
    _refuse_many(text)
    bare = _TOML_STRING.sub("", text)
    most = limit("depth")
    if _dots(bare, most) >= most or _depth(bare) > most:
        raise _too_deep()
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is a bare ValueError
        raise DataFault(f"not TOML: {' '.join(str(error).split())}") from None


def _text(data: bytes | str) -> str:
    """Decode UTF-8, with or without a byte order mark."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        text.encode("utf-8")  # half a surrogate pair is no text
    except UnicodeDecodeError as error:
        raise DataFault(f"not UTF-8 at byte {error.start}") from None
    except UnicodeEncodeError as error:
        raise DataFault(f"holds what cannot be written as UTF-8, at character {error.start}") from None
    return text


def _refuse_many(text: str) -> None:
    """Refuse a text that may hold too many values: there is none without a comma, bracket or sign of its own."""
    if sum(map(text.count, ",[{=")) > limit("values"):
        raise DataFault(f"holds more than {amount('values')} {beyond('values')}")


def _dots(bare: str, most: int) -> int:
    """Count the dots of the key that has most of them; of a text with few dots, all of those."""
    if bare.count(".") < most:
        return bare.count(".")
    return max((part.count(".") for line in bare.splitlines() for part in _KEY_END.split(line)), default=0)


def _depth(bare: str) -> int:
    depth = deepest = 0
    for bracket in _BRACKET.findall(bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _too_deep() -> DataFault:
    return DataFault(f"nested deeper than {amount('depth')} {beyond('depth')}")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        (twin, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise DataFault(f"key {twin[:40]!r} occurs twice")
    return values


def _no_number(text: str) -> NoReturn:
    raise DataFault(f"{text} is no number")
