"""Games that others recorded, imported: the referee, which shares no code with the engine, agrees with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbook_age_of_steam.choochoo.importer import import_game
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from tests.replays.referee import judge


@pytest.mark.slow
def test_referee_agrees_with_games_of_another_platform(external: Path) -> None:
    """AOS-X54, AOS-X66, AOS-X74, LOG-06: each event of each ply, and the end of those that were played to the end."""
    paths = sorted([*(external / "choochoo").glob("*.json"), *(external / "choochoo-bots").glob("*.json")])
    assert len(paths) >= 22
    for path in paths:
        log = import_game(AGE_OF_STEAM_GAME, path.read_bytes(), path.name, None).log
        judgement = judge(log.splitlines())
        assert (judgement.result is None) is (b'"type":"end"' not in log), path.name
        assert judgement.plies, path.name
