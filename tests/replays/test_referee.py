"""The referee itself: it shares nothing with the engine, and gives what the worked examples of the rules give."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.replays.corpus import shortest_of
from tests.replays.outcomes import Fault, Outcomes
from tests.replays.paths import joined, longest_trail
from tests.replays.referee import Disagreement, judge, read
from tests.replays.ttr_rules import TURN
from tests.replays.ttr_table import LOCOMOTIVE, Seat, Stratum
from tests.replays.usa import Usa
from tests.trust.game import recorded

HERE = Path(__file__).parent
L = LOCOMOTIVE
LINES = read(shortest_of("ttr-usa"))


def imported(module: str) -> set[str]:
    """Give the modules that a module of this folder imports."""
    path = HERE.joinpath(*module.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(source.read_text("utf-8"))
    names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            within = {f"{node.module}.{name.name}" for name in node.names}
            names |= within if node.module == "tests.replays.situations" else {node.module or ""}
    return names


def test_referee_imports_nothing_of_the_engine() -> None:
    """Referee and situations reach the standard library and one another, and nothing else."""
    seen, news = set[str](), {"referee", "situations"}
    while news:
        module = news.pop()
        seen.add(module)
        for name in imported(module):
            if name.startswith("tests.replays."):
                news |= {name.removeprefix("tests.replays.")} - seen
            else:
                assert name.partition(".")[0] in sys.stdlib_module_names, f"{module} imports {name}"
    assert {"ttr_rules", "ttr_score", "paths", "outcomes", "usa", "europe", "old_west", "situations.family"} <= seen
    assert {"aos_rules", "aos_rights", "aos_score", "situations.age_of_steam", "situations.aos_building"} <= seen


def usa(seats: int) -> Usa:
    """Give a game of the USA board with all cards in the draw pile, and turns begun."""
    names = [{"name": str(seat)} for seat in range(seats)]
    game = Usa({"seats": names, "options": dict(Usa.options), "variants": []})
    game.table.seats = [Seat(45) for _ in range(seats)]
    game.table.draw_pile = Counter(game.board.deck)
    game.table.piles = {"regular": [Stratum(True, sorted(game.board.tickets), "deck")]}
    game.begin_turn(0, 1)
    return game


@pytest.mark.parametrize(
    "routes, length",
    [
        pytest.param(
            "portland--seattle--a portland--san-francisco--a salt-lake-city--san-francisco--a "
            "portland--salt-lake-city denver--salt-lake-city--a",
            19,
            id="TTR-X51",
        ),
        pytest.param("chicago--duluth chicago--omaha chicago--toronto", 8, id="TTR-X52"),
        pytest.param(
            "denver--salt-lake-city--a helena--salt-lake-city denver--helena denver--santa-fe "
            "oklahoma-city--santa-fe denver--oklahoma-city",
            19,
            id="TTR-X53",
        ),
        pytest.param(
            "calgary--winnipeg helena--winnipeg calgary--helena duluth--winnipeg chicago--duluth "
            "miami--new-orleans atlanta--miami",
            21,
            id="TTR-X54",
        ),
        pytest.param(
            "atlanta--nashville nashville--raleigh atlanta--raleigh--a atlanta--charleston charleston--miami "
            "atlanta--miami atlanta--new-orleans--a nashville--saint-louis",
            22,
            id="USA-01",
        ),
        pytest.param("", 0, id="TTR-L4"),
    ],
)
def test_longest_trail(routes: str, length: int) -> None:
    """TTR-L1: the referee's search finds the lengths of the worked examples."""
    board = usa(2).board
    assert longest_trail(board.rail(route) for route in routes.split()) == length


def test_cities_are_joined_by_own_routes_only() -> None:
    """TTR-K5, USA-13: a path may take detours, but where a route is missing there is none."""
    board = usa(2).board
    rails = [board.rail(route) for route in ("kansas-city--oklahoma-city--a", "dallas--oklahoma-city--a")]
    assert joined(rails, "dallas", "kansas-city")
    assert not joined(rails, "kansas-city", "houston")


@pytest.mark.parametrize(
    "display, pile, discard, due",
    [
        pytest.param([L, L, L, "red", "red"], {}, {L: 1}, False, id="TTR-X19"),
        pytest.param([L, L, L, "red", "red"], {"blue": 1, L: 1}, {}, True, id="TTR-X20"),
        pytest.param([L, L, L, "red", None], {}, {}, False, id="TTR-X21"),
        pytest.param([L, L, "blue", "red", "red"], {"blue": 5}, {}, False, id="TTR-M3"),
    ],
)
def test_flush(display: list[str | None], pile: dict[str, int], discard: dict[str, int], due: bool) -> None:
    """TTR-M3, TTR-M5: three locomotives are flushed unless that cannot help."""
    game = usa(2)
    game.table.display = display
    game.table.draw_pile, game.table.discard = Counter(pile), Counter(discard)
    assert game.flush_is_due() is due


@pytest.mark.parametrize(
    "seats, owner, claimer, is_open",
    [
        pytest.param(3, 0, 1, False, id="TTR-X32"),
        pytest.param(4, 0, 1, True, id="TTR-X33"),
        pytest.param(4, 0, 0, False, id="TTR-P1"),
    ],
)
def test_parallel_routes(seats: int, owner: int, claimer: int, is_open: bool) -> None:
    """USA-03: whether the second route of a group is open to whom depends on the number of seats."""
    game = usa(seats)
    game.table.owners = {"atlanta--raleigh--a": owner}
    assert game.open_to(claimer, "atlanta--raleigh--b") is is_open


@pytest.mark.parametrize(
    "route, cards, pays",
    [
        pytest.param("kansas-city--saint-louis--b", {"blue": 2}, True, id="TTR-X01"),
        pytest.param("kansas-city--saint-louis--b", {"red": 2}, False, id="TTR-X01, another colour"),
        pytest.param("atlanta--charleston", {"blue": 1, L: 1}, True, id="TTR-X26"),
        pytest.param("atlanta--charleston", {"blue": 1, "red": 1}, False, id="TTR-X26, two colours"),
        pytest.param("atlanta--nashville", {"blue": 2}, False, id="TTR-X27"),
        pytest.param("atlanta--charleston", {L: 2}, True, id="TTR-C5"),
        pytest.param("atlanta--charleston", {"blue": 3, "red": -1}, False, id="TTR-G2"),
    ],
)
def test_payment(route: str, cards: dict[str, int], pays: bool) -> None:
    """TTR-C2 to TTR-C5: what pays for a route."""
    assert (usa(2).cost_fault(route, Counter(cards)) == "") is pays


def test_passing_is_refused_while_anything_is_possible() -> None:
    """TTR-T3, TTR-X50: with one ticket left it must be drawn; with nothing left at all a seat passes."""
    game = usa(2)
    game.table.draw_pile, game.table.seats[1].hand = Counter(), Counter(game.board.deck)
    game.table.piles["regular"][0].tickets, rest = (
        ["t-denver--el-paso"],
        game.board.tickets.keys() - {"t-denver--el-paso"},
    )
    game.table.seats[1].tickets = sorted(rest)
    with pytest.raises(Fault, match="can act"):
        game.play(0, {"type": "ttr.pass"}, Outcomes([]))
    game.table.piles["regular"] = []
    game.table.seats[1].tickets = sorted(game.board.tickets)
    events = game.play(0, {"type": "ttr.pass"}, Outcomes([]))
    assert [event["type"] for event in events] == ["ttr.passed", "ttr.turn-begun", "core.waits"]


def test_all_pass_ends_the_game() -> None:
    """TTR-T4, USA-14: when the last of all seats passes in a row, the game is over."""
    game = usa(2)
    game.table.draw_pile, game.table.discard = Counter(), Counter()
    game.table.piles["regular"] = []
    game.table.passes = 1
    assert [event["type"] for event in game.pass_turn(0, {}, Outcomes([]))][-1] == "core.ended"
    assert (game.table.ended, game.table.to_act) == ("all passed", [])


def test_lost_cards_are_noticed() -> None:
    """TTR-G6: a card too few on the table is a fault, whatever the events say."""
    game = usa(2)
    game.table.draw_pile["red"] -= 1
    with pytest.raises(Fault, match="not the deck"):
        game.table.check_conservation(game.board)


def test_plies_taken_back_do_not_count() -> None:
    """LOG-10: after an undo the game goes on from before it; comments are passed over."""
    lines = recorded("open").splitlines()
    judgement = judge(lines)
    assert any(b'"type":"undo"' in line for line in lines)
    assert any(b'"type":"comment"' in line for line in lines)
    assert judgement.result is not None
    assert [ply.ply for ply in judgement.plies] == list(range(len(judgement.plies)))


def replaced(index: int, old: bytes, new: bytes) -> list[bytes]:
    """Give the lines of a log with something replaced in one of them."""
    assert old in LINES[index]
    return [*LINES[:index], LINES[index].replace(old, new), *LINES[index + 1 :]]


@pytest.mark.parametrize(
    "lines, line, message",
    [
        pytest.param(replaced(0, b'"draw.picks":2', b'"draw.picks":3'), 1, "default rules", id="option"),
        pytest.param(replaced(0, b'"ttr-usa"', b'"ttr-mars"'), 1, "nobody referees", id="game"),
        pytest.param([*LINES[:5], *LINES[6:]], 6, "stands where ply", id="ply missing"),
        pytest.param([*LINES[:5], LINES[-1]], 6, "not over", id="end too early"),
        pytest.param([*LINES, LINES[-1]], len(LINES) + 1, "behind the end", id="line behind the end"),
        pytest.param([*LINES[:5], b'{"type":"undo","seat":0,"to":9}'], 6, "no ply 9", id="undo"),
        pytest.param([*LINES[:5], b'{"type":"ply","ply":4}'], 6, "another form", id="fields missing"),
        pytest.param([*LINES[:5], b'{"type":"turn"}'], 6, "unknown", id="kind of line"),
    ],
)
def test_disagreement_names_the_line(lines: list[bytes], line: int, message: str) -> None:
    """LOG-05: what cannot be in a log is refused, and the line is named."""
    with pytest.raises(Disagreement, match=message) as disagreement:
        judge(lines)
    assert disagreement.value.line == line


@pytest.mark.parametrize(
    "action, message",
    [
        ({"type": "ttr.draw-card", "slot": 9}, "cannot be slot 9"),
        ({"type": "ttr.keep-tickets", "keep": [], "put_back": []}, "no answer"),
        ({"type": "ttr.fly"}, "no answer"),
        ({"type": "ttr.claim-route", "route": "moon--mars", "payment": {}}, "no route"),
    ],
    ids=["slot", "question", "action", "route"],
)
def test_an_illegal_action_is_refused(action: dict[str, Any], message: str) -> None:
    """TTR-T1: only what answers the question, with what is there, is played."""
    game = usa(2)
    assert game.table.asked == TURN
    with pytest.raises(Fault, match=message):
        game.play(0, action, Outcomes([]))
    with pytest.raises(Fault, match="may not act"):
        game.play(1, action, Outcomes([]))
