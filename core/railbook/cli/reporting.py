"""The findings of a verification for machines: JUnit, SARIF and annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from railbook.audit.findings import REMARKS, Finding, Report, Verdict
from railbook.cli import out
from railbook.cli.formats import Notice, github, junit, place_of, sarif

if TYPE_CHECKING:
    from railbook.corpus.places import LogPath

LONGEST = 300
"""Characters of an expected or recorded value that are shown."""

HIDDEN = "hidden-information"
"""How plies are called that could not be checked because something is hidden: no fault, so no kind of finding."""

RESULTS: dict[Verdict, Literal["", "failure", "error"]] = {
    Verdict.EXACT: "",
    Verdict.DIVERGED: "failure",
    Verdict.UNREADABLE: "error",
    Verdict.UNVERIFIED: "error",
}
"""What a verdict is for JUnit."""


def show(
    form: str, reports: Sequence[Report], logs: Sequence[LogPath], missing: Sequence[str], *, allow_unverified: bool
) -> None:
    """Print reports, one for each log in the same order, and the names of files that are missing."""
    if form == "junit":
        cases = [_case(report, allow_unverified=allow_unverified) for report in reports]
        cases += [junit.Case(name, "log", "error", "missing", "no such file") for name in missing]
        plies = sum(report.plies for report in reports)
        out.say(junit.document("railbook verify", cases, (), f"{len(reports)} logs, {plies} plies checked"))
        return
    notices = list(_notices(reports, logs, missing, allow_unverified=allow_unverified))
    if form == "sarif":
        out.say(out.as_json(sarif.document(notices), pretty=True))
        return
    out.for_machines()
    for line in github.commands(notices):
        out.say(line)


def _case(report: Report, *, allow_unverified: bool) -> junit.Case:
    """Make a test case: a failure where the game diverged, an error where it could not be read or decided."""
    lines = [line for finding in report.findings for line in _lines(finding)]
    if report.unverified:
        lines.append(_hidden(report))
    allowed = report.verdict is Verdict.UNVERIFIED and allow_unverified
    last = report.findings[-1] if report.findings else None
    kind = last.kind if last else HIDDEN
    message = str(last) if last else _hidden(report)
    result = "skipped" if allowed else RESULTS[report.verdict]
    return junit.Case(report.file, report.game or "log", result, kind, message, tuple(lines))


def _lines(finding: Finding) -> Iterator[str]:
    yield str(finding)
    if finding.expected is not None:
        yield f"    expected: {_short(finding.expected)}"
    if finding.actual is not None:
        yield f"    recorded: {_short(finding.actual)}"


def _notices(
    reports: Sequence[Report], logs: Sequence[LogPath], missing: Sequence[str], *, allow_unverified: bool
) -> Iterator[Notice]:
    """Give a notice for each finding: an error where it decides, a warning where something could not be decided."""
    doubtful: Literal["warning", "note"] = "note" if allow_unverified else "warning"
    for report, log in zip(reports, logs, strict=True):
        place = place_of(log.path, log.name)
        for finding in report.findings:
            level: Literal["error", "warning", "note"] = "error"
            if finding.kind in REMARKS:
                level = "note"
            elif finding.kind.startswith("unknown"):
                level = doubtful
            message = "; ".join(line.strip() for line in _lines(finding))
            yield Notice(level, place, finding.line, finding.kind, message, finding.rule, finding.ply, finding.seat)
        if report.unverified:
            yield Notice(doubtful, place, 0, HIDDEN, _hidden(report))
    for name in missing:
        yield Notice("error", name, 0, "missing", "no such file")


def _hidden(report: Report) -> str:
    count = report.unverified_count
    return f"{count} {'ply' if count == 1 else 'plies'} could not be checked, because information is hidden"


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
