"""Longest trails and connections: the examples of the rules, and a brute-force search as an oracle."""

import random
import time
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook_ticket_to_ride.board import Board, compile_board
from railbook_ticket_to_ride.maps import load_map
from railbook_ticket_to_ride.network import Track, Trail, components, connected, longest_trail, longest_trail_routes

LOOP_WITH_TAIL = (
    "portland--seattle--a portland--san-francisco--a salt-lake-city--san-francisco--a"
    " portland--salt-lake-city denver--salt-lake-city--a"
)
STAR = "chicago--duluth chicago--omaha chicago--toronto"
EIGHT = (
    "denver--salt-lake-city--a helena--salt-lake-city denver--helena"
    " denver--santa-fe oklahoma-city--santa-fe denver--oklahoma-city"
)
TWO_PARTS = (
    "calgary--winnipeg helena--winnipeg calgary--helena duluth--winnipeg chicago--duluth miami--new-orleans"
    " atlanta--miami"
)
ATLANTA = (
    "atlanta--nashville nashville--raleigh atlanta--raleigh--a atlanta--charleston charleston--miami atlanta--miami"
    " atlanta--new-orleans--a nashville--saint-louis"
)


class Line(msgspec.Struct, frozen=True):
    """A route of a made-up board."""

    id: str
    a: str
    b: str
    length: int


@cache
def usa() -> Board:
    """Give the USA board."""
    return compile_board(load_map(files("railbook_usa") / "map.toml"))


def owned(ids: str) -> list[Track]:
    """Give routes of the USA board by their ids."""
    return [usa().routes[key] for key in ids.split()]


def brute_force(routes: Collection[Track]) -> int:
    """Find the longest trail by walking on from every city in every way, straight from the words of TTR-L1."""

    @cache
    def walk(city: str, used: frozenset[str]) -> int:
        return max(
            (
                route.length + walk(route.b if city == route.a else route.a, used | {route.id})
                for route in routes
                if city in {route.a, route.b} and route.id not in used
            ),
            default=0,
        )

    return max((walk(city, frozenset()) for route in routes for city in (route.a, route.b)), default=0)


def check_trail(trail: Trail, routes: Collection[Track]) -> None:
    """Fail unless the trail is one: each route once, from city to city, and as long as it says."""
    by_id = {route.id: route for route in routes}
    assert len(set(trail.routes)) == len(trail.routes)
    assert sum(by_id[key].length for key in trail.routes) == trail.length
    assert len(trail.cities) == (len(trail.routes) + 1 if trail.routes else 0)
    for key, ends in zip(trail.routes, zip(trail.cities, trail.cities[1:], strict=False), strict=True):
        assert {by_id[key].a, by_id[key].b} == set(ends)


@st.composite
def networks(draw: st.DrawFn) -> list[Line]:
    """Draw small networks, with parallel routes and separate parts, at random."""
    cities = "abcdefgh"[: draw(st.integers(2, 8))]
    ends = st.lists(st.sampled_from(cities), min_size=2, max_size=2, unique=True)
    lines = draw(st.lists(st.tuples(ends, st.integers(1, 8)), max_size=11))
    return [Line(f"r{number}", a, b, length) for number, ((a, b), length) in enumerate(lines)]


@st.composite
def holdings(draw: st.DrawFn) -> list[Track]:
    """Draw what one player may own on the USA board with 45 trains: one piece, short routes preferred."""
    rng = draw(st.randoms(use_true_random=False))
    return grown(rng, 45, draw(st.integers(1, 16)))


def grown(rng: random.Random, trains: int, most: int) -> list[Track]:
    """Claim routes of the USA board that touch what is owned, at most `most`, until the trains are used up."""
    board, cities = usa(), {rng.choice(sorted(usa().city_names))}
    own: dict[str, Track] = {}
    while len(own) < most:
        reach = sorted({key for city in cities for key in board.routes_at[city]} - set(own))
        free = [board.routes[key] for key in reach if not set(board.routes[key].siblings) & set(own)]
        free = [route for route in free if route.length <= trains]
        if not free:
            break
        route = rng.choices(free, [3.0**-route.length for route in free])[0]
        own[route.id] = route
        cities |= {route.a, route.b}
        trains -= route.length
    return list(own.values())


@pytest.mark.parametrize(
    "ids, trains, longest",
    [(LOOP_WITH_TAIL, 20, 19), (STAR, 11, 8), (EIGHT, 19, 19), (TWO_PARTS, 32, 21), (ATLANTA, 23, 22)],
    ids=["TTR-X51", "TTR-X52", "TTR-X53", "TTR-X54", "USA-01"],
)
def test_examples(ids: str, trains: int, longest: int) -> None:
    """The longest path uses no route twice but may pass a city again (TTR-L1, TTR-X51 to TTR-X54, USA-01)."""
    routes = owned(ids)
    assert sum(route.length for route in routes) == trains
    assert longest_trail(routes) == longest == brute_force(routes)
    check_trail(longest_trail_routes(routes), routes)


def test_trail_of_two_parts() -> None:
    """The trail itself is given in the order of travel (TTR-X54)."""
    trail = longest_trail_routes(owned(TWO_PARTS))
    expected = ("chicago", "duluth", "winnipeg", "calgary", "helena", "winnipeg")
    assert trail.cities in {expected, ("chicago", "duluth", "winnipeg", "helena", "calgary", "winnipeg")}
    assert trail.length == 21


def test_trail_leaves_one_route_out() -> None:
    """In USA-01 every route but Atlanta-Nashville is travelled, between New Orleans and Saint Louis.

    Four of the routes used end in Atlanta, where the trail neither starts nor stops: it comes through twice.
    """
    trail = longest_trail_routes(owned(ATLANTA))
    assert set(ATLANTA.split()) - set(trail.routes) == {"atlanta--nashville"}
    assert {trail.cities[0], trail.cities[-1]} == {"new-orleans", "saint-louis"}
    assert trail.cities.count("atlanta") == 2


def test_no_routes() -> None:
    """A player without routes has length 0 (TTR-L4)."""
    assert longest_trail([]) == 0
    assert longest_trail_routes([]) == Trail(0, (), ())


@given(networks())
def test_agrees_with_brute_force(routes: list[Line]) -> None:
    """On any small network the length is that of the best of all trails (TTR-L1)."""
    assert longest_trail(routes) == brute_force(routes)


@given(holdings())
def test_agrees_with_brute_force_on_the_board(routes: list[Track]) -> None:
    """On the USA board the length is that of the best of all trails (TTR-L1, TTR-L5)."""
    assert longest_trail(routes) == brute_force(routes)


@given(networks(), st.randoms(use_true_random=False))
def test_trail_is_one(routes: list[Line], rng: random.Random) -> None:
    """The trail that is given is valid, as long as the longest, and the same in whatever order the routes come."""
    trail = longest_trail_routes(routes)
    check_trail(trail, routes)
    assert trail.length == longest_trail(routes)
    rng.shuffle(routes)
    assert longest_trail_routes(routes) == trail


@given(networks(), st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"))
def test_connected(routes: list[Line], a: str, b: str) -> None:
    """Two cities are connected exactly if routes lead from one to the other (TTR-K5)."""
    reached, size = {a}, 0
    while size < len(reached):
        size = len(reached)
        reached |= {city for route in routes if {route.a, route.b} & reached for city in (route.a, route.b)}
    assert connected(routes, a, b) == (b in reached)
    piece = components((route.a, route.b) for route in routes)
    assert set(piece) == {city for route in routes for city in (route.a, route.b)}


def ladder(width: int, height: int) -> Sequence[Line]:
    """Give a grid of routes of length 1, the worst network for a search along its trails."""
    cities = [(x, y) for x in range(width) for y in range(height)]
    pairs = [(a, b) for a in cities for b in cities if (b[0] - a[0], b[1] - a[1]) in {(0, 1), (1, 0)}]
    return [Line(f"{a}-{b}", str(a), str(b), 1) for a, b in pairs]


@pytest.mark.parametrize("width, height, longest", [(5, 5, 34), (4, 7, 39), (3, 9, 34), (2, 15, 31)])
def test_worst_networks(width: int, height: int, longest: int) -> None:
    """Even 40 trains on routes of one space each, which no board has, take no time to speak of (TTR-L5)."""
    routes = ladder(width, height)
    start = time.process_time()
    assert longest_trail(routes) == longest
    # Some 50 ms on a free machine; the bound only catches a search that explodes.
    assert time.process_time() - start < 2


def test_full_holdings_are_fast() -> None:
    """Networks of 45 trains on the USA board take a few milliseconds each (TTR-L5)."""
    rng = random.Random(45)
    several = [grown(rng, 45, 45) for _ in range(50)]
    start = time.process_time()
    for routes in several:
        longest_trail(routes)
    # Some 2 ms each on a free machine; the bound only catches a search that explodes.
    assert time.process_time() - start < 50 * 0.1
