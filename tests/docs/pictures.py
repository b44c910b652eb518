"""Draws the pictures of README and docs by the commands that they show.

python -m tests.docs.pictures        writes docs/pictures/
"""

from __future__ import annotations

import contextlib
import os
import shlex
from pathlib import Path

from railbook.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
PICTURES = {
    "europe": "draw replays/ttr-europe/3-random-three-stations.jsonl --at 180",
    "old-west": "draw replays/ttr-old-west/6-alvin-greedy-captured-again.jsonl --at 150",
    "age-of-steam": "draw replays/age-of-steam/6-greedy-tie-stands.jsonl --at 200",
    "usa": "draw --map usa",
}
"""Name of a picture: the command, without where it writes."""


def draw(name: str, folder: Path) -> str:
    """Give a picture as SVG; `folder` takes what the command writes."""
    target = folder / f"{name}.svg"
    with contextlib.chdir(ROOT):
        assert run([*shlex.split(PICTURES[name]), "--out", str(target)]) == 0
    return target.read_text(encoding="utf-8")


def main() -> None:
    """Write all pictures anew."""
    for name in PICTURES:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(FOLDER / f"{name}.svg")
        draw(name, FOLDER)


if __name__ == "__main__":
    main()
