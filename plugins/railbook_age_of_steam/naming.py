"""How hexes, places, edges and tiles are called where people type them, and how they are written back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from railbook.rules.notation import MOST_SHOWN, NotationError, near, plain_name, slug
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, Path, kinds, paths

EDGES = {"n": 0, "ne": 1, "se": 2, "s": 3, "sw": 4, "nw": 5, **{str(edge): edge for edge in range(6)}}
"""Edges by what people type: numbers clockwise from north, or points of the compass."""

LONGEST = 4
"""Words of a name that are typed with blanks between, such as `st louis`."""


def hexes_called(rules: Ruleset, state: Line, word: str) -> set[str]:
    """Give the hexes that a word names: by coordinates, or else by place, label, or letter of a New City."""
    board = board_of(rules)
    if word in board.neighbours:
        return {word}
    wanted = plain_name(word)
    names = {**board.towns, **{hex: city.name for hex, city in board.cities.items()}}
    for calls in (names, {hex: board.map.hexes[hex].label for hex in board.neighbours}, state.new_cities):
        found = {hex for hex, name in calls.items() if plain_name(name) == wanted}
        if wanted and found:
            return found
    return set()


def hex_name(rules: Ruleset, state: Line, hex: str) -> str:
    """Write a place by its name, where that names no other, and other hexes by their coordinates."""
    board = board_of(rules)
    name = slug(board.cities[hex].name if hex in board.cities else board.towns.get(hex, ""))
    return name if name and hexes_called(rules, state, name) == {hex} else hex


def read_hexes(rules: Ruleset, state: Line, words: Sequence[str]) -> list[tuple[str, int | None]]:
    """Read hexes, each with the edge behind a colon where one is named; a name may be of several words."""
    split = [word.partition(":") for word in words]
    found: list[tuple[str, int | None]] = []
    while split:
        # A name goes on until an edge is named behind it.
        longest = next((at for at, (_, colon, _) in enumerate(split, 1) if colon), len(split))
        hex, used = first_hex(rules, state, [name for name, _, _ in split[:longest]])
        _, colon, edge = split[used - 1]
        found.append((hex, read_edge(edge) if colon else None))
        del split[:used]
    return found


def first_hex(rules: Ruleset, state: Line, words: Sequence[str]) -> tuple[str, int]:
    """Read the hex that the first words name, as many of them as possible; gives how many those are."""
    for used in range(min(len(words), LONGEST), 0, -1):
        hexes = hexes_called(rules, state, "".join(words[:used]))
        if len(hexes) == 1:
            return hexes.pop(), used
        if hexes:
            raise NotationError(f"{words[0][:40]!r} may be {' or '.join(sorted(hexes))}: type the coordinates")
    return _hex_beginning(rules, state, words[0]), 1


def _hex_beginning(rules: Ruleset, state: Line, word: str) -> str:
    """Find the only place whose name begins like a word."""
    board = board_of(rules)
    names = [*(city.name for city in board.cities.values()), *board.towns.values()]
    begins = [name for name in names if plain_name(word) and plain_name(name).startswith(plain_name(word))]
    hexes = {hex for name in begins for hex in hexes_called(rules, state, name)}
    if len(hexes) == 1:
        return hexes.pop()
    if begins:
        raise NotationError(f"{word[:40]!r} may be {' or '.join(begins[:MOST_SHOWN])}: type more of it")
    example = next(iter(board.neighbours))
    hint = near(word, [slug(name) for name in names])
    raise NotationError(f"there is no hex {word[:40]!r}{hint}: type a place, coordinates as {example}, or a label")


def read_edge(word: str) -> int:
    """Read an edge."""
    if word.casefold() not in EDGES:
        raise NotationError(f"{word[:40]!r} is no edge: 0 is north, then clockwise to 5; or n, ne, se, s, sw, nw")
    return EDGES[word.casefold()]


def is_path(word: str) -> bool:
    """Tell whether a word looks like a path, and not like a name with a hyphen."""
    one, hyphen, other = word.casefold().partition("-")
    return bool(hyphen) and {one, other} <= {"t", *EDGES}


def read_path(word: str) -> Path:
    """Read a path: two edges, or `T` and an edge, with a hyphen between."""
    one, hyphen, other = word.partition("-")
    if not hyphen:
        raise NotationError(f"{word[:40]!r} is no path: type two edges such as 4-1, or T and an edge such as T-4")
    if other.casefold() == "t":
        one, other = other, one
    return (TOWN if one.casefold() == "t" else read_edge(one), read_edge(other))


def path_name(path: Path) -> str:
    """Write a path."""
    return "-".join("T" if end == TOWN else str(end) for end in path)


def tile_name(tile: str, rotation: int) -> str:
    """Write a tile in a rotation with all its paths."""
    return " ".join((tile, *(path_name(path) for path in paths(tile, rotation))))


def read_tile(words: Sequence[str]) -> tuple[str, int]:
    """Read a tile and its rotation from its id and enough of its paths, or from all its paths alone."""
    if not words:
        raise NotationError("a tile is missing: type its id and its paths, such as S1 4-1")
    by_id = {id.casefold(): id for id in kinds()}
    id = by_id.get(words[0].casefold())
    if id is None and not is_path(words[0]):
        raise NotationError(f"there is no tile {words[0][:40]!r}{near(words[0], kinds())}: type its id, such as S1")
    wanted = {frozenset(read_path(word)) for word in (words[1:] if id else words)}
    if id is not None:
        return id, _rotation(id, wanted)
    found = [
        (kind.id, rotation)
        for kind in kinds().values()
        for rotation in range(kind.rotations)
        if _set_of(paths(kind.id, rotation)) == wanted
    ]
    if len(found) != 1:
        raise NotationError(f"no tile has just {' '.join(words)[:60]}: type its id, and paths that it has")
    return found[0]


def _rotation(id: str, wanted: Collection[frozenset[int]]) -> int:
    found = [rotation for rotation in range(kinds()[id].rotations) if _set_of(paths(id, rotation)).issuperset(wanted)]
    if len(found) == 1:
        return found[0]
    can = found or range(kinds()[id].rotations)
    ways = " or ".join(tile_name(id, rotation).partition(" ")[2] for rotation in can)
    raise NotationError(f"{id} {'may lie in several ways so' if found else 'cannot lie so'}: type {ways}")


def _set_of(laid: Iterable[Path]) -> set[frozenset[int]]:
    return {frozenset(path) for path in laid}
