"""What `railbook verify` says of forged logs, in the words of the table."""

from __future__ import annotations

import tempfile
from functools import cache
from itertools import groupby
from pathlib import Path

from railbook.audit.findings import Report
from railbook.audit.verify import verify
from railbook.plugins.registry import Registry
from tests.trust.game import registry

UNREADABLE = {"unreadable", "truncated"}
UNVERIFIED = {"unknown-game", "unknown-variant", "unknown-version"}
REMARKS = {"not-canonical"}


def verdict_on(data: bytes, loaded: Registry | None = None) -> Report:
    """Let railbook verify the bytes of a log, with the game's plugins or with others."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forged.jsonl"
        path.write_bytes(data)
        return verify(path, loaded or registry(), "forged.jsonl")


@cache
def observe(id: str, scheme: str, *, rechain: bool) -> str:
    """Forge the game and give what was found, where, in the words of the table; the verdict must go with it."""
    from tests.trust.catalogue import CATALOGUE, KEYS
    from tests.trust.forge import Forged
    from tests.trust.game import recorded

    log = Forged(recorded(scheme))
    last = log.last
    (CATALOGUE | KEYS)[id].forger(log)
    data = log.data(rechain=rechain)
    assert data != recorded(scheme), "nothing was forged"
    report = verdict_on(data)
    kinds = {finding.kind for finding in report.findings}
    assert report.words == _verdict(report, kinds)
    names = {log.line + 1: "the next line", log.line: "the line", 1: "line 1", 2: "line 2", last: "the last line"}
    names |= log.marks
    said = []
    for line, findings in groupby(report.findings, key=lambda finding: finding.line):
        what = [f"{finding.kind} {finding.rule}".rstrip() for finding in findings]
        twice = f"{what[0]} twice" if len(what) > 1 and len(set(what)) == 1 else " + ".join(what)
        said.append(f"{twice}, {names.get(line, f'line {line}')}")
    if not said and report.unverified:
        return "unverified"
    return "; ".join(said) or {"exact": "undetectable"}.get(report.words, report.words)


def _verdict(report: Report, kinds: set[str]) -> str:
    """Give the verdict that findings of these kinds must have."""
    if kinds & UNREADABLE:
        return "unreadable"
    if kinds - UNVERIFIED - REMARKS:
        return "diverged"
    if kinds & UNVERIFIED or report.unverified:
        return "unverified"
    return "exact" if report.finished else "exact so far"
