"""House rules for Ticket to Ride on the shelf: which boards they fit, how they combine, and whole games under them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from railbook.rules.compose import LayerConflict, option_groups
from railbook.rules.options import specs
from railbook_house_rules.ticket_to_ride.rules import HOUSE_RULES
from railbook_ticket_to_ride.network import components
from railbook_ticket_to_ride.scoring import own_routes
from tests.cli.running import railbook
from tests.plugins.house_rules.games import Game, combine, composed, registry

USA, EUROPE, OLD_WEST = "ttr-usa", "ttr-europe", "ttr-old-west"
BOARDS = (USA, EUROPE, OLD_WEST)
FITS: dict[str, tuple[str, ...]] = {
    "draw-four-tickets": (USA, EUROPE),
    "ferry-trade": (EUROPE, OLD_WEST),
    "first-to-finish": BOARDS,
    "globetrotter": (USA, EUROPE),
    "hand-limit": BOARDS,
    "keep-one-ticket": BOARDS,
    "long-tickets": (USA, OLD_WEST),
    "mild-tickets": BOARDS,
    "no-starting-hand": BOARDS,
    "no-stations": (EUROPE,),
    "open-doubles": BOARDS,
    "open-tickets": BOARDS,
    "own-network": (USA, EUROPE),
    "single-locomotives": BOARDS,
}
"""The boards that each house rule fits."""

WHY = {
    ("draw-four-tickets", OLD_WEST): "is not for ttr-old-west: four tickets are drawn there already",
    ("ferry-trade", USA): "is for games with 'ferries', not for ttr-usa",
    ("globetrotter", OLD_WEST): "is not for ttr-old-west: it has the Globetrotter bonus already",
    ("long-tickets", EUROPE): "is not for ttr-europe: long tickets are dealt there already",
    ("no-stations", USA): "is for games with 'europe', not for ttr-usa",
    ("no-stations", OLD_WEST): "is for games with 'europe', not for ttr-old-west",
    ("own-network", OLD_WEST): "is not for ttr-old-west: a claim must touch the own network there already",
}
"""What is said about the others."""

each_board = pytest.mark.parametrize("board", BOARDS)


def fitting(board: str) -> list[str]:
    """Give the house rules that fit a board."""
    return [name for name, boards in FITS.items() if board in boards]


def shipped(board: str) -> list[str]:
    """Give these and the variants that the game has of its own."""
    return [*fitting(board), *(["alvin"] if board == OLD_WEST else [])]


# The shelf


def test_all_are_installed_once() -> None:
    """Each house rule is on the shelf, from the distribution itself, and each says in a few words what it does."""
    assert [layer.name for layer in HOUSE_RULES] == list(FITS)
    assert registry().duplicates() == []
    for layer in HOUSE_RULES:
        chosen = registry().variant(layer.name)
        assert (chosen.layer, chosen.distribution) == (layer, "railbook")
        assert layer.summary


@each_board
def test_a_rule_for_another_board_is_refused_with_one_line(board: str) -> None:
    """Each fits the boards of the table; for another one composing says why not, naming both."""
    misfits = {}
    for name in FITS:
        try:
            composed(board, [name])
        except LayerConflict as conflict:
            misfits[name] = str(conflict)
    assert misfits == {name: f"variant {name!r} {why}" for (name, other), why in WHY.items() if other == board}
    assert {*FITS} - {*misfits} == {*fitting(board)}


def test_the_command_line_shows_those_that_fit() -> None:
    """`railbook games` lists what fits, and choosing another one is an error of one line with exit code 2."""
    done = railbook("games", EUROPE)
    shown = [line.split()[0] for line in done.lines if line.split()[:1] and line.split()[0] in FITS]
    assert shown == fitting(EUROPE)
    refused = railbook("games", USA, "--variant", "no-stations")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.splitlines() == [f"railbook: variant 'no-stations' {WHY['no-stations', USA]}"]


# Together


def test_every_pair_combines_in_any_order() -> None:
    """Two house rules give the same fingerprint, header and bytes in both orders, on a board that both fit."""
    apart = set()
    for one, other in combinations(FITS, 2):
        board = next((board for board in BOARDS if board in FITS[one] and board in FITS[other]), None)
        if board is None:
            apart.add((one, other))
        else:
            assert combine(board, one, other)
    assert apart == {("long-tickets", "no-stations")}


@pytest.mark.slow
@each_board
def test_every_pair_combines_on_every_board(board: str) -> None:
    """So do they on the other boards, also with the variants that the game has of its own."""
    assert all(combine(board, one, other) for one, other in combinations(shipped(board), 2))


HEAVY = "ferry-trade"
"""Where hands are limited and claims must touch the network, random bots weigh its payments again and again."""


@each_board
def test_all_that_fit_at_once(board: str, tmp_path: Path) -> None:
    """A random game under all house rules that fit is exact, and the game is over as these rules say."""
    names = [name for name in shipped(board)[::-1] if (name, board) != (HEAVY, EUROPE)]
    state = Game(board, names).play("random", tmp_path / "game.jsonl")
    assert state.ended in ("last round", "all passed", "all tickets completed")


def test_greedy_plays_under_all_of_them(tmp_path: Path) -> None:
    """The bot that plans takes them as they are: with no stations it builds none, and its claims touch its network."""
    names = [name for name in fitting(EUROPE) if name != "first-to-finish"]
    game = Game(EUROPE, names)
    state = game.play("greedy", tmp_path / "game.jsonl")
    assert state.ended == "last round"
    assert state.slices["Stations"].built == []
    for seat in range(2):
        routes = [(route.a, route.b) for route in own_routes(game.rules, state, seat)]
        assert len({*components(routes).values()}) == 1


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_all_of_europe_at_once(bot: str, tmp_path: Path) -> None:
    """With everything that fits Europe the games are exact too."""
    Game(EUROPE, fitting(EUROPE), 3).play(bot, tmp_path / "game.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("name", FITS)
def test_a_whole_game_for_two(name: str, tmp_path: Path) -> None:
    """On the first board that it fits, a random game for two is played to the end, and the log is exact."""
    Game(FITS[name][0], [name], seed=2).play("random", tmp_path / "game.jsonl")


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("board, name", [(board, name) for name, boards in FITS.items() for board in boards])
def test_a_whole_game_under_each(board: str, name: str, bot: str, tmp_path: Path) -> None:
    """On every board that it fits, with the fewest seats and the most, bots play a whole game and the log is exact."""
    for seats in registry().game(board).maps()[0].seats:
        Game(board, [name], seats, seed=seats).play(bot, tmp_path / f"game-{seats}.jsonl")


@pytest.mark.slow
@pytest.mark.nightly
@each_board
def test_a_whole_game_under_every_pair(board: str, tmp_path: Path) -> None:
    """Under any two house rules a random game for two is played to the end, and the log is exact."""
    for number, pair in enumerate(combinations(shipped(board), 2)):
        Game(board, pair, seed=number).play("random", tmp_path / f"game-{number}.jsonl")


def test_the_page_on_house_rules_lists_them() -> None:
    """The table names each shipped house rule with its options and their defaults."""
    page = (Path(__file__).resolve().parents[4] / "docs" / "house-rules.md").read_text("utf-8")
    rows = [row.strip("| ").split(" | ") for row in page.partition("## Shipped")[2].splitlines() if row[:3] == "| `"]
    listed = {row[0].strip("`"): row[-1] if len(row) > 3 else "" for row in rows}
    assert {*FITS} <= {*listed}
    for layer in HOUSE_RULES:
        for spec in specs(option_groups([layer])):
            assert f"`{spec.name.partition('.')[2]}` (" in listed[layer.name]
            assert str(spec.default) in listed[layer.name]
        assert bool(layer.own_options) == bool(listed[layer.name].strip("| "))
