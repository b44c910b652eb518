"""A case becomes a unit test in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbook.testing import Fault, assert_case
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import railbook, rewritten


def test_a_case_that_is_decided_as_recorded(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """A good case passes, and does not pass as one that a rule refuses."""
    railbook("extract", short, "--at", "9", "--out", tmp_path / "case.json")
    assert_case(tmp_path / "case.json")
    with pytest.raises(Fault, match=r"case\.json should be refused by ttr\.hand: nothing is wrong with it"):
        assert_case(tmp_path / "case.json", rejected_by="ttr.hand")


def test_a_case_that_a_rule_refuses(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """SEC-05: a bad case fails with the finding, and passes where that rule is what is expected."""
    rewritten(short, tmp_path / "log.jsonl", lambda records: records[3].update(seat=7))
    railbook("extract", tmp_path / "log.jsonl", "--at", "2", "--out", tmp_path / "case.json")
    with pytest.raises(Fault, match=r"core\.no-such-seat"):
        assert_case(tmp_path / "case.json")
    assert_case(tmp_path / "case.json", rejected_by="core.no-such-seat")
