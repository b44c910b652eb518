"""The settings of a repository of house rules: `[tool.railbook]` in its pyproject.toml."""

from __future__ import annotations

from pathlib import Path

from railbook.log.reader import whole_file
from railbook.plugins.registry import PluginFault


def plugins_of(path: Path) -> list[str]:
    """Give the modules and files that `plugins` in a pyproject.toml names; raises `PluginFault` if it is no list.

    A file that is not there or cannot be read names none: it is somebody else's.
    """
    if not path.is_file():
        return []
    from railbook.log.foreign import DataFault, read_toml

    try:
        settings = read_toml(whole_file(path, "changes")).get("tool", {}).get("railbook", {})
    except (DataFault, AttributeError, OSError):
        return []
    named = settings.get("plugins", []) if isinstance(settings, dict) else None
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        raise PluginFault("pyproject.toml: [tool.railbook] plugins must be a list of modules or files")
    return named
