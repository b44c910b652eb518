"""Paths over a seat's routes, found by plain search: whether two cities are joined, and the longest trail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


class Rail(NamedTuple):
    """A claimed route as a path sees it: its two cities and its length in trains."""

    a: str
    b: str
    length: int


def joined(rails: Iterable[Rail], start: str, goal: str) -> bool:
    """Tell whether a path leads from one city to another: walk on until no new city turns up (TTR-K5)."""
    edges = list(rails)
    reached = {start}
    news = [start]
    while news:
        city = news.pop()
        for a, b, _ in edges:
            for here, there in ((a, b), (b, a)):
                if here == city and there not in reached:
                    reached.add(there)
                    news.append(there)
    return goal in reached


def longest_trail(rails: Iterable[Rail]) -> int:
    """Give the greatest length of a trail that uses no route twice, by trying all of them (TTR-L1, TTR-L5).

    Only what is still to come from a city with the same routes used is remembered.
    """
    edges = list(rails)
    at: dict[str, list[int]] = defaultdict(list)
    for number, rail in enumerate(edges):
        at[rail.a].append(number)
        at[rail.b].append(number)

    @cache
    def onwards(city: str, used: int) -> int:
        best = 0
        for number in at[city]:
            if used >> number & 1:
                continue
            a, b, length = edges[number]
            best = max(best, length + onwards(b if city == a else a, used | 1 << number))
        return best

    return max((onwards(city, 0) for city in list(at)), default=0)
