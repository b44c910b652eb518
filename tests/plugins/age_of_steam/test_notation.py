"""The short notation: every legal action is written and read back as itself, and people are understood."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from railbook.engine.play import check, legal_actions
from railbook.engine.state import decode
from railbook.rules.notation import NotationError, read, write
from railbook.rules.types import Action
from railbook_age_of_steam.auction import Bid, DropOut, StayIn
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.maps import AgeOfSteamMap
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove, UpgradeLocomotive
from railbook_age_of_steam.naming import EDGES, hex_name, hexes_called, tile_name
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds, paths
from railbook_age_of_steam.urbanizing import Urbanize
from tests.plugins.age_of_steam.players import game
from tests.plugins.age_of_steam.positions import Position, at, position, rules_for
from tests.sampling import every_second

FRED, OLIVE, PAT = range(3)
SAMPLED = 29
"""Every so manieth ply of a game is looked at."""


def typed(made: Position, text: str, seat: int = FRED) -> Action | None:
    """Read what a seat types."""
    return read(made.rules, made.state, seat, text)


def refusal(made: Position, text: str, seat: int = FRED) -> str:
    """Give what is said about text that is no action."""
    with pytest.raises(NotationError) as refused:
        typed(made, text, seat)
    return str(refused.value)


# Writing and reading


@pytest.mark.slow
@pytest.mark.parametrize("edition", every_second(["choochoo", "warfrog-2002"]))
def test_every_legal_action_is_written_and_read(edition: str) -> None:
    """All legal actions at sampled positions of whole games are read back as themselves, each from its own text."""
    rules = rules_for(5, edition, {"start.cash": 40, "start.income": 8})
    types: set[type[Action]] = set()
    for ply in game(rules, 4):
        # Of builds there are hundreds each time; the other actions are few.
        if ply.seat is None or (isinstance(ply.action, Build) and ply.state.ply % SAMPLED):
            continue
        state = cast(Line, decode(rules, ply.before))
        texts: dict[str, Action] = {}
        for action in legal_actions(rules, state, ply.seat):
            text = write(rules, state, ply.seat, action)
            assert read(rules, state, ply.seat, text) == action, text
            assert texts.setdefault(text, action) == action
            types.add(type(action))
    assert types == set(rules.notations)


def test_every_action_has_a_notation() -> None:
    """Each action type of the game has a verb of its own, none that the prompt takes for a command."""
    rules = rules_for()
    own = {kind for kind in rules.actions if str(kind.__struct_config__.tag).startswith("aos.")}
    assert own == set(rules.notations)
    verbs = {notation.verb for notation in rules.notations.values()}
    assert len(verbs) == len(own) == 13
    assert not verbs & {"b", "board", "h", "help", "l", "log", "q", "quit", "resign", "u", "undo", "v", "view"}


def test_paths_name_one_tile() -> None:
    """No two tiles, in whatever rotation, have the same paths: all paths of a tile say which it is (AOS-T1)."""
    laid = [
        frozenset(frozenset(path) for path in paths(kind.id, rotation))
        for kind in kinds().values()
        for rotation in range(kind.rotations)
    ]
    assert len(set(laid)) == len(laid)


def test_every_hex_has_a_name() -> None:
    """Each land hex is written so that it is found again, and is found by its label and by its coordinates."""
    made = position()
    for hex in made.board.neighbours:
        assert hexes_called(made.rules, made.state, hex_name(made.rules, made.state, hex)) == {hex}
        assert hexes_called(made.rules, made.state, made.board.map.hexes[hex].label.lower()) == {hex}
        assert hexes_called(made.rules, made.state, hex) == {hex}


# What people type


@pytest.mark.parametrize(
    "text, action",
    [
        ("build 11,12 S1 4-1", Build("11,12", "S1", 1, "")),
        ("build R11 s1 1-4", Build("11,12", "S1", 1, "")),
        ("BUILD r11 4-1", Build("11,12", "S1", 1, "")),
        ("build 11,12 S1 sw-ne", Build("11,12", "S1", 1, "")),
        ("build S2 S2 4-0", Build("2,17", "S2", 0, "")),
        ("build S2 4-0", Build("2,17", "S2", 0, "")),
        ("build terre-haute T1 T-0", Build("8,13", "T1", 0, "")),
        ("build terre haute T1 0-T", Build("8,13", "T1", 0, "")),
        ("build terre T-0", Build("8,13", "T1", 0, "")),
        ("build indianapolis D2S T-4 T-1", Build("10,12", "D2S", 1, "S1")),
        ("build indianapolis D2S t-1", Build("10,12", "D2S", 1, "S1")),
        ("build indianapolis T-1 T-2 T-4 T-5 under c2", Build("10,12", "D4X", 1, "C2")),
        ("build 11,12 X1 4-1 5-2", Build("11,12", "X1", 0, "")),
        ("urbanize indianapolis A", Urbanize("10,12", "A")),
        ("urbanize 10,12 a", Urbanize("10,12", "A")),
        ("urbanize fort wayne H", Urbanize("11,10", "H")),
        ("done", EndBuilding()),
    ],
)
def test_builds(text: str, action: Action) -> None:
    """Hexes are typed by coordinates, label or name; tiles by id and enough of their paths, or by all their paths."""
    assert typed(position(), text) == action


def test_under_a_disc() -> None:
    """What lies under a disc is named where it is chosen and there are several; the only one goes without (AOS-T2)."""
    chosen = position()
    assert refusal(chosen, "build indianapolis D4X T-1 T-2 T-4 T-5").endswith("add under X1 or under C2")
    assert write(chosen.rules, chosen.state, FRED, Build("10,12", "D4X", 1, "C2")) == (
        "build indianapolis D4X T-1 T-4 T-2 T-5 under C2"
    )
    assert write(chosen.rules, chosen.state, FRED, Build("10,12", "D2S", 1, "S1")) == "build indianapolis D2S T-1 T-4"
    pooled = position(edition="choochoo")
    assert typed(pooled, "build indianapolis D4X T-1 T-2 T-4 T-5") == Build("10,12", "D4X", 1, "")
    assert typed(pooled, "build indianapolis D2S T-1 T-4") == Build("10,12", "D2S", 1, "")


@pytest.mark.parametrize(
    "enter, text, action",
    [
        ("aos.shares", "issue 2", IssueShares(2)),
        ("aos.shares", "issue 0", IssueShares(0)),
        ("aos.auction", "bid 4", Bid(4)),
        ("aos.auction", "bid $4", Bid(4)),
        ("aos.auction", "drop", DropOut()),
        ("aos.auction", "stay", StayIn()),
        ("aos.actions", "choose urbanization", ChooseAction("urbanization")),
        ("aos.actions", "choose first-move", ChooseAction("first_move")),
        ("aos.actions", "choose First Build", ChooseAction("first_build")),
        ("aos.actions", "choose eng", ChooseAction("engineer")),
        ("aos.move", "upgrade", UpgradeLocomotive()),
        ("aos.move", "pass", PassMove()),
    ],
)
def test_plain_actions(enter: str, text: str, action: Action) -> None:
    """The other phases are typed with a word and, where it needs one, a number or a name."""
    assert typed(position(enter=enter), text) == action


def test_production() -> None:
    """Cubes of Production go into a column and a box, or back (AOS-W1)."""
    made = position(enter="aos.growth", actions={FRED: "production"}, produced=["red", "blue"])
    assert typed(made, "place red W2 1") == PlaceCube("red", "W2", 1)
    assert typed(made, "place blu a 2") == PlaceCube("blue", "A", 2)
    assert typed(made, "return") == ReturnCubes()
    assert refusal(made, "place red") == "a cube, a column and a box are expected, such as red W2 1"
    assert refusal(made, "place b A 1") == "'b' may be blue or black: type more of it"
    assert refusal(made, "place red Z9 1").startswith("there is no column 'Z9'")


NETWORK = {
    "10,13": "S1 4-1@0",
    "11,12": "S1 4-1@0",
    "9,13": "S2 3-1@1",
    "indianapolis": "D2S T-4@1 T-1@1",
    "11,11": "S2 4-2@1",
}
"""Two links by Olive from Evansville over Indianapolis to Cincinnati, and a direct one by Fred (AOS-X04)."""


def moving(**more: str) -> Position:
    """Give a phase of moving in which Evansville and Cincinnati have cubes."""
    network = {**NETWORK, **more}
    return position(
        enter="aos.move", locomotive=4, tiles=network, cubes={"evansville": ["blue", "red"], "cincinnati": ["blue"]}
    )


def test_moves() -> None:
    """A move names the cube and every place on its way; links are found where there is one (AOS-M3, AOS-X07)."""
    made = moving()
    evansville, indianapolis, cincinnati = at("evansville"), at("indianapolis"), at("cincinnati")
    direct = MoveGoods(evansville, "blue", [Hop(1, cincinnati)])
    through = MoveGoods(evansville, "blue", [Hop(0, indianapolis), Hop(1, cincinnati)])
    for text in ("move blue evansville cincinnati", "move blue T9 to 12,11", "move blu evans cinci"):
        assert typed(made, text) == direct
    for text in ("move blue evansville via indianapolis cincinnati", "move blue Evansville indianapolis Cincinnati"):
        assert typed(made, text) == through
    assert write(made.rules, made.state, FRED, direct) == "move blue evansville cincinnati"
    assert write(made.rules, made.state, FRED, through) == "move blue evansville via indianapolis cincinnati"
    assert check(made.rules, made.state, FRED, direct) is check(made.rules, made.state, FRED, through) is None


def test_one_of_several_links() -> None:
    """Of several links between two places one is named by the edge where it leaves (AOS-M6, AOS-X05, AOS-X61)."""
    made = moving(**{"indianapolis": "D4X T-4@1 T-1@1 T-2@2 T-5@2", "11,12": "X1 4-1@0 5-2@2", "12,12": "S3 5-0@2"})
    by_pat = MoveGoods(at("evansville"), "blue", [Hop(0, at("indianapolis")), Hop(2, at("cincinnati"))])
    assert typed(made, "move blue evansville indianapolis:2 cincinnati") == by_pat
    assert typed(made, "move blue evansville via indianapolis:SE cincinnati") == by_pat
    assert write(made.rules, made.state, FRED, by_pat) == "move blue evansville via indianapolis:2 cincinnati"
    assert refusal(made, "move blue evansville indianapolis cincinnati") == (
        "2 links join Indianapolis and Cincinnati: type indianapolis:1 (seat 1's) or indianapolis:2 (seat 2's)"
    )
    wrong = typed(made, "move blue evansville indianapolis:4 cincinnati")
    assert wrong is not None
    made.refuses(FRED, wrong, "aos.no-link", "AOS-M3")


def test_moves_that_are_none() -> None:
    """What is no way for a cube is refused with the places where links lead."""
    made = moving()
    assert refusal(made, "move blue evansville") == (
        "a cube and the places on its way are expected, such as blue evansville via lexington detroit"
    )
    assert refusal(made, "move blue evansville detroit") == (
        "no link joins Evansville and Detroit: links lead to cincinnati, indianapolis; name every place on the way"
    )
    assert refusal(made, "move blue chicago detroit") == "no link joins Chicago and Detroit: no link leaves it"
    assert refusal(made, "move blue kansas city") == "the place where the cube ends is expected last, without an edge"
    assert refusal(made, "move blue evansville cincinnati:1") == (
        "the place where the cube ends is expected last, without an edge"
    )
    assert refusal(made, "move pink evansville cincinnati") == (
        "there is no colour of cubes 'pink' (there are red, blue, purple, yellow, black)"
    )


def test_new_cities_are_called_by_their_letter() -> None:
    """A New City is found by its letter and by the name of its town, which is how it is written (AOS-N6)."""
    made = position(
        enter="aos.move", new_cities={"indianapolis": "B"}, tiles={"9,13": "S2 3-1@0"}, cubes={"evansville": ["blue"]}
    )
    move = MoveGoods(at("evansville"), "blue", [Hop(0, at("indianapolis"))])
    assert typed(made, "move blue evansville B") == typed(made, "move blue evansville indianapolis") == move
    assert write(made.rules, made.state, FRED, move) == "move blue evansville indianapolis"


@pytest.mark.parametrize(
    "text, said",
    [
        ("build", "a hex, a tile and its paths are expected, such as 11,12 S1 4-1"),
        ("build 11,12", "a tile is missing: type its id and its paths, such as S1 4-1"),
        ("build 11,12 S1", "S1 may lie in several ways so: type 0-3 or 1-4 or 2-5"),
        ("build 11,12 S1 4-2", "S1 cannot lie so: type 0-3 or 1-4 or 2-5"),
        ("build 11,12 S9 4-1", "there is no tile 'S9': type its id, such as S1"),
        ("build 11,12 S1 4-x", "'x' is no edge: 0 is north, then clockwise to 5; or n, ne, se, s, sw, nw"),
        ("build 11,12 S1 4", "'4' is no path: type two edges such as 4-1, or T and an edge such as T-4"),
        ("build 11,12 0-1 2-3", "no tile has just 0-1 2-3: type its id, and paths that it has"),
        (
            "build 99,99 S1 4-1",
            "there is no hex '99,99': type a place, coordinates as 0,9, or a label",
        ),
        (
            "build indianapolys T1 T-1",
            (
                "there is no hex 'indianapolys' (did you mean indianapolis or minneapolis?): "
                "type a place, coordinates as 0,9, or a label"
            ),
        ),
        ("build mi T1 T-1", "'mi' may be Minneapolis or Milwaukee or Michigan City: type more of it"),
        ("urbanize A", "a town and the letter of a New City are expected, such as indianapolis A"),
        (
            "urbanize indianapolis Z",
            "there is no New City 'Z' (there are A, B, C, D, E, F, G, H)",
        ),
        ("urbanize indianapolis lexington A", "one town is expected, and the letter of a New City"),
        ("done now", "nothing follows here: leave out 'now'"),
        ("bid 4", "bid is not asked for now, but build HEX TILE PATHS [under TILE]; done; urbanize TOWN LETTER"),
    ],
)
def test_builds_that_are_none(text: str, said: str) -> None:
    """What is no build is refused with what was expected and what comes nearest."""
    assert refusal(position(), text) == said


@pytest.mark.parametrize("word, edge", sorted(EDGES.items()))
def test_edges(word: str, edge: int) -> None:
    """Edges are typed by number or by point of the compass: 0 is north, then clockwise (AOS-G2)."""
    other = (edge + 3) % 6
    assert typed(position(), f"build 11,12 S1 {word.upper()}-{other}") == Build("11,12", "S1", edge % 3, "")


def test_illegal_actions_are_read_too() -> None:
    """Whether an action is legal is not a matter of its notation: rules reject it, with their ids (AOS-B5)."""
    made = position()
    action = typed(made, "build 10,10 S1 4-1")
    assert action == Build("10,10", "S1", 1, "")
    made.refuses(FRED, action, "aos.not-connected", "AOS-B5")


def test_map_whose_places_share_a_name() -> None:
    """Places that cannot be told apart by name are written by their coordinates, and typing the name says so."""
    data = cast(AgeOfSteamMap, AGE_OF_STEAM_GAME.maps()[0]).data
    renamed = AgeOfSteamMap(msgspec.structs.replace(data, towns={**data.towns, "13,12": "Springfield"}))
    made = position(rules=AGE_OF_STEAM_GAME.ruleset(3, renamed))
    assert hex_name(made.rules, made.state, "13,12") == "13,12"
    assert refusal(made, "build springfield T1 T-1") == "'springfield' may be 13,12 or 6,14: type the coordinates"
    assert typed(made, f"build 13,12 {tile_name('T1', 1)}") == Build("13,12", "T1", 1, "")
