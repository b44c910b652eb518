"""`railbook verify`: decides every ply of recorded games again and says exactly where one breaks a rule."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import Format, Plugins, one_of, registry

LONGEST = 300
"""Characters of an expected or recorded value that are shown."""

if TYPE_CHECKING:
    from railbook.audit.corpus import LogPath
    from railbook.audit.findings import Finding, Report


def verify(
    places: Annotated[list[str], typer.Argument(metavar="LOG…", help="Logs, folders, patterns; - is standard input.")],
    plugins: Plugins = None,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Exit 0 where something could not be checked.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Processes; 0 takes one for each core.", min=0)] = 0,
    form: Format = "text",
) -> None:
    """Decide every ply again, and compare rules, chance, events, scores and digests with what was recorded."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.corpus import logs_in, over
    from railbook.audit.findings import exit_code

    logs = logs_in(places)
    missing = [log.path for log in logs if log.path != "-" and not os.path.lexists(log.path)]
    registry(plugins)  # what the user named is refused here, before any process starts
    there = [log for log in logs if log.path not in missing]
    work = functools.partial(_verify_one, tuple(plugins or ()))
    with out.progress("verifying", len(there)) as bar:
        reports = over(there, work, jobs or os.cpu_count() or 1, bar.step)
    if form == "json":
        _show_json(reports, missing)
    else:
        _show(reports)
    for path in missing:
        out.warn(f"railbook: {out.clean(path)}: no such file")
    if not reports and not missing:
        out.warn(f"railbook: no logs found in {out.clean(' '.join(places))}: 0 logs, 0 plies checked")
    raise typer.Exit(
        max(
            2 if missing and not reports else 0,
            exit_code(reports, allow_unverified=allow_unverified) or (2 if missing else 0),
        )
    )


_registries: dict[tuple[str, ...], Any] = {}


def _verify_one(plugins: tuple[str, ...], log: LogPath) -> Report:
    """Verify one log in whichever process this is; each loads the plugins once."""
    from railbook.audit.verify import verify as verify_log

    if plugins not in _registries:
        _registries[plugins] = registry(plugins)
    return verify_log(log.path, _registries[plugins], log.name)


def _show(reports: list[Report]) -> None:
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
            out.say(f"  … {kind}: {len(findings)} findings in all, the first is shown; --format json lists every one")
    for report in reports:
        if report.unverified:
            plies = ", ".join(str(ply) for ply in report.unverified[:20])
            out.say(f"{out.clean(report.file)}: could not be checked, because information is hidden: plies {plies}")
    counts = ", ".join(f"{count} {words}" for words, count in sorted(_count(reports).items()))
    total = sum(report.plies for report in reports)
    out.say(f"{len(reports)} log{'s' * (len(reports) != 1)}, {total:,} plies checked: {counts or 'nothing'}")


def _show_finding(finding: Finding) -> None:
    out.say(f"{out.clean(finding.file)}: {out.clean(finding)}")
    if finding.expected is not None:
        out.say(f"    expected: {_short(finding.expected)}")
    if finding.actual is not None:
        out.say(f"    recorded: {_short(finding.actual)}")


def _short(value: Any) -> str:
    import json

    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return out.clean(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _row(report: Report) -> tuple[object, ...]:
    scores = [str(total) for total in report.totals] or [""] * len(report.players)
    players = ", ".join(f"{name} {score}".strip() for name, score in zip(report.players, scores, strict=False))
    winner = " and ".join(report.winners) if report.finished else ""
    return report.file, report.words, report.plies, report.chance, players, winner


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
        "missing": sorted(os.path.basename(path) for path in missing),
        "plies": sum(report.plies for report in reports),
        "verdicts": _count(reports),
    }
    out.say(msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=2).decode())
