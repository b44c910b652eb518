"""Questions about a network of routes: which cities hang together, and which trail through it is the longest.

A trail uses no route twice but may come through a city again (TTR-L1). By Euler's theorem some routes form a trail
exactly if they hang together and at most two cities have an odd number of them, so the longest trail is the heaviest
such subset. `_heaviest` takes the routes one by one and remembers, for each way in which a subset can look at the
cities that still have routes to come, only the heaviest. On a board few cities are open at a time, so there are no bad
cases; a search along the trails has them, with rings and ladders of short routes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

_ENDS = 2
"""A trail may start and stop in a city with an odd number of its routes; all other cities have an even number."""

_Codes = tuple[int, ...]
"""What a subset looks like: for each open city twice the number of its piece (0: untouched), plus 1 if it is odd."""

_States = dict[tuple[int, _Codes], tuple[int, int]]
"""Number of odd cities passed and look of the open ones, to length and mask of a subset (bit i stands for route i)."""


class Track(Protocol):
    """What the searches must know of a route; `BoardRoute` is one."""

    @property
    def id(self) -> str:
        """Id of the route."""

    @property
    def a(self) -> str:
        """Id of the city at one end."""

    @property
    def b(self) -> str:
        """Id of the city at the other end."""

    @property
    def length(self) -> int:
        """Number of spaces, which is the number of trains on it."""


class Trail(Struct, frozen=True):
    """A walk that uses no route twice."""

    length: int
    """Sum of the lengths of its routes, in trains."""
    routes: tuple[str, ...]
    """Route ids in the order of travel."""
    cities: tuple[str, ...]
    """City ids in the order of travel, one more than routes; empty if there is no route."""


def components(ends: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map each city to a city that stands for its piece of the network; `ends` are the two cities of each route."""
    parent: dict[str, str] = {}

    def root(city: str) -> str:
        while (above := parent.setdefault(city, city)) != city:
            parent[city] = city = parent[above]
        return city

    for a, b in ends:
        parent[root(a)] = root(b)
    return {city: root(city) for city in list(parent)}


def connected(routes: Iterable[Track], a: str, b: str) -> bool:
    """Tell whether a path over these routes joins the two cities (TTR-K5); a city is joined with itself."""
    if a == b:
        return True
    return joined(_pieces(tuple([(route.a, route.b) for route in routes])), a, b)


def joined(piece: Mapping[str, str], a: str, b: str) -> bool:
    """Tell the same from the pieces that `components` gives, for many pairs of cities over the same routes."""
    return a == b or (a in piece and piece[a] == piece.get(b))


@lru_cache(maxsize=4096)
def _pieces(ends: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The same network is asked about one ticket after the other, by every view of a table and again in the score."""
    return components(ends)


def longest_trail(routes: Collection[Track]) -> int:
    """Give the length, in trains, of the longest trail over these routes; 0 without routes (TTR-L1, TTR-L4, TTR-L5)."""
    return sum(route.length for route in _longest(routes))


def longest_trail_routes(routes: Collection[Track]) -> Trail:
    """Give one longest trail over these routes, the same one in whatever order they come."""
    return _walk(_longest(routes))


def _longest(routes: Collection[Track]) -> list[Track]:
    """Choose the routes of a longest trail, ordered by id."""
    piece = components((route.a, route.b) for route in routes)
    pieces: dict[str, list[Track]] = defaultdict(list)
    for route in sorted(routes, key=lambda route: route.id):
        pieces[piece[route.a]].append(route)
    best: list[Track] = []
    best_length = 0
    for tracks in sorted(pieces.values(), key=_length, reverse=True):
        if _length(tracks) <= best_length:
            break
        found = tracks if len(_odd_cities(tracks)) <= _ENDS else _heaviest(tracks, best_length)
        if _length(found) > best_length:
            best, best_length = found, _length(found)
    return best


def _length(tracks: Iterable[Track]) -> int:
    return sum(track.length for track in tracks)


def _odd_cities(tracks: Iterable[Track]) -> list[str]:
    """List, by id, the cities at which an odd number of the routes end."""
    odd: set[str] = set()
    for track in tracks:
        odd ^= {track.a, track.b}
    return sorted(odd)


def _heaviest(tracks: Sequence[Track], floor: int) -> list[Track]:
    """Choose the heaviest subset that forms a trail; nothing if none is longer than `floor` trains."""
    best = (floor, 0)
    left = _length(tracks)
    open_cities: list[str] = []
    states: _States = {(0, ()): (0, 0)}
    for city, numbers in _sweep(tracks):
        for number in numbers:
            track = tracks[number]
            for end in (track.a, track.b):
                if end not in open_cities:
                    open_cities.append(end)
                    states = {(odd, (*codes, 0)): subset for (odd, codes), subset in states.items()}
            _extend(states, track.length, 1 << number, open_cities.index(track.a), open_cities.index(track.b))
            left -= track.length
            states = {look: subset for look, subset in states.items() if subset[0] + left > best[0]}
        place = open_cities.index(city)
        del open_cities[place]
        states, best = _close(states, place, best)
    return [track for number, track in enumerate(tracks) if best[1] >> number & 1]


def _extend(states: _States, length: int, bit: int, a: int, b: int) -> None:
    """Add to the subsets all those that have one more route, between the open cities at the places a and b."""
    for (odd, codes), (shorter, mask) in list(states.items()):
        look, longer = (odd, _joined(codes, a, b)), shorter + length
        if look not in states or longer > states[look][0]:
            states[look] = longer, mask | bit


def _close(states: _States, place: int, best: tuple[int, int]) -> tuple[_States, tuple[int, int]]:
    """Take the city at this place off the open ones; gives the subsets that can grow and the best trail so far."""
    kept: _States = {}
    for (odd, codes), (length, mask) in states.items():
        code, rest = codes[place], codes[:place] + codes[place + 1 :]
        if odd + (code & 1) > _ENDS:
            continue
        if code >> 1 and all(code >> 1 != other >> 1 for other in rest):
            # The piece of this city can grow no more: a trail if it is the only piece, else it never meets the others.
            if length > best[0] and not any(rest):
                best = length, mask
            continue
        look = odd + (code & 1), _renumbered(rest)
        if look not in kept or length > kept[look][0]:
            kept[look] = length, mask
    return kept, best


def _sweep(tracks: Sequence[Track]) -> Iterator[tuple[str, list[int]]]:
    """Give each city with the numbers of its routes that no city before it had; few cities stay open in between."""
    waiting: dict[str, set[int]] = defaultdict(set)
    for number, track in enumerate(tracks):
        waiting[track.a].add(number)
        waiting[track.b].add(number)
    seen: set[str] = set()
    while waiting:
        # The next city is the one that opens the fewest others.
        ends = {city: {end for n in numbers for end in (tracks[n].a, tracks[n].b)} for city, numbers in waiting.items()}
        city = min(waiting, key=lambda city: (len(ends[city] - seen), city not in seen, city))
        seen |= ends[city]
        numbers = waiting.pop(city)
        yield city, sorted(numbers)
        for other in ends[city] - {city}:
            waiting[other] -= numbers


def _joined(codes: _Codes, a: int, b: int) -> _Codes:
    """Add a route between the open cities at the places a and b."""
    merged = {codes[a] >> 1, codes[b] >> 1} - {0}
    name = len(codes) + 1  # no piece has it yet
    new = [2 * name | code & 1 if code >> 1 in merged else code for code in codes]
    for place in (a, b):
        new[place] = 2 * name | (codes[place] & 1 ^ 1)
    return _renumbered(new)


def _renumbered(codes: Iterable[int]) -> _Codes:
    """Number the pieces in the order in which they appear, so that what looks the same is the same."""
    names = {0: 0}
    return tuple([2 * names.setdefault(code >> 1, len(names)) | code & 1 for code in codes])


def _walk(tracks: Sequence[Track]) -> Trail:
    """Bring the routes of a trail, ordered by id, into the order of travel (Hierholzer's algorithm)."""
    at: dict[str, list[Track]] = defaultdict(list)
    for track in reversed(tracks):
        at[track.a].append(track)
        at[track.b].append(track)
    if not at:
        return Trail(0, (), ())
    used: set[str] = set()
    stack = [((_odd_cities(tracks) or sorted(at))[0], "")]
    back: list[tuple[str, str]] = []
    while stack:
        city, _ = stack[-1]
        while at[city] and at[city][-1].id in used:
            at[city].pop()
        if at[city]:
            track = at[city].pop()
            used.add(track.id)
            stack.append((track.b if city == track.a else track.a, track.id))
        else:
            back.append(stack.pop())
    cities, routes = zip(*reversed(back), strict=True)
    return Trail(_length(tracks), routes[1:], cities)
