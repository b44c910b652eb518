"""`railbook verify`: decides every ply of recorded games again and says exactly where one breaks a rule."""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import Format, Plugins, one_of, registry

if TYPE_CHECKING:
    from railbook.audit.corpus import LogPath
    from railbook.audit.findings import Finding, Report

LONGEST = 300
"""Characters of an expected or recorded value that are shown."""

MOST_PLIES = 20
"""Numbers of plies that could not be checked which are shown."""


def verify(
    places: Annotated[
        list[str], typer.Argument(metavar="LOG", help="Logs, folders of logs or patterns; - is standard input.")
    ],
    plugins: Plugins = None,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Exit 0 where something could not be checked.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes; otherwise one for each core.")
    ] = None,
    form: Format = "text",
) -> None:
    """Decide every ply again, and compare rules, chance, events, scores and digests with what was recorded."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.corpus import logs_in, names_of, over
    from railbook.audit.findings import exit_code

    logs = logs_in(places)
    missing = {log.path for log in logs if log.path != "-" and not os.path.lexists(log.path)}
    there = [log for log in logs if log.path not in missing]
    _registries[tuple(plugins or ())] = registry(plugins)  # what the user named is refused before any process starts
    work = functools.partial(_verify_one, tuple(plugins or ()))
    with out.progress("verifying", len(there)) as bar:
        reports = over(there, work, jobs or os.cpu_count() or 1, bar.step)
    if form == "json":
        _show_json(reports, names_of(sorted(missing)))
    else:
        _show(reports, len(missing))
    for path in sorted(missing):
        out.warn(f"railbook: {out.clean(path)}: no such file")
    if not logs:
        out.warn(f"railbook: no logs in {out.clean(', '.join(places))}")
    code = exit_code(reports, allow_unverified=allow_unverified) if there else 1
    # A missing file is worse than something that cannot be checked, and less than something found wrong.
    raise typer.Exit(2 if missing and (code != 1 or not there) else code)


_registries: dict[tuple[str, ...], Any] = {}


def _verify_one(plugins: tuple[str, ...], log: LogPath) -> Report:
    """Verify one log in whichever process this is; each loads the plugins once."""
    from railbook.audit.verify import verify as verify_log

    if plugins not in _registries:
        _registries[plugins] = registry(plugins)
    return verify_log(log.path, _registries[plugins], log.name)


def _show(reports: list[Report], missing: int) -> None:
    if reports:
        out.table(("log", "verdict", "plies", "chance", "players and scores", "winner"), map(_row, reports), ("plies",))
    shown: dict[tuple[str, str], list[Finding]] = {}
    for report in reports:
        for finding in report.findings:
            shown.setdefault((finding.kind, finding.rule), []).append(finding)
    for findings in shown.values():
        _show_finding(findings[0])
        if len(findings) > 1:
            kind = f"{findings[0].kind} {findings[0].rule}".rstrip()
            out.say(f"    and {len(findings) - 1} more of {out.clean(kind)}: --format json lists every one")
    for report in reports:
        if report.unverified:
            plies = ", ".join(str(ply) for ply in report.unverified[:MOST_PLIES])
            more = ", ..." if len(report.unverified) > MOST_PLIES else ""
            out.say(
                f"{out.clean(report.file)}: could not be checked, because information is hidden: plies {plies}{more}"
            )
            for sentence in report.hidden:
                out.say(f"    {out.clean(sentence)}")
    counts = [f"{count} {words}" for words, count in sorted(_count(reports).items())]
    if missing:
        counts.append(f"{missing} missing")
    total = sum(report.plies for report in reports)
    out.say(f"{len(reports)} log{'s' * (len(reports) != 1)}, {total:,} plies checked: {', '.join(counts) or 'nothing'}")


def _show_finding(finding: Finding) -> None:
    out.say(f"{out.clean(finding.file)}: {out.clean(finding)}")
    if finding.expected is not None:
        out.say(f"    expected: {_short(finding.expected)}")
    if finding.actual is not None:
        out.say(f"    recorded: {_short(finding.actual)}")


def _short(value: Any) -> str:
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
