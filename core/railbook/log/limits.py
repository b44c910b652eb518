"""The limits of what is read from a file: each has a name, and `RAILBOOK_LIMITS` sets it.

A hostile file costs its reader a bounded time and a bounded memory. What exceeds a limit is refused with its name.
"""

from __future__ import annotations

import functools
import os
import re
from typing import NamedTuple

VARIABLE = "RAILBOOK_LIMITS"
"""The variable of the environment that sets limits: `line=8M,lines=20000000`."""

KIB, MIB, GIB = 2**10, 2**20, 2**30
_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB}
_SETTING = r"([a-z]+)=([0-9]{1,18})([KMG]?)"  # a text: it is compiled where somebody sets limits

LONGEST_MESSAGE = 1000
"""Characters of a complaint: it may quote what a file holds, but not all of it."""


class LimitFault(ValueError):
    """A limit that cannot be set so: one line with the remedy."""


class Limit(NamedTuple):
    """A limit: its value where nobody sets another, the values it may take, the unit, and what it bounds."""

    default: int
    least: int
    greatest: int
    unit: str
    about: str

    @property
    def fixed(self) -> bool:
        """Whether it belongs to the format of logs, and nobody can set it."""
        return self.least == self.greatest


LIMITS = {
    "line": Limit(4 * MIB, KIB, GIB, "bytes", "one line of a log, with its line break"),
    "lines": Limit(10_000_000, 10, 10**12, "lines", "the lines of a log, blank ones too"),
    "log": Limit(4 * GIB, KIB, 2**50, "bytes", "a whole log, unpacked"),
    "ratio": Limit(200, 2, 2000, "times", "how many times as large as its packed form a log is, beyond 16 MiB"),
    "whole": Limit(32 * MIB, KIB, 2**40, "bytes", "a log that repair, page and going on with it hold as a whole"),
    "held": Limit(64 * MIB, MIB, 2**40, "bytes", "the plies that are held in memory for an undo"),
    "depth": Limit(60, 10, 500, "levels", "how deep arrays, objects and dotted keys are nested in a file of any kind"),
    "values": Limit(1_000_000, 1000, 10**9, "values", "the values in a map, an import, notes or declared changes"),
    "map": Limit(MIB, KIB, GIB, "bytes", "a map file"),
    "case": Limit(4 * MIB, KIB, GIB, "bytes", "a case file"),
    "changes": Limit(MIB, KIB, GIB, "bytes", "a file of declared changes, and pyproject.toml"),
    "import": Limit(16 * MIB, KIB, GIB, "bytes", "a file to be imported, its notes and its expected outcome"),
    "wait": Limit(30, 1, 86_400, "seconds", "how long a pipe may stay silent, standard input apart"),
    "digits": Limit(20, 20, 20, "digits", "a number in a log: it fits into 64 bits"),
    "time": Limit(100, 100, 100, "characters", "the time of a line"),
}
"""All limits by name."""


def limit(name: str) -> int:
    """Give the value of a limit that is in force; raises `LimitFault` for an environment that sets none."""
    return _in_force(os.environ.get(VARIABLE, ""))[name]


def beyond(name: str) -> str:
    """Say which limit was exceeded, for the end of a message."""
    return f"(limit {name})"


def amount(name: str) -> str:
    """Write a limit in force as people say it: `4 MiB`, `60 levels`."""
    value, unit = limit(name), LIMITS[name].unit
    if unit == "bytes":
        size = next((size for size in (GIB, MIB, KIB) if value >= size and value % size == 0), 1)
        return f"{value // size:,} {({GIB: 'GiB', MIB: 'MiB', KIB: 'KiB', 1: 'bytes'})[size]}"
    return f"{value:,} {unit}"


def short(message: str) -> str:
    """Give a message that is no longer than people read."""
    return message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 1]}…"


def read_limits(text: str) -> dict[str, int]:
    """Read settings such as `line=8M,lines=20000000` into the values of all limits; raises `LimitFault`."""
    values = {name: known.default for name, known in LIMITS.items()}
    for setting in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(_SETTING, setting)
        if found is None:
            raise LimitFault(f"{VARIABLE}: {setting[:40]!r} is not written name=number, with K, M or G behind it")
        name, number, unit = found.groups()
        known = LIMITS.get(name)
        if known is None or known.fixed:
            settable = ", ".join(one for one, other in LIMITS.items() if not other.fixed)
            raise LimitFault(f"{VARIABLE}: no limit {name!r} can be set: there are {settable}")
        value = int(number) * _UNITS[unit]
        if not known.least <= value <= known.greatest:
            raise LimitFault(f"{VARIABLE}: {name} is a number from {known.least:,} to {known.greatest:,} {known.unit}")
        values[name] = value
    return values


_in_force = functools.lru_cache(maxsize=8)(read_limits)
