"""A game of somebody else's, no railway game: its distribution is installed beside railbook, and every verb works."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbook.testing import Check, conformance, random_game
from tests.cli.running import railbook, records_of
from tests.fresh import Fresh

HERE = Path(__file__).parent / "noughts"
MODULE = HERE / "src" / "noughts_and_crosses" / "__init__.py"
GAME = "noughts-and-crosses"
PLUGINS = [str(MODULE)]


@pytest.mark.parametrize(
    "check", conformance(GAME, plugins=PLUGINS, seeds=range(3), without=["other-process"]), ids=str
)
def test_it_conforms(check: Check) -> None:
    """PLG-04: a game written with nothing but the public API passes the conformance suite."""
    check()


def test_both_ends_and_slips_occur() -> None:
    """The rules are played out: games are won, games are drawn, pens slip, and never with a good pen."""
    games = [random_game(GAME, plugins=PLUGINS, seed=seed) for seed in range(12)]
    assert {game.state.ended for game in games} == {"three in a row", "board full"}
    slips = {event.slipped for game in games for ply in game.plies for event in ply.events if hasattr(event, "slipped")}
    assert slips == {True, False}
    good = random_game(GAME, plugins=PLUGINS, options={"pen.slips": 0})
    assert all(ply.action.square in good.state.marks for ply in good.plies[1:])  # type: ignore[attr-defined]  # a mark


def test_it_plays_verifies_and_differs(tmp_path: Path) -> None:
    """Played with its plugin it verifies; under another option `diff` names the ply in which the first pen slipped."""
    done = railbook("simulate", GAME, "-p", MODULE, "--seats", "random,random", "--out", tmp_path, "--games", "3")
    assert done.code == 0, done.err
    assert railbook("verify", "-p", MODULE, tmp_path).lines[-1].endswith(": 3 exact")
    log = next(
        log
        for log in sorted(tmp_path.iterdir())
        if any(event.get("slipped") for record in records_of(log)[1:-1] for event in record["events"])
    )
    slipped = next(
        record["ply"] for record in records_of(log)[1:-1] if any(event.get("slipped") for event in record["events"])
    )
    found = railbook("diff", "-p", MODULE, log, "-o", "pen.slips=0", "--format", "json")
    assert (found.code, found.document["ply"]) == (1, slipped)
    assert railbook("verify", log).code == 3


@pytest.mark.slow
def test_installed_in_a_fresh_environment(fresh: Fresh, tmp_path: Path) -> None:
    """PLG-03: installed beside railbook's wheel, the game is listed, played, verified and diffed; without, refused."""
    fresh.run("python", "-m", "pip", "install", "--quiet", HERE, folder=tmp_path)
    try:
        assert GAME in fresh.run("railbook", "games", folder=tmp_path).stdout
        fresh.run(
            "railbook", "simulate", GAME, "--seats", "random,random", "--out", "games", "-n", "5", folder=tmp_path
        )
        assert ": 5 exact" in fresh.run("railbook", "verify", "games", folder=tmp_path).stdout
        logs = sorted((tmp_path / "games").iterdir())
        assert "first difference at ply" in fresh.run("railbook", "diff", *logs[:2], folder=tmp_path, code=1).stdout
        told = fresh.run("railbook", "replay", logs[0], "--at", "3", folder=tmp_path).stdout
        assert "board" in told
    finally:
        fresh.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", GAME, folder=tmp_path)
    refused = fresh.run("railbook", "verify", "games", folder=tmp_path, code=3)
    assert f"unknown game '{GAME}'" in refused.stdout
