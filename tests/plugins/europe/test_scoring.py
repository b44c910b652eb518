"""The final score of Europe: the longest path and how ties are broken (TTR-EUR11 to EUR13, TTR-E4, TTR-W)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import networkx as nx
import pytest

from railbook_ticket_to_ride.network import longest_trail
from railbook_ticket_to_ride.scoring import own_routes, path_lengths, tickets_of
from tests.plugins.europe.table import europe, last_turn
from tests.plugins.ticket_to_ride.positions import Options, Position

CITIES = ("sochi", "erzurum", "angora", "smyrna", "palermo", "athina")
"""Where stations stand that lend nothing of use."""


def lines(counts: Sequence[int]) -> tuple[dict[str, int], dict[int, list[str]]]:
    """Give each seat routes that complete so many tickets, and these tickets; no city joins two seats' networks."""
    map = europe(len(counts)).board.map
    owners: dict[str, int] = {}
    tickets: dict[int, list[str]] = {seat: [] for seat in range(len(counts))}
    taken: dict[str, int] = dict.fromkeys(CITIES, -1)
    left = [45] * len(counts)
    for id, ticket in sorted(map.tickets.items(), key=lambda one: (one[1].points, one[0])):
        for seat in sorted(tickets, key=lambda seat: (len(tickets[seat]) - counts[seat], seat)):
            if len(tickets[seat]) == counts[seat]:
                continue
            graph: nx.Graph[str] = nx.Graph()
            graph.add_nodes_from(map.cities)
            for key, route in map.routes.items():
                free = all(taken.get(city, seat) == seat for city in route.cities) and "--b" not in key
                if free:
                    weight = 0 if owners.get(key) == seat else route.length
                    graph.add_edge(*route.cities, weight=weight, key=key)
            if not nx.has_path(graph, *ticket.cities):
                continue
            way = nx.shortest_path(graph, *ticket.cities, weight="weight")
            new = [graph.edges[pair]["key"] for pair in pairwise(way)]
            cost = sum(map.routes[key].length for key in new if key not in owners)
            if cost > left[seat]:
                continue
            owners |= dict.fromkeys(new, seat)
            taken |= dict.fromkeys(way, seat)
            left[seat] -= cost
            tickets[seat].append(id)
            break
    assert [len(own) for own in tickets.values()] == list(counts)
    return owners, tickets


def tied(
    counts: Sequence[int],
    stations: Sequence[int],
    total: int,
    options: Options | None = None,
    more: Mapping[str, int] | None = None,
) -> Position:
    """Give the end of a game in which all have the same total, with so many completed tickets and stations built."""
    owners, tickets = lines(counts)
    cities = iter(CITIES)
    built = [(seat, next(cities)) for seat, number in enumerate(stations) for _ in range(number)]
    game = europe(len(counts), options, owners=owners | dict(more or {}), tickets=tickets, stations=built, turns_left=0)
    last_turn(game)
    for seat, own in enumerate(game.state.seats):
        own.points += total - sum(points[seat] for points in game.scores().values())
    assert [sum(points[seat] for points in game.scores().values()) for seat in range(len(counts))] == [total] * len(
        counts
    )
    done = [sum(completed for _, completed in tickets_of(game.rules, game.state, seat)) for seat in range(len(counts))]
    assert done == list(counts)
    return game


def test_city_twice() -> None:
    """TTR-X55, TTR-L1: of 13 trains 11 lie on the longest path, which comes through Zürich twice."""
    routes = (
        "paris--zurich",
        "munchen--zurich",
        "munchen--venezia",
        "venezia--zurich",
        "marseille--zurich",
        "roma--venezia",
    )
    game = europe(owners=dict.fromkeys(routes, 0))
    assert sum(route.length for route in own_routes(game.rules, game.state, 0)) == 13
    assert longest_trail(own_routes(game.rules, game.state, 0)) == 11


@pytest.mark.parametrize("seat", [0, 1])
def test_sheet(seat: int) -> None:
    """TTR-E4, TTR-EUR12: the sheet has routes, tickets, the longest path with 10 points, and unused stations."""
    game = last_turn(europe(owners={"berlin--essen": seat}, turns_left=0))
    sheet = game.scores()
    assert set(sheet) == {"ttr.routes", "ttr.tickets", "ttr.longest-path", "europe.unused-stations"}
    assert sheet["ttr.longest-path"] == ((10, 0) if seat == 0 else (0, 10))


@pytest.mark.rule("fewest_stations_built")
def test_fewest_stations() -> None:
    """TTR-X68, TTR-EUR13: with 98 points and four tickets each, A with one station wins over B with two."""
    for swap in (False, True):  # whoever has the longer path
        game = tied([4, 4], [2, 1] if swap else [1, 2], 98)
        assert game.ranks() == ([2, 1] if swap else [1, 2])


def test_tickets_first() -> None:
    """TTR-X69, TTR-EUR13: with 98 points each, five completed tickets and three stations beat four and none."""
    assert tied([5, 4], [3, 0], 98).ranks() == [1, 2]
    assert tied([4, 5], [0, 3], 98).ranks() == [2, 1]


@pytest.mark.rule("fewest_stations_built")
def test_order_of_tie_breakers() -> None:
    """EUR-07, TTR-EUR13, TTR-W2: tickets, then stations, then the longest path.

    With 120 points and five tickets each, one station beats two although the other has the longest path; with two
    stations each the path decides.
    """
    first = tied([5, 5], [2, 1], 120)
    lengths = path_lengths(first.rules, first.state)
    longer = lengths.index(max(lengths))
    assert lengths[0] != lengths[1]
    stations = [1, 1]
    stations[longer] = 2
    assert tied([5, 5], stations, 120).ranks()[longer] == 2
    assert tied([5, 5], [2, 2], 120).ranks()[longer] == 1


@pytest.mark.parametrize("option, shared", [("length_among_tied", False), ("bonus_card", True)])
def test_longest_path_among_tied(option: str, shared: bool) -> None:
    """TTR-EUR13, TTR-W3, Q15: lengths of the tied are compared, or only who holds the bonus counts, which C does."""
    line = {"petrograd--stockholm": 2, "petrograd--riga": 2, "kobenhavn--stockholm--a": 2, "moskva--petrograd": 2}
    options = {"end.longest_path_tiebreak": option}
    game = tied([1, 2, 0], [0, 0, 0], 60, options, line)
    game.state.seats[2].points -= 30
    lengths = path_lengths(game.rules, game.state)
    assert lengths[0] != lengths[1]
    assert max(lengths) == lengths[2] > max(lengths[:2])
    same = game.copy()
    same.state.seats[1].tickets = same.state.seats[1].tickets[:1]
    points = game.board.tickets[str(game.state.seats[1].tickets[1])].points
    same.state.seats[1].points += points
    ranks = same.ranks()
    assert ranks[2] == 3
    assert (ranks[0] == ranks[1]) == shared
    if not shared:
        assert ranks[lengths[:2].index(max(lengths[:2]))] == 1


def test_what_remains_tied_is_shared() -> None:
    """TTR-W2, Q16: with everything equal the victory is shared, or the earlier seat has it."""
    for option, ranks in (("shared", [1, 1]), ("seat_order", [1, 2])):
        game = last_turn(europe(2, {"end.final_tie": option}, turns_left=0))
        assert game.ranks() == ranks
