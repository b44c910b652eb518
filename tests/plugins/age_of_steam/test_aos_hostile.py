"""Logs with numbers and fields that cannot be: each is refused at its record, quickly, whatever it says."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.chance import Seeded
from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook_age_of_steam.auction import Bid, DropOut
from railbook_age_of_steam.building import Build
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.shares import IssueShares
from tests.plugins.age_of_steam.positions import rules_for

ACTIONS = [
    *[IssueShares(1)] * 3,
    *[Bid(1), DropOut(), DropOut()],
    *[ChooseAction("engineer"), ChooseAction("locomotive"), ChooseAction("first_build")],
    Build("10,13", "S1", 1, ""),
]
"""What seats do in turn: shares, the auction, actions, and a build."""
SHARES, BID, BUILD = 2, 5, 11
"""The lines, from 0, of the first shares, the bid, and the build."""


def recorded() -> list[bytes]:
    """Record the beginning of a game; gives its lines."""
    rules = rules_for(3)
    lines: list[bytes] = []
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], ["a", "b", "c"], 7)
    game = RecordedGame.begin(rules, header, Seeded.of_seed(7), lines.append)
    for action in ACTIONS:
        game.act(game.state.to_act[0], action)
    return lines


def changed(line: int, change: dict[str, Any], text: str = "") -> bytes:
    """Change the action of a line, and make the chain fit again; `text` replaces the word NUMBER in the bytes."""
    lines = recorded()
    records = [msgspec.json.decode(one) for one in lines]
    records[line]["action"] |= change
    chain = Chain(records[0]["salt"])
    written = []
    for number, record in enumerate(records):
        record.pop("digest")
        body = body_of(record)
        if number == line and text:
            body = body.replace(b'"NUMBER"', text.encode())
        written.append(line_of(body, chain.link(body)))
    return b"".join(written)


def test_untouched(tmp_path: Path) -> None:
    """The log as it was recorded is exact."""
    (tmp_path / "game.jsonl").write_bytes(b"".join(recorded()))
    assert verify(tmp_path / "game.jsonl", Registry.installed()).verdict is Verdict.EXACT
    (tmp_path / "game.jsonl").write_bytes(changed(BID, {}))
    assert verify(tmp_path / "game.jsonl", Registry.installed()).verdict is Verdict.EXACT


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 4000, "-1", str(2**63), str(2**64), "1.5", "true", "1e3"])
@pytest.mark.parametrize("line, field", [(BID, "bid"), (SHARES, "shares"), (BUILD, "rotation")])
def test_numbers(number: str, line: int, field: str, tmp_path: Path) -> None:
    """SEC-01: a number that no amount can be is refused within a second, at its record."""
    log = tmp_path / "game.jsonl"
    log.write_bytes(changed(line, {field: "NUMBER"}, number))
    began = time.monotonic()
    report = verify(log, Registry.installed())
    assert time.monotonic() - began < 1
    assert report.verdict in (Verdict.UNREADABLE, Verdict.DIVERGED)
    finding = report.findings[-1]
    assert finding.line == line + 1
    assert field in str(finding) or finding.rule in ("aos.bid-too-low", "aos.bid-too-high", "aos.rotation")
    assert len(str(finding)) < 1000
    assert report.plies == line - 1


@pytest.mark.parametrize(
    "line, change, words",
    [
        (SHARES, {"shares": -1}, "aos.shares-negative"),
        (SHARES, {"shares": 14}, "aos.share-limit"),
        (BID, {"bid": -5}, "aos.bid-too-low"),
        (BID, {"bid": 16}, "aos.bid-too-high"),
        (BUILD, {"discount": 2}, "discount"),
        (BUILD, {"price": 0}, "price"),
        (BUILD, {"hex": "10,13,0"}, "aos.no-building-there"),
        (BUILD, {"under": "S1"}, "aos.under"),
    ],
)
def test_amounts(line: int, change: dict[str, Any], words: str, tmp_path: Path) -> None:
    """SEC-06: what is negative, not in stock or not there is refused, and so is a discount that nobody has."""
    log = tmp_path / "game.jsonl"
    log.write_bytes(changed(line, change))
    report = verify(log, Registry.installed())
    assert report.verdict in (Verdict.UNREADABLE, Verdict.DIVERGED)
    assert words in (report.findings[-1].rule or str(report.findings[-1]))
    assert report.findings[-1].line == line + 1
