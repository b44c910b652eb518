"""The best choice of lent routes against a search through all assignments, written another way (TTR-EUR9)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook_europe.best_choice import best_choice, lent_routes
from railbook_ticket_to_ride.scoring import tickets_of
from tests.plugins.europe.table import europe
from tests.plugins.ticket_to_ride.positions import Options, Position

TRAINS = 45
MANY_ROUTES = ("frankfurt", "paris", "wien")
"""Three cities where many routes end."""


def random_end(seed: int, seats: int, options: Options | None = None) -> Position:
    """Give a random table at the end of a game: routes of all, up to three stations each, and tickets of each."""
    random = Random(seed)
    board = europe(seats, options).board
    left = [TRAINS] * seats
    owners: dict[str, int] = {}
    for route in random.sample(sorted(board.routes), random.randint(20, 101)):
        seat = random.randrange(seats)
        taken = any(owners.get(other) == seat for other in board.routes[route].siblings)
        if not taken and left[seat] >= board.routes[route].length:
            owners[route] = seat
            left[seat] -= board.routes[route].length
    cities = random.sample(sorted(board.routes_at), 3 * seats)
    stations = [(seat, cities.pop()) for seat in range(seats) for _ in range(random.randint(0, 3))]
    random.shuffle(stations)
    ids = random.sample(sorted(board.tickets), len(board.tickets))
    tickets = {seat: [ids.pop() for _ in range(random.randint(0, 8))] for seat in range(seats)}
    game = europe(seats, options, owners=owners, stations=stations, tickets=tickets)
    game.state.closing = "last round"
    return game


def searched(game: Position, seat: int, *, count: bool, taken: Sequence[str] | None = None) -> tuple[str, ...]:
    """Try all assignments in order of route ids, with networkx for what hangs together.

    `taken` are routes that others lend, where no route is lent twice; without it they may be.
    """
    map = game.board.map
    cities = [one.city for one in game.state.slices["Stations"].built if one.seat == seat]
    own = [id for id, owner in game.state.owners.items() if owner == seat]
    foreign = sorted(id for id, owner in game.state.owners.items() if owner != seat)
    open_to = [[id for id in foreign if city in map.routes[id].cities] for city in cities]
    best, found = (-10_000, -1), tuple[str, ...]()
    for lent in product(*([*routes, ""] for routes in open_to)):
        named = [route for route in lent if route]
        if taken is None:
            idle = any(routes and not route for route, routes in zip(lent, open_to, strict=True))
        else:
            gone = {*taken, *named}
            idle = any(set(routes) - gone and not route for route, routes in zip(lent, open_to, strict=True))
            idle = idle or len(set(named)) < len(named) or bool(set(named) & set(taken))
        if idle:
            continue
        graph: nx.Graph[str] = nx.Graph([map.routes[id].cities for id in [*own, *named]])
        graph.add_nodes_from(map.cities)
        done = [nx.has_path(graph, *map.tickets[id].cities) for id in game.state.seats[seat].tickets if id]
        worth = [map.tickets[id].points for id in game.state.seats[seat].tickets if id]
        value = sum(points if yes else -points for points, yes in zip(worth, done, strict=True))
        if (value, sum(done) if count else 0) > best:
            best, found = (value, sum(done) if count else 0), lent
    return found


def agrees(seed: int, seats: int) -> None:
    """The choice of each seat is the one found by trying all, also without counting tickets or sharing routes."""
    game = random_end(seed, seats)
    for seat in range(seats):
        lent = lent_routes(game.rules, game.state, seat)
        assert lent == searched(game, seat, count=True)
        graph: nx.Graph[str] = nx.Graph(
            [game.board.map.routes[id].cities for id, owner in game.state.owners.items() if owner == seat or id in lent]
        )
        for ticket, completed in tickets_of(game.rules, game.state, seat):
            ends = ticket.a in graph and ticket.b in graph
            assert completed == (ends and nx.has_path(graph, ticket.a, ticket.b))
    points = random_end(seed, seats, {"stations.assignment": "best_points"})
    assert lent_routes(points.rules, points.state, 0) == searched(points, 0, count=False)
    apart = random_end(seed, seats, {"stations.share_route": False})
    taken: list[str] = []
    for seat in range(2):
        lent = lent_routes(apart.rules, apart.state, seat)
        assert lent == searched(apart, seat, count=True, taken=taken)
        taken += lent


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5))
@settings(max_examples=15)
def test_best_choice_is_the_best_of_all(seed: int, seats: int) -> None:
    """TTR-EUR9, Q25, Q26, europe.best-choice: the computed choice equals the first best of all assignments."""
    agrees(seed, seats)


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5))
@settings(max_examples=150)
def test_best_choice_is_the_best_of_all_at_length(seed: int, seats: int) -> None:
    """TTR-EUR9, Q25, Q26, europe.best-choice: the same, on more random tables."""
    agrees(seed, seats)


@pytest.mark.parametrize("share", [True, False])
def test_bad_case(share: bool) -> None:
    """TTR-EUR9: three stations where many routes of others end, and 20 tickets, are no matter of seconds."""
    board = europe(5).board
    left = [TRAINS] * 5
    owners: dict[str, int] = {}
    wanted = [id for city in MANY_ROUTES for id in board.routes_at[city]]
    for place, route in enumerate(dict.fromkeys([*wanted, *sorted(board.routes)])):
        seat = 1 + place % 4 if route in wanted else place % 5
        if left[seat] >= board.routes[route].length:
            owners[route] = seat
            left[seat] -= board.routes[route].length
    game = europe(
        5,
        {"stations.share_route": share},
        owners=owners,
        stations=[(0, city) for city in MANY_ROUTES],
        tickets={0: sorted(board.tickets)[:20]},
    )
    began = time.process_time()
    best_choice(game.rules, game.state, 0, frozenset())
    assert time.process_time() - began < 2
