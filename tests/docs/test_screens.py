"""The pictures of the main screens are those that the commands make."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.screens import FOLDER, SCREENS, draw


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_drawn(name: str, tmp_path: Path) -> None:
    """A committed screen is what the command shows now; if it should change: python -m tests.docs.screens."""
    assert draw(name, tmp_path) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8"), "python -m tests.docs.screens"


def test_no_other_screens() -> None:
    """Every picture in the folder is drawn by a command."""
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(SCREENS)
