"""The final score of the Old West: Globetrotter and how ties are broken (TTR-OW12, TTR-OW13, Q17, Q20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from railbook_ticket_to_ride.actions import DrawCard
from railbook_ticket_to_ride.scoring import path_lengths
from tests.plugins.old_west.table import old_west
from tests.plugins.ticket_to_ride.positions import Options, Position

SHORT = {
    "t-ashland--seattle": ("ashland--eugene--a", "eugene--portland--a", "portland--seattle--a"),
    "t-portland--sacramento": ("ashland--redding--a", "redding--sacramento--a"),
    "t-eugene--san-francisco": ("sacramento--san-francisco--a",),
    "t-los-angeles--san-francisco": (
        "fresno--san-francisco--a",
        "bakersfield--fresno--a",
        "bakersfield--los-angeles--a",
    ),
}
"""Four tickets, each with the routes that it needs beside those of the tickets before it."""
LONG_WAY = {
    "t-cheyenne--salt-lake-city": ("cheyenne--green-river--a", "green-river--salt-lake-city--a"),
    "t-bozeman--denver": ("cheyenne--denver--a", "idaho-falls--salt-lake-city--a", "bozeman--idaho-falls--a"),
    "t-helena--salt-lake-city": ("bozeman--helena--a",),
    "t-denver--las-vegas": (
        "denver--pueblo--a",
        "grand-junction--pueblo",
        "grand-junction--st-george",
        "las-vegas--st-george--a",
    ),
    "t-idaho-falls--las-vegas": ("salt-lake-city--st-george--a",),
}
"""Five tickets of the same kind far from these."""
FAILED = "t-roswell--seattle"
NORTH = (
    "carson-city--winnemucca--a",
    "carson-city--sacramento--a",
    "redding--sacramento--a",
    "ashland--redding--a",
    "ashland--eugene--a",
    "eugene--portland--a",
    "portland--seattle--a",
    "seattle--spokane--a",
    "missoula--spokane--a",
    "great-falls--spokane",
    "great-falls--wolf-point",
    "gillette--wolf-point",
    "billings--gillette",
    "billings--casper--a",
)
"""A network of 38 trains, most of them in one path."""
NORTHERN = ["t-ashland--seattle", "t-portland--sacramento", "t-eugene--missoula", "t-great-falls--seattle"]
"""Tickets that it completes."""
DOUBLES = (
    "green-river--salt-lake-city",
    "cheyenne--green-river",
    "casper--cheyenne",
    "cheyenne--denver",
    "denver--pueblo",
    "pueblo--santa-fe",
    "albuquerque--santa-fe",
    "albuquerque--flagstaff",
    "albuquerque--las-cruces",
    "flagstaff--las-vegas",
    "flagstaff--phoenix",
    "phoenix--tucson",
    "las-vegas--los-angeles",
    "bakersfield--los-angeles",
    "idaho-falls--salt-lake-city",
    "los-angeles--san-diego",
    "bakersfield--fresno",
    "bozeman--idaho-falls",
    "billings--bozeman",
    "fresno--san-francisco",
    "bozeman--helena",
)
"""Parallel groups whose routes form a network of 40 trains, which two seats can have side by side."""
WESTERN = [
    "t-albuquerque--billings",
    "t-albuquerque--casper",
    "t-albuquerque--san-diego",
    "t-bozeman--denver",
    "t-cheyenne--salt-lake-city",
    "t-denver--las-vegas",
    "t-denver--tucson",
    "t-flagstaff--san-diego",
    "t-fresno--phoenix",
    "t-green-river--santa-fe",
    "t-helena--las-cruces",
    "t-los-angeles--santa-fe",
]
"""Twelve of the tickets that it completes."""


def ended(
    completed: Sequence[int],
    failed: Mapping[int, Sequence[str]] | None = None,
    options: Options | None = None,
    owners: Mapping[str, int] | None = None,
    seats: int = 0,
) -> Position:
    """Play the last turn of a game in which seats 0 and 1 have so many completed tickets, and these failed ones."""
    routes: dict[str, int] = dict(owners or {})
    tickets: dict[int, list[str]] = {
        seat: list((failed or {}).get(seat, ())) for seat in range(max(seats, len(completed)))
    }
    for seat, (number, lines) in enumerate(zip(completed, (SHORT, LONG_WAY), strict=False)):
        for ticket in list(lines)[:number]:
            routes |= dict.fromkeys(lines[ticket], seat)
            tickets[seat].append(ticket)
    game = old_west(len(tickets), options, owners=routes, tickets=tickets, turns_left=0)
    for _ in range(2):
        game.does(0, DrawCard(None))
    assert game.state.ended == "last round"
    return game


def test_globetrotter() -> None:
    """TTR-X78, TTR-OW12, old-west.globetrotter: all with the most completed tickets score 15, whatever failed."""
    game = ended([4, 4], {0: ["t-helena--las-cruces", FAILED], 2: ["t-las-vegas--tucson"]}, seats=3)
    assert game.scores()["old-west.globetrotter"] == (15, 15, 0)
    assert game.scores()["ttr.tickets"][2] == -5


@pytest.mark.rule("ttr.longest-path")
def test_globetrotter_and_no_longest_path() -> None:
    """OW-06, TTR-OW12: of 4, 6, 6 and 0 completed tickets the two sixes score 15 each.

    P1 has by far the longest path, which scores nothing; P2's failed ticket costs its 8 and does not matter otherwise.
    """
    owners = dict.fromkeys(NORTH, 0) | dict.fromkeys((f"{line}--a" for line in DOUBLES), 1)
    owners |= dict.fromkeys((f"{line}--b" for line in DOUBLES), 2)
    tickets = {0: NORTHERN, 1: [*WESTERN[:6], "t-boise--grand-junction"], 2: WESTERN[6:]}
    game = old_west(4, owners=owners, tickets=tickets, turns_left=0)
    for _ in range(2):
        game.does(0, DrawCard(None))
    lengths = path_lengths(game.rules, game.state)
    assert lengths[0] == max(lengths) > lengths[1]
    sheet = game.scores()
    assert set(sheet) == {"ttr.routes", "ttr.tickets", "old-west.globetrotter"}
    assert sheet["old-west.globetrotter"] == (0, 15, 15, 0)
    worth = [sum(game.board.tickets[id].points for id in own) for own in (NORTHERN, WESTERN[:6], WESTERN[6:])]
    assert sheet["ttr.tickets"] == (worth[0], worth[1] - 8, worth[2], 0)


def test_most_tickets_alone() -> None:
    """TTR-OW12: who has one completed ticket more scores the bonus alone, however few points they are worth."""
    assert ended([4, 3]).scores()["old-west.globetrotter"] == (15, 0)
    assert ended([2, 3]).scores()["old-west.globetrotter"] == (0, 15)


@pytest.mark.parametrize("option, bonus", [(True, (15, 15)), (False, (0, 0))])
def test_nobody_completed_any(option: bool, bonus: tuple[int, int]) -> None:
    """Q17, TTR-OW12: with no completed ticket at all everybody ties at zero, or nobody gets it."""
    game = ended([0, 0], {0: [FAILED]}, {"end.zero_bonus": option})
    assert game.scores()["old-west.globetrotter"] == bonus


def test_bonus_is_an_option() -> None:
    """TTR-OW12, option `old_west.globetrotter_bonus`: what the most completed tickets score."""
    assert ended([1, 0], None, {"old_west.globetrotter_bonus": 20}).scores()["old-west.globetrotter"] == (20, 0)


def level(game: Position, total: int) -> Position:
    """Give all seats the same total."""
    sums = [sum(points[seat] for points in game.scores().values()) for seat in range(game.rules.seats)]
    for own, points in zip(game.state.seats, sums, strict=True):
        own.points += total - points
    return game


def test_tickets_break_ties() -> None:
    """TTR-X81, TTR-OW13: with 88 points each, five completed tickets beat four."""
    game = level(ended([4, 5]), 88)
    assert game.ranks() == [2, 1]


@pytest.mark.parametrize("option, shared", [("tickets_and_path", False), ("tickets_only", True)])
def test_path_breaks_ties(option: str, shared: bool) -> None:
    """TTR-OW13, Q20: with as many tickets the longer path wins, unless only tickets break ties."""
    game = level(ended([3, 3], None, {"old_west.tie_breakers": option}), 88)
    lengths = path_lengths(game.rules, game.state)
    assert lengths[0] != lengths[1]
    better = lengths.index(max(lengths))
    expected = [2, 2]
    expected[better] = 1
    assert game.ranks() == ([1, 1] if shared else expected)


@pytest.mark.parametrize("option", ["length_among_tied", "bonus_card"])
def test_whose_path_counts(option: str) -> None:
    """Q15, TTR-OW13, TTR-W3: lengths are compared among the tied, or only the longest of all counts, which C has."""
    far = {"boise--seattle--a": 2, "boise--winnemucca": 2, "salt-lake-city--winnemucca--a": 2, "bend--boise--a": 2}
    far |= {"phoenix--san-diego--a": 2, "albuquerque--phoenix": 2, "albuquerque--tucson": 2}
    game = level(ended([2, 2], None, {"end.longest_path_tiebreak": option}, far, seats=3), 60)
    game.state.seats[2].points -= 40
    lengths = path_lengths(game.rules, game.state)
    assert lengths[2] > max(lengths[:2])
    assert lengths[0] != lengths[1]
    assert (game.ranks()[:2] == [1, 1]) == (option == "bonus_card")
