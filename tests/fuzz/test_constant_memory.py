"""However long a log is, verifying it takes the same memory: measured at ten thousand plies and at a million."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest

from railbook.audit.findings import Verdict
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.log.canonical import line_of
from railbook.log.chain import Chain
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from tests.fuzz.endless import COMMENT, GAME, TABLE, UNDO_EVERY, UNDONE, Build, log, registry
from tests.fuzz.measure import Measured, measure

GROWS = 4 * 1024
"""Kilobytes by which the peak may differ: what Python keeps for itself moves by as much."""


def stand(plies: int) -> int:
    """Count the plies that stand in the end, with the set-up."""
    return 1 + plies - plies // UNDO_EVERY * UNDONE


def test_the_stream_is_what_the_recorder_writes() -> None:
    """LOG-05: the endless log, plies, undos and all, is byte for byte that of a game that was really recorded."""
    rules = GAME.ruleset(2, TABLE)
    header = open_header(rules, TABLE, ("Ada", "Bo"), 1)
    lines: list[bytes] = []
    game = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    for number in range(1, 121):
        game.act(0, Build(str(number).rjust(20, "0")))
        if number % UNDO_EVERY == 0:
            game.undo(0, game.state.ply - UNDONE)
    assert lines == [line for line in log(120, 20) if line != COMMENT]


def test_a_short_one_is_exact(tmp_path: Path) -> None:
    """LOG-09: what was taken back is not counted, and the rest is verified."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(log(500, 20)))
    report = verify(path, registry())
    assert (report.words, report.plies, report.findings) == ("exact so far", stand(500), [])


def test_an_undo_beyond_what_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-02: plies too large to be held for an undo within the window are told with the limit, by all commands."""
    rules = GAME.ruleset(2, TABLE)
    header = open_header(rules, TABLE, ("Ada", "Bo"), 1)
    lines: list[bytes] = []
    game = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    for _ in range(60):
        game.act(0, Build("x" * 50_000))
    game.undo(0, 5)
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(lines))
    assert verify(path, registry()).words == "exact so far"
    monkeypatch.setenv("RAILBOOK_LIMITS", "held=1M")
    report = verify(path, registry())
    said = "ply 5 is no longer held: the plies behind it take more than 1 MiB (limit held)"
    assert (report.verdict, report.findings[-1].message) == (Verdict.UNREADABLE, said)
    with pytest.raises(ReplayFault) as caught:
        list(Replay(path, registry()).plies())
    assert caught.value.finding.message == said


def test_a_partial_log_with_undos(tmp_path: Path) -> None:
    """LOG-09: undos take back plies of a log that says it is partial as they do of any other."""
    lines = list(islice(log(3000, 4), 2))
    hidden = lines[0].replace(b'"partial":false', b'"partial":true')
    chain = Chain(hidden.partition(b'"salt":"')[2][:32].decode())
    body = hidden[: hidden.rindex(b',"digest"')] + b"}"
    written = [line_of(body, chain.link(body))]
    for line in [lines[1], *list(log(3000, 4))[2:]]:
        if line != COMMENT:
            body = line[: line.rindex(b',"digest"')] + b"}"
            written.append(line_of(body, chain.link(body)))
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(written))
    report = verify(path, registry())
    assert (report.words, report.plies) == ("exact so far", stand(3000))


def compared(short: Measured, long: Measured, plies: int) -> None:
    """Require that a long log is exact and took no more memory than a short one."""
    assert (long.words, long.plies, long.findings) == ("exact so far", stand(plies), [])
    assert long.peak - short.peak < GROWS, f"{short.peak:,} kB, then {long.peak:,} kB"


linux = pytest.mark.skipif(sys.platform == "win32", reason="the peak of a process is measured on POSIX only")


@linux
@pytest.mark.slow
@pytest.mark.parametrize("as_file", [False, True], ids=["pipe", "file"])
def test_ten_times_the_plies_take_the_same_memory(as_file: bool) -> None:
    """SEC-02: a log of 100,000 plies is verified in the memory of one of 10,000."""
    compared(measure(10_000, 12, as_file=as_file), measure(100_000, 12, as_file=as_file), 100_000)


@linux
@pytest.mark.slow
@pytest.mark.nightly
def test_a_million_plies() -> None:
    """SEC-02: so is one of a million plies."""
    compared(measure(10_000, 12), measure(1_000_000, 12), 1_000_000)


@linux
@pytest.mark.slow
@pytest.mark.nightly
def test_a_gigabyte() -> None:
    """SEC-02: so is one of a gigabyte, in plies of ten kilobytes: 100,000 of them, with the texts of each twice."""
    compared(measure(10_000, 4_900), measure(100_000, 4_900), 100_000)
