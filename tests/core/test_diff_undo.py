"""Comparisons of games in which plies were taken back: what is no part of the game does not count."""

from __future__ import annotations

from pathlib import Path

from railbook.audit.diff import diff_logs
from railbook.audit.replay import Replay
from tests.core.tables import Document, chained, registry
from tests.core.test_verify_undo import lines_of, undo


def replayed(folder: Path, lines: list[Document], name: str = "game.jsonl") -> Replay:
    """Give a log of these lines."""
    path = folder / name
    path.write_bytes(chained(lines))
    return Replay(path, registry())


def test_plies_are_counted_without_those_taken_back(tmp_path: Path) -> None:
    """CLI-02: equal games with an undo have as many plies as verify counts, and a shorter one is so much shorter."""
    lines = lines_of()
    undone = [*lines[:5], undo(0, 2), *lines[3:]]
    one, other = replayed(tmp_path, undone, "a.jsonl"), replayed(tmp_path, undone, "b.jsonl")
    found = diff_logs(one, other)
    assert (found.same, found.plies) == (True, 5)
    shorter = diff_logs(replayed(tmp_path, undone, "a.jsonl"), replayed(tmp_path, undone[:-1], "b.jsonl"))
    assert shorter.what.endswith("b.jsonl ends 1 ply earlier, after ply 3")
    cut = diff_logs(replayed(tmp_path, undone, "a.jsonl"), replayed(tmp_path, undone[:5], "b.jsonl"))
    assert cut.what.endswith("b.jsonl ends after ply 3, where the other one goes on and takes plies back")
    back = diff_logs(replayed(tmp_path, undone[:6], "a.jsonl"), replayed(tmp_path, undone[:4], "b.jsonl"))
    assert back.what.endswith("b.jsonl ends after ply 2, where the other one goes on and takes plies back")
