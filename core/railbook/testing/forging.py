"""Makes, of an action, others of the same type that nobody would choose but anybody could write into a log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from railbook.rules.types import Action

A = TypeVar("A", bound=Action)

ODD_NUMBERS = (-1, 0, 1_000_000)
ODD_TEXTS = ("", "nobody-has-this-id", "x" * 200)


def forged(action: A) -> Iterator[A]:
    """Give actions that differ from this one in one value, as far as its type allows them."""
    plain = msgspec.to_builtins(action)
    for field, value in plain.items():
        if field == "type":
            continue
        for odd in _odd(value):
            try:
                yield msgspec.convert({**plain, field: odd}, type(action))
            except msgspec.ValidationError:
                continue


def _odd(value: Any) -> Iterator[Any]:
    """Give odd values in the place of one; whether the type allows them is not asked here."""
    yield None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (*ODD_NUMBERS, value + 1)
    elif isinstance(value, str):
        yield from ODD_TEXTS
    elif isinstance(value, list):
        yield from ([], [*value, *value])
        for at, item in enumerate(value[:3]):
            yield [*value[:at], *value[at + 1 :]]
            yield from ([*value[:at], odd, *value[at + 1 :]] for odd in _odd(item))
    elif isinstance(value, dict):
        yield from ({}, {**value, "nobody-has-this-id": 1})
        for key, item in list(value.items())[:3]:
            yield {other: kept for other, kept in value.items() if other != key}
            yield from ({**value, key: odd} for odd in _odd(item))
    else:
        yield from (0, "", [], {})
