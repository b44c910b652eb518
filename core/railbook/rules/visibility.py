"""Who may see what: reads the marks on fields and makes, of any struct, the view that one seat has of it."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from railbook.rules.types import RulesError, Visible

T = TypeVar("T")

_marks: dict[type[Any], dict[str, Visible]] = {}
"""The marks of types that were looked at, which never change."""


@runtime_checkable
class SeenBySeat(Protocol):
    """A struct that knows by itself what a seat may see of it, such as a pile of strata."""

    def seen_by(self, viewer: int | None, owner: int | None) -> Any:
        """Give what `viewer` (`None`: a spectator) may see, inside the seat of `owner` if there is one."""
        ...


@runtime_checkable
class Hideable(Protocol):
    """A struct that can hide what it holds and still say how much, such as a hand."""

    def hidden(self) -> Any:
        """Give the same with everything secret replaced by counts of unknown things."""
        ...


def seen(
    value: T, viewer: int | None, owner: int | None, changed: Mapping[tuple[type[Any], str], Visible] | None = None
) -> T:
    """Give what `viewer` may see of a struct that belongs to `owner`; the input is left as it is.

    `changed` holds the marks that layers set otherwise, by type and field.
    """
    shown: T = _struct(value, viewer, owner, changed or {})
    return shown


def is_public(kind: type[Any], changed: Mapping[tuple[type[Any], str], Visible]) -> bool:
    """Tell whether every field of a struct type is public."""
    return all(
        changed.get((kind, name), mark) in (Visible.PUBLIC, Visible.SEATS) for name, mark in marks_of(kind).items()
    )


def marks_of(kind: type[Any]) -> dict[str, Visible]:
    """Give the mark of each field of a struct type; raises `RulesError` for a field without one."""
    if kind in _marks:
        return _marks[kind]
    found: dict[str, Visible] = {}
    hints = typing.get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        mark = next((m for m in getattr(hints[name], "__metadata__", ()) if isinstance(m, Visible)), None)
        if mark is None:
            raise RulesError(
                f"{kind.__name__}.{name} has no visibility: mark its type as Public, Private, Counted, BySeat or Hidden"
            )
        found[name] = mark
    _marks[kind] = found
    return found


def require_marks(kinds: Iterable[type[Any]]) -> None:
    """Refuse struct types, and structs inside them, with a field that has no visibility."""
    todo, done = list(kinds), set()
    while todo:
        kind = todo.pop()
        if kind in done:
            continue
        done.add(kind)
        if hasattr(kind, "seen_by"):
            continue
        marks = marks_of(kind)
        hints = typing.get_type_hints(kind)
        for name, mark in marks.items():
            inner = list(_structs(hints[name]))
            if mark in (Visible.PUBLIC, Visible.SEATS):
                todo += inner
            elif not (any(hasattr(struct, "hidden") for struct in inner) or _can_be_hidden(hints[name], mark)):
                raise RulesError(f"{kind.__name__}.{name} is {mark.value}: its type must allow None where it is hidden")


def _can_be_hidden(hint: Any, mark: Visible) -> bool:
    if hint is Any:
        return True
    if typing.get_origin(hint) is list and mark is Visible.COUNTED:
        (inner,) = typing.get_args(hint)
        return _can_be_hidden(inner, Visible.OWNER)
    return isinstance(hint, types.UnionType) and type(None) in typing.get_args(hint)


def _structs(hint: Any) -> Iterable[type[Any]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in typing.get_args(hint):
        yield from _structs(part)


def _struct(value: Any, viewer: int | None, owner: int | None, changed: Mapping[tuple[type[Any], str], Visible]) -> Any:
    if isinstance(value, SeenBySeat):
        return value.seen_by(viewer, owner)
    kind = type(value)
    if hasattr(value, "seat") and isinstance(value.seat, int):
        owner = value.seat
    shown: dict[str, Any] = {}
    for name, declared in marks_of(kind).items():
        mark = changed.get((kind, name), declared)
        inner = getattr(value, name)
        if mark is Visible.PUBLIC:
            shown[name] = _inside(inner, viewer, owner, changed)
        elif mark is Visible.SEATS:
            shown[name] = [_struct(element, viewer, seat, changed) for seat, element in enumerate(inner)]
        elif mark is not Visible.NOBODY and owner is not None and viewer == owner:
            shown[name] = inner
        elif isinstance(inner, Hideable):
            shown[name] = inner.hidden()
        elif mark is Visible.COUNTED and isinstance(inner, list):
            shown[name] = [None] * len(inner)
        else:
            shown[name] = None
    return kind(**shown)


def _inside(value: Any, viewer: int | None, owner: int | None, changed: Mapping[tuple[type[Any], str], Visible]) -> Any:
    if isinstance(value, msgspec.Struct):
        return _struct(value, viewer, owner, changed)
    if isinstance(value, list):
        return [_inside(element, viewer, owner, changed) for element in value]
    if isinstance(value, dict):
        return {key: _inside(element, viewer, owner, changed) for key, element in value.items()}
    return value
