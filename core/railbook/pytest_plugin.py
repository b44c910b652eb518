"""A plugin for pytest: with `--railbook FOLDER` each recorded game under a folder is a test item, decided again."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from railbook.audit.findings import Report
    from railbook.plugins.registry import Registry

SUFFIXES = (".jsonl", ".jsonl.gz", ".json")
"""How the names of logs and cases end; a `.json` is collected only if it is a case."""

CASE = b'"type": "case"'
"""What stands in a case, at its end where `extract` wrote it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("railbook", "recorded games")
    group.addoption(
        "--railbook",
        action="append",
        default=[],
        metavar="FOLDER",
        help="verify the recorded games under this folder (or in this file), each as a test; may be given again",
    )
    group.addoption(
        "--railbook-plugin",
        action="append",
        default=[],
        metavar="MODULE|FILE.py",
        help="load a plugin with house rules too, beside those that [tool.railbook] in pyproject.toml names",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let the folders be walked: alone, or after the paths that were named beside them."""
    folders: list[str] = config.getoption("--railbook")
    for folder in folders:
        if not (config.invocation_params.dir / folder).exists():
            raise pytest.UsageError(f"--railbook {folder}: no such file or folder")
    if not folders:
        return
    named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
    config.args = [*named, *(folder for folder in folders if folder not in named)]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a log under one of the folders."""
    config = parent.config
    folders = [(config.invocation_params.dir / folder).resolve() for folder in config.getoption("--railbook")]
    path = file_path.resolve()
    if not file_path.name.endswith(SUFFIXES) or not any(path.is_relative_to(folder) for folder in folders):
        return None
    if file_path.suffix == ".json" and not _is_case(file_path):
        return None
    return LogFile.from_parent(parent, path=file_path)


def _is_case(path: Path) -> bool:
    """Tell whether a file says that it is a case: one that is too large to be read as one says it at its end."""
    from railbook.log.limits import limit

    most = limit("case")
    with path.open("rb") as stream:
        data = stream.read(most)
        if len(data) == most:
            stream.seek(-len(CASE) * 2, os.SEEK_END)
            data += stream.read(len(CASE) * 2)
    return CASE in data


class LogFile(pytest.File):
    """A recorded game, or a case."""

    def collect(self) -> Iterable[pytest.Item]:
        """Give its one test."""
        yield LogItem.from_parent(self, name="verify")


class LogItem(pytest.Item):
    """The verification of one log."""

    def runtest(self) -> None:
        """Verify; fails with the findings, and is skipped where only what is hidden could not be checked."""
        from railbook.audit.case import verify_file
        from railbook.audit.expected import FILE, compare, read_changes
        from railbook.audit.findings import Verdict

        declared = next((folder / FILE for folder in self.path.parents if (folder / FILE).is_file()), None)
        name = self.path.relative_to(declared.parent if declared else self.path.parent).as_posix()
        report = verify_file(self.path, self._registry(), name, newer=declared is not None)
        if declared is not None:
            changes = [
                change if change.games == "all" else _only(change, name)
                for change in read_changes(declared)
                if change.games == "all" or name in change.games
            ]
            if changes:
                complaints = compare(changes, [report], [name])
                if complaints:
                    raise _Differs([*complaints, *map(str, report.findings)])
                return
        if report.verdict is Verdict.UNVERIFIED and report.unverified:
            pytest.skip(f"information is hidden: {report.unverified_count} plies could not be checked")
        if report.verdict is not Verdict.EXACT:
            raise _Differs(_told(report))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the findings, and of other faults the message alone."""
        from railbook.log.reader import FileFault
        from railbook.plugins.registry import PluginFault

        if isinstance(excinfo.value, _Differs):
            return "\n".join(excinfo.value.lines)
        if isinstance(excinfo.value, FileFault | PluginFault):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the log as the place of the test."""
        return self.path, None, self.nodeid.removesuffix("::verify")

    def _registry(self) -> Registry:
        root = self.config.rootpath
        return _loaded(root, tuple(self.config.getoption("--railbook-plugin")))


class _Differs(Exception):
    """A log that is not as it should be."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@cache
def _loaded(root: Path, plugins: tuple[str, ...]) -> Registry:
    """Load what is installed and what the repository names, once for each process."""
    from railbook.plugins.project import plugins_of
    from railbook.plugins.registry import Registry

    own = [str(root / name) if name.endswith(".py") else name for name in plugins_of(root / "pyproject.toml")]
    return Registry.installed([*own, *plugins])


def _only(change: Any, name: str) -> Any:
    import msgspec

    return msgspec.structs.replace(change, games=[name])


def _told(report: Report) -> list[str]:
    """Put what was found into lines, with what was expected and recorded."""
    import msgspec

    lines = [f"{report.file} is {report.words}, after {report.plies} plies"]
    for finding in report.findings:
        lines.append(str(finding))
        for label, value in (("expected", finding.expected), ("recorded", finding.actual)):
            if value is not None:
                text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
                lines.append(f"    {label}: {text[:300]}")
    return ["".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line) for line in lines]
