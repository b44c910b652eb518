"""docs/record-a-real-game.md: its transcripts are what the commands print, and what it claims is so."""

from __future__ import annotations

from pathlib import Path

from tests.docs.table_record import PAGE, again, blocks, commands, typed_in


def test_transcripts_are_real(tmp_path: Path) -> None:
    """Every line of every transcript, typed again in order in one folder, comes out as it stands on the page."""
    ran = 0
    for block in blocks():
        for arguments, lines in commands(block):
            assert again(arguments, typed_in(lines), tmp_path) == [line.rstrip() for line in lines]
            ran += 1
    assert ran >= 3


def test_the_page_is_linked() -> None:
    """README, the page on logs, and the help of the command lead to the page or its option."""
    root = PAGE.parents[1]
    assert "docs/record-a-real-game.md" in (root / "README.md").read_text(encoding="utf-8")
    assert "record-a-real-game.md" in (root / "docs" / "log-format.md").read_text(encoding="utf-8")
