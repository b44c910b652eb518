"""README and the house-rules page do what they say: their commands and code are run as they stand."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOUSE_RULES = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
SCRIPTS = sysconfig.get_path("scripts")


def commands(text: str) -> list[str]:
    """Give the indented command lines of a page, without their comments."""
    return [line.strip().partition("   #")[0].strip() for line in text.splitlines() if re.match(r"^    \S", line)]


def python_block(text: str) -> str:
    """Give the first block of Python of a page."""
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one command line in a folder, with this interpreter and the railbook installed beside it."""
    words = shlex.split(command)
    words[0] = {"python3": sys.executable, "railbook": f"{SCRIPTS}/railbook"}[words[0]]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, encoding="utf-8", timeout=300)


def test_ci_runs_the_test_command() -> None:
    """`.ci/run` holds the very test command of the README."""
    (command,) = [line for line in commands(README) if line.endswith("&& tox")]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_broken_log_gets_the_verdict_shown(tmp_path: Path) -> None:
    """The one-liner breaks a copy of a log, and the verdict is the one that the README shows."""
    (tmp_path / "replays").symlink_to(ROOT / "replays")
    breaks, verifies = (line for line in commands(README) if "broken.jsonl" in line)
    assert run(breaks, tmp_path).returncode == 0
    result = run(verifies, tmp_path)
    assert result.returncode == 1
    found = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert found is not None
    assert result.stdout == found[1]


@pytest.mark.parametrize("page", [README, HOUSE_RULES], ids=["README", "house-rules"])
def test_house_rule_is_the_same_everywhere(page: str) -> None:
    """README and the page on house rules show the same rule, in a dozen lines of code."""
    assert python_block(page) == python_block(README)
    code = [line for line in python_block(page).splitlines() if line.strip() and '"""' not in line]
    assert len(code) <= 11


@pytest.mark.slow
def test_commands_of_the_readme_work(tmp_path: Path) -> None:
    """Every command of README that needs nobody at the terminal runs, and diffs exit with 0 or 1."""
    (tmp_path / "small_hands.py").write_text(python_block(README), encoding="utf-8")
    (tmp_path / "replays").symlink_to(ROOT / "replays")
    lines = [
        line
        for line in commands(README)
        if line.startswith("railbook") and "record" not in line and "broken" not in line and "venv" not in line
    ]
    assert len(lines) >= 9
    for line in lines:
        result = run(line, tmp_path)
        allowed = (0, 1) if " diff " in line else (0,)
        assert result.returncode in allowed, (line, result.stdout, result.stderr)
        assert "Traceback" not in result.stderr


def test_links_lead_somewhere() -> None:
    """Every link of README and the pages in docs leads to a file of the project."""
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
