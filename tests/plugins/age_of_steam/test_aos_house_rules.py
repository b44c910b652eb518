"""House rules on Age of Steam: each is a small layer, and what the game does by itself asks the composed rules."""

from __future__ import annotations

from pathlib import Path

from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.auction import Bid, DropOut
from railbook_age_of_steam.choosing import ACTIONS, ChooseAction, actions_on_offer
from railbook_age_of_steam.events import ActionChosen, DroppedOut
from railbook_age_of_steam.moving import takes
from railbook_age_of_steam.rules import AGE_OF_STEAM
from railbook_age_of_steam.state import Line
from tests.cli.running import railbook, records_of
from tests.plugins.age_of_steam.positions import of_type, position


def test_auction_with_a_ceiling() -> None:
    """AOS-A6, aos.bid-too-high, aos.ask-bid: who may not bid any more under the house rule drops out by itself."""
    low: Layer[Line] = Layer("low-bids", game=AGE_OF_STEAM)

    @low.replace_validator("aos.bid-too-high")
    def at_most_two(rules: Ruleset, state: Line, seat: int, action: Bid) -> str | None:
        return None if action.bid <= 2 else "nobody bids more than $2"

    game = position(4, enter="aos.auction", variants=[low])
    game.does(0, Bid(1))
    events = game.does(1, Bid(2))
    assert [(event.seat, event.pays) for event in of_type(events, DroppedOut)] == [(2, 0), (3, 0), (0, 1), (1, 2)]
    assert game.asked == ("aos.ask-action", [1])


def test_fewer_actions_than_players() -> None:
    """AOS-C1, aos.actions-on-offer, aos.ask-action: who finds no action is passed over; the game goes on."""
    few: Layer[Line] = Layer("few-actions", game=AGE_OF_STEAM)
    few.replace(actions_on_offer)(lambda rules, state: ACTIONS[:3])
    game = position(4, enter="aos.actions", variants=[few])
    for seat, action in enumerate(ACTIONS[:2]):
        game.does(seat, ChooseAction(action))
    events = game.does(2, ChooseAction(ACTIONS[2]))
    assert of_type(events, ActionChosen) == [ActionChosen(2, ACTIONS[2]), ActionChosen(3, "")]
    assert game.state.asked == "aos.ask-build"


def test_towns_that_take_goods() -> None:
    """AOS-M5, aos.takes: a layer may let towns take black cubes; moves to them are found."""
    towns: Layer[Line] = Layer("black-towns", game=AGE_OF_STEAM)
    towns.wrap(takes)(
        lambda inner, rules, state, place, cube: (
            (cube == "black" and place == "10,12") or inner(rules, state, place, cube)
        )
    )
    tiles = {"9,13": "S2 3-1@0", "indianapolis": "T1 T-4@0"}
    game = position(3, enter="aos.move", tiles=tiles, cubes={"evansville": ["black"]}, variants=[towns])
    move = game.route("black", "evansville", "indianapolis")
    assert move in game.legal()
    game.does(0, move)
    assert game.incomes() == [1, 0, 0]


def test_auction_without_a_bid_in_it() -> None:
    """AOS-A7, aos.auction: a house rule that forbids all bids deadlocks nothing."""
    silent: Layer[Line] = Layer("silent", game=AGE_OF_STEAM)
    silent.validator(Bid, "silent.no-bids")(lambda rules, state, seat, action: "nobody bids")
    game = position(3, enter="aos.auction", variants=[silent])
    assert game.state.order == [2, 1, 0]
    assert game.state.asked == "aos.ask-action"
    assert not any(isinstance(action, DropOut) for action in game.legal())


BOARD = """
schema = 1
id = "two-towns"
version = 1
title = "Two towns"
cities = [
    { hex = "0,0", name = "North", colours = ["red"], cubes = 2 },
    { hex = "0,4", name = "South", colours = ["blue"], cubes = 2 },
]
columns = [
    { id = "W1", part = "white", die = 1, boxes = 2, city = "0,0" },
    { id = "B1", part = "black", die = 1, boxes = 2, city = "0,4" },
    { id = "A", part = "white", die = 2, boxes = 1, city = "A" },
]
players = { min = 2, max = 3, colours = ["black", "white", "green"] }
turns = { 2 = 3, 3 = 2 }
terrain = { plain = 0, bog = 3 }
bag = { red = 6, blue = 6 }
new_cities = { A = { colours = ["blue"] } }
towns = { "0,2" = "Middle", "1,2" = "East" }
tiles = { S3 = 0, X1 = 0 }
discs = 1
[hexes]
"0,0" = { terrain = "plain" }
"0,1" = { terrain = "plain" }
"0,2" = { terrain = "plain" }
"0,3" = { terrain = "bog" }
"0,4" = { terrain = "plain" }
"1,0" = { terrain = "plain" }
"1,1" = { terrain = "plain" }
"1,2" = { terrain = "plain", blocked = [1] }
"1,3" = { terrain = "plain" }
"""


def test_own_board(tmp_path: Path) -> None:
    """AOS-19, AOS-Q2, AOS-P1, AOS-T1: a board is a file, played, carried by the log, and verified without it."""
    board = tmp_path / "two-towns.toml"
    board.write_text(BOARD, encoding="utf-8")
    out = tmp_path / "games"
    done = railbook(
        *("simulate", "age-of-steam", "--map", board, "--seats", "random,random", "--games", "2", "--out", out),
        *("--option", "start.cash=80"),
    )
    assert done.code == 0, done.err
    board.unlink()
    checked = railbook("verify", out)
    assert (checked.code, checked.err) == (0, "")
    logs = [records_of(log) for log in sorted(out.iterdir())]
    assert logs[0][0]["map"]["data"]["discs"] == 1
    built = {event["tile"] for log in logs for ply in log for event in ply.get("events", ()) if "tile" in event}
    assert built
    assert not built & {"S3", "X1", "D2A"}


def test_wrong_board(tmp_path: Path) -> None:
    """A board that cannot be used is told in one line with its key."""
    board = tmp_path / "wrong.toml"
    board.write_text(BOARD.replace('"bog"', '"swamp"', 1), encoding="utf-8")
    done = railbook("simulate", "age-of-steam", "--map", board, "--out", tmp_path / "games")
    assert done.code == 2
    assert "wrong.toml: key hexes.0,3.terrain = 'swamp': no key of terrain" in done.complaint
