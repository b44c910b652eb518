"""Logs of an older format are read for ever: checked as they were written, brought up to date in memory, rewritten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import exit_code
from railbook.audit.repair import repair
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.log.canonical import Codec, LineFault
from railbook.log.records import FORMAT, Header, Undo
from railbook.log.upcast import UPCASTERS
from railbook.recording.unfinished import ResumeFault, read_unfinished
from tests.core.forging import LOG
from tests.core.tables import Document, chained, documents, registry
from tests.core.test_verify_undo import lines_of, undo

OLD = 0
"""A format that was never published. In it seats were only names, an undo was to a `depth`, and nobody limited it."""


def brought_up_to_date(values: dict[str, Any]) -> dict[str, Any]:
    """Bring a line of the old format into the first one that was published."""
    if values["type"] == "header":
        colours = ("grey", "brown", "white", "pink")
        seats = [{"name": name, "colour": colour} for name, colour in zip(values["players"], colours, strict=False)]
        del values["players"]
        return {**values, "seats": seats, "undo": {"window": 64, "barrier": True}}
    if values["type"] == "undo":
        return {"type": "undo", "seat": values["seat"], "to": values["depth"]}
    return values


def as_of_old(line: Document) -> Document:
    """Write a line as the old format had it."""
    if line["type"] == "header":
        rest = {key: value for key, value in line.items() if key not in ("seats", "undo")}
        return {**rest, "format": OLD, "players": [seat["name"] for seat in line["seats"]]}
    if line["type"] == "undo":
        return {"type": "undo", "seat": line["seat"], "depth": line["to"]}
    return line


@pytest.fixture(autouse=True)
def _old_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTERS, OLD, brought_up_to_date)


def written(folder: Path, lines: list[Document], name: str = "old.jsonl") -> Path:
    """Write lines in the old format, chained over what stands there."""
    path = folder / name
    path.write_bytes(chained([as_of_old(line) for line in lines]))
    return path


def a_whole_game() -> list[Document]:
    """Give the lines of a game that is over, with an undo and what was played again behind it."""
    lines = lines_of()
    return [*lines[:5], undo(0, 2), *lines[3:]]


def test_an_old_log_is_exact_and_verify_says_so(tmp_path: Path) -> None:
    """LOG-12: a log of an older format is verified as any other, and a remark says in which format it is written."""
    lines = documents(LOG)
    report = verify(written(tmp_path, lines), registry())
    (finding,) = report.findings
    assert (finding.kind, finding.line) == ("old-format", 1)
    assert finding.message == f"written in format 0 and read as format {FORMAT}: `railbook repair` rewrites it"
    assert (report.words, exit_code([report]), report.plies) == ("exact", 0, len(lines) - 2)


def test_what_an_old_log_means(tmp_path: Path) -> None:
    """LOG-12: replay and verify see the seats and the undo of a log of an older format as those of this one."""
    path = written(tmp_path, a_whole_game())
    game = Replay(path, registry())
    played = list(game.plies())
    assert game.header.format == FORMAT
    assert [seat.name for seat in game.header.seats] == ["Ada", "Bo"]
    assert [one for one in played if isinstance(one, Undo)] == [Undo(seat=0, to=2)]
    report = verify(path, registry())
    assert (report.words, [finding.kind for finding in report.findings]) == ("exact so far", ["old-format"])


@pytest.mark.parametrize("at", [0, 3, 5])
def test_the_chain_is_that_of_then(at: int, tmp_path: Path) -> None:
    """LOG-05: a changed line of an old log breaks the chain in its own form, before it is brought up to date."""
    path = written(tmp_path, a_whole_game())
    lines = path.read_bytes().splitlines(keepends=True)
    lines[at] = lines[at].replace(b'"seat":0', b'"seat":1').replace(b'"Ada"', b'"Ida"')
    path.write_bytes(b"".join(lines))
    report = verify(path, registry())
    broken = [finding.line for finding in report.findings if finding.kind == "broken-chain"]
    assert (report.words, broken) == ("diverged", [at + 1])
    with pytest.raises(ReplayFault, match="the digest does not fit"):
        list(Replay(path, registry()).plies())


def test_repair_rewrites_it_once(tmp_path: Path) -> None:
    """LOG-12: migration gives a log of this format that means the same, leaves the old file alone, and is done once."""
    path = written(tmp_path, documents(LOG))
    before = path.read_bytes()
    found = repair(path, registry())
    assert (found.outcome, found.changed, path.read_bytes()) == ("repaired", 0, before)
    new = tmp_path / "new.jsonl"
    new.write_bytes(found.data)
    report, old = verify(new, registry()), verify(path, registry())
    assert (report.words, report.findings) == ("exact", [])
    assert (report.totals, report.plies) == (old.totals, old.plies)
    header = json.loads(found.data.splitlines()[0])
    assert header["format"] == FORMAT
    last = json.loads(before.splitlines()[-1])["digest"]
    assert header["meta"]["repaired"] == [{"digest": last, "format": OLD, "rules": header["rules"]}]
    assert repair(new, registry()).outcome == "exact"


def test_it_is_not_gone_on_with(tmp_path: Path) -> None:
    """A running game of an older format is rewritten first: no file holds lines of two formats."""
    path = written(tmp_path, lines_of())
    with pytest.raises(ResumeFault, match="is of an older format: `railbook repair` rewrites it"):
        read_unfinished(path, registry())


def test_lines_of_two_formats_do_not_mix(tmp_path: Path) -> None:
    """What stands behind an old header is read as its format says, and a line of this one is none of that."""
    path = tmp_path / "mixed.jsonl"
    lines = a_whole_game()
    path.write_bytes(chained([as_of_old(lines[0]), *lines[1:]]))
    report = verify(path, registry())
    assert report.words == "unreadable"
    assert report.findings[-1].message == "no line of format 0 (KeyError: 'depth')"


def test_a_format_that_nobody_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PLG-03: a format without a way into this one is refused, and a newer one by name, by every reader."""
    monkeypatch.delitem(UPCASTERS, OLD)
    assert verify(written(tmp_path, lines_of()), registry()).words == "unreadable"
    newer = lines_of()
    newer[0]["format"] = FORMAT + 1
    newer[0]["to-come"] = True
    path = tmp_path / "newer.jsonl"
    path.write_bytes(chained(newer))
    named = f"the log has format {FORMAT + 1}"
    with pytest.raises(LineFault, match=f"{named}, newer than supported: installed is format {FORMAT}"):
        Codec().read(path.read_bytes().splitlines()[0])
    assert named in repair(path, registry()).why
    assert named in verify(path, registry()).findings[0].message
    with pytest.raises(ReplayFault, match=named):
        Replay(path, registry())


def test_a_chain_of_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formats follow one another: each step gets what the one before gave, with `format` counted up for it."""
    seen: list[int] = []

    def from_first(values: dict[str, Any]) -> dict[str, Any]:
        seen.append(values["format"])
        return values

    monkeypatch.setattr("railbook.log.upcast.FORMAT", FORMAT + 1)
    monkeypatch.setitem(UPCASTERS, FORMAT, from_first)
    header = as_of_old(lines_of()[0])
    line = Codec().read(chained([header]).removesuffix(b"\n"))
    assert isinstance(line.record, Header)
    assert (seen, line.record.format, line.format) == ([FORMAT], FORMAT + 1, OLD)
