"""The panels of Age of Steam show all that lies on the table, the board as text, and what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.engine.view import view
from railbook.rules.screen import Panel, plain
from railbook.rules.types import Action
from railbook_age_of_steam.auction import Bid, DropOut, StayIn
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove
from railbook_age_of_steam.picture import cube_letters
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.urbanizing import Urbanize
from tests.plugins.age_of_steam.players import states
from tests.plugins.age_of_steam.positions import Position, position, rules_for

X05 = {
    "10,13": "S1 4-1@0",
    "11,12": "X1 4-1@0 5-2@2",
    "12,12": "S3 5-0@2",
    "13,11": "S2 5-3@0",
    "9,13": "S2 3-1@1",
    "indianapolis": "D4X T-4@1 T-1@1 T-2@2 T-5@2",
    "11,11": "S2 4-2@1",
}
"""The track of Fred (0), Olive (1) and Pat (2) after AOS-X05."""


def panels(game: Position, seat: int | None = 0) -> dict[str, Panel]:
    """Give the panels that a seat sees, by title."""
    return {panel.title: panel for panel in game.rules.screen(view(game.rules, game.state, seat), seat)}


def lines(panel: Panel) -> list[str]:
    """Give the lines of a panel; the cells of a table with bars between."""
    return ["|".join(part.text for part in row) if panel.columns else plain(row) for row in panel.rows]


def shown(game: Position, title: str, seat: int | None = 0) -> list[str]:
    """Give the lines of one panel."""
    return lines(panels(game, seat)[title])


# Players, auction, goods, track


def test_players() -> None:
    """Everybody's place in the order, cash, income, shares, locomotive, action, paths in links and score are shown."""
    game = position(
        order=[2, 0], out=[1], cash={0: 7, 2: 30}, income={0: 5}, shares={0: 4}, locomotive={2: 6},
        actions={2: "first_build"}, tiles=X05, enter="aos.actions",
    )  # fmt: skip
    assert panels(game)["players"].columns == (
        "", "", "order", "cash", "income", "shares", "locomotive", "action", "links", "score"
    )  # fmt: skip
    assert shown(game, "players") == [
        "0|seat 0|2|$7|5|4|1||2|5",
        "1|seat 1|out|$0|-1|2|1||4|",
        "2|seat 2|1|$30|0|2|6||3|-3",
    ]
    assert [row[1].style for row in panels(game)["players"].rows] == ["", "", "bold"]


def test_running_score_is_an_option() -> None:
    """The running score counts links, or all track, as an option says (AOS-S3)."""
    for choice, score in (("links_only", "-4"), ("all_owned", "-3")):
        game = position(options={"rules.running_score": choice}, tiles=X05)
        assert shown(game, "players")[0].endswith(f"|{score}")


def test_auction() -> None:
    """Who is in, next to speak first, with bids and the privilege; and who dropped out, with the place (AOS-A)."""
    game = position(4, enter="aos.auction", actions={3: "turn_order"})
    assert shown(game, "auction") == [
        "in   seat 0 no bid, seat 1 no bid, seat 2 no bid, seat 3 no bid (may stay in)",
    ]
    game.does(0, Bid(2))
    game.does(1, DropOut())
    game.does(2, Bid(5))
    assert shown(game, "auction") == ["in   seat 3 no bid (may stay in), seat 0 $2, seat 2 $5", "out  place 4 seat 1"]
    bold = [part.text for row in panels(game)["auction"].rows for part in row if part.style == "bold"]
    assert bold == ["$5"]
    game.does(3, StayIn())
    game.does(0, DropOut())
    assert shown(game, "auction") == ["in   seat 3 no bid, seat 2 $5", "out  place 4 seat 1, place 3 seat 0"]
    game.does(3, DropOut())
    assert "auction" not in panels(game)


def test_goods() -> None:
    """The chart's two parts stand side by side: each city with its colours, cubes by letter, boxes from the top."""
    game = position(
        cubes={"chicago": ["red", "black", "black"], "indianapolis": ["blue"]},
        new_cities={"indianapolis": "E"},
        chart={"W1": ["red", None, "purple"], "E": ["yellow", None]},
    )
    assert panels(game)["goods"].columns == ("white", "", "on it", "chart", "black", "", "on it", "chart")
    rows = shown(game, "goods")
    assert len(rows) == 10
    assert rows[0] == "1|Chicago (red)|kkr|r.p|1|Evansville (blue)||..."
    assert rows[6] == "3|New City A (red)||..|1|E: Indianapolis (yellow)|b|y."
    styles = {part.text: part.style for row in panels(game)["goods"].rows for part in row}
    assert (styles["Chicago (red)"], styles["E: Indianapolis (yellow)"]) == ("red", "yellow")
    assert styles["New City A (red)"] == "dim"


def test_bag() -> None:
    """The bag is counted by colour, which tells the letters of cubes too; what Production drew is named."""
    game = position(enter="aos.growth", actions={0: "production"}, produced=["red", "black"])
    assert shown(game, "bag") == [
        "r red 19   b blue 20   p purple 20   y yellow 20   k black 15   drawn by Production: red, black"
    ]


def test_cube_letters_differ() -> None:
    """Each colour has a letter of its own, and those of the Rust Belt their usual ones."""
    assert cube_letters(position().board) == {"red": "r", "blue": "b", "purple": "p", "yellow": "y", "black": "k"}


def test_track() -> None:
    """Links and open sections are listed by owner with their numbers of paths (AOS-X05, AOS-G6)."""
    assert shown(position(tiles=X05), "track") == [
        "seat 0: Cincinnati–Evansville 2; open Cincinnati–(13,11) 1",
        "seat 1: Cincinnati–Indianapolis 2, Evansville–Indianapolis 2",
        "seat 2: Cincinnati–Indianapolis 3; open Indianapolis–(10,12) 1",
    ]
    assert shown(position(tiles={"10,13": "S1 4-1@-"}), "track") == ["nobody: open Evansville–(10,13) 1"]
    assert "track" not in panels(position())


# The board


def cell(rows: list[str], column: int, row: int) -> tuple[str, str]:
    """Give the two lines of a hex, of which the first stands in a row of the picture; columns are five wide."""
    at = slice(5 * column, 5 * column + 5)
    return rows[row][at].ljust(5), rows[row + 1][at].ljust(5)


def picture(game: Position) -> dict[str, tuple[str, str]]:
    """Give the two lines of each hex of the picture, by hex."""
    rows = shown(game, "board")
    found = {}
    for hex in game.board.neighbours:
        q, r = (int(part) for part in hex.split(","))
        found[hex] = cell(rows, q, 2 * r + q - 18 + 1)
    return found


def test_board_is_a_reference() -> None:
    """The board is long and shown when asked for; its first line numbers columns, its last one explains marks."""
    panel = panels(position())["board"]
    assert panel.reference
    first, *rows, last = lines(panel)
    assert first.split() == [str(column) for column in range(18)]
    assert len(rows) == 22
    assert max(len(row) for row in rows) <= 90
    assert last.split("   ") == [
        ". plain", "~ river", "^ mountain", "o town", "CITY with cubes", "0 seat 0", "1 seat 1", "2 seat 2",
        "+ nobody's track",
    ]  # fmt: skip


def test_empty_hexes() -> None:
    """Empty hexes show label and terrain, towns and cities their names, cities their cubes; water is blank."""
    game = position(cubes={"chicago": ["red", "black"], "detroit": ["blue"] * 6}, new_cities={"indianapolis": "B"})
    board = picture(game)
    assert board["11,12"] == (" R11 ", "  .  ")
    assert board["5,15"] == ("  R5 ", " ~~~ ")
    assert board["15,11"] == (" T15 ", " ^^^ ")
    assert board["8,13"] == ("Terre", "  o  ")
    assert board["7,11"] == ("CHICA", " kr  ")
    assert board["5,16"][0] == "STLOU"
    assert board["13,6"] == ("DETRO", "bbbb+")
    assert board["10,12"] == ("B:IND", "     ")
    rows = shown(game, "board")
    assert cell(rows, 8, 2 * 10 + 8 - 18 + 1) == ("     ", "     "), "(8,10) is water"
    styles = {part.text.strip(): part.style for row in panels(game)["board"].rows for part in row}
    assert (styles["CHICA"], styles["B:IND"]) == ("red", "blue")


def test_track_on_the_board() -> None:
    """Each edge that track uses shows its owner in its place; a town is a circle (AOS-X05)."""
    board = picture(position(tiles=X05))
    assert board["10,13"] == (" . .0", "0. . ")
    assert board["11,12"] == ("2. .0", "0. .2")
    assert board["12,12"] == ("2~2~ ", " ~ ~ ")
    assert board["9,13"] == (" . .1", " .1. ")
    assert board["10,12"] == ("2( )1", "1( )2")
    assert picture(position(tiles={"11,12": "S1 4-1@-"}))["11,12"] == (" . .+", "+. . ")


def test_edges_meet_on_the_board() -> None:
    """Where two paths meet, their marks touch: the picture shows how track runs on (AOS-G3)."""
    rows = shown(position(tiles=X05), "board")
    (meeting,) = [row for row in rows if "00" in row]
    assert meeting.index("00") == 5 * 11 - 1, "(10,13) meets (11,12) at the border of columns 10 and 11"


def test_own_track_stands_out() -> None:
    """A viewer's own track is green, that of others bold, nobody's dim."""
    tiles = {"10,13": "S1 4-1@0", "9,13": "S2 3-1@1", "13,10": "S2 4-2@-"}

    def styles(seat: int | None) -> dict[str, set[str]]:
        marks = [part for row in panels(position(tiles=tiles), seat)["board"].rows[1:-1] for part in row]
        nobody = {part.style for part in marks if "+" in part.text}
        return {"+": nobody, **{mark: {part.style for part in marks if part.text.strip() == mark} for mark in "01"}}

    assert styles(0) == {"0": {"green"}, "1": {"bold"}, "+": {"dim"}}
    assert styles(None) == {"0": {"bold"}, "1": {"bold"}, "+": {"dim"}}


def test_tiles() -> None:
    """Each tile is listed with its hex by label and coordinates, what lies under a disc, and its paths' owners."""
    assert "tiles" not in panels(position())
    panel = panels(position(tiles={**X05, "13,10": "S2 4-2@-"}))["tiles"]
    assert panel.reference
    assert panel.columns == ("hex", "q,r", "on", "tile", "paths")
    rows = lines(panel)
    assert "R11|11,12|plain|X1|5-2 seat 2, 4-1 seat 0" in rows
    assert "Q10|10,12|Indianapolis|D4X on X1|T-1 seat 1, T-4 seat 1, T-2 seat 2, T-5 seat 2" in rows
    assert "P13|13,10|plain|S2|4-2 nobody" in rows
    assert len(rows) == len(X05) + 1


# What is asked


@pytest.mark.parametrize(
    "enter, more, said",
    [
        ("aos.shares", {}, ["turn 2 of 10, issuing shares", "issue shares at $5 each, at most 13"]),
        ("aos.auction", {}, ["turn 2 of 10, auction for player order", "bid $1 to $20, or drop out"]),
        (
            "aos.auction",
            {"actions": {0: "turn_order"}},
            ["turn 2 of 10, auction for player order", "bid $1 to $20, drop out, or stay in without a bid"],
        ),
        (
            "aos.actions",
            {},
            [
                "turn 2 of 10, choosing actions",
                "choose one of first move, first build, engineer, locomotive, urbanization, production, turn order",
            ],
        ),
        ("aos.build", {}, ["turn 2 of 10, building track", "builds left: 3, with $20"]),
        (
            "aos.build",
            {"actions": {0: "urbanization"}},
            ["turn 2 of 10, building track", "builds left: 3, with $20, and a New City may be placed now"],
        ),
        ("aos.build", {"actions": {0: "engineer"}}, ["turn 2 of 10, building track", "builds left: 4, with $20"]),
        (
            "aos.move",
            {},
            ["turn 2 of 10, moving goods", "round 1 of 2: move a cube over at most 1 link, upgrade or pass"],
        ),
        (
            "aos.growth",
            {"actions": {0: "production"}, "produced": ["red", "blue"]},
            ["turn 2 of 10, goods growth", "put cubes into empty boxes: red, blue"],
        ),
    ],
)
def test_question(enter: str, more: dict[str, Any], said: list[str]) -> None:
    """Whoever is asked reads what may be done; the others, who is asked for it."""
    game = position(enter=enter, **more)
    assert shown(game, "now") == said
    assert shown(game, "now", 1) == shown(game, "now", None) == [said[0], f"seat 0: {said[1]}"]


def test_second_round_of_moving() -> None:
    """The rounds of moving are counted (AOS-M1)."""
    game = position(enter="aos.move", locomotive=3)
    for seat in range(3):
        game.does(seat, PassMove())
    assert shown(game, "now")[1] == "round 2 of 2: move a cube over at most 3 links, upgrade or pass"


def test_over() -> None:
    """When the game is over nothing is asked, and everything else is still shown."""
    game = position(enter="aos.move", turn=10)
    for seat in (0, 1, 2) * 2:
        game.does(seat, PassMove())
    assert game.state.ended
    assert "now" not in panels(game)
    assert {"players", "goods", "bag", "board"} <= set(panels(game))


@pytest.mark.parametrize("seats", [3, 6])
def test_every_position_is_drawn(seats: int) -> None:
    """Every position of a game is drawn for everybody alike, since nothing is hidden, and no line is too wide."""
    rules = rules_for(seats, "", {"start.cash": 40})
    for state in states(rules, seats, 15):
        game = Position(rules, state)
        everybody = [
            {title: [len(row) for row in lines(panel)] for title, panel in panels(game, seat).items()}
            for seat in range(seats)
        ]
        assert all(set(shapes) == set(everybody[0]) for shapes in everybody)
        assert max(everybody[0]["board"][:-1]) <= 90
        for panel in panels(game, None).values():
            assert all(len(row) == len(panel.columns) for row in panel.rows if panel.columns)


# Choices


@pytest.mark.parametrize(
    "enter, action, row",
    [
        ("aos.shares", IssueShares(2), "issue 2  for $10"),
        ("aos.auction", Bid(4), "bid $4"),
        ("aos.auction", DropOut(), "drop  place 3 for $0"),
        ("aos.auction", StayIn(), "stay  without a bid"),
        ("aos.actions", ChooseAction("first_move"), "choose first-move  you move first in both rounds"),
        ("aos.actions", ChooseAction("house_action"), "choose house-action"),
        (
            "aos.build",
            Build("11,12", "S1", 1, ""),
            "build 11,12 S1 1-4  $2  R11 (11,12) beside Cincinnati, Indianapolis",
        ),
        ("aos.build", Build("10,10", "S1", 1, ""), "build 10,10 S1 1-4  M10 (10,10) beside Fort Wayne, Michigan City"),
        ("aos.build", EndBuilding(), "done  end the build turn"),
        ("aos.build", Urbanize("10,12", "B"), "urbanize indianapolis B  takes blue  Q10 (10,12)"),
        ("aos.move", PassMove(), "pass  move nothing"),
        ("aos.growth", PlaceCube("red", "W2", 1), "place red W2 1  for St. Louis"),
        ("aos.growth", PlaceCube("red", "A", 1), "place red A 1  for New City A"),
        ("aos.growth", ReturnCubes(), "return  return the cubes of Production"),
    ],
)
def test_choices(enter: str, action: Action, row: str) -> None:
    """A choice stands in a list as it is typed, with what it costs or brings and words to find it by."""
    game = position(enter=enter, actions={0: "production"}, produced=["red", "blue"] if enter == "aos.growth" else [])
    assert plain(game.rules.choice(game.state, 0, action)) == row


def test_choice_of_a_move() -> None:
    """A move is listed with what it brings to whom (AOS-M7)."""
    game = position(enter="aos.move", locomotive=3, tiles=X05, cubes={"evansville": ["blue"]})
    move = MoveGoods("9,14", "blue", [Hop(0, "10,12"), Hop(2, "12,11")])
    assert plain(game.rules.choice(game.state, 0, move)) == (
        "move blue evansville via indianapolis:2 cincinnati  seat 1 +1, seat 2 +1"
    )
    nowhere = MoveGoods("9,14", "blue", [Hop(3, "12,11")])
    assert plain(game.rules.choice(game.state, 0, nowhere)).endswith("  nobody earns by it")
