"""Declared changes of rules: a file says which findings recorded games should have, and nothing else may be found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from railbook.audit.findings import KINDS, REMARKS, Finding, Report, Verdict
from railbook.log.reader import FileFault, whole_file

if TYPE_CHECKING:
    from pathlib import Path

FILE = "expected-changes.toml"
"""The name under which `verify` finds the file in a folder of logs."""

NotEmpty = Annotated[str, msgspec.Meta(min_length=1)]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change that is meant: the rule that was changed, the kind of finding, the games that show it, and why."""

    rule: NotEmpty
    kind: NotEmpty
    games: Literal["all"] | Annotated[list[NotEmpty], msgspec.Meta(min_length=1)]
    """Names of logs, relative to the folder of the file, or `all` that lie there."""
    why: NotEmpty


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    change: list[Change] = []


def read_changes(path: Path) -> list[Change]:
    """Read a file of declared changes; raises `FileFault` that names the key and what is wrong there."""
    from railbook.log.foreign import DataFault, read_toml

    try:
        changes = msgspec.convert(read_toml(whole_file(path, "changes")), _File).change
    except (DataFault, msgspec.ValidationError) as fault:
        raise FileFault(f"{path}: {fault}") from None
    except FileFault as fault:
        raise FileFault(f"{path} {fault}") from None
    for number, change in enumerate(changes, 1):
        if change.kind not in KINDS:
            raise FileFault(f"{path}: change {number}: kind {change.kind!r} is none of {', '.join(KINDS)}")
    return changes


def compare(changes: Sequence[Change], reports: Sequence[Report], names: Sequence[str]) -> list[str]:
    """Say what was found and not declared, and what was declared and not found; `names` are those of the reports.

    A declared rule must be that of the finding, where the finding has one: events and digests have none.
    """
    complaints = []
    used: dict[int, set[str]] = {number: set() for number in range(len(changes))}
    for report, name in zip(reports, names, strict=True):
        finding = cause(report)
        if finding is None:
            continue
        fits = [number for number, change in enumerate(changes) if _fits(change, finding, name)]
        if not fits:
            rule = f" by {finding.rule}" if finding.rule else ""
            place = f" at ply {finding.ply}" if finding.ply is not None else ""
            complaints.append(f"{name}: {finding.kind}{rule}{place} is found and not declared")
        for number in fits:
            used[number].add(name)
    for number, change in enumerate(changes):
        due = set(names) if change.games == "all" else set(change.games)
        complaints += [
            f"{name}: {change.kind} by {change.rule} is declared and not found" for name in sorted(due - used[number])
        ]
    return complaints


def cause(report: Report) -> Finding | None:
    """Give the finding for which a log is not exact; `None` where it is, or where nothing could be checked."""
    if report.verdict is Verdict.EXACT:
        return None
    return next((finding for finding in reversed(report.findings) if finding.kind not in REMARKS), None)


def _fits(change: Change, finding: Finding, name: str) -> bool:
    return (
        change.kind == finding.kind
        and finding.rule in ("", change.rule)
        and (change.games == "all" or name in change.games)
    )
