"""Games of Age of Steam that people recorded elsewhere, where `RAILBOOK_EXTERNAL` names the folder that holds them."""

from __future__ import annotations

import os
from pathlib import Path

from railbook.plugins.registry import Registry

GAMES = ("2692", "249")


def imported(folder: Path, registry: Registry) -> list[Path]:
    """Import the games into a folder; gives their logs, or none without the environment variable."""
    external = os.environ.get("RAILBOOK_EXTERNAL")
    if not external:
        return []
    importer = registry.importers()["choochoo"]
    logs = []
    for name in GAMES:
        source = Path(external) / "choochoo" / f"{name}.json"
        log = folder / f"{name}.jsonl"
        log.write_bytes(importer.run(source.read_bytes(), source.name, None).log)
        logs.append(log)
    return logs
