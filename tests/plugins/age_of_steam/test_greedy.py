"""The bot `greedy` of Age of Steam: always legal, deterministic, solvent, and as strong as it has to be."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, cast

import pytest

from bench.steam_bots import WINS, against_random, measure
from railbook.bots import RandomPlayer
from railbook.chance import Chance
from railbook.engine.play import check
from railbook.engine.state import copy
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import Table, play
from railbook.rules.game import Player
from railbook.rules.layer import Flow, Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Public
from railbook_age_of_steam.auction import Bid, DropOut, StayIn
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.greedy import GreedyPlayer
from railbook_age_of_steam.growth import PlaceCube
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove, UpgradeLocomotive
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.rules import AGE_OF_STEAM
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.urbanizing import Urbanize
from tests.plugins.age_of_steam.positions import EDITIONS, Options, Position, at, position, rules_for
from tests.sampling import every_second


def chosen(game: Position, seed: int = 0) -> Action:
    """Give what greedy chooses for the seat that is asked; it must be legal."""
    seat = game.state.to_act[0]
    action = GreedyPlayer(game.rules, seed).choose(view(game.rules, game.state, seat), seat)
    assert check(game.rules, game.state, seat, action) is None
    return action


def begin(rules: Ruleset, seed: int) -> RecordedGame:
    """Begin a game of which no log is kept."""
    header = open_header(rules, AGE_OF_STEAM_GAME.maps()[0], [f"seat {seat}" for seat in range(rules.seats)], seed)
    return RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)


# What it may do

FORBIDDING: Layer[Line] = Layer("forbidding", game=AGE_OF_STEAM)


@FORBIDDING.validator(Build, "forbidding.curves")
def no_gentle_curves(rules: Ruleset, state: Line, seat: int, action: Build) -> str | None:
    """Nobody builds gentle curves, nor towns made of them."""
    return "too gentle" if action.tile in ("S2", "D2G") else None


@FORBIDDING.validator(IssueShares, "forbidding.shares")
def two_shares(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> str | None:
    """Everybody issues exactly two shares, as long as there are some."""
    left = 15 - state.players[seat].shares
    return None if action.shares == min(2, left) else "not that many"


@FORBIDDING.validator(DropOut, "forbidding.drop")
def no_early_end(rules: Ruleset, state: Line, seat: int, action: DropOut) -> str | None:
    """Who can bid must bid once."""
    player = state.players[seat]
    top = max((state.players[other].bid or 0 for other in state.queue), default=0)
    return "bid first" if player.bid is None and player.cash > top and not player.stayed_in else None


GREETING: Layer[Line] = Layer("greeting", game=AGE_OF_STEAM)


class Greet(Action, frozen=True, tag="greeting.greet"):
    """Greet somebody."""

    word: Public[str]


@GREETING.action(Greet, "greeting.ask")
def greet(rules: Ruleset, state: Line, seat: int, action: Greet, chance: Chance) -> Flow:
    """Nothing follows."""
    yield from ()


@GREETING.candidates(Greet)
def greetings(rules: Ruleset, state: Line, seat: int) -> list[Greet]:
    """There are two."""
    return [Greet("ahoy"), Greet("hello")]


@GREETING.validator(Greet, "greeting.at-sea")
def not_at_sea(rules: Ruleset, state: Line, seat: int, action: Greet) -> str | None:
    """Nobody says ahoy on a train."""
    return "this is no ship" if action.word == "ahoy" else None


@GREETING.step("greeting.ask")
def ask_for_greeting(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Whoever comes first greets."""
    yield Ask((state.order[0],))


GREETING.insert("aos.turn", "greeting.ask", before="aos.growth")


@pytest.mark.slow
@pytest.mark.parametrize(
    "seats, edition, seed, options, layers",
    [
        pytest.param(3, "warfrog-2002", 1, {}, (), id="warfrog-2002"),
        pytest.param(4, "choochoo", 2, {}, (), id="choochoo: no tile is named under a disc (AOS-T2)"),
        pytest.param(
            3, "deluxe", 3, {"start.cash": 0, "limits.builds": 1, "limits.engineer": 6}, (), id="poor (AOS-U4)"
        ),
        pytest.param(
            3, "", 4, {"limits.locomotive": 2, "limits.shares": 3, "limits.production": 5}, (), id="limits (AOS-I2, C5)"
        ),
        pytest.param(3, "", 8, {"limits.share_price": 0}, (), id="shares that bring nothing (AOS-I1)"),
        pytest.param(3, "", 5, {"limits.move_rounds": 3, "limits.builds": 0}, (), id="the Engineer alone builds"),
        pytest.param(3, "", 6, {}, (FORBIDDING,), id="forbidding.*"),
        pytest.param(3, "", 7, {}, (GREETING,), id="a step that it does not know"),
    ],
)
def test_every_choice_is_legal(
    seats: int, edition: str, seed: int, options: Options, layers: Sequence[Layer[Line]]
) -> None:
    """AOS-Q1: under all options and with house rules that forbid what it would like, the game goes to its end."""
    rules = rules_for(seats, edition, options, layers)
    game = begin(rules, seed)
    players: list[Player] = [GreedyPlayer(rules, seed + seat) for seat in range(seats - 1)]
    players.append(RandomPlayer(rules, seed))
    while not game.over:
        seat = game.state.to_act[0]
        action = players[seat].choose(view(rules, game.state, seat), seat)
        assert (action, check(rules, game.state, seat, action)) == (action, None)
        game.act(seat, action)
    assert game.state.ended in ("last turn", "one player is left", "nobody is left")


def test_answers_what_it_does_not_know() -> None:
    """AOS-Q1: asked by a step of a house rule that it has never heard of, it takes the first legal action."""
    game = position(variants=[GREETING], enter="aos.move", income=20)
    while game.state.asked == "aos.ask-move":
        game.does(game.state.to_act[0], PassMove())
    assert game.state.asked == "greeting.ask"
    assert chosen(game) == Greet("hello")


# Determinism

PROGRAM = """
import hashlib
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
table = Table.of(Registry.installed(), "age-of-steam", ["greedy", "random", "random"])
print(hashlib.blake2b(play(table, 11)).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", pytest.param("4242", marks=pytest.mark.nightly)])
def test_same_seed_same_choices_in_another_process(hash_seed: str) -> None:
    """LOG-04: the same seed gives the same bytes, whatever PYTHONHASHSEED is."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    table = Table.of(Registry.installed(), "age-of-steam", ["greedy", "random", "random"])
    assert done.stdout.strip() == hashlib.blake2b(play(table, 11)).hexdigest()
    assert play(table, 11) != play(table, 12)


@pytest.mark.slow
@pytest.mark.parametrize("edition", every_second(["warfrog-2002", "choochoo"]))
def test_chooses_by_its_view_alone(edition: str) -> None:
    """LOG-04: it chooses the same in a game that was resumed, where fields stand in another order."""
    rules = rules_for(4, edition)
    game = begin(rules, 5)
    players = [GreedyPlayer(rules, seat) for seat in range(4)]
    plies = 0
    while not game.over and plies < 160:
        seat = game.state.to_act[0]
        action = players[seat].choose(cast(Line, view(rules, game.state, seat)), seat)
        resumed: Any = copy(rules, game.state)
        assert GreedyPlayer(rules, seat).choose(resumed, seat) == action
        game.act(seat, action)
        plies += 1
    assert plies == 160


# How it plays

EVANSVILLE_CINCINNATI = {"10,13": "S1 4-1@0", "11,12": "S1 4-1@0"}


def test_issues_what_keeps_it_from_ruin() -> None:
    """AOS-I1, AOS-E3: without income and cash it issues shares for its expenses, rich in the last turn none."""
    poor = position(enter="aos.shares", cash=0, shares=6, locomotive=2, turn=5)
    issued = chosen(poor)
    assert isinstance(issued, IssueShares)
    assert issued.shares * 5 >= 8 + issued.shares
    rich = position(enter="aos.shares", cash=60, income=20, turn=10)
    assert chosen(rich) == IssueShares(0)


def test_bids_little() -> None:
    """AOS-A3, AOS-A4: it bids a dollar or a few, never its builds' money, and rather stays in than drops out."""
    game = position(enter="aos.auction", cash=20, income=5, actions={1: "turn_order"})
    assert chosen(game) == Bid(1)
    game.does(0, Bid(9))
    assert chosen(game) == StayIn()
    game.does(1, StayIn())
    assert chosen(game) == DropOut()
    assert chosen(position(enter="aos.auction", cash=6)) == DropOut()


def test_takes_the_locomotive_for_longer_deliveries() -> None:
    """AOS-C5: where a stronger locomotive makes deliveries possible, and can be paid, it chooses that action."""
    links = EVANSVILLE_CINCINNATI | {"13,10": "S2 4-2@0", "14,10": "S1 5-2@0", "15,10": "S2 5-1@0"}
    cubes = {"evansville": ["yellow", "yellow"], "wheeling": ["blue", "blue"]}
    game = position(enter="aos.actions", tiles=links, cubes=cubes, cash=40, income=10)
    assert chosen(game) == ChooseAction("locomotive")
    assert chosen(position(enter="aos.actions", tiles=links, cubes=cubes, locomotive=6)) != ChooseAction("locomotive")


@pytest.mark.parametrize("edition", EDITIONS)
def test_builds_a_link_for_cubes_that_wait(edition: str) -> None:
    """AOS-B1, AOS-M4: it links the two cities whose cubes the other takes, and stops where nothing more is worth it."""
    cubes = {"evansville": ["red", "red"], "st-louis": ["blue", "blue"]}
    game = position(edition=edition, cubes=cubes, cash=8, income=4)
    built = []
    while game.state.to_act == [0]:
        action = chosen(game)
        if isinstance(action, Build):
            built.append(action.hex)
        game.does(0, action)
    assert 0 < len(built) <= 3
    assert ("evansville", "st-louis", 0, len(built)) in game.links()


def test_builds_nothing_that_would_ruin_it() -> None:
    """AOS-E4, AOS-Q3: dollars that its expenses need are not spent on track that brings nothing."""
    assert chosen(position(cash=12, shares=10, locomotive=2)) == EndBuilding()


@pytest.mark.parametrize("edition", ["warfrog-2002", "choochoo"])
def test_settles_a_town_of_its_network_first(edition: str) -> None:
    """AOS-N1, AOS-N2: with the action it puts a New City that takes the waiting cubes where its link ends."""
    link = {"9,13": "S2 3-1@0", "10,12": "D2S T-4@0 T-1@0", "11,11": "S2 4-2@0"}
    cubes = {"evansville": ["purple"] * 4, "cincinnati": ["purple"] * 2}
    game = position(edition=edition, tiles=link, cubes=cubes, actions={0: "urbanization"}, cash=10, income=6)
    action = chosen(game)
    assert isinstance(action, Urbanize)
    assert action.hex == at("indianapolis")
    assert game.board.map.new_cities[action.letter].colours == ("purple",)


def test_delivers_for_its_own_income() -> None:
    """AOS-M7: of two links to the same city it takes its own; a delivery that pays others only it leaves."""
    tiles = EVANSVILLE_CINCINNATI | {
        "9,13": "S2 3-1@1",
        "10,12": "D2S T-4@1 T-1@1",
        "11,11": "S2 4-2@1",
    }
    cubes = {"evansville": ["blue"], "cincinnati": ["blue"]}
    game = position(enter="aos.move", tiles=tiles, cubes=cubes, locomotive=2, income=5)
    action = chosen(game)
    assert action in (
        MoveGoods(at("evansville"), "blue", [Hop(1, at("cincinnati"))]),
        MoveGoods(at("cincinnati"), "blue", [Hop(4, at("evansville"))]),
    )
    foreign = {hex: text.replace("@0", "@2") for hex, text in tiles.items()}
    assert not isinstance(chosen(position(enter="aos.move", tiles=foreign, cubes=cubes, locomotive=2)), MoveGoods)


@pytest.mark.parametrize(
    "turn, cash, upgrades",
    [
        pytest.param(3, 20, True, id="early (AOS-M9)"),
        pytest.param(10, 20, False, id="in the last turn"),
        pytest.param(3, 0, False, id="without the dollar (AOS-E2)"),
    ],
)
def test_upgrades_for_longer_deliveries(turn: int, cash: int, upgrades: bool) -> None:
    """AOS-M9: with nothing to move it makes its locomotive stronger for cubes that lie two links away."""
    links = EVANSVILLE_CINCINNATI | {"13,10": "S2 4-2@0", "14,10": "S1 5-2@0", "15,10": "S2 5-1@0"}
    game = position(enter="aos.move", turn=turn, tiles=links, cubes={"evansville": ["yellow"] * 3}, cash=cash)
    assert chosen(game) == (UpgradeLocomotive() if upgrades else PassMove())


def test_places_cubes_for_its_own_cities() -> None:
    """AOS-W1: cubes of Production go into a column of a city at which a link of its own ends."""
    game = position(
        enter="aos.growth", tiles=EVANSVILLE_CINCINNATI, actions={0: "production"}, produced=["red", "blue"]
    )
    action = chosen(game)
    assert isinstance(action, PlaceCube)
    assert game.board.columns[action.column].city in (at("evansville"), at("cincinnati"))


# How strong it is


@pytest.mark.slow
def test_beats_random() -> None:
    """AOS-S4, AOS-E4: over a few games it reaches what `bench` demands over a hundred."""
    found = against_random(Registry.installed(), 4)
    assert found.wins >= WINS
    assert found.solvent == 100


@pytest.mark.nightly
@pytest.mark.slow
def test_meets_its_targets() -> None:
    """AOS-S4, AOS-E4: it meets every target of `bench`, at tables of its own kind too."""
    _, targets = measure(40)
    assert [(target.name, target.met) for target in targets] == [(target.name, True) for target in targets]
