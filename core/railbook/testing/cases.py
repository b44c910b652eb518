"""Turns a case that `railbook extract` wrote into a unit test: its ply is decided as recorded, or a fault says why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from railbook.audit.case import verify_file
from railbook.audit.findings import Verdict
from railbook.plugins.registry import Registry
from railbook.testing.faults import Fault


def assert_case(path: Path | str, plugins: Sequence[str] = (), *, rejected_by: str = "") -> None:
    """Check that the ply of a case is decided as recorded, or, with `rejected_by`, that this rule refuses it.

    Raises `Fault` with what was found. `plugins` are modules and files to load, as for `-p`.
    """
    report = verify_file(path, Registry.installed(list(plugins)), Path(path).name)
    found = "\n".join(map(str, report.findings)) or "nothing is wrong with it"
    if rejected_by and rejected_by not in {finding.rule for finding in report.findings}:
        raise Fault(f"{report.file} should be refused by {rejected_by}: {found}")
    if not rejected_by and report.verdict is not Verdict.EXACT:
        raise Fault(f"{report.file} is {report.words}: {found}")
