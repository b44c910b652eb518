"""A fresh environment with railbook's wheel in it, for tests of what is installed beside railbook."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = 900
"""Seconds after which a command hangs: an installer may have to fetch what it installs."""


class Fresh:
    """A virtual environment of its own; pip finds railbook's wheel beside what it is configured to find."""

    def __init__(self, folder: Path) -> None:
        self.wheels = folder / "wheels"
        self.wheels.mkdir()
        self._bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(self.wheels)]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=MOST_SECONDS)
        venv.create(folder / "env", with_pip=True)
        self.run("python", "-m", "pip", "install", "--quiet", "railbook", folder=folder)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its processes: none of those that run the tests, and one more place where wheels are."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TOX", "RAILBOOK"))}
        kept.pop("VIRTUAL_ENV", None)
        links = f"{kept.get('PIP_FIND_LINKS', '')} {self.wheels}".strip()
        return {**kept, "PATH": os.pathsep.join([str(self._bin), kept.get("PATH", "")]), "PIP_FIND_LINKS": links}

    def run(
        self, command: str, *arguments: str | Path, folder: Path, code: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Run a command that is installed here; its exit code must be this one."""
        words = [str(self._bin / command), *map(str, arguments)]
        done = subprocess.run(
            words, cwd=folder, env=self.environment, check=False, capture_output=True, text=True, timeout=MOST_SECONDS
        )
        assert done.returncode == code, (words, done.stdout[-4000:], done.stderr[-4000:])
        return done
