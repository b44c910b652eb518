"""Random play of Age of Steam: invariants hold, what is folded is what was played, logs verify, games end."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.verify import verify
from railbook.bots import Dice
from railbook.engine.fold import fold
from railbook.engine.play import legal_actions
from railbook.engine.state import decode, encode
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header, seat_names
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from tests.plugins.age_of_steam.positions import EDITIONS, rules_for

FEW = 40
"""Actions of which one is chosen: listing all builds of a turn takes long."""


QUICK = [("warfrog-2002", 3), ("deluxe", 4), ("choochoo", 5), ("warfrog-2002", 6)]
SLOW = [
    (edition, seats, income)
    for edition in EDITIONS
    for seats in range(3, 7)
    for income in (0, 200)
    if income or (edition, seats) not in QUICK
]


@pytest.mark.parametrize(
    "edition, seats, income",
    [*((*quick, 0) for quick in QUICK), *(pytest.param(*slow, marks=pytest.mark.slow) for slow in SLOW)],
)
def test_random_play(edition: str, seats: int, income: int, tmp_path: Path) -> None:
    """AOS-Q3, AOS-U1, AOS-T1, AOS-S1, aos.cubes, aos.tiles, aos.money: with much cash whole games are played."""
    rules = rules_for(seats, edition, {"start.cash": 60, "start.income": income})
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], seat_names(["random"] * seats), seats)
    lines: list[bytes] = []
    game = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    dice = Dice(seats)
    ply = None
    while not game.over:
        state: Any = game.state
        before = decode(rules, encode(state))
        seat = state.to_act[0]
        few = list(islice(legal_actions(rules, state, seat), FEW))
        assert few, state.asked
        ply = game.act(seat, few[dice.below(len(few))])
        fold(rules, before, ply.events)
        assert encode(before) == encode(game.state)
        for id, holds in rules.invariants:
            assert (id, holds(rules, game.state)) == (id, None)
    ended: Any = game.state
    assert ended.ended in (("last turn",) if income else ("last turn", "one player is left", "nobody is left"))
    game.end()
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(lines))
    report = verify(log, Registry.installed())
    assert (report.words, report.findings) == ("exact", [])
    assert ply is not None
    assert all(rules.say(event) for event in ply.events)
