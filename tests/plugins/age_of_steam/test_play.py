"""Random play of Age of Steam ends, keeps what there is, and is decided again the same; some figures of the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.verify import verify
from railbook.bots import Dice
from railbook.engine.play import legal_actions
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header, seat_names
from railbook_age_of_steam.auction import price_of_place
from railbook_age_of_steam.money import reduction_of
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import discs, kinds

EDITIONS = ("warfrog-2002", "choochoo", "deluxe")


def rules_for(edition: str, seats: int = 3) -> Any:
    """Compose an edition with enough cash for long games."""
    return AGE_OF_STEAM_GAME.ruleset(seats, options={"start.cash": 60}, edition=edition)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 6])
def test_random_play(edition: str, seats: int, tmp_path: Path) -> None:
    """Games end, the log verifies, and after every ply there are 96 cubes and no more tiles than there can be."""
    rules = rules_for(edition, seats)
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], seat_names(["random"] * seats), 5)
    lines: list[bytes] = []
    game = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    dice = Dice(seats)
    while not game.over:
        state: Any = game.state
        seat = state.to_act[0]
        few = [action for _, action in zip(range(60), legal_actions(rules, state, seat), strict=False)]
        game.act(seat, few[dice.below(len(few))])
        state = game.state
        cubes = Counter(state.bag) + Counter(state.held)
        for there in state.cubes.values():
            cubes.update(there)
        for boxes in state.chart.values():
            cubes.update(cube for cube in boxes if cube)
        assert cubes.total() == 96
        used = Counter(tile.under or tile.tile for tile in state.tiles.values())
        assert all(count <= kinds()[tile].count for tile, count in used.items() if kinds()[tile].count)
        assert sum(kinds()[tile.tile].family == "town_disc" for tile in state.tiles.values()) <= discs()
        assert all(player.cash >= 0 for player in state.players)
    game.end()
    (tmp_path / "game.jsonl").write_bytes(b"".join(lines))
    report = verify(tmp_path / "game.jsonl", Registry.installed())
    assert (report.words, report.findings) == ("exact", [])


@pytest.mark.parametrize(
    "income, left",
    [
        (10, 10),
        (11, 9),
        (20, 18),
        (21, 17),
        (30, 26),
        (31, 25),
        (40, 34),
        (41, 33),
        (49, 41),
        (51, 41),
        (60, 50),
        (75, 65),
    ],
)
def test_income_reduction(income: int, left: int) -> None:
    """AOS-01, AOS-X68, AOS-R1: incomes fall by their size, 10 at most."""
    rules = rules_for("warfrog-2002")
    assert income - reduction_of(rules, Line(), income) == left


def test_income_of_fifty() -> None:
    """AOS-R1, AOS-X68: at exactly 50 the editions differ."""
    assert [reduction_of(rules_for(edition), None, 50) for edition in ("warfrog-2002", "choochoo", "deluxe")] == [
        8,
        10,
        10,
    ]


def test_prices_of_places() -> None:
    """AOS-A8, AOS-X54, AOS-X56: the last place is free, the first two cost the bid, the others half, rounded up."""
    rules = rules_for("warfrog-2002")
    bids = {5: 2, 4: 4, 3: 5, 2: 6, 1: 7}
    assert [price_of_place(rules, Line(), place, 5, bid) for place, bid in bids.items()] == [0, 2, 3, 6, 7]


def test_tiles() -> None:
    """AOS-T1: there are 136 tiles of 15 kinds, and 8 town discs."""
    assert sum(kind.count for kind in kinds().values()) == 136
    assert sum(kind.count > 0 for kind in kinds().values()) == 15
    assert discs() == 8
