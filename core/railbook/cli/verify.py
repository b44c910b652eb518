"""`railbook verify`: decides every ply of recorded games again and says exactly where one breaks a rule."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from railbook.cli import out
from railbook.cli.loading import named_plugins, one_of, registry
from railbook.cli.running import corpus_of, how_of, run

if TYPE_CHECKING:
    from pathlib import Path

    from railbook.audit.findings import Finding, Report, Verdict
    from railbook.corpus.places import LogPath
    from railbook.log.seal import Seal

FORMS = ("text", "json", "junit", "sarif", "github")
"""How the result can be shown."""

LONGEST = 300
"""Characters of an expected or recorded value that are shown."""

SKIP = 125
"""The exit code that tells `git bisect run` to pass over a revision."""

MOST_PLIES = 20
"""Numbers of plies that could not be checked which are shown."""

MOST_LOGS = 200
"""Logs that text lists one by one; of more, only those that are not exact."""


def verify(
    places: Sequence[str] | None,
    plugins: Sequence[str] | None = None,
    allow_unverified: bool = False,
    jobs: int | None = None,
    form: str = "text",
    expected: Path | None = None,
    bisect: bool = False,
    digest: str = "",
    signature: Path | None = None,
    public_key: Path | None = None,
    files_from: str | None = None,
    time_limit: float | None = None,
    rows: Path | None = None,
    resume: bool = False,
    engine: str = "local",
    scheduler: str = "",
) -> int:
    """Decide every ply again, and compare with what was recorded; gives the exit code.

    What the command line takes for it stands in `verify_options`.
    """
    one_of(form, FORMS, "format")
    from railbook.audit.findings import EXIT_CODES, Verdict
    from railbook.corpus.places import names_of
    from railbook.corpus.verifying import VerifyTask

    how = how_of(jobs, time_limit, rows, resume=resume, engine=engine, scheduler=scheduler)
    corpus = corpus_of(places, files_from)
    seal = _seal_of(corpus.logs, digest, signature, public_key)
    loaded = registry(plugins)  # what the user named is refused before any process starts
    declared = _declared(places or [], expected)
    there, missing = corpus.there, corpus.missing
    tally = Tally(len(there), every=form != "text" or declared is not None)
    run("verifying", VerifyTask(named_plugins(plugins), declared is not None, seal), there, how, loaded, tally.take)
    reports = tally.reports()
    if form == "json":
        _show_json(reports, names_of(missing))
    elif form != "text":
        from railbook.cli.reporting import show

        show(form, reports, there, names_of(missing), allow_unverified=allow_unverified)
    else:
        _show(tally, len(missing))
        if seal is not None and reports and reports[0].verdict in (Verdict.EXACT, Verdict.UNVERIFIED):
            out.say(f"{out.clean(reports[0].file)}: the seal is that of its last line, {reports[0].lines}")
    corpus.complain()
    code = tally.exit_code(allow_unverified=allow_unverified) if there else 1
    if declared is not None and there:
        code = _compare(declared, reports, there)
    if bisect and (missing or code == EXIT_CODES[Verdict.UNVERIFIED]):
        return SKIP
    return corpus.exit_code(code)


class Tally:
    """What is kept of many reports: counts of all, and the reports that will be shown, in the order of their logs."""

    def __init__(self, logs: int, *, every: bool) -> None:
        self.logs = logs
        self.every = every or logs <= MOST_LOGS
        self.words: dict[str, int] = {}
        self.plies = 0
        self._kept: dict[int, Report] = {}
        self._examples: dict[Verdict, Report] = {}

    def take(self, index: int, report: Report) -> str:
        """Count a report; gives the words to be shown at once, if it is not exact."""
        self.words[report.words] = self.words.get(report.words, 0) + 1
        self.plies += report.plies
        self._examples.setdefault(report.verdict, report)
        exact = report.verdict.value == "exact"
        if self.every or not exact:
            self._kept[index] = report
        last = f": {report.findings[-1]}" if report.findings else ""
        return "" if exact else out.clean(f"{report.file}: {report.words}{last}")

    def reports(self) -> list[Report]:
        """Give the reports that were kept."""
        return [self._kept[index] for index in sorted(self._kept)]

    def exit_code(self, *, allow_unverified: bool) -> int:
        """Give the exit code over all reports."""
        from railbook.audit.findings import exit_code

        return exit_code(self._examples.values(), allow_unverified=allow_unverified)


def _seal_of(logs: Sequence[LogPath], digest: str, signature: Path | None, public_key: Path | None) -> Seal | None:
    """Give the seal that the one log must have, if one was named."""
    if not digest and signature is None and public_key is None:
        return None
    from railbook.audit.case import SUFFIX
    from railbook.cli.seal import seal_to_check

    if len(logs) != 1 or logs[0].path.endswith(SUFFIX):
        raise out.UsageFault("--digest and --signature are for one log: name that")
    return seal_to_check(digest, signature, public_key)


def _declared(places: Sequence[str], named: Path | None) -> Path | None:
    """Give the file of declared changes: the one that was named, or that in the one folder given."""
    if named is not None or len(places) != 1 or not os.path.isdir(places[0]):
        return named
    from pathlib import Path

    from railbook.audit.expected import FILE

    beside = Path(places[0], FILE)
    return beside if beside.is_file() else None


def _compare(declared: Path, reports: list[Report], logs: Sequence[LogPath]) -> int:
    """Say in what the findings are not those that a file declares; gives the exit code."""
    from pathlib import Path

    from railbook.audit.expected import compare, read_changes

    names = [Path(os.path.relpath(log.path, declared.parent)).as_posix() for log in logs]
    changes = read_changes(declared)
    complaints = compare(changes, reports, names)
    for complaint in complaints:
        out.warn(f"railbook: {out.clean(complaint)}")
    if changes and not complaints:
        out.warn(f"railbook: all is as {out.clean(declared)} declares")
    return 1 if complaints else 0


def _show(tally: Tally, missing: int) -> None:
    reports = tally.reports()
    if reports:
        out.table(("log", "verdict", "plies", "chance", "players and scores", "winner"), map(_row, reports), ("plies",))
    if not tally.every:
        out.say(f"of {tally.logs:,} logs those that are not exact are listed: {len(reports):,}")
    shown: dict[tuple[str, str, str], list[Finding]] = {}
    for report in reports:
        for finding in report.findings:
            # What is wrong with a file as a whole has no rule that tells it from other faults.
            about = "" if finding.line else finding.message
            shown.setdefault((finding.kind, finding.rule, about), []).append(finding)
    for findings in shown.values():
        _show_finding(findings[0])
        if len(findings) > 1:
            kind = "these" if not findings[0].line else f"{findings[0].kind} {findings[0].rule}".rstrip()
            out.say(f"    and {len(findings) - 1} more of {out.clean(kind)}: --format json lists every one")
    for report in reports:
        if report.unverified:
            plies = ", ".join(str(ply) for ply in report.unverified[:MOST_PLIES])
            more = f", ... ({report.unverified_count:,} in all)" if report.unverified_count > MOST_PLIES else ""
            out.say(
                f"{out.clean(report.file)}: could not be checked, because information is hidden: plies {plies}{more}"
            )
            for sentence in report.hidden:
                out.say(f"    {out.clean(sentence)}")
    counts = [f"{count} {words}" for words, count in sorted(tally.words.items())]
    if missing:
        counts.append(f"{missing} missing")
    logs = f"{tally.logs} log{'s' * (tally.logs != 1)}"
    out.say(f"{logs}, {tally.plies:,} plies checked: {', '.join(counts) or 'nothing'}")


def _show_finding(finding: Finding) -> None:
    out.say(f"{out.clean(finding.file)}: {out.clean(finding)}")
    if finding.expected is not None:
        out.say(f"    expected: {_short(finding.expected)}")
    if finding.actual is not None:
        out.say(f"    recorded: {_short(finding.actual)}")


def _short(value: Any) -> str:
    import json

    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return out.clean(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def _row(report: Report) -> tuple[object, ...]:
    scores = [str(total) for total in report.totals] or [""] * len(report.players)
    players = ", ".join(f"{name} {score}".strip() for name, score in zip(report.players, scores, strict=False))
    winner = " and ".join(report.winners) if report.finished else ""
    # Where verification stopped, nothing can be said of the chance behind.
    chance = report.chance if report.words in ("exact", "exact so far", "unverified") else ""
    return report.file, report.words, report.plies, chance, players, winner


def _count(reports: list[Report]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for report in reports:
        counts[report.words] = counts.get(report.words, 0) + 1
    return counts


def _show_json(reports: list[Report], missing: list[str]) -> None:
    import msgspec

    document = {
        "logs": [
            {**msgspec.to_builtins(report), "verdict": report.words, "winners": report.winners} for report in reports
        ],
        "missing": sorted(missing),
        "plies": sum(report.plies for report in reports),
        "verdicts": _count(reports),
    }
    out.say(out.as_json(document, pretty=True))
