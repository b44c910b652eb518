"""The recipes of the recorded games, and the program that records them."""

from __future__ import annotations

import pytest

from railbook.plugins.registry import Registry
from tests.replays import record
from tests.replays.corpus import REPLAYS, logs
from tests.replays.record import RECIPES, Recipe
from tests.replays.referee import judge
from tests.replays.situations import SITUATIONS, first_plies


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Load what is installed, as the program does."""
    return Registry.installed()


def test_each_recipe_is_recorded_under_its_own_name() -> None:
    """There is a log for each recipe, and recipes ask for situations that there are."""
    paths = [REPLAYS / recipe.game / f"{recipe.name}.jsonl" for recipe in RECIPES]
    assert sorted(paths) == sorted(set(paths))
    assert set(paths) <= set(logs()), "run: python -m tests.replays.record"
    assert {recipe.situation for recipe in RECIPES} <= set(SITUATIONS)


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("ttr-usa", "random,random", "last-round-by-another", 7),
        Recipe("age-of-steam", "tinkerer,random,random", "elimination", edition="choochoo"),
    ],
    ids=["installed bots", "a bot of these tests"],
)
def test_the_first_game_that_shows_it_is_recorded(recipe: Recipe, registry: Registry) -> None:
    """From the seed of a recipe on, games are played until one shows the situation, the same one each time."""
    log = record.record(recipe, registry)
    judgement = judge(log.splitlines())
    assert recipe.situation in first_plies(judgement)
    assert judgement.header["edition"] == recipe.edition
    bots = [seat["name"].partition("-")[0] for seat in judgement.header["seats"]]
    assert bots == recipe.bots.split(",")
    seed = judgement.header["chance"]["seed"]
    assert seed >= recipe.seed
    assert record.record(recipe._replace(seed=seed), registry) == log


def test_a_situation_that_never_comes_is_said(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    """TTR-P2: with two seats nobody ever sees two owners of a parallel group, and the program gives up."""
    monkeypatch.setattr(record, "TRIES", 1)
    with pytest.raises(SystemExit, match="2-random-two-owners: none of 1 games from seed 0 on shows it"):
        record.record(Recipe("ttr-usa", "random,random", "two-owners"), registry)
