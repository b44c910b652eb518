"""Puts the maps and tiles of the plugins into the wheel once more, as JSON: that is read in a tenth of the time."""

from __future__ import annotations

import json
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MapsAsJson(BuildHookInterface[Any]):
    """For each TOML file in a package of `plugins/` a JSON file of the same name, which says the same."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; an editable install reads the TOML files, which people change."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        for source in sorted(Path(self.root, "plugins").glob("railbook_*/*.toml")):
            target = f"{source.parent.name}/{source.stem}.json"
            made = Path(self._folder.name, target.replace("/", "-"))
            values = tomllib.loads(source.read_text(encoding="utf-8"))
            made.write_text(json.dumps(values, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
            build_data["force_include"][str(made)] = target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was only made for the wheel."""
        if version != "editable":
            self._folder.cleanup()
