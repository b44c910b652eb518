"""The table of what the recorded games show: worked out again from the logs, and compared."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.replays.corpus import COVERAGE, REPLAYS, ROOT, logs
from tests.replays.coverage import Seen, read_table, seen_in, table_of
from tests.replays.situations import SITUATIONS

TABLE = read_table(REPLAYS / COVERAGE)
MISSING: dict[str, dict[str, str]] = TABLE.get("missing", {})
COMMAND = "run: python -m tests.replays.record"


@pytest.fixture(scope="module")
def found() -> dict[str, Seen]:
    """Give where each situation occurs first, from the logs."""
    return seen_in(logs(), REPLAYS)


@pytest.mark.slow
@pytest.mark.parametrize("id", SITUATIONS)
def test_situation_is_where_the_table_says(id: str, found: dict[str, Seen]) -> None:
    """Each situation first occurs in the log and ply of the table; one that no game shows needs a reason."""
    row: dict[str, Any] = TABLE["situations"].get(id, {})
    recorded = Seen(row["log"], row["ply"]) if row else None
    assert recorded == found.get(id), COMMAND
    assert (recorded is None) == (id in MISSING), f"no game shows {id}: record one, or say why under [missing]"


@pytest.mark.slow
def test_table_is_the_written_one(found: dict[str, Seen]) -> None:
    """The table is what the command writes, byte by byte: words, rules, order and reasons."""
    assert (REPLAYS / COVERAGE).read_text("utf-8") == table_of(found, MISSING), COMMAND


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(MISSING))
def test_what_is_missing_is_tested_elsewhere(id: str, found: dict[str, Seen]) -> None:
    """A reason holds as long as no game shows the situation, and the test that it names quotes the rule."""
    assert id in SITUATIONS, f"{id} is no situation"
    assert id not in found, f"{found.get(id)} shows {id}: its reason is none any more"
    assert MISSING[id]["why"].strip()
    test = (ROOT / MISSING[id]["tested"]).read_text("utf-8")
    assert any(re.search(rf"{rule}\b", test) for rule in SITUATIONS[id].rules)


def test_situations_name_their_rules() -> None:
    """Each situation says what it is and quotes paragraphs of the rules, such as TTR-D9 or AOS-X15."""
    for id, situation in SITUATIONS.items():
        assert situation.what.endswith("."), id
        assert situation.rules, id
        assert all(re.fullmatch(r"(TTR|AOS)-[A-Z]+\d+", rule) for rule in situation.rules), id
