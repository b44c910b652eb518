"""Rule options: typed groups of named values, resolved from defaults, map, edition, variants and the user."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from railbook.rules.types import OptionValue

MOST_DIGITS = 18
"""Digits of a whole number that an option may have; a longer one is text, and refused as such."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of rule options: subclasses declare fields with types, bounds and a description, all with defaults."""


class OptionError(ValueError):
    """An option is not known, has a value that does not fit, or is set in two ways that contradict."""


class OptionSpec(msgspec.Struct, frozen=True):
    """One option as people see it: dotted name, default, the values it takes in words, and what it means."""

    name: str
    default: OptionValue
    takes: str
    help: str


def specs(groups: Mapping[str, type[Options]]) -> list[OptionSpec]:
    """List the options of all groups, in the order of their declaration."""
    return [spec for prefix, group in groups.items() for spec in _specs_of(prefix, group)]


@functools.cache  # annotations are dear to evaluate, and a group never changes
def _specs_of(prefix: str, group: type[Options]) -> tuple[OptionSpec, ...]:
    found = []
    hints = get_type_hints(group, include_extras=True)
    values = defaults({prefix: group})
    for field, option in names_of(group):
        name, hint = f"{prefix}.{option}", hints[field]
        found.append(OptionSpec(name, values[name], _takes(hint), _help(hint)))
    return tuple(found)


def names_of(group: type[Options]) -> Iterable[tuple[str, str]]:
    """Give the fields of a group of options, each with its name as an option; no annotation is evaluated for it."""
    return zip(group.__struct_fields__, group.__struct_encode_fields__, strict=True)


def defaults(groups: Mapping[str, type[Options]]) -> dict[str, OptionValue]:
    """Give the default of every option by dotted name."""
    values: dict[str, OptionValue] = {}
    for prefix, group in groups.items():
        try:
            made = group()
        except TypeError as error:  # a field without a default
            raise OptionError(f"options {prefix}: {error}") from None
        values |= {f"{prefix}.{name}": getattr(made, field) for field, name in names_of(group)}
    return values


def build(groups: Mapping[str, type[Options]], values: Mapping[str, OptionValue]) -> dict[type[Options], Options]:
    """Make one struct for each group from values by dotted name; raises `OptionError` for a value that does not fit."""
    built: dict[type[Options], Options] = {}
    for prefix, group in groups.items():
        taken: dict[str, OptionValue] = {}
        for _, option in names_of(group):
            name = f"{prefix}.{option}"
            if name in values:
                taken[option] = values[name]
        try:
            built[group] = msgspec.convert(taken, group)
        except msgspec.ValidationError as error:
            raise _explain(prefix, group, taken, error) from None
    return built


def known(name: str, names: Collection[str]) -> None:
    """Refuse an option name that nobody declared, and offer the nearest ones."""
    if name in names:
        return
    import difflib

    near = difflib.get_close_matches(name, sorted(names), 3, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "see `railbook games NAME` for the list"
    raise OptionError(f"unknown option {name!r}: {hint}")


def spelled_out(given: Mapping[str, OptionValue], names: Collection[str]) -> dict[str, OptionValue]:
    """Put the whole name for one of which only the last part was given, where it can mean but one option."""
    whole: dict[str, OptionValue] = {}
    for name, value in given.items():
        meant = [name] if name in names else [other for other in names if other.rpartition(".")[2] == name]
        if len(meant) > 1:
            raise OptionError(f"option {name!r} may be {' or '.join(sorted(meant))}: write the whole name")
        full = meant[0] if meant else name
        if full in whole:
            raise OptionError(f"option {full} is given twice")
        whole[full] = value
    return whole


def write(
    layer: str,
    name: str,
    how: str,
    value: Any,
    values: dict[str, OptionValue],
    defaults: Mapping[str, OptionValue],
) -> None:
    """Write what a layer says about an option: its value, or items that its list has or lacks."""
    known(name, defaults)
    if how == "set":
        values[name] = value
        return
    there = values.get(name, defaults[name])
    if not isinstance(there, list):
        raise OptionError(f"layer {layer!r} changes the items of option {name}, which is no list")
    if how == "add-items":
        values[name] = [*there, *(item for item in dict.fromkeys(value) if item not in there)]
    else:
        values[name] = [item for item in there if item not in value]


class Fixed:
    """What chosen variants say about one option: an explicit value must agree with it."""

    def __init__(self) -> None:
        self._set: tuple[str, OptionValue] | None = None
        self._items: dict[int | str, tuple[str, bool]] = {}

    def note(self, layer: str, how: str, value: Any) -> None:
        """Note what a layer writes; a value takes the place of all that was noted before."""
        if how == "set":
            self._set, self._items = (layer, value), {}
        else:
            self._items |= dict.fromkeys(value, (layer, how == "add-items"))

    def refuse_other(self, name: str, value: OptionValue) -> None:
        """Raise `OptionError` for an explicit value that contradicts."""
        if self._set is not None and not self._items and self._set[1] != value:
            layer, wanted = self._set
            raise OptionError(f"option {name} = {value!r} contradicts variant {layer!r}, which sets it to {wanted!r}")
        items = value if isinstance(value, list) else []
        for item, (layer, wanted) in self._items.items():
            if (item in items) is not wanted:
                verb = "adds" if wanted else "removes"
                raise OptionError(f"option {name} = {value!r} contradicts variant {layer!r}, which {verb} {item!r}")


def parse(text: str) -> tuple[str, OptionValue]:
    """Read `name=value` as typed at a command line: whole numbers, `true`/`false`, lists `[a,b]`, else text."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):  # bytes that are no text in this locale
        raise OptionError(f"an option is text: {text[:60]!a} is none")
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise OptionError(f"an option is written name=value, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    if value.startswith("[") and value.endswith("]"):
        items = [item.strip() for item in value[1:-1].split(",") if item.strip()]
        return name, [int(item) if _whole(item) else item for item in items]
    return name, int(value) if _whole(value) else value


def _whole(text: str) -> bool:
    return len(text) <= MOST_DIGITS and text.removeprefix("-").isdecimal() and text.isascii()


def _explain(prefix: str, group: type[Options], taken: Mapping[str, OptionValue], error: Exception) -> OptionError:
    """Find the field at fault: convert each alone, so that the message names the option and not a path."""
    hints = get_type_hints(group, include_extras=True)
    for field, name in names_of(group):
        if name not in taken:
            continue
        value = taken[name]
        try:
            msgspec.convert({name: value}, group)
        except msgspec.ValidationError:
            takes = _takes(hints[field])
            return OptionError(f"option {prefix}.{name} cannot be {_shown(value)}: it takes {takes}")
    return OptionError(f"options {prefix}: {error}")


def _shown(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)[:60]


def _takes(hint: Any) -> str:
    """Say in words which values a type with bounds takes."""
    origin = get_origin(hint)
    if hasattr(hint, "__metadata__"):
        low, high = (
            next((getattr(meta, key) for meta in hint.__metadata__ if getattr(meta, key, None) is not None), None)
            for key in ("ge", "le")
        )
        inner = _takes(hint.__origin__)
        if inner != "a whole number" or (low is None and high is None):
            return inner
        return f"a whole number {low if low is not None else '…'} to {high if high is not None else '…'}"
    if origin is Literal:
        return " or ".join(str(value) for value in get_args(hint))
    if hint is bool:
        return "true or false"
    if hint is int:
        return "a whole number"
    if hint is str:
        return "text"
    if origin is list:
        return f"a list of {_takes(get_args(hint)[0])}"
    return " or ".join(_takes(part) for part in get_args(hint))


def _help(hint: Any) -> str:
    for meta in getattr(hint, "__metadata__", ()):
        if getattr(meta, "description", None):
            return str(meta.description)
    return ""
