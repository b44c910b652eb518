"""Who may see what: reads the marks on fields and makes, of any struct, the view that one seat has of it."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from railbook.rules.types import RulesError, Visible

T = TypeVar("T")

_evaluated: dict[tuple[type[Any], bool], dict[str, Any]] = {}
"""Annotations, which are dear to evaluate; a type never changes."""

_marks: dict[type[Any], dict[str, Visible]] = {}
"""The marks of types that were looked at, which never change."""

_fields: dict[type[Any], list[tuple[tuple[type[Any], str], Visible]]] = {}
"""The same with those of the structs inside them."""

_inner: dict[type[Any], set[type[Any]]] = {}
"""Types with those inside them."""

_required: set[type[Any]] = set()
"""Types whose marks were found to be right."""

_public: dict[type[Any], bool] = {}
"""Whether those are all public, which is asked for each event of a game."""

_free: dict[type[Any], bool] = {}
"""Whether a line with one of them may be nested to any depth."""

_ATOMS = frozenset({int, str, bool, type(None)})
"""Types of values that hold nothing else."""

_UNIONS = (types.UnionType, typing.Union)

_OPEN = (Visible.PUBLIC, Visible.SEATS)
"""Marks that hide nothing."""


class SeenBySeat(Protocol):
    """A struct that knows by itself what a seat may see of it, such as a pile of strata."""

    def seen_by(self, viewer: int | None, owner: int | None) -> Any:
        """Give what `viewer` (`None`: a spectator) may see, inside the seat of `owner` if there is one."""
        ...


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
    """Tell whether every field of a struct type is public, and every field of the structs inside it."""
    if changed:
        return all(changed.get(field, mark) in _OPEN for field, mark in _fields_inside(kind))
    if kind not in _public:
        _public[kind] = all(mark in _OPEN for _, mark in _fields_inside(kind))
    return _public[kind]


def is_atom(kind: type[Any], field: str) -> bool:
    """Tell whether the values of a field are texts, numbers or nothing, which hold nothing else."""
    hint = _hints(kind, marked=False)[field]
    parts = typing.get_args(hint) if typing.get_origin(hint) in _UNIONS else (hint,)
    return all(part in _ATOMS or typing.get_origin(part) is typing.Literal for part in parts)


def is_free(kind: type[Any]) -> bool:
    """Tell whether some field of a struct type, or of one inside it, takes any value or may hold its own kind again."""
    if kind not in _free:
        _free[kind] = _is_free(kind, ())
    return _free[kind]


def _is_free(hint: Any, inside: tuple[type[Any], ...]) -> bool:
    if hint in (Any, dict, list, tuple) or hint in inside:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = _hints(hint, marked=False)
        return any(_is_free(hints[name], (*inside, hint)) for name in hint.__struct_fields__)
    return any(_is_free(part, inside) for part in typing.get_args(hint))


def _hints(kind: type[Any], *, marked: bool) -> dict[str, Any]:
    """Give the annotations of a type, with their marks or without."""
    if (kind, marked) not in _evaluated:
        written: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            written |= getattr(base, "__annotations__", {})
        bare = {name: getattr(hint, "__origin__", hint) if _is_marked(hint) else hint for name, hint in written.items()}
        if all(map(_is_plain, bare.values())):
            _evaluated[kind, True], _evaluated[kind, False] = written, bare
        else:
            _evaluated[kind, marked] = typing.get_type_hints(kind, include_extras=marked)
    return _evaluated[kind, marked]


def _is_marked(hint: Any) -> bool:
    return hasattr(hint, "__metadata__")


def _is_plain(hint: Any) -> bool:
    """Tell whether an annotation is a type, and its parts are: no text, and no mark inside, which `typing` sees to."""
    parts = typing.get_args(hint)
    return all(map(_is_plain, parts)) and not _is_marked(hint) if parts else isinstance(hint, type)


def marks_of(kind: type[Any]) -> dict[str, Visible]:
    """Give the mark of each field of a struct type; raises `RulesError` for a field without one."""
    if kind in _marks:
        return _marks[kind]
    found: dict[str, Visible] = {}
    hints = _hints(kind, marked=True)
    for name in kind.__struct_fields__:
        mark = next((m for m in getattr(hints[name], "__metadata__", ()) if isinstance(m, Visible)), None)
        if mark is None:
            raise RulesError(
                f"{kind.__name__}.{name} has no visibility: mark its type as Public, Private, Counted, BySeat or Hidden"
            )
        found[name] = mark
    _marks[kind] = found
    return found


def require_marks(
    kinds: Iterable[type[Any]], changed: Mapping[tuple[type[Any], str], Visible] | None = None
) -> set[type[Any]]:
    """Refuse struct types, and structs inside them, with a field that has no visibility or cannot be shown by it.

    `changed` holds the marks that layers set otherwise. Gives all struct types that were looked at.
    """
    found: set[type[Any]] = set().union(*map(_structs_inside, kinds))
    otherwise: dict[type[Any], dict[str, Visible]] = {}
    for (kind, name), mark in (changed or {}).items():
        otherwise.setdefault(kind, {})[name] = mark
    for kind in found - _required if not otherwise else [k for k in found if k in otherwise or k not in _required]:
        _require_marks(kind, otherwise.get(kind, {}))
        if kind not in otherwise:
            _required.add(kind)
    return found


def _require_marks(kind: type[Any], otherwise: Mapping[str, Visible]) -> None:
    if hasattr(kind, "seen_by"):
        return
    hints = _hints(kind, marked=False)
    for name, declared in marks_of(kind).items():
        mark = otherwise.get(name, declared)
        if mark is Visible.SEATS and not _is_list_of_structs(hints[name]):
            raise RulesError(f"{kind.__name__}.{name} is by seat: its type must be a list of structs")
        if mark not in _OPEN and not _can_be_hidden(hints[name], mark):
            raise RulesError(f"{kind.__name__}.{name} is {mark.value}: its type must allow None where it is hidden")


def _structs_inside(kind: type[Any]) -> set[type[Any]]:
    """Give a struct type and those inside it, though not those inside one that decides by itself."""
    if kind not in _inner:
        todo, done = [kind], set[type[Any]]()
        while todo:
            one = todo.pop()
            if one not in done:
                done.add(one)
                if not hasattr(one, "seen_by"):
                    hints = _hints(one, marked=False)
                    todo += [inner for name in one.__struct_fields__ for inner in _structs(hints[name])]
        _inner[kind] = done
    return _inner[kind]


def _can_be_hidden(hint: Any, mark: Visible) -> bool:
    """Tell whether a type has a value for what `_hidden` gives in its place."""
    if hint is Any:
        return True
    allowed = typing.get_args(hint) if typing.get_origin(hint) in _UNIONS else (hint,)
    lists = [part for part in allowed if typing.get_origin(part) is list]
    if mark is Visible.COUNTED and lists:
        return all(_can_be_hidden(typing.get_args(part)[0], Visible.OWNER) for part in lists)
    return type(None) in allowed or (
        mark is not Visible.OWNER and all(isinstance(part, type) and hasattr(part, "hidden") for part in allowed)
    )


def _is_list_of_structs(hint: Any) -> bool:
    if typing.get_origin(hint) is not list:
        return False
    (inner,) = typing.get_args(hint)
    return isinstance(inner, type) and issubclass(inner, msgspec.Struct)


def _fields_inside(kind: type[Any]) -> list[tuple[tuple[type[Any], str], Visible]]:
    """Give all fields of a struct type and of those inside it; one that decides by itself is not public."""
    if kind not in _fields:
        todo, done = [kind], set[type[Any]]()
        found: list[tuple[tuple[type[Any], str], Visible]] = []
        while todo:
            one = todo.pop()
            if one in done:
                continue
            done.add(one)
            if hasattr(one, "seen_by"):
                found.append(((one, ""), Visible.NOBODY))
                continue
            hints = _hints(one, marked=False)
            for name, mark in marks_of(one).items():
                found.append(((one, name), mark))
                todo += _structs(hints[name])
        _fields[kind] = found
    return _fields[kind]


def _structs(hint: Any) -> Iterable[type[Any]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in typing.get_args(hint):
        yield from _structs(part)


def _struct(value: Any, viewer: int | None, owner: int | None, changed: Mapping[tuple[type[Any], str], Visible]) -> Any:
    if hasattr(value, "seen_by"):
        return value.seen_by(viewer, owner)
    kind = type(value)
    if hasattr(value, "seat") and isinstance(value.seat, int):
        owner = value.seat
    shown: dict[str, Any] = {}
    for name, declared in marks_of(kind).items():
        mark = changed.get((kind, name), declared) if changed else declared
        inner = getattr(value, name)
        if mark is Visible.PUBLIC:
            shown[name] = inner if type(inner) in _ATOMS else _inside(inner, viewer, owner, changed)
        elif mark is Visible.SEATS:
            shown[name] = [_struct(element, viewer, seat, changed) for seat, element in enumerate(inner)]
        elif mark is not Visible.NOBODY and owner is not None and viewer == owner:
            shown[name] = _inside(inner, viewer, owner, changed)
        else:
            shown[name] = _hidden(inner, mark)
    return kind(**shown)


def _hidden(value: Any, mark: Visible) -> Any:
    """Give what stands in the place of a value for those who do not see it."""
    if mark is not Visible.OWNER and hasattr(value, "hidden"):
        return value.hidden()
    if mark is Visible.COUNTED and isinstance(value, list):
        return [None] * len(value)
    return None


def _inside(value: Any, viewer: int | None, owner: int | None, changed: Mapping[tuple[type[Any], str], Visible]) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if isinstance(value, list | tuple):
        if _ATOMS.issuperset(map(type, value)):  # most are, and copying at once is far quicker
            return value[:]
        return kind([_inside(element, viewer, owner, changed) for element in value])
    if isinstance(value, dict):
        if _ATOMS.issuperset(map(type, value.values())):
            return dict(value)
        return {key: _inside(element, viewer, owner, changed) for key, element in value.items()}
    if isinstance(value, msgspec.Struct):
        return _struct(value, viewer, owner, changed)
    return value
