"""The referee of Age of Steam itself: it gives what the worked examples of the rules give, and refuses the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.replays.aos_board import TOWN
from tests.replays.aos_builds import BUILD
from tests.replays.aos_order import BID
from tests.replays.aos_rules import EDITIONS, AgeOfSteam
from tests.replays.aos_table import Laid, Player
from tests.replays.aos_track import Track
from tests.replays.outcomes import Fault, Outcomes

EVANSVILLE, CINCINNATI, WHEELING, INDIANAPOLIS = "9,14", "12,11", "16,9", "10,12"
FRED, OLIVE, PAT, ELODIE = range(4)
NONE = Outcomes([])

THROUGH_A_TOWN = [
    (FRED, "10,13", "S1", "4-1"),
    (FRED, "11,12", "S1", "4-1"),
    (FRED, "13,11", "S2", "5-3"),
    (OLIVE, "9,13", "S2", "3-1"),
    (OLIVE, INDIANAPOLIS, "D2S", "T-4 T-1"),
    (OLIVE, "11,11", "S2", "4-2"),
]
"""AOS-X03, AOS-X04."""
REPLACING = [
    *THROUGH_A_TOWN,
    (PAT, "12,12", "S3", "5-0"),
    (PAT, "11,12", "X1", "4-1 5-2"),
    (PAT, INDIANAPOLIS, "D4X", "T-4 T-1 T-2 T-5"),
]
"""AOS-X05."""

Build = tuple[int, str, str, str]


def steam(seats: int = 4, edition: str = "", cash: int = 40) -> AgeOfSteam:
    """Give a game with money, in which nothing is on the board and all cubes are in the bag."""
    names = [{"name": str(seat)} for seat in range(seats)]
    game = AgeOfSteam({"seats": names, "options": EDITIONS[edition], "edition": edition, "variants": []})
    game.table.players = [Player(cash, 2, 0, 1) for _ in range(seats)]
    game.table.order = list(range(seats))
    game.table.bag = Counter(game.board.bag)
    game.table.cubes = {city: Counter() for city in game.board.city_hexes}
    game.table.chart = {column["id"]: [None] * column["boxes"] for column in game.board.columns}
    game.table.turn = 2
    return game


def build(game: AgeOfSteam, seat: int, hex: str, tile: str, ends: str) -> int:
    """Let a player build, in a build turn of its own; gives the price."""
    wanted = [{TOWN if end == "T" else int(end) for end in path.split("-")} for path in ends.split()]
    fits = [number for number in range(6) if all(set(p) in wanted for p in game.board.pieces(tile, number))]
    under = game.board.tiles[tile].get("made_from", [""])[0]
    game.table.queue, game.table.asked, game.table.to_act, game.table.built = (
        [seat, *game.table.order],
        BUILD,
        [seat],
        [],
    )
    action = {"type": "aos.build", "hex": hex, "tile": tile, "rotation": fits[0], "under": under}
    events = game.play(seat, action, NONE)
    return int(events[0]["price"])


def built(builds: list[Build], seats: int = 4, edition: str = "") -> AgeOfSteam:
    """Give a game in which this has been built."""
    game = steam(seats, edition)
    for one in builds:
        build(game, *one)
    return game


def links(game: AgeOfSteam, seat: int | None) -> list[tuple[str, ...]]:
    """Give the links of a seat, each with its two places, sorted, and its number of paths at the end."""
    owned = [section for section in Track(game.board, game.table).owned(seat) if section.is_link]
    return sorted((*sorted(section.places), str(len(section.pieces))) for section in owned)


def moved(game: AgeOfSteam, seat: int, start: str, *hops: tuple[int, str], cube: str = "blue") -> dict[str, int]:
    """Let a player with a strong locomotive carry a cube, which is there; gives the incomes."""
    game.table.players[seat].locomotive = 6
    game.table.cubes[start][cube] += 1
    game.table.bag[cube] -= 1
    game.table.queue, game.table.asked, game.table.to_act = [seat, *game.table.order], "aos.ask-move", [seat]
    path = [{"edge": edge, "to": to} for edge, to in hops]
    events = game.play(seat, {"type": "aos.move-goods", "start": start, "cube": cube, "path": path}, NONE)
    return dict(events[0]["income"])


@pytest.mark.parametrize(
    "change",
    [
        {"options": {**EDITIONS[""], "rules.reduction_at_50": 10}},
        {"options": EDITIONS[""], "edition": "deluxe"},
        {"options": {key: value for key, value in EDITIONS[""].items() if key != "start.cash"}},
        {"variants": [{"name": "one-track", "options": {}}]},
        {"edition": "martian"},
        {"seats": [{"name": "0"}, {"name": "1"}]},
    ],
    ids=["option", "edition", "missing", "variant", "unknown edition", "AOS-Q2"],
)
def test_games_that_nobody_can_judge(change: dict[str, Any]) -> None:
    """LOG-05: under other rules than those of an edition the referee says nothing."""
    header = {
        "seats": [{"name": str(seat)} for seat in range(3)],
        "options": EDITIONS[""],
        "edition": "",
        "variants": [],
    }
    assert AgeOfSteam(header).count == 3
    with pytest.raises(Fault, match=r"editions only|cannot play"):
        AgeOfSteam({**header, **change})


def test_what_players_start_with() -> None:
    """AOS-U4: what players start with is an option, one number for all or one for each."""
    game = steam(3)
    game.options = {**EDITIONS[""], "start.cash": [7, 8, 9]}
    assert (game.start("cash"), game.start("shares")) == ([7, 8, 9], [2, 2, 2])


# Builds


@pytest.mark.parametrize(
    "before, one, price",
    [
        pytest.param([], (FRED, "10,14", "S3", "0-5"), 3, id="AOS-X31"),
        pytest.param([], (FRED, "16,10", "S1", "0-3"), 4, id="AOS-X33"),
        pytest.param([(FRED, "12,12", "S3", "5-0")], (FRED, "11,12", "X1", "4-1 5-2"), 4, id="AOS-X34"),
        pytest.param(THROUGH_A_TOWN[:1], (OLIVE, "11,12", "S2", "1-3"), 2, id="AOS-X35"),
        pytest.param(THROUGH_A_TOWN[:1], (FRED, "10,13", "S2", "4-0"), 2, id="AOS-X36"),
        pytest.param([(OLIVE, "9,13", "S2", "3-1")], (OLIVE, INDIANAPOLIS, "T1", "T-4"), 2, id="AOS-X10"),
        pytest.param([(OLIVE, "9,13", "S2", "3-1")], (OLIVE, INDIANAPOLIS, "D4X", "T-4 T-1 T-2 T-5"), 5, id="AOS-X42"),
        pytest.param(
            [(FRED, "10,13", "S2", "4-0"), (OLIVE, "10,14", "S3", "0-5")],
            (OLIVE, "10,13", "C3", "4-0 3-2"),
            2,
            id="AOS-X46",
        ),
        pytest.param(
            [*THROUGH_A_TOWN[:1], (OLIVE, "10,14", "S3", "5-0")], (OLIVE, "10,13", "X1", "4-1 0-3"), 3, id="AOS-X47"
        ),
    ],
)
def test_prices(before: list[Build], one: Build, price: int) -> None:
    """AOS-P1 to AOS-P6: what builds cost."""
    game = built(before)
    cash = game.table.players[one[0]].cash
    assert build(game, *one) == price
    assert game.table.players[one[0]].cash == cash - price


@pytest.mark.parametrize(
    "before, one, why",
    [
        pytest.param([], (FRED, "7,13", "S1", "4-1"), "connected with nothing", id="AOS-X31, AOS-B2"),
        pytest.param([], (FRED, "10,14", "S2", "5-3"), "leads nowhere", id="AOS-X32, AOS-B7"),
        pytest.param([], (FRED, "11,12", "X1", "4-1 5-2"), "connected with nothing", id="AOS-X34, AOS-B5"),
        pytest.param(THROUGH_A_TOWN[:1], (OLIVE, "11,12", "S1", "4-1"), "meets track", id="AOS-X35, AOS-B6"),
        pytest.param(THROUGH_A_TOWN[:1], (OLIVE, "10,13", "S2", "4-0"), "may not redirect", id="AOS-X36, AOS-K4"),
        pytest.param(THROUGH_A_TOWN[:2], (FRED, "11,12", "S2", "4-0"), "may not redirect", id="AOS-K4, a link"),
        pytest.param(
            [(FRED, "8,11", "S2", "5-3"), (FRED, "8,12", "S3", "0-5")], (FRED, "7,12", "S2", "2-0"), "with itself",
            id="AOS-X41, AOS-B9",
        ),
        pytest.param(
            [(OLIVE, "9,13", "S2", "3-1"), (OLIVE, INDIANAPOLIS, "T1", "T-4")],
            (OLIVE, INDIANAPOLIS, "D2S", "T-0 T-3"),
            "neither kept nor",
            id="AOS-X43, AOS-K6",
        ),
        pytest.param(THROUGH_A_TOWN[:1], (FRED, "9,14", "S1", "4-1"), "cannot lie", id="AOS-B3"),
        pytest.param(THROUGH_A_TOWN[:1], (FRED, INDIANAPOLIS, "S1", "3-0"), "cannot lie", id="AOS-B4"),
        pytest.param(THROUGH_A_TOWN[:1], (FRED, "10,13", "S1", "4-1"), "cannot build", id="AOS-B8"),
    ],
)  # fmt: skip
def test_what_may_not_be_built(before: list[Build], one: Build, why: str) -> None:
    """AOS-B3 to AOS-B9, AOS-K1, AOS-K4, AOS-K6: an illegal build is refused, whatever the log says."""
    with pytest.raises(Fault, match=why):
        build(built(before), *one)


@pytest.mark.parametrize("edition, price", [("", 2), ("choochoo", 4)], ids=["warfrog-2002", "choochoo"])
def test_redirecting_two_paths_at_once(edition: str, price: int) -> None:
    """AOS-X48, AOS-P5: the editions differ in the price."""
    game = steam(4, edition)
    build(game, FRED, "12,12", "S3", "5-0")
    build(game, FRED, "11,12", "X1", "4-1 5-2")
    assert build(game, FRED, "11,12", "X3", "1-3 2-0") == price


def test_ownership_after_replacing() -> None:
    """AOS-X05, AOS-X75: who owns which links, and what they score."""
    game = built(REPLACING)
    assert links(game, FRED) == [(CINCINNATI, EVANSVILLE, "2")]
    assert links(game, OLIVE) == [(INDIANAPOLIS, CINCINNATI, "2"), (INDIANAPOLIS, EVANSVILLE, "2")]
    assert links(game, PAT) == [(INDIANAPOLIS, CINCINNATI, "3")]
    assert game.result().track == [2, 4, 3, 0]


def test_new_city_over_track() -> None:
    """AOS-X06, AOS-X49, AOS-N4: spokes are gone, links end at the New City, the stub is no section any more."""
    game = built(REPLACING)
    game.table.players[ELODIE].action = "urbanization"
    game.table.queue, game.table.to_act, game.table.built = [ELODIE], [ELODIE], []
    game.play(ELODIE, {"type": "aos.urbanize", "hex": INDIANAPOLIS, "letter": "B"}, NONE)
    assert game.result().track == [2, 2, 2, 0]
    assert all(not section.openings for section in Track(game.board, game.table).owned(PAT))
    assert build(game, ELODIE, "9,12", "S1", "5-2") == 2
    assert build(game, ELODIE, "10,13", "X1", "4-1 0-3") == 3
    assert build(game, ELODIE, "10,14", "S3", "0-5") == 3
    assert links(game, ELODIE) == [(INDIANAPOLIS, EVANSVILLE, "2")]
    with pytest.raises(Fault, match="cannot put B"):
        game.play(ELODIE, {"type": "aos.urbanize", "hex": INDIANAPOLIS, "letter": "B"}, NONE)


def test_new_city_takes_ownerless_track() -> None:
    """AOS-X12, AOS-N5: an ownerless section that points at the New City is a link of who placed it."""
    game = built([(FRED, "10,13", "S2", "4-0")])
    game.table.tiles["10,13"].owners[0] = None
    game.table.players[OLIVE].action = "urbanization"
    game.table.queue, game.table.to_act, game.table.built = [OLIVE], [OLIVE], []
    game.play(OLIVE, {"type": "aos.urbanize", "hex": INDIANAPOLIS, "letter": "A"}, NONE)
    assert links(game, OLIVE) == [(INDIANAPOLIS, EVANSVILLE, "1")]


def test_takeover() -> None:
    """AOS-X37, AOS-O3: who completes ownerless track owns all of it."""
    game = built(THROUGH_A_TOWN[:1])
    game.table.tiles["10,13"].owners[0] = None
    build(game, OLIVE, "11,12", "S1", "4-1")
    assert links(game, OLIVE) == [(CINCINNATI, EVANSVILLE, "2")]


def test_ownerless_track_beyond_a_town() -> None:
    """AOS-X40, AOS-B5: only who has a spoke of the town goes on from an ownerless spoke of it."""
    game = built([(FRED, "9,13", "S2", "3-5"), (FRED, "8,13", "D2S", "T-2 T-5")])
    far = game.board.pieces("D2S", game.table.tiles["8,13"].rotation).index(frozenset({TOWN, 5}))
    game.table.tiles["8,13"].owners[far] = None
    with pytest.raises(Fault, match="connected with nothing"):
        build(game, OLIVE, "7,13", "S1", "2-5")
    build(game, FRED, "7,13", "S1", "2-5")
    assert game.table.tiles["8,13"].owners == [FRED, FRED]


@pytest.mark.parametrize("extended", [False, True], ids=["AOS-X11", "AOS-O5, extended"])
def test_unfinished_track_is_lost(extended: bool) -> None:
    """AOS-X11, AOS-O5: what is no longer than at the start of the own build turn has no owner at its end."""
    game = built(THROUGH_A_TOWN[:1])
    game.table.order, game.table.queue, game.table.to_act = [FRED], [FRED], [FRED]
    game.events = []
    game.next_builder()
    if extended:
        game.build(FRED, {"hex": "11,12", "tile": "S2", "rotation": 4, "under": ""})
    game.table.queue = [FRED]
    game.end_building(FRED)
    assert game.table.tiles["10,13"].owners == [FRED if extended else None]


def test_stock_and_cubes_are_counted() -> None:
    """AOS-X50, AOS-T1, AOS-U1: an eighth sharp curve cannot lie there, and no cube is lost."""
    game = steam()
    hexes = [hex for hex, terrain in game.board.hexes.items() if terrain == "plain"][:8]
    game.table.tiles = {hex: Laid("S3", 0, "", [None]) for hex in hexes}
    with pytest.raises(Fault, match="8 tiles S3"):
        game.table.check_conservation(game.board)
    game.table.tiles = {}
    game.table.bag["red"] -= 1
    with pytest.raises(Fault, match="not what the bag held"):
        game.table.check_conservation(game.board)


# The auction


def auctioned(game: AgeOfSteam, steps: list[int | str | None]) -> dict[int, tuple[int, int]]:
    """Play an auction of bids, passes and drops; gives place and payment by seat."""
    game.start_auction()
    told = list(game.events)
    for step in steps:
        assert game.table.asked == BID
        action: dict[str, Any] = {"type": "aos.bid", "bid": step} if isinstance(step, int) else {"type": f"aos.{step}"}
        game.events = []
        game.act(game.table.to_act[0], action)
        told += game.events
    assert game.table.asked == ""
    return {e["seat"]: (e["place"], e["pays"]) for e in told if e["type"] == "aos.dropped-out"}


OUT, STAY = "drop-out", "stay-in"


@pytest.mark.parametrize(
    "holder, steps, places",
    [
        pytest.param(
            4, [2, OUT, 3, OUT, STAY, OUT, OUT], {1: (5, 0), 3: (4, 0), 0: (3, 1), 4: (2, 0), 2: (1, 3)}, id="AOS-X02"
        ),
        pytest.param(
            None, [2, 4, 5, 6, 7, OUT, OUT, OUT, OUT], {0: (5, 0), 1: (4, 2), 2: (3, 3), 3: (2, 6), 4: (1, 7)},
            id="AOS-X54",
        ),
        pytest.param(None, [OUT] * 4, {0: (5, 0), 1: (4, 0), 2: (3, 0), 3: (2, 0), 4: (1, 0)}, id="AOS-X55"),
    ],
)  # fmt: skip
def test_auction(holder: int | None, steps: list[int | str | None], places: dict[int, tuple[int, int]]) -> None:
    """AOS-A1 to AOS-A9: places and payments."""
    game = steam(5)
    if holder is not None:
        game.table.players[holder].action = "turn_order"
    assert auctioned(game, steps) == places
    assert game.table.order == sorted(places, key=lambda seat: places[seat][0])


def test_privilege_of_the_last_two() -> None:
    """AOS-X58, AOS-A4: with two left it holds in one edition and not in the other."""
    for edition, may in (("", True), ("choochoo", False)):
        game = steam(3, edition)
        game.table.players[1].action = "turn_order"
        game.start_auction()
        game.drop_out(0)
        assert game.may_stay_in(1) is may


@pytest.mark.parametrize("bid", [2, 3, 41], ids=["AOS-A3, equal", "AOS-A3, lower", "AOS-Q3"])
def test_bids_that_are_refused(bid: int) -> None:
    """AOS-A3: a bid is higher than all others and can be paid."""
    game = steam(3)
    game.start_auction()
    game.bid(0, 3)
    with pytest.raises(Fault, match="bids"):
        game.bid(1, bid)


# Goods, money, growth, score


def test_links_pay_their_owners() -> None:
    """AOS-X07, AOS-X64, AOS-M7: each link pays its owner, whoever moves."""
    game = built(THROUGH_A_TOWN)
    assert moved(game, FRED, EVANSVILLE, (1, CINCINNATI)) == {"0": 1}
    assert moved(game, FRED, CINCINNATI, (5, INDIANAPOLIS), (4, EVANSVILLE)) == {"1": 2}
    game.table.players[OLIVE].out = True
    assert moved(game, FRED, CINCINNATI, (5, INDIANAPOLIS), (4, EVANSVILLE)) == {}


@pytest.mark.parametrize(
    "start, hops, cube, why",
    [
        pytest.param(EVANSVILLE, [(0, INDIANAPOLIS)], "blue", "does not end", id="AOS-M4, a town"),
        pytest.param(EVANSVILLE, [(1, CINCINNATI)], "yellow", "does not end", id="AOS-X60"),
        pytest.param(EVANSVILLE, [(1, CINCINNATI), (4, EVANSVILLE)], "blue", "cannot carry", id="AOS-X19, AOS-M3"),
        pytest.param(EVANSVILLE, [(3, CINCINNATI)], "blue", "no link leads", id="AOS-M6"),
        pytest.param("12,10", [(3, CINCINNATI)], "blue", "12,10", id="AOS-M2"),
    ],
)
def test_moves_that_are_refused(start: str, hops: list[tuple[int, str]], cube: str, why: str) -> None:
    """AOS-M2 to AOS-M6: a move that does not lead over links to where its cube is taken."""
    game = built(THROUGH_A_TOWN)
    game.table.cubes.setdefault(start, Counter())
    with pytest.raises(Fault, match=why):
        moved(game, FRED, start, *hops, cube=cube)


REDUCED = {10: 10, 11: 9, 20: 18, 21: 17, 30: 26, 40: 34, 41: 33, 49: 41, 50: 42, 51: 41, 60: 50}


@pytest.mark.parametrize(
    "edition, income, left", [*(("", *pair) for pair in REDUCED.items()), ("choochoo", 50, 40), ("deluxe", 50, 40)]
)
def test_reduction(edition: str, income: int, left: int) -> None:
    """AOS-X68, AOS-X27, AOS-X28: incomes fall by their bands."""
    game = steam(3, edition)
    game.table.players[1].income = income
    game.reduce()
    assert [player.income for player in game.table.players] == [0, left, 0]


@pytest.mark.parametrize(
    "shares, locomotive, income, cash, left, out",
    [
        pytest.param(7, 4, 3, 4, -4, True, id="AOS-X66"),
        pytest.param(7, 1, 5, 3, 0, False, id="AOS-X67, exactly 0"),
        pytest.param(7, 1, 5, 2, -1, True, id="AOS-X67, below 0"),
        pytest.param(2, 1, 0, 3, 0, False, id="AOS-X26"),
    ],
)
def test_expenses(shares: int, locomotive: int, income: int, cash: int, left: int, out: bool) -> None:
    """AOS-E2 to AOS-E4: what is missing comes off the income, and below 0 a player is out."""
    game = steam(3)
    game.table.players[1] = Player(cash, shares, income, locomotive)
    game.pay()
    player = game.table.players[1]
    assert (player.income, player.out, 1 in game.table.order) == (left, out, not out)


def test_growth() -> None:
    """AOS-X08, AOS-X71, AOS-W3: dice bring the topmost cubes, to New Cities only if they are on the board."""
    game = steam(3)
    game.table.chart |= {"W3": ["red", "blue", "red"], "A": ["black", "red"], "W4": [None, "purple", "red"]}
    game.grow("white", Outcomes([["aos.dice", [3, 3, 4]]]))
    cities = {column["id"]: column["city"] for column in game.board.columns}
    assert game.table.cubes[cities["W3"]] == Counter(red=1, blue=1)
    assert game.table.cubes[cities["W4"]] == Counter(purple=1)
    assert game.table.chart["A"] == ["black", "red"]
    assert game.table.chart["W3"] == [None, None, "red"]


def test_score() -> None:
    """AOS-X74, AOS-S2, AOS-S4: income and track count, shares cost, the eliminated come last."""
    game = steam(5)
    game.table.players = [Player(0, 14, 26, 6), Player(0, 14, 26, 6), Player(0, 14, 25, 6), Player(0, 15, 22, 6)]
    game.table.players.append(Player(0, 7, -4, 4, out=True))
    result = game.result()
    assert result.totals == [36, 36, 33, 21, 0]
    assert result.ranks == [1, 1, 3, 4, 5]


@pytest.mark.parametrize(
    "action, why",
    [
        ({"type": "aos.issue-shares", "shares": 14}, "issues 14"),
        ({"type": "aos.issue-shares", "shares": -1}, "issues -1"),
        ({"type": "aos.bid", "bid": 1}, "no answer"),
        ({"type": "aos.fly"}, "no answer"),
    ],
    ids=["AOS-X69", "AOS-I1", "question", "action"],
)
def test_an_illegal_action_is_refused(action: dict[str, Any], why: str) -> None:
    """AOS-I1, AOS-I2, AOS-Q1: only what answers the question, within the limits, is played."""
    game = steam(3)
    game.start_turn()
    with pytest.raises(Fault, match=why):
        game.play(0, action, NONE)
    with pytest.raises(Fault, match="may not act"):
        game.play(1, action, NONE)
