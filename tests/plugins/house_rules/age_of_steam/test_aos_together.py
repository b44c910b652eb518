"""House rules for Age of Steam on the shelf: what they fit, how they combine, and whole games under them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from railbook.rules.compose import LayerConflict, option_groups
from railbook.rules.options import specs
from railbook_age_of_steam.api import TURN_ORDER
from railbook_house_rules.age_of_steam.rules import HOUSE_RULES
from tests.cli.running import railbook
from tests.plugins.house_rules.games import Game, combine, composed, registry

STEAM = "age-of-steam"
NAMES = [layer.name for layer in HOUSE_RULES]
EXPECTED = "more-growth no-elimination no-income-reduction no-turn-order sealed-auction share-limit"
PAGE = Path(__file__).resolve().parents[4] / "docs" / "house-rules.md"


def test_all_are_installed_once() -> None:
    """Each house rule is on the shelf, from the distribution itself, and each says in a few words what it does."""
    assert EXPECTED.split() == NAMES
    assert registry().duplicates() == []
    for layer in HOUSE_RULES:
        chosen = registry().variant(layer.name)
        assert (chosen.layer, chosen.distribution) == (layer, "railbook")
        assert layer.summary


@pytest.mark.parametrize("name", NAMES)
def test_they_are_for_age_of_steam_only(name: str) -> None:
    """For another game composing says why not, naming both."""
    with pytest.raises(LayerConflict, match=f"variant '{name}' is for games with 'age-of-steam', not for ttr-usa"):
        composed("ttr-usa", [name])


def test_the_command_line_shows_them() -> None:
    """`railbook games` lists them with the game, and choosing one for another game is an error of one line."""
    shown = [line.split()[0] for line in railbook("games", STEAM).lines if line.split()]
    assert [name for name in shown if name in NAMES] == NAMES
    refused = railbook("games", "ttr-europe", "--variant", "share-limit")
    assert (refused.code, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 1


def test_every_pair_combines_in_any_order() -> None:
    """Two house rules give the same fingerprint, header and bytes in both orders; none of them conflict."""
    assert all(combine(STEAM, one, other) for one, other in combinations(NAMES, 2))


def test_all_at_once(tmp_path: Path) -> None:
    """A random game under all house rules is exact to its end: nobody is out, and incomes never fall in a reduction."""
    state = Game(STEAM, NAMES[::-1], 3, seed=2).play("random", tmp_path / "game.jsonl")
    assert state.ended == "last turn"
    assert not any(player.out or player.income < 0 for player in state.players)
    assert all(player.action not in (TURN_ORDER, "") for player in state.players)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", pytest.param("greedy", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_under_each(name: str, bot: str, tmp_path: Path) -> None:
    """With the fewest seats and the most, bots play a whole game under each, and the log is exact."""
    for seats in registry().game(STEAM).maps()[0].seats:
        Game(STEAM, [name], seats, seed=seats).play(bot, tmp_path / f"game-{seats}.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, pytest.param(6, marks=pytest.mark.nightly)])
def test_greedy_plays_under_all_of_them(seats: int, tmp_path: Path) -> None:
    """The bot that plans takes them as they are, and its games are exact."""
    state = Game(STEAM, NAMES, seats).play("greedy", tmp_path / "game.jsonl")
    assert state.ended == "last turn"


@pytest.mark.slow
@pytest.mark.nightly
def test_a_whole_game_under_every_pair(tmp_path: Path) -> None:
    """Under any two house rules a random game is played to the end, and the log is exact."""
    for number, pair in enumerate(combinations(NAMES, 2)):
        Game(STEAM, pair, seed=number).play("random", tmp_path / f"game-{number}.jsonl")


def test_the_page_on_house_rules_lists_them() -> None:
    """The table names each shipped house rule with its options and their defaults."""
    rows = [row.strip("|").split("|") for row in PAGE.read_text("utf-8").splitlines() if row.startswith("| `")]
    listed = {row[0].strip(" `"): row for row in rows}
    for layer in HOUSE_RULES:
        row = listed[layer.name]
        assert row[1].strip() == "Age of Steam"
        options = [f"`{spec.name.partition('.')[2]}` ({spec.default})" for spec in specs(option_groups([layer]))]
        assert row[-1].strip() == ", ".join(options)
