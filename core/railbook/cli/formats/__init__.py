"""Formats in which machines get reports: annotations of GitHub, JUnit, SARIF and CSV, harmless whatever a log says."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Literal


@dataclasses.dataclass(frozen=True)
class Notice:
    """Something to say about a place in a file: how grave, of what kind, by which rule, in words."""

    level: Literal["error", "warning", "note"]
    place: str
    """The path of the file as it is found from the working folder."""
    line: int
    """From 1; 0 is the file as a whole."""
    kind: str
    message: str
    rule: str = ""
    ply: int | None = None
    seat: int | None = None


def place_of(path: str, name: str) -> str:
    """Give the path of a log as a repository knows it: from the working folder, or its name where it lies elsewhere."""
    if path == "-":
        return name
    relative = os.path.relpath(os.path.abspath(path))
    return Path(name if relative.startswith("..") or os.path.isabs(relative) else relative).as_posix()
