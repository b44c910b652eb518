"""The pictures of README and docs are those that the commands make."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pictures import FOLDER, PICTURES, ROOT, draw


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_as_drawn(name: str, tmp_path: Path) -> None:
    """A committed picture is what its command draws now; if it should change: python -m tests.docs.pictures."""
    assert draw(name, tmp_path) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8"), "python -m tests.docs.pictures"


def test_every_picture_is_shown() -> None:
    """Every picture in the folder is drawn by a command and shown on a page, which names the command."""
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)
    shown = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    for name, command in PICTURES.items():
        assert f"(pictures/{name}.svg)" in shown
        assert f"railbook {command} --out " in shown
