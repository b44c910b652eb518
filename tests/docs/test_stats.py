"""The page about statistics: its figures and queries are those of the shipped games, and its example is a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbook.cli.stats import stats
from railbook.plugins.registry import Registry
from railbook.testing import conformance
from tests.docs.stats import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_figures_are_those_of_the_games(tmp_path: Path) -> None:
    """The command and the DuckDB queries answer what is printed; if they should change: python -m tests.docs.stats."""
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    assert page(TEXT, tmp_path) == TEXT, "python -m tests.docs.stats"


def test_options_are_on_the_page() -> None:
    """Every option of the command that others do not have is explained."""
    for name in set(stats.__annotations__) - {"return", "places", "plugins", "jobs", "form"}:
        assert f"`--{name.replace('_', '-')}" in TEXT


def test_the_example_is_a_rule(tmp_path: Path) -> None:
    """PLG-04: the tally on the page loads as a plugin, and counts random games."""
    (block,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    path = tmp_path / "paid.py"
    path.write_text(block, encoding="utf-8")
    registry = Registry()
    registry.add_named(str(path))
    assert [entry.kind for entry in registry.variants()["paid"].entries] == ["tally"]
    (check,) = [
        check
        for check in conformance("ttr-usa", variants=["paid"], plugins=[str(path)], seats=[2], plies=30)
        if check.name.startswith("tallies")
    ]
    check()
