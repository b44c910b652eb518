"""Verification of undos: each must be allowed where it stands, and nothing else in the file may change it."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.findings import Report
from railbook.audit.verify import _Verification
from railbook.engine.fold import SNAPSHOT_EVERY
from railbook.log.records import MapRef, UndoRule
from railbook.log.revealed import LogLines
from tests.core.tables import Document, Played, chained, documents, judged, registry, rules_of
from tests.core.tiny import Draw, Lay, Stop
from tests.core.tiny_map import BAY, Shore

OPTIONS: Any = {"peb.bets": False, "peb.tide": "sorted", "peb.hand": 3, "peb.goal": 99}


def undo(seat: int, to: int) -> Document:
    """Make an undo line."""
    return {"type": "undo", "seat": seat, "to": to}


def lines_of(*, window: int = 64, barrier: bool = True) -> list[Document]:
    """Give the lines of a game: set-up, three plies of seat 0 that reveal nothing, and a draw of seat 1."""
    game = Played(
        rules_of(options=OPTIONS), 3, change=lambda old: msgspec.structs.replace(old, undo=UndoRule(window, barrier))
    )
    for _ in range(2):
        game.act(0, Lay(next(iter(game.state.seats[0].hand.kinds)), 1))
    game.act(0, Stop())
    game.act(1, Draw())
    return documents(game.log)


def verdict(folder: Path, lines: Sequence[Document]) -> Report:
    """Verify these lines with a chain that fits them."""
    return judged(folder, chained(lines))


def test_an_allowed_undo(tmp_path: Path) -> None:
    """After an undo the ply is due again, can be repeated or played otherwise, and the undone plies do not count."""
    lines = lines_of()
    for undone in (1, 2, 3):
        again = lines[: 5 - undone]
        report = verdict(tmp_path, [*lines[:5], undo(0, 4 - undone), *lines[5 - undone : 5], lines[5]])
        assert (report.findings, report.plies, report.words) == ([], 5, "exact so far")
        report = verdict(tmp_path, [*lines[:5], undo(0, 4 - undone)])
        assert (report.findings, report.plies) == ([], len(again) - 1)


def test_comments_between_do_not_change_what_an_undo_means(tmp_path: Path) -> None:
    """An undo names a ply, not a line: with comments or without them it takes back the same (LOG-10)."""
    lines = lines_of()
    bare = [*lines[:5], undo(0, 2), *lines[3:]]
    noted = [line for at, one in enumerate(bare) for line in (one, {"type": "comment", "text": f"note {at}"})]
    one, other = verdict(tmp_path, bare), verdict(tmp_path, noted)
    assert [finding.kind for finding in other.findings if finding.kind != "not-canonical"] == []
    assert (one.findings, one.plies, one.words) == ([], other.plies, other.words)


@pytest.mark.parametrize(
    "seat, to, due, kind, rule, message",
    [
        (0, 9, 4, "illegal-action", "core.undo-target", "there is no ply 9 to take back: the plies 1 to 3 can be"),
        (0, 4, 4, "illegal-action", "core.undo-target", "there is no ply 4 to take back"),
        (1, 3, 4, "not-your-turn", "core.undo-not-yours", "ply 3 is seat 0's: a seat takes back its own plies only"),
        (1, 3, 5, "not-your-turn", "core.undo-not-yours", "ply 3 is seat 0's"),
        (1, 4, 5, "illegal-action", "core.undo-barrier", "ply 4 revealed something: it cannot be taken back"),
    ],
    ids=["LOG-10-missing", "LOG-10-not-yet", "LOG-09-not-yours", "LOG-09-not-all-yours", "LOG-09-barrier"],
)
def test_undos_that_are_refused(
    seat: int, to: int, due: int, kind: str, rule: str, message: str, tmp_path: Path
) -> None:
    """An undo that no live game would allow is found at its line, with the ply it names (LOG-09, LOG-10, SEC-05)."""
    lines = lines_of()
    report = verdict(tmp_path, [*lines[: due + 1], undo(seat, to), *lines[due + 1 :]])
    assert report.words == "diverged"
    finding = report.findings[-1]
    assert (finding.kind, finding.rule, finding.line, finding.ply, finding.seat) == (kind, rule, due + 2, to, seat)
    assert message in finding.message


def test_the_set_up_is_never_taken_back(tmp_path: Path) -> None:
    """An undo to ply 0 is no undo that a log can hold."""
    report = verdict(tmp_path, [*lines_of()[:3], undo(0, 0)])
    assert (report.words, report.findings[0].message) == ("unreadable", "Expected `int` >= 1 (at to)")


def test_undo_after_the_end(tmp_path: Path) -> None:
    """What is over stays over, with an end line and without one."""
    game = Played(rules_of(options=OPTIONS), 3)
    lines = documents(game.finish())
    last = lines[-2]
    report = verdict(tmp_path, [*lines[:-1], undo(last["seat"], last["ply"])])
    assert [(finding.kind, finding.rule) for finding in report.findings] == [("illegal-action", "core.undo-over")]
    report = verdict(tmp_path, [*lines, undo(last["seat"], last["ply"])])
    assert [(finding.kind, finding.line) for finding in report.findings] == [("broken-chain", len(lines) + 1)]


def test_a_header_may_open_the_barrier(tmp_path: Path) -> None:
    """Where the header allows it an undo crosses a reveal; then the outcome must be the same again (LOG-09)."""
    lines = lines_of(barrier=False)
    report = verdict(tmp_path, [*lines, undo(1, 4), lines[5]])
    assert (report.findings, report.plies) == ([], 5)
    other = documents(chained(lines))[5]
    kind = next(kind for kind in BAY.pebbles if kind != other["chance"][0][1])
    other["chance"][0][1] = other["events"][0]["kind"] = kind
    report = verdict(tmp_path, [*lines, undo(1, 4), other])
    assert [(finding.kind, finding.ply) for finding in report.findings] == [("chance-mismatch", 4)]


@pytest.mark.parametrize("window, allowed", [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_the_window(window: int, allowed: int, tmp_path: Path) -> None:
    """An undo reaches as far as the header says, counted from the furthest ply, step by step or at once."""
    lines = lines_of(window=window)
    for plies in (1, 2, 3):
        at_once = verdict(tmp_path, [*lines[:5], undo(0, 4 - plies)])
        by_steps = verdict(tmp_path, [*lines[:5], *(undo(0, to) for to in range(3, 3 - plies, -1))])
        for report in (at_once, by_steps):
            assert [finding.rule for finding in report.findings] == ["core.undo-window"] * (plies > allowed)


def test_undos_of_undone_plies_do_not_crash(tmp_path: Path) -> None:
    """However undos follow one another, verification ends with a finding or without one (SEC-05)."""
    for window in (0, 1, 2, 64):
        lines = lines_of(window=window, barrier=False)
        for seed in range(60):
            draw = random.Random(seed)
            undos = [undo(draw.randrange(2), draw.randrange(1, 6)) for _ in range(6)]
            report = verdict(tmp_path, [*lines, *undos])
            assert {finding.rule.partition("-")[0] for finding in report.findings} <= {"core.undo"}


# --------------------------------------------------------------------------------------------------------------- memory

POND = Shore("pond", (2, 2), ("grey", "brown"), {"agate": 150, "flint": 150}, {"agate": 0, "flint": 0})
"""A map on which a game takes hundreds of plies, because nothing is worth much."""


def held(folder: Path, window: int, keep: Callable[[list[bytes]], list[bytes]]) -> tuple[int, int, int, int]:
    """Verify a long log; give its plies, and how many plies, snapshots and seats of plies are held in memory."""

    def embed(header: Any) -> Any:
        ref = MapRef(POND.id, POND.digest, msgspec.to_builtins(POND))
        return msgspec.structs.replace(header, map=ref, undo=UndoRule(window))

    game = Played(rules_of(shore=POND, options={"peb.goal": 99, "peb.tide": "sorted"}), 1, change=embed)
    game.finish()
    path = folder / "long.jsonl"
    path.write_bytes(b"".join(keep(game.lines)))
    report = Report(file="long.jsonl")
    run = _Verification(report, registry())
    run.run(LogLines(path))
    assert report.findings == []
    return report.plies, *run.memory.held, len(run.owned)


@pytest.mark.parametrize("window", [0, 10, 64])
def test_memory_does_not_grow_with_the_length_of_a_log(window: int, tmp_path: Path) -> None:
    """Of a log of any length, verification holds the plies that an undo can reach, and a few more for snapshots."""
    plies, held_plies, snapshots, seats = held(tmp_path, window, lambda lines: lines)
    assert plies > 300
    assert held_plies <= window + 2 * SNAPSHOT_EVERY
    assert snapshots <= window // SNAPSHOT_EVERY + 3
    assert seats <= window
    half = held(tmp_path, window, lambda lines: lines[: len(lines) // 2])
    assert abs(half[1] - held_plies) <= SNAPSHOT_EVERY
