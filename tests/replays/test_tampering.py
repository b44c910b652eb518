"""Recorded numbers that are changed: referee and verification, which share no code, both see each."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.plugins.registry import Registry
from tests.replays.corpus import logs, shortest_of
from tests.replays.referee import REFEREES, Disagreement, judge
from tests.replays.tampering import Number, kinds_of_numbers, said, with_one_more

SHORTEST = {shortest_of(game) for game in REFEREES}
KINDS = kinds_of_numbers(logs())


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Load what is installed, as the program does."""
    return Registry.installed()


def test_numbers_of_all_kinds_are_changed() -> None:
    """Points, trains, cards, slots, tickets' seats, turns, money, ranks and the number of the ply are among them."""
    fields = {kind.rpartition(".")[2] for kind in KINDS}
    assert {"points", "trains", "cards", "slot", "picks", "round", "turns", "total", "rank", "seat", "ply"} <= fields
    assert {"cash", "income", "pays", "price", "owner", "paths", "shares", "by", "rotation", "box"} <= fields


def marks(number: Number) -> list[pytest.MarkDecorator]:
    """Only what stands in the shortest logs is quickly looked at."""
    return [] if number.log in SHORTEST else [pytest.mark.slow]


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [pytest.param(number, id=kind, marks=marks(number)) for kind, number in KINDS.items()]
)
def test_a_changed_number_is_seen_by_both(number: Number, registry: Registry, tmp_path: Path) -> None:
    """LOG-06, SEC-05, SEC-06: one more in a number, with a chain that fits it, and both name the very line."""
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(with_one_more(number))
    report = verify(forged, registry)
    assert report.verdict is Verdict.DIVERGED, said(number)
    assert [finding.line for finding in report.findings] == [number.line], said(number)
    with pytest.raises(Disagreement) as disagreement:
        judge(forged.read_bytes().splitlines())
    assert disagreement.value.line == number.line, said(number)
