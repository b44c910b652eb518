"""The settings of a repository of house rules: `[tool.railbook]` in its pyproject.toml."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from railbook.log.reader import whole_file
from railbook.plugins.registry import PluginFault

if TYPE_CHECKING:
    from pathlib import Path


_MAY_HAVE_SETTINGS = re.compile(rb"""tool["']?\s*(?:\.\s*["']?railbook|\]|=)|\\[uU]""")
"""All ways to write `tool.railbook` in TOML, and the escapes that could spell it: other files need no parser."""


def plugins_of(path: Path | str) -> list[str]:
    """Give the modules and files that `plugins` in a pyproject.toml names; raises `PluginFault` if it is no list.

    A file that is not there or cannot be read names none: it is somebody else's.
    """
    if not os.path.isfile(path):
        return []
    try:
        data = whole_file(path, "changes")
    except OSError:
        return []
    if not _MAY_HAVE_SETTINGS.search(data):
        return []
    from railbook.log.foreign import DataFault, read_toml

    try:
        settings = read_toml(data).get("tool", {}).get("railbook", {})
    except (DataFault, AttributeError):
        return []
    named = settings.get("plugins", []) if isinstance(settings, dict) else None
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        raise PluginFault("pyproject.toml: [tool.railbook] plugins must be a list of modules or files")
    return named
