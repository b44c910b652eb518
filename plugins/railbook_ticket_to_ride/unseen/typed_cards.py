"""Reads cards and pairs of cities as people type them: `2 red 1 loc`, `3r`, `dallas-houston`, `los new`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from railbook.rules.notation import MOST_SHOWN, NotationError, near, one_of, plain_name
from railbook_ticket_to_ride.map_format import LOCOMOTIVE

CARD = re.compile(r"(\d{0,3})([^\d]*)")


ALSO = {"pink": "purple", "wild": LOCOMOTIVE, "joker": LOCOMOTIVE}
"""Other words for kinds of cards."""


def card_names(kinds: Iterable[str]) -> dict[str, str]:
    """Give kinds of cards by what people call them."""
    kinds = list(kinds)
    return {kind: kind for kind in kinds} | {also: kind for also, kind in ALSO.items() if kind in kinds}


def cards_typed(words: Iterable[str], kinds: Iterable[str]) -> list[tuple[str, int | None]]:
    """Read kinds of cards, with or without a number before each; raises `NotationError`."""
    names = card_names(kinds)
    cards: list[tuple[str, int | None]] = []
    count: int | None = None
    for word in " ".join(words).replace(",", " ").replace("+", " ").split():
        match = CARD.fullmatch(word)
        if match is None or (match[1] and count is not None):
            raise NotationError(f"{word[:40]!r} is no number and kind of card: type such as 2 red 1 loc")
        count = int(match[1]) if match[1] else count
        if match[2] and match[2].casefold() not in ("and", "x"):
            cards.append((one_of(match[2], names, "card"), count))
            count = None
    if count is not None:
        raise NotationError(f"a kind of card is missing behind {count}")
    return cards


def pair_typed(
    word: str,
    pairs: Mapping[str, tuple[str, str]],
    city_names: Mapping[str, str],
    what: str,
    *,
    several: bool = False,
) -> list[str]:
    """Find things that join two cities, by id or by how the cities' names begin; with `several` of one pair only.

    Raises `NotationError`, with what comes near.
    """
    exact = [id for id in pairs if word == id or plain_name(word) == plain_name(id)]
    if exact:
        return exact
    names = {city: plain_name(name) for city, name in city_names.items()}
    parts = [part for part in word.split("-") if part]
    found: dict[frozenset[str], list[str]] = {}
    for at in range(1, len(parts)):
        left, right = plain_name("".join(parts[:at])), plain_name("".join(parts[at:]))
        for id, (a, b) in pairs.items():
            for one, other in ((a, b), (b, a)):
                if left and right and _begins(one, left, names) and _begins(other, right, names):
                    found.setdefault(frozenset((a, b)), []).append(id)
    full = {pair: ids for pair, ids in found.items() if _spelt_out(pair, parts, names)}
    found = full if len(full) == 1 else found
    if len(found) == 1:
        (ids,) = found.values()
        if several or len(set(ids)) == 1:
            return sorted(set(ids))
    if not found:
        known = {f"{city_names[a]}-{city_names[b]}" for a, b in pairs.values()}
        raise NotationError(f"no {what} joins {word[:60]!r}{near(word, sorted(known))}")
    can = sorted({id for ids in found.values() for id in ids})
    raise NotationError(f"{word[:60]!r} may be {' or '.join(can[:MOST_SHOWN])}: type more of it")


def _begins(city: str, begun: str, names: Mapping[str, str]) -> bool:
    return names[city].startswith(begun) or plain_name(city).startswith(begun)


def _spelt_out(pair: frozenset[str], parts: list[str], names: Mapping[str, str]) -> bool:
    typed = plain_name("".join(parts))
    return any(typed == names[one] + names[other] for one in pair for other in pair if one != other)
