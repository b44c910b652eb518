"""The board as a picture: hexes with their terrain, track as the tiles have it, cities with cubes, New Cities."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from railbook.rules.picture import (
    Bend,
    Box,
    Circle,
    Group,
    Label,
    Outline,
    Paint,
    Picture,
    Point,
    Shape,
    polar,
    seat_mark,
    width_of,
)
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.map_format import WATER
from railbook_age_of_steam.picture import calls, cube_letters
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TOWN, kinds, paths

SIDE = 42.0
"""Length of a side of a hex, in units of the picture."""

TALL = SIDE * math.sqrt(3)
"""Height of a hex."""

MARGIN = 24.0

GROUND = {"plain": "meadow", "river": "meadow", "mountain": "sand", "water": "water"}
"""Colours of usual terrain; other terrain is sand."""

MIDDLE: Point = (0.0, 0.0)


def centre(board: Board, hex: str) -> Point:
    """Give the middle of a hex."""
    return _centres(tuple(board.map.hexes))[hex]


@lru_cache(maxsize=16)
def _centres(hexes: tuple[str, ...]) -> dict[str, Point]:
    left, top, _, _ = _extent(hexes)
    return {hex: _centre(_raw(hex), left, top) for hex in hexes}


def _centre(raw: Point, left: float, top: float) -> Point:
    x, y = raw
    return (round(x - left + SIDE + MARGIN, 1), round(y - top + TALL / 2 + MARGIN, 1))


def extent(board: Board) -> tuple[float, float, float, float]:
    """Give the least and greatest place of the middle of a hex: left, top, right, bottom."""
    return _extent(tuple(board.map.hexes))


@lru_cache(maxsize=16)
def _extent(hexes: tuple[str, ...]) -> tuple[float, float, float, float]:
    places = [_raw(hex) for hex in hexes]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return (min(xs), min(ys), max(xs), max(ys))


def _raw(hex: str) -> Point:
    q, r = (int(part) for part in hex.split(","))
    return (1.5 * SIDE * q, TALL * (r + q / 2))


def board_size(board: Board) -> tuple[float, float]:
    """Give width and height of the board, without what lies beside it."""
    left, top, right, bottom = extent(board)
    return (round(right - left + 2 * (SIDE + MARGIN)), round(bottom - top + TALL + 2 * MARGIN))


def edge_place(edge: int) -> Point:
    """Give the middle of an edge, seen from the middle of the hex: 0 is north, then clockwise."""
    return polar(MIDDLE, TALL / 2, 60 * edge - 90)


@AGE_OF_STEAM.picture("aos.board")
def board(rules: Ruleset, state: Line, seat: int | None) -> Picture:
    """Every hex with what lies on it; those with nothing on them do not change."""
    on = board_of(rules)
    width, height = board_size(on)
    water = tuple(
        Group("", "hex water", (Outline(_corners(SIDE), Paint("water", "river", 0.8)),), at=centre(on, hex))
        for hex, kind in sorted(on.map.hexes.items())
        if kind.terrain == WATER
    )
    shown = tuple(Group(f"hex-{hex}", *_on_hex(on, state, hex), at=centre(on, hex)) for hex in on.neighbours)
    title = f"{on.map.title}: {len(state.tiles)} tiles, {len(state.new_cities)} New Cities"
    if state.turn:
        title += f", turn {state.turn} of {state.last_turn}"
    return Picture((Group("water", "water", water), *shown), width, height, title)


def _on_hex(on: Board, state: Line, hex: str) -> tuple[str, tuple[Shape, ...], str, tuple[tuple[str, str], ...]]:
    """Give kind, shapes, title and facts of a hex."""
    letter, tile = state.new_cities.get(hex), state.tiles.get(hex)
    terrain = on.map.hexes[hex].terrain
    called = calls(on, hex)
    data: tuple[tuple[str, str], ...] = (("hex", hex), ("terrain", terrain))
    if letter is not None or hex in on.cities:
        name = on.towns.get(hex, "") if letter is not None else on.cities[hex].name
        colours = on.colours(hex, letter)
        cubes = tuple(cube for cube, count in sorted(state.cubes.get(hex, {}).items()) for _ in range(count))
        kind = "city new" if letter is not None else "city"
        has = f"; cubes: {', '.join(cubes)}" if cubes else "; no cubes"
        title = f"{f'New City {letter}, ' if letter else ''}{name or called} ({', '.join(colours)}){has}"
        shapes = _city(colours, name, letter or "", cubes, tuple(cube_letters(on).items()))
        return kind, shapes, title, (*data, ("cubes", str(len(cubes))))
    town = on.towns.get(hex, "")
    if tile is None:
        title = f"{town}, a town; {terrain} ({called})" if town else f"{terrain} ({called})"
        shapes = (*_ground(terrain), *_blocked(on.map.hexes[hex].blocked), *_empty(town, called))
        return "town" if town else "hex", shapes, title, data
    owners = ", ".join("nobody" if owner is None else f"seat {owner}" for owner in tile.owners)
    title = f"{f'{town}, ' if town else ''}tile {tile.tile} ({called}); owners {owners}"
    facts = (("tile", tile.tile), ("rotation", str(tile.rotation)))
    owned = (("owners", "-".join("none" if owner is None else str(owner) for owner in tile.owners)),)
    shapes = (*_ground(terrain), *_blocked(on.map.hexes[hex].blocked), *_tile(tile, town))
    return "tile", shapes, title, (*data, *facts, *owned)


@lru_cache(maxsize=64)
def _ground(terrain: str) -> tuple[Shape, ...]:
    """Draw a hex of land and its terrain."""
    hex = Outline(_corners(SIDE), Paint(GROUND.get(terrain, "sand"), "rock", 1.2))
    if terrain == "river":
        bank = Paint(line="river", width=7, opacity=0.8)
        return (hex, Bend((-34, 10), (-12, -24), (2, 2), bank), Bend((2, 2), (14, 26), (34, -8), bank))
    if terrain == "mountain":
        peaks = (((-22, 14), (-8, -14), (6, 14)), ((-4, 14), (10, -20), (24, 14)))
        return (hex, *(Outline(peak, Paint("rock", "faint", 1, (), 0.75)) for peak in peaks))
    return (hex,)


@lru_cache(maxsize=64)
def _blocked(edges: tuple[int, ...]) -> tuple[Shape, ...]:
    """Draw a wall along each edge that no track may use."""
    corners = _corners(SIDE - 2)
    wall = Paint(line="ink", width=4)
    return tuple(Outline((corners[(edge + 4) % 6], corners[(edge + 5) % 6]), wall, closed=False) for edge in edges)


@lru_cache(maxsize=64)
def _corners(side: float) -> tuple[Point, ...]:
    return tuple(polar(MIDDLE, side, 60 * corner) for corner in range(6))


@lru_cache(maxsize=1024)
def _empty(town: str, called: str) -> tuple[Shape, ...]:
    if not town:
        return (Label((0, TALL / 2 - 6), called, 8, "faint", "middle"),)
    return (Circle(MIDDLE, 8, Paint("paper", "ink", 2)), _name(town, 26, 11))


def _name(text: str, base: float, size: float, inset: float = 8) -> Label:
    """Write a name across a hex, no wider than it is there."""
    room = 2 * SIDE - abs(base) / math.sqrt(3) * 2 - inset
    natural = width_of(text, size)
    if natural > room:
        size = max(7.0, size * room / natural)
    return Label((0, base), text, size, "ink", "middle", min(room, width_of(text, size)), bold=True, halo="paper")


@lru_cache(maxsize=4096)
def _city(
    colours: tuple[str, ...], name: str, letter: str, cubes: tuple[str, ...], letters: tuple[tuple[str, str], ...]
) -> tuple[Shape, ...]:
    """Draw a city: its colours around, its name, the letter of a New City, its cubes with their letters."""
    shapes: list[Shape] = [Outline(_corners(SIDE), Paint(colours[0], "ink", 2))]
    if len(colours) > 1:
        lower = tuple(point for point in _corners(SIDE) if point[1] > -1)
        shapes.append(Outline(lower, Paint(colours[1], "ink", 1)))
    shapes.append(Outline(_corners(SIDE - 7), Paint("paper", "ink", 1)))
    known = dict(letters)
    takes = " ".join(known.get(colour, colour[:1]) for colour in colours)
    shapes.append(Label((0, -20), f"{letter} · {takes}" if letter else takes, 9, "faint", "middle"))
    if name:
        shapes.append(_name(name, -8, 11, inset=22))
    return (*shapes, *_cubes(cubes, known))


CUBE = 11.0
A_ROW = 5


def _cubes(cubes: tuple[str, ...], letters: dict[str, str]) -> Iterator[Shape]:
    """Draw cubes in rows; where there are too many, smaller ones."""
    a_row = A_ROW if len(cubes) <= 2 * A_ROW else -(-len(cubes) // 2)
    size = min(CUBE, A_ROW * CUBE / a_row)
    for number, cube in enumerate(cubes):
        row, column = divmod(number, a_row)
        there = min(a_row, len(cubes) - row * a_row)
        x, y = (column - there / 2) * (size + 1), -2 + row * (size + 1)
        yield from cube_at((x, y), size, cube, letters.get(cube, "?"))


def cube_at(corner: Point, size: float, cube: str, letter: str) -> Iterator[Shape]:
    """Draw a cube with its letter, for those who do not see its colour."""
    yield Box(corner, size, size, Paint(cube, "ink", 0.8), 1)
    ink = "ink" if cube in ("yellow", "white", "orange", "pink", "grey", "green") else "white"
    yield Label((corner[0] + size / 2, corner[1] + size * 0.78), letter, size * 0.75, ink, "middle", bold=True)


def _tile(tile: Tile, town: str) -> tuple[Shape, ...]:
    return _drawn_tile(tile.tile, tile.rotation, tuple(tile.owners), town)


@lru_cache(maxsize=4096)
def _drawn_tile(tile: str, rotation: int, owners: tuple[int | None, ...], town: str) -> tuple[Shape, ...]:
    """Draw the track of a tile: each path in the colour of its owner, with his mark on it; later paths lie above."""
    shapes: list[Shape] = []
    for ends, owner in zip(paths(tile, rotation), owners, strict=True):
        colour = "grey" if owner is None else f"seat-{owner}"
        rails = (Paint(line="paper", width=15), Paint(line="ink", width=12), Paint(line=colour, width=8.5))
        shapes += [_path(ends, paint) for paint in rails]
    for ends, owner in zip(paths(tile, rotation), owners, strict=True):
        if owner is not None:
            for at in _mark_places(ends):
                shapes += seat_mark(owner, at, 3)
    if kinds()[tile].is_town:
        shapes.append(Circle(MIDDLE, 9, Paint("paper", "ink", 2)))
        if town:
            shapes.append(_name(town, 24, 10))
    return tuple(shapes)


def _path(ends: tuple[int, int], paint: Paint) -> Shape:
    one, other = ends
    if one == TOWN:
        return Outline((MIDDLE, edge_place(other)), paint, closed=False)
    if (one - other) % 6 == 3:  # noqa: PLR2004 - opposite edges
        return Outline((edge_place(one), edge_place(other)), paint, closed=False)
    return Bend(edge_place(one), MIDDLE, edge_place(other), paint)


def _mark_places(ends: tuple[int, int]) -> Iterable[Point]:
    """Give where on a path the mark of its owner stands: not where paths cross."""
    for end in ends:
        if end != TOWN:
            x, y = edge_place(end)
            yield (round(x * 0.76, 1), round(y * 0.76, 1))
