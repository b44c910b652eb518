"""docs/ci.md: its declared change is one, its unit test runs, its commands exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import yaml

from railbook.audit.expected import Change
from railbook.cli.app import app
from railbook.testing import assert_case
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import railbook, rewritten

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")


def block(language: str) -> str:
    """Give the first block of code in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_declared_change_is_one() -> None:
    """The example has the form that is read, and so has the one in the file that is shipped."""
    shipped = (ROOT / "replays" / "expected-changes.toml").read_text("utf-8")
    commented = "\n".join(line.removeprefix("#") for line in shipped.splitlines() if line.startswith("#     "))
    for text in (block("toml"), "\n".join(line.strip() for line in commented.splitlines())):
        (change,) = tomllib.loads(text)["change"]
        assert msgspec.convert(change, Change).rule == "ttr.flush"


def test_the_action_is_used_with_inputs_that_it_has() -> None:
    """The workflow gives no input that the action does not know."""
    (step,) = (step for step in yaml.safe_load(block("yaml")) if "railbook" in step["uses"])
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    assert set(step["with"]) <= set(inputs)


def test_the_unit_test_runs(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """The unit test on the page passes for a good case and for one that is refused."""
    (tmp_path / "cases").mkdir()
    railbook("extract", short, "--at", "9", "--out", tmp_path / "cases" / "ferry.json")
    rewritten(short, tmp_path / "log.jsonl", lambda records: records[3].update(seat=7))
    railbook("extract", tmp_path / "log.jsonl", "--at", "2", "--out", tmp_path / "cases" / "short-payment.json")
    text = block("python").replace('"cases/', f'"{tmp_path}/cases/').replace("ttr.hand", "core.no-such-seat")
    space: dict[str, object] = {"assert_case": assert_case}
    exec(compile(text, "docs/ci.md", "exec"), space)  # noqa: S102 - the code of our own page
    space["test_claim_of_a_ferry"]()  # type: ignore[operator]


def test_verbs_exist() -> None:
    """Every command on the page is one."""
    verbs = {command.name for command in app.registered_commands}
    assert set(re.findall(r"railbook (verify|extract|repair|impact)\b", PAGE)) <= verbs
