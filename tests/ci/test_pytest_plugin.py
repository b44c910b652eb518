"""The plugin for pytest: each log under a folder is a test item, which fails with the findings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import railbook, rewritten


@pytest.fixture
def repository(corpus: Path, short: Path, tmp_path: Path) -> Path:  # noqa: F811 - the fixture
    """Give a repository with a test of its own, two exact logs and one that breaks a rule."""
    games = tmp_path / "games"
    games.mkdir()
    for number in (0, 1):
        shutil.copy(corpus / f"ttr-usa-{number}.jsonl", games)
    (tmp_path / "bad").mkdir()
    rewritten(short, tmp_path / "bad" / "forged.jsonl", lambda records: records[3].update(seat=7))
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    return tmp_path


def pytest_in(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run pytest in a folder; gives the exit code and what it said."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.slow
def test_each_log_is_an_item(repository: Path) -> None:
    """`pytest --railbook games -q` runs one test for each log, and nothing else; `-k` chooses among them."""
    code, said = pytest_in(repository, "--railbook", "games", "-v")
    assert (code, "2 passed" in said) == (0, True)
    assert "games/ttr-usa-0.jsonl::verify PASSED" in said
    code, said = pytest_in(repository, "--railbook", "games", "-k", "usa-1", "-q")
    assert (code, "1 passed, 1 deselected" in said) == (0, True)


@pytest.mark.slow
def test_a_failure_shows_the_finding(repository: Path) -> None:
    """A log that breaks a rule fails with line, ply and rule, and without a traceback."""
    code, said = pytest_in(repository, "--railbook", "bad", "-q")
    assert code == 1
    assert "core.no-such-seat" in said
    assert "line 4, ply 2, seat 7: illegal-action" in said
    assert "Traceback" not in said
    assert ".py:" not in said


@pytest.mark.slow
def test_beside_other_tests_and_in_processes(repository: Path) -> None:
    """Paths that are named are run too; so are several folders, in processes of pytest-xdist as well."""
    code, said = pytest_in(repository, "--railbook", "games", "--railbook", "bad", "test_own.py", "-q", "-n", "2")
    assert code == 1
    assert "1 failed, 3 passed" in said


@pytest.mark.slow
def test_without_the_option_nothing_is_collected(repository: Path) -> None:
    """Who does not ask for it gets no items: a repository may hold other files of these names."""
    code, said = pytest_in(repository, "-q")
    assert (code, "1 passed" in said) == (0, True)


@pytest.mark.slow
def test_a_folder_that_is_not_there(repository: Path) -> None:
    """A wrong folder is one line, and pytest's exit code for wrong usage."""
    code, said = pytest_in(repository, "--railbook", "nowhere")
    assert code == 4
    assert "--railbook nowhere: no such file or folder" in said


@pytest.mark.slow
def test_cases_and_other_json(repository: Path) -> None:
    """A case is an item as well; another JSON file is none."""
    (repository / "games" / "other.json").write_text("{}")
    case = ("--at", "9", "--out", repository / "games/c.json")
    assert railbook("extract", repository / "games/ttr-usa-0.jsonl", *case).code == 0
    code, said = pytest_in(repository, "--railbook", "games", "-v")
    assert (code, "3 passed" in said) == (0, True)
    assert "games/c.json::verify PASSED" in said


@pytest.mark.slow
def test_declared_changes(repository: Path) -> None:
    """What `expected-changes.toml` declares is expected here too, and what it declares and is not found fails."""
    change = '[[change]]\nrule = "core.no-such-seat"\nkind = "illegal-action"\ngames = "all"\nwhy = "a trial"\n'
    (repository / "bad" / "expected-changes.toml").write_text(change)
    assert pytest_in(repository, "--railbook", "bad", "-q")[0] == 0
    (repository / "games" / "expected-changes.toml").write_text(change)
    code, said = pytest_in(repository, "--railbook", "games", "-q")
    assert code == 1
    assert "ttr-usa-0.jsonl: illegal-action by core.no-such-seat is declared and not found" in said


@pytest.mark.slow
def test_house_rules_of_the_repository(repository: Path) -> None:
    """Plugins that pyproject.toml names are loaded, and those of `--railbook-plugin`."""
    rule = (
        "from railbook import Layer\nfrom railbook_ticket_to_ride.api import TICKET_TO_RIDE\n"
        'variant = Layer("mine", game=TICKET_TO_RIDE, version="1.0")\n'
    )
    (repository / "mine.py").write_text(rule)
    words = ("simulate", "ttr-usa", "--seats", "random,random", "-p", repository / "mine.py", "--variant", "mine")
    assert railbook(*words, "--seed", "77", "--out", repository / "games").code == 0
    code, said = pytest_in(repository, "--railbook", "games", "-q")
    assert code == 1
    assert "unknown variant 'mine'" in said
    assert pytest_in(repository, "--railbook", "games", "--railbook-plugin", "mine.py", "-q")[0] == 0
    (repository / "pyproject.toml").write_text('[tool.railbook]\nplugins = ["mine.py"]\n')
    assert pytest_in(repository, "--railbook", "games", "-q")[0] == 0
